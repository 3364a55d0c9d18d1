import { type CapUsage, findCapUsage } from '#app/contracts/queries/find_cap_usage'
import { findPriceDeviations, type PriceDeviation } from '#app/contracts/queries/find_price_deviations'
import { paramsOf } from '#app/invoices/audit/audit_context'
import { findRepeatedPeriods, type RepeatedPeriod } from '#app/invoices/audit/questions/find_repeated_periods'
import { findUncoveredInvoices, type Uncovered } from '#app/invoices/audit/questions/find_uncovered_invoices'
import type { Question } from '#app/invoices/audit/rule'

/** Lines billed above what was agreed (rule C1). */
export const findAgreedPrices: Question<PriceDeviation[]> = async (ids, context, client) => {
  const { tolerance } = paramsOf<{ tolerance: number }>(context, 'C1')
  return byInvoice(await findPriceDeviations(ids, { tolerancePercent: tolerance, client }))
}

/** How much of their contract's cap they use (rules C2 and R3). */
export const findCaps: Question<CapUsage[]> = async (ids, _context, client) =>
  byInvoice(await findCapUsage(ids, client))

/** Why no contract covers them (rule C3). */
export const findUncovered: Question<Uncovered[]> = async (ids, _context, client) =>
  byInvoice(await findUncoveredInvoices(ids, client))

/** Days of an agreed item that an earlier invoice billed (rule C4). */
export const findRepeated: Question<RepeatedPeriod[]> = async (ids, _context, client) =>
  byInvoice(await findRepeatedPeriods(ids, client))

function byInvoice<Answer extends { invoiceId: number }>(found: Answer[]): Map<number, Answer[]> {
  const groups = new Map<number, Answer[]>()
  for (const answer of found) groups.set(answer.invoiceId, [...(groups.get(answer.invoiceId) ?? []), answer])
  return groups
}
