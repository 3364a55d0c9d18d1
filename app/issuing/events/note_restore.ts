import { SYSTEM } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { Restored } from '#app/jobs/process_state'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

/**
 * Documents and records are those of a backup; what was issued and sent to AEAT since then is not among them. Every company that issues
 * waits until somebody has said which numbers were the last (`restored/confirm_numbers.ts`), and the chain of events of each that uses
 * VERI*FACTU says it (type 07). The next record follows the last one that is here.
 */
export async function noteRestore({ takenAt }: Pick<Restored, 'takenAt'>, trx: Transaction): Promise<void> {
  await execute(
    `insert into issuing_restores as r (site_id, taken_at)
     select site_id, :takenAt::timestamptz from (select site_id from issuing_series union select site_id from issuing_settings where mode = 'verifactu') issuing order by site_id
     on conflict (site_id) where checked_at is null do update set taken_at = least(r.taken_at, excluded.taken_at), restored_at = excluded.restored_at`,
    { takenAt: takenAt.toISOString() },
    trx
  )
  const sites = await rows<{ siteId: number }>(
    `select site_id from issuing_settings where mode = 'verifactu' order by site_id`,
    {},
    trx
  )
  for (const { siteId } of sites) {
    const settings = await findIssuingSettings(siteId, trx)
    if (settings)
      await addSystemEvent(
        settings,
        { own: { type: '07' }, note: `Copia del ${formatInstant(takenAt)}`, actor: SYSTEM },
        trx
      )
  }
}
