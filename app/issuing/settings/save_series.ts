import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Treatment } from '#app/issuing/invoices/new_invoice'
import { inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type NewSeries = {
  siteId: number
  code: string
  treatment: Treatment
  isRectifying: boolean
  isYearly: boolean
  actor: Actor
}

/** Opens a series of a company; what it is for never changes. Throws E_ISSUE_SERIES for a code that is there already. */
export function openSeries({ actor, ...series }: NewSeries): Promise<number> {
  return inTransaction(async (trx) => {
    const made = await row<{ id: number }>(
      `insert into issuing_series (site_id, code, treatment, is_rectifying, is_yearly, created_by)
       values (:siteId, :code, :treatment, :isRectifying, :isYearly, :userId) on conflict do nothing returning id`,
      { ...series, userId: actor.userId },
      trx
    )
    if (!made)
      throw new DomainError('E_ISSUE_SERIES', `La empresa ya tiene la serie ${series.code}.`, {
        field: 'code',
      })
    await recordEvent(
      {
        actor,
        objectType: 'issuing_series',
        objectId: made.id,
        siteId: series.siteId,
        event: 'issuing_series.opened',
        to: series.code,
      },
      trx
    )
    return made.id
  })
}

/** Closes a series, or opens it again: its numbers stay. */
export function switchSeries(id: number, isActive: boolean, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const { code, siteId } = await oneRow<{ code: string; siteId: number }>(
      `update issuing_series set is_active = :isActive where id = :id returning code, site_id`,
      { id, isActive },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'issuing_series',
        objectId: id,
        siteId,
        event: isActive ? 'issuing_series.reopened' : 'issuing_series.closed',
        to: code,
      },
      trx
    )
  })
}
