import { oneRow, row, type Transaction } from '#app/kernel/database/sql'

/** What a mail is about, by which it is known that it went: `waiting:2026-11-23` and the person. */
export type MailedAbout = { objectType: string; objectId: number }

/** Whether a mail about this is on its way already. Who asks has it alone until the end of the transaction. */
export async function isMailed(about: MailedAbout, trx: Transaction): Promise<boolean> {
  await oneRow(`select pg_advisory_xact_lock(hashtext(:objectType), :objectId::int) as locked`, about, trx)
  const sent = await row(
    `select 1 as found from outgoing_mails where object_type = :objectType and object_id = :objectId`,
    about,
    trx
  )
  return sent !== null
}
