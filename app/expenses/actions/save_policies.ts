import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import type { Policy, PolicyRow } from '#app/expenses/policy'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** Limits that somebody sends: null takes one away, and what they do not name stays as it is. */
export type PolicyChange = Pick<PolicyRow, 'siteId' | 'category'> & {
  [Limit in keyof Policy]: Policy[Limit] | undefined
}

const NONE: Policy = {
  maxPerLineMinor: null,
  maxPerDayMinor: null,
  kmRateMinor: null,
  receiptRequiredAboveMinor: null,
  monthsBack: null,
}

/**
 * The house's limits for one category, or for all of them, of the group or a company; empty fields say nothing. Throws
 * E_EMPTY at `max_per_line` where nobody names any.
 */
export async function savePolicy({ siteId, category, ...change }: PolicyChange, actor: Actor): Promise<void> {
  const named = Object.fromEntries(Object.entries(change).filter(([, limit]) => limit !== undefined))
  if (Object.keys(named).length === 0)
    throw new DomainError('E_EMPTY', 'Indique al menos un límite.', { field: 'max_per_line' })
  await inTransaction(async (trx) => {
    const before = (await lockPolicy({ siteId, category }, trx)) ?? NONE
    const limits: Policy = { ...before, ...named }
    await execute(
      `insert into expense_policies as known (site_id, category, max_per_line_minor, max_per_day_minor, km_rate_minor, receipt_required_above_minor, months_back, updated_by)
       values (:siteId, :category, :maxPerLineMinor, :maxPerDayMinor, :kmRateMinor, :receiptRequiredAboveMinor, :monthsBack, :userId)
       on conflict (site_id, category) do update set max_per_line_minor = excluded.max_per_line_minor, max_per_day_minor = excluded.max_per_day_minor, km_rate_minor = excluded.km_rate_minor,
         receipt_required_above_minor = excluded.receipt_required_above_minor, months_back = excluded.months_back, updated_by = excluded.updated_by, updated_at = now()`,
      { siteId, category, ...limits, userId: actor.userId },
      trx
    )
    const diff = changedFields({ ...before }, limits)
    if (!diff) return
    await recordEvent(
      {
        actor,
        objectType: 'expense_policy',
        objectId: null,
        siteId,
        event: 'expense_policy.changed',
        reason: category,
        diff,
      },
      trx
    )
  })
}

const lockPolicy = (of: Pick<PolicyRow, 'siteId' | 'category'>, trx: Transaction) =>
  row<Policy>(
    `select max_per_line_minor, max_per_day_minor, km_rate_minor, receipt_required_above_minor, months_back from expense_policies
      where site_id is not distinct from :siteId::bigint and category is not distinct from :category::text for update`,
    of,
    trx
  )
