import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'

/** A document of a supplier, where its debt stands, and what the book says that the part set off is worth; both positive. */
export type OffsetSide = { documentId: number; accountId: number; bookMinor: number }

/** A credit note set against an invoice in another currency than the books'. */
export type OffsetToPost = {
  offsetId: number
  siteId: number
  providerId: number
  postedOn: CalendarDate
  currency: string
  amountMinor: number
  invoice: OffsetSide
  credit: OffsetSide
  /** Where the difference between their rates goes (668 or 768); null where there is none. */
  exchangeAccountId: number | null
  createdBy: number | null
}

/**
 * Both leave with what the book says of them (`credit.offset`), and what lies between their days is a difference of exchange
 * (PGC, NRV 11ª 1.1). The line of the invoice comes first and that of the credit note after it.
 */
export function offsetPosting(offset: OffsetToPost): JournalDraft {
  const { amountMinor, invoice, credit, exchangeAccountId } = offset
  const side = ({ documentId, accountId, bookMinor }: OffsetSide, sign: 1 | -1): DraftLine => ({
    accountId,
    amountMinor: sign * amountMinor,
    baseMinor: sign * bookMinor,
    currency: offset.currency,
    documentType: 'invoice',
    documentId,
    counterpartyType: 'provider',
    counterpartyId: offset.providerId,
  })
  const exchange: DraftLine[] =
    exchangeAccountId === null
      ? []
      : [
          {
            accountId: exchangeAccountId,
            amountMinor: credit.bookMinor - invoice.bookMinor,
            memo: 'Diferencia de cambio',
          },
        ]
  return {
    siteId: offset.siteId,
    postedOn: offset.postedOn,
    journal: 'diversos',
    kind: 'credit.offset',
    idempotencyKey: `credit_offset:${offset.offsetId}`,
    description: 'Compensación de abono',
    sourceType: 'credit_offset',
    sourceId: offset.offsetId,
    createdBy: offset.createdBy,
    lines: [side(invoice, 1), side(credit, -1), ...exchange],
  }
}
