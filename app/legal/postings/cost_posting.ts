import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** A cost with its accounts found; cents of EUR. */
export type CostToPost = {
  costId: number
  siteId: number
  procedureNumber: string
  description: string
  providerId: number | null
  amountMinor: number
  postedOn: CalendarDate
  createdBy: number | null
}

export const COST_DOCUMENT = 'legal_cost'

const line = (cost: CostToPost, accountId: number, amountMinor: number): DraftLine => ({
  accountId,
  amountMinor,
  documentType: COST_DOCUMENT,
  documentId: cost.costId,
  ...(cost.providerId === null
    ? {}
    : { counterpartyType: 'provider' as const, counterpartyId: cost.providerId }),
})

/** What is owed without an invoice: expense against the payee (`legal_cost.accrue`). */
export function costAccrual(cost: CostToPost, accounts: { expense: number; debt: number }): JournalDraft {
  return {
    siteId: cost.siteId,
    postedOn: cost.postedOn,
    journal: 'diversos',
    kind: 'legal_cost.accrue',
    idempotencyKey: `legal_cost:${cost.costId}:accrued:1`,
    description: `${cost.procedureNumber}: ${cost.description}`.slice(0, 250),
    sourceType: COST_DOCUMENT,
    sourceId: cost.costId,
    createdBy: cost.createdBy,
    lines: [line(cost, accounts.expense, cost.amountMinor), line(cost, accounts.debt, -cost.amountMinor)],
  }
}

/** What was paid outside of the product: the debt against where the money came from (`legal_cost.offset`). */
export function offsetPosting(
  cost: CostToPost,
  {
    offsetId,
    debt,
    counter,
    reference,
  }: { offsetId: number; debt: number; counter: number; reference: string }
): JournalDraft {
  return {
    siteId: cost.siteId,
    postedOn: cost.postedOn,
    journal: 'diversos',
    kind: 'legal_cost.offset',
    idempotencyKey: `manual_payment_offset:${offsetId}:posted:1`,
    description: `Pago manual ${reference}, ${cost.procedureNumber}: ${cost.description}`.slice(0, 250),
    sourceType: 'manual_payment_offset',
    sourceId: offsetId,
    createdBy: cost.createdBy,
    lines: [line(cost, debt, cost.amountMinor), line(cost, counter, -cost.amountMinor)],
  }
}
