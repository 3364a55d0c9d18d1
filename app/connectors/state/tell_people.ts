import { providerOf } from '#app/connectors/provider'
import type { LockedConnector } from '#app/connectors/state/lock_connector'
import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S } from '#app/identity/roles'
import type { Transaction } from '#app/kernel/database/sql'
import { queueMails } from '#app/mail/queue_mails'
import env from '#start/env'

type Told = { title: string; text: string }

/** Tells the system role and the approvers of its company about a connection, by mail. */
export async function tellPeople(
  { id, provider, siteId, label }: Pick<LockedConnector, 'id' | 'provider' | 'siteId' | 'label'>,
  { title, text }: Told,
  trx: Transaction
): Promise<void> {
  const known = providerOf(provider)
  await queueMails(
    await peopleOfSites([siteId], [S, A], trx),
    {
      subject: `${title}: ${known.title} «${label}»`,
      body: `${text}\n\n${env.get('APP_URL')}${known.path}`,
      objectType: 'connector',
      objectId: id,
    },
    trx
  )
}
