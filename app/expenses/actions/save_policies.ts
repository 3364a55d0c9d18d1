import { type Actor, recordEvent } from '#app/audit/record_event'
import type { PolicyRow } from '#app/expenses/policy'
import { execute, inTransaction } from '#app/kernel/sql'

/** The house's limits for one category, or for all of them, of the group or a company; empty fields say nothing. */
export async function savePolicy(policy: PolicyRow, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    await execute(
      `insert into expense_policies as known (site_id, category, max_per_line_minor, max_per_day_minor, km_rate_minor, receipt_required_above_minor, months_back, updated_by)
       values (:siteId, :category, :maxPerLineMinor, :maxPerDayMinor, :kmRateMinor, :receiptRequiredAboveMinor, :monthsBack, :userId)
       on conflict (site_id, category) do update set max_per_line_minor = excluded.max_per_line_minor, max_per_day_minor = excluded.max_per_day_minor, km_rate_minor = excluded.km_rate_minor,
         receipt_required_above_minor = excluded.receipt_required_above_minor, months_back = excluded.months_back, updated_by = excluded.updated_by, updated_at = now()`,
      { ...policy, userId: actor.userId },
      trx
    )
    const { siteId, category, ...limits } = policy
    await recordEvent(
      {
        actor,
        objectType: 'expense_policy',
        objectId: null,
        siteId,
        event: 'expense_policy.changed',
        reason: category,
        diff: Object.fromEntries(Object.entries(limits).map(([field, value]) => [field, [null, value]])),
      },
      trx
    )
  })
}
