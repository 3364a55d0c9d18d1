import { mismatchText, providerTitle } from '#app/banking/provider_title'
import { findConnection } from '#app/connectors/queries/find_connection'
import { peopleOfSites } from '#app/identity/queries/people_of_sites'
import { A, S, SC } from '#app/identity/roles'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { queueMails } from '#app/mail/queue_mails'

type Mismatched = { id: number; name: string; currency: string; mismatchMinor: number; path: string }

/** Tells people of accounts of a connection that do not add up, once each until they do. */
export async function tellMismatches(connectorId: number): Promise<void> {
  const { provider, siteId, label } = await findConnection(connectorId)
  const title = providerTitle(provider)
  await inTransaction(async (trx) => {
    const found = await rows<Mismatched>(
      `update provider_accounts set mismatch_mailed_at = now()
        where connector_id = :connectorId and mismatch_minor is not null and mismatch_mailed_at is null
        returning id, name, currency, mismatch_minor`,
      { connectorId },
      trx
    )
    if (found.length === 0) return
    const people = await peopleOfSites([siteId], [S, A, SC], trx)
    for (const { id, name, currency, mismatchMinor } of found)
      await queueMails(
        people,
        {
          subject: mismatchText({ minor: mismatchMinor, currency }, title),
          body: `El saldo de «${name}» (${title} · ${label}) no coincide con sus movimientos: ${mismatchText({ minor: mismatchMinor, currency }, title)}. Sincronice la cuenta y, si sigue, compare sus movimientos con los del proveedor.`,
          objectType: 'provider_account',
          objectId: id,
        },
        trx
      )
  })
}
