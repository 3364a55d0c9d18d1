import type { Actor } from '#app/audit/record_event'
import type { LockedConnector } from '#app/connectors/state/lock_connector'
import { tellPeople } from '#app/connectors/state/tell_people'
import { row, type Transaction } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

type Change = {
  title: string
  /** What happened, as the end of a sentence: «se ha cambiado la dirección». */
  done: string
  text: string
}

/**
 * Tells people, by mail, that where a connection leads, what it comes in with or whom it pays is another now: who did it and
 * when stand in front.
 */
export async function tellChange(
  connector: Pick<LockedConnector, 'id' | 'provider' | 'siteId' | 'label'>,
  { title, done, text }: Change,
  { userId }: Actor,
  trx: Transaction
): Promise<void> {
  const who =
    userId === null
      ? null
      : await row<{ name: string }>(`select name from users where id = :userId`, { userId }, trx)
  const lead = `El ${formatInstant(new Date())} ${done}${who ? `: lo hizo ${who.name}` : ''}.`
  await tellPeople(connector, { title, text: `${lead}\n\n${text}` }, trx)
}
