import { SYSTEM } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { Restored } from '#app/jobs/process_state'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

/**
 * The records are those of a backup: an event of each company that uses VERI*FACTU (type 07). What AEAT was sent after the backup is not
 * among them, and the next record follows the last one that is.
 */
export async function noteRestore({ takenAt }: Pick<Restored, 'takenAt'>, trx: Transaction): Promise<void> {
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
