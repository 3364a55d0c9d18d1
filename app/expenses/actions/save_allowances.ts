import { type Actor, recordEvent } from '#app/audit/record_event'
import type { LegalLimit } from '#app/expenses/allowances'
import type { PerDiemKind } from '#app/expenses/expense_categories'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type PerDiem = {
  /** Null is the whole group. */
  siteId: number | null
  kind: PerDiemKind
  validFrom: CalendarDate
  /** Cents a day. */
  amountMinor: number
}

/** What the house pays a day from a day on; the same day again puts it right. Notes that came in before stay as they are. */
export async function savePerDiem(given: PerDiem, actor: Actor): Promise<void> {
  const { siteId, kind, validFrom, amountMinor } = given
  await inTransaction(async (trx) => {
    const before = await row<{ amountMinor: number }>(
      `select amount_minor from expense_per_diems where site_id is not distinct from :siteId::bigint and kind = :kind and valid_from = :validFrom for update`,
      { siteId, kind, validFrom },
      trx
    )
    await execute(
      `insert into expense_per_diems as known (site_id, kind, valid_from, amount_minor, updated_by) values (:siteId, :kind, :validFrom, :amountMinor, :userId)
       on conflict (site_id, kind, valid_from) do update set amount_minor = excluded.amount_minor, updated_by = excluded.updated_by, updated_at = now()`,
      { siteId, kind, validFrom, amountMinor, userId: actor.userId },
      trx
    )
    await recordAllowance(
      { event: 'per_diem_changed', siteId, kind, validFrom },
      [before?.amountMinor ?? null, amountMinor],
      actor,
      trx
    )
  })
}

export type ChangedLimit = LegalLimit & { source: string }

/** A limit of law from a day on, with where it stands; the same day again puts it right. */
export async function saveLegalLimit(
  { kind, validFrom, amountMinor, source }: ChangedLimit,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const before = await row<{ amountMinor: number }>(
      `select amount_minor from expense_limits where kind = :kind and valid_from = :validFrom for update`,
      { kind, validFrom },
      trx
    )
    await execute(
      `insert into expense_limits as known (kind, valid_from, amount_minor, source, updated_by) values (:kind, :validFrom, :amountMinor, :source, :userId)
       on conflict (kind, valid_from) do update set amount_minor = excluded.amount_minor, source = excluded.source, updated_by = excluded.updated_by, updated_at = now()`,
      { kind, validFrom, amountMinor, source, userId: actor.userId },
      trx
    )
    await recordAllowance(
      { event: 'legal_limit_changed', siteId: null, kind, validFrom },
      [before?.amountMinor ?? null, amountMinor],
      actor,
      trx
    )
  })
}

type Changed = {
  event: 'per_diem_changed' | 'legal_limit_changed'
  siteId: number | null
  kind: string
  validFrom: CalendarDate
}

const recordAllowance = (
  { event, siteId, kind, validFrom }: Changed,
  amountMinor: [unknown, unknown],
  actor: Actor,
  trx: Transaction
) =>
  recordEvent(
    {
      actor,
      objectType: 'expense_policy',
      objectId: null,
      siteId,
      event: `expense_policy.${event}`,
      reason: `${kind} ${validFrom}`,
      diff: { amountMinor },
    },
    trx
  )
