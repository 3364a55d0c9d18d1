import { type Client, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatInstant } from '#app/kernel/time/calendar_date'

/** A restore of a backup after which nobody has said yet what was issued since. */
export type OpenRestore = { id: number; siteId: number; takenAt: Date; restoredAt: Date }

export const findOpenRestore = (siteId: number, client?: Client): Promise<OpenRestore | null> =>
  row<OpenRestore>(
    `select id, site_id, taken_at, restored_at from issuing_restores where site_id = :siteId and checked_at is null`,
    { siteId },
    client
  )

/** Throws E_ISSUE_RESTORED while the numbers of a company are to be confirmed; the database refuses the same (CV008). */
export async function refuseRestored(siteId: number, client: Client): Promise<void> {
  const restore = await findOpenRestore(siteId, client)
  if (restore)
    throw new DomainError(
      'E_ISSUE_RESTORED',
      `Se restauró la copia del ${formatInstant(restore.takenAt)}: confirme antes, en la pestaña «Facturación» de la empresa, el último número de cada serie.`
    )
}
