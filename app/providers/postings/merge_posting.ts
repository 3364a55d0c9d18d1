import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** What is left open of a line on an account of the supplier that goes away, in cents of the company's currency. */
export type OpenRest = {
  /** The line that is open; null for what no line explains (the balance of an account whose lines are not matched). */
  lineId: number | null
  fromAccountId: number
  toAccountId: number
  restMinor: number
  currency: string
  documentType: string | null
  documentId: number | null
  dueOn: CalendarDate | null
}

type Merge = {
  siteId: number
  sourceId: number
  targetId: number
  sourceName: string
  targetName: string
  postedOn: CalendarDate
  createdBy: number | null
}

/** The event of the transfer entries, by which an invoice's own is found again. */
export const MERGE_KIND = 'provider.merge'

/**
 * What one company owes to a supplier that was merged, carried over to the other (area 04 §2): each open rest leaves its
 * account and stands under the same document on the account of the other. The first line of each pair is the one that
 * closes the rest.
 */
export function mergePosting(merge: Merge, rests: readonly OpenRest[], part: string): JournalDraft {
  const { siteId, sourceId, targetId, postedOn, createdBy } = merge
  return {
    siteId,
    postedOn,
    journal: 'diversos',
    kind: MERGE_KIND,
    idempotencyKey: `provider_merge:${sourceId}:${siteId}:${part}`,
    description: `Fusión de proveedores: ${merge.sourceName} en ${merge.targetName}`.slice(0, 200),
    lines: rests.flatMap((rest) => [
      line(rest, rest.fromAccountId, -rest.restMinor, sourceId),
      line(rest, rest.toAccountId, rest.restMinor, targetId),
    ]),
    sourceType: 'provider',
    sourceId: targetId,
    createdBy,
  }
}

function line(
  { documentType, documentId, dueOn, currency }: OpenRest,
  accountId: number,
  amountMinor: number,
  counterpartyId: number
): DraftLine {
  return {
    accountId,
    amountMinor,
    currency,
    counterpartyType: 'provider',
    counterpartyId,
    ...(documentType !== null && documentId !== null ? { documentType, documentId } : {}),
    dueOn,
    memo: 'Fusión de proveedores',
  }
}
