import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { DraftLine, JournalDraft } from '#app/ledger/journal_draft'
import { bankLine, header } from '#app/reconciliation/postings/bank_entry'

/** What a movement settles, with every account found. Amounts in minor units, signed as the bank shows them. */
export type BankMatchToPost = {
  lineId: number
  version: number
  siteId: number
  /** Of the movement, and of its entry: a later one where that month is closed. */
  bookedOn: CalendarDate
  postedOn: CalendarDate
  text: string
  bankLedgerAccountId: number
  /** Of the bank's account. */
  currency: string
  items: {
    accountId: number
    amountMinor: number
    currency: string
    /** What the book says that it is worth, in the company's currency. */
    bookMinor: number
    line: Pick<DraftLine, 'counterpartyType' | 'counterpartyId' | 'documentType' | 'documentId'>
  }[]
  /** What the bank's account takes, in its currency and in the company's. */
  bank: { amountMinor: number; baseMinor: number }
  /** Difference given up, in the company's currency, and the account it goes to (669 or 769). */
  writeOff: { accountId: number; amountMinor: number } | null
  /** Difference of exchange, in the company's currency: a gain (768) or, below zero, a loss (668). */
  exchange: { accountId: number; amountMinor: number } | null
  withholdings: {
    deferredAccountId: number
    payableAccountId: number
    amountMinor: number
    invoiceId: number
  }[]
  createdBy: number | null
}

/**
 * The entry of a movement that settles open items (`bank.match`): each item is closed with what the book says of it, the
 * differences given up and of exchange go to their accounts, and the bank's account gets exactly what the bank moved. The
 * items' lines come first, in their order, and the bank's line after them.
 */
export function bankMatchPosting(match: BankMatchToPost): JournalDraft {
  const items: DraftLine[] = match.items.map(({ accountId, amountMinor, currency, bookMinor, line }) => ({
    accountId,
    amountMinor: -amountMinor,
    baseMinor: -bookMinor,
    currency,
    ...line,
  }))
  const bank = { ...bankLine(match, match.bank.amountMinor), baseMinor: match.bank.baseMinor }
  const differences: DraftLine[] = [
    ...(match.writeOff ? [{ ...match.writeOff, amountMinor: -match.writeOff.amountMinor }] : []),
    ...(match.exchange
      ? [{ ...match.exchange, amountMinor: -match.exchange.amountMinor, memo: 'Diferencia de cambio' }]
      : []),
  ]
  const withheld = match.withholdings.flatMap(
    ({ deferredAccountId, payableAccountId, amountMinor, invoiceId }) => {
      const document = { documentType: 'invoice_withholding', documentId: invoiceId }
      return [
        { accountId: deferredAccountId, amountMinor, ...document },
        { accountId: payableAccountId, amountMinor: -amountMinor, ...document },
      ]
    }
  )
  return {
    ...header(match, 'match'),
    lines: [...items, { ...bank, currency: match.currency }, ...differences, ...withheld],
  }
}
