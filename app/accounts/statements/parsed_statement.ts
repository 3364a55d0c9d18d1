import type { FileIssue } from '#app/imports/tables/file_issues'
import type { Currency } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** `BOOK` is in the balance; `PDNG`, `INFO`, `FUTR` and whatever else a bank writes are shown, never posted. */
export type EntryStatus = 'BOOK' | 'PDNG' | 'INFO' | 'FUTR' | 'OTHER'

/** One operation inside a batch entry (a `TxDtls` of camt). Amounts are signed, negative a debit; null when not told. */
export type EntryDetail = {
  amountMinor: number | null
  currency: Currency | null
  text: string
  endToEndId: string | null
  instructionId: string | null
  paymentInformationId: string | null
  messageId: string | null
  transactionId: string | null
  accountServicerReference: string | null
  mandateId: string | null
  structuredReference: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  returnReason: string | null
  /** What the bank adds to the reason. */
  returnText: string | null
  /** What the bank kept of the operation, in minor units of its currency; null when it does not say. */
  chargesMinor: number | null
}

/** One movement of the account: amounts in minor units of its currency, negative a debit. */
export type ParsedEntry = {
  /** Line of the file it starts at, from 1; null where the format has none. */
  line: number | null
  bookedOn: CalendarDate | null
  valueOn: CalendarDate | null
  amountMinor: number
  /** The figure as written, with its sign, when it had decimals the currency does not and lost them; else null. */
  amountText: string | null
  currency: Currency
  text: string
  /** The text fields as the bank wrote them, blanks included. */
  rawLines: string[]
  reference1: string
  reference2: string
  documentNo: string
  endToEndId: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  /** Two digits of Norma 43, or null in other formats. */
  commonConcept: string | null
  /** Three digits of the bank's own, or null in other formats. */
  ownConcept: string | null
  /** Domain, family and sub-family of ISO 20022 ("PMNT/RCDT/ESCT"), or null in other formats. */
  bankTransactionCode: string | null
  /** What the bank calls the entry for good (`AcctSvcrRef`), or null. */
  bankReference: string | null
  /** Other names that an order of ours may be known by (message, batch, instruction); they say nothing of which movement it is. */
  identifiers: string[]
  status: EntryStatus
  isReversal: boolean
  returnReason: string | null
  /** Balance after the entry, only where the file states it. */
  balanceAfterMinor: number | null
  /** What the bank kept for the movement of the same line, in a movement of its own. */
  isFee: boolean
  /** The state as a table writes it, where it has a column of states. */
  stateText: string | null
  /** The same movement in its original currency (record 24 of Norma 43), or null. */
  original: { amountMinor: number; currency: Currency } | null
  details: EntryDetail[]
}

/** A row that never happened, or has not yet: it is counted and shown, never imported. `amount` as the bank writes it. */
export type LeftOutRow = {
  line: number | null
  state: string
  bookedOn: CalendarDate | null
  text: string
  amount: string
}

/** One account and period of a file. Balances are in minor units of `currency`; null when unknown. */
export type ParsedStatement = {
  id: string | null
  sequence: string | null
  /** Which page of the message it is, from 1, and whether it is the last; null where it is not paged. */
  page: { no: number; isLast: boolean } | null
  /** Null when the account has no IBAN or it cannot be read: then `account` says what the file calls it. */
  iban: string | null
  account: string | null
  holderName: string | null
  currency: Currency | null
  from: CalendarDate | null
  to: CalendarDate | null
  openingMinor: number | null
  /** The declared closing balance, else the computed one. */
  closingMinor: number | null
  closingDeclaredMinor: number | null
  /** The balances as written, with their sign, when rounding took decimals from them; else null. */
  openingText: string | null
  closingText: string | null
  /** Opening balance plus the booked entries, when both can be told. */
  closingComputedMinor: number | null
  issues: FileIssue[]
  entries: ParsedEntry[]
  leftOut: LeftOutRow[]
}

/** What a file holds. `format` is `n43`, `camt.053.001.08`, `csv`, `xlsx`, `html`, `spreadsheetml` or `unknown`. */
export type ParsedStatementFile = {
  format: string
  encoding: string | null
  issues: FileIssue[]
  statements: ParsedStatement[]
}

/** An entry with nothing in it but what every format must say. */
export function emptyEntry(amountMinor: number, currency: Currency): ParsedEntry {
  return {
    line: null,
    bookedOn: null,
    valueOn: null,
    amountMinor,
    amountText: null,
    currency,
    text: '',
    rawLines: [],
    reference1: '',
    reference2: '',
    documentNo: '',
    endToEndId: null,
    counterpartyName: null,
    counterpartyIban: null,
    commonConcept: null,
    ownConcept: null,
    bankTransactionCode: null,
    bankReference: null,
    identifiers: [],
    status: 'BOOK',
    isReversal: false,
    returnReason: null,
    balanceAfterMinor: null,
    isFee: false,
    stateText: null,
    original: null,
    details: [],
  }
}

/** A statement with nothing known yet. */
export function emptyStatement(): ParsedStatement {
  return {
    id: null,
    sequence: null,
    page: null,
    iban: null,
    account: null,
    holderName: null,
    currency: null,
    from: null,
    to: null,
    openingMinor: null,
    closingMinor: null,
    closingDeclaredMinor: null,
    closingComputedMinor: null,
    openingText: null,
    closingText: null,
    issues: [],
    entries: [],
    leftOut: [],
  }
}
