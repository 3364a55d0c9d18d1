import type { TimelineEvent } from '~/kit/detail/timeline'
import type { MoneyValue } from '~/kit/money'
import type { Badge } from '../list/invoice_row'
import type { InvoiceShares } from '../sharing/share_types'
import type {
  Alarm,
  Approvers,
  Bank,
  Category,
  Decision,
  EntryLine,
  InvoiceContracts,
  Judged,
  Line,
  Payment,
  TaxGroup,
  TaxOption,
  TurnedDown,
} from './review_parts'

export type InvoiceState =
  | 'received'
  | 'analysing'
  | 'analysis_failed'
  | 'pending_review'
  | 'pending_approval'
  | 'approved'
  | 'booked'
  | 'disputed'
  | 'rejected'
  | 'duplicate'
  | 'cancelled'

export type DocType =
  | 'invoice'
  | 'credit_note'
  | 'simplified'
  | 'proforma'
  | 'quote'
  | 'order'
  | 'delivery_note'
  | 'reminder'
  | 'statement_of_account'
  | 'other'
  | 'receipt'
  | 'dua'

/** What of the total is not to be paid now and why, and what of the debt may be paid. */
export type Due = {
  amount: MoneyValue
  advance: MoneyValue
  prepaid: MoneyValue
  retained: MoneyValue
  rounding: MoneyValue
  retainedUntil: string | null
  payable: MoneyValue
  priorOpen: MoneyValue
  retainedOpen: MoneyValue
  release: { at: string; by: string; reason: string } | null
}

export type Invoice = {
  id: number
  reference: string
  status: Badge
  state: InvoiceState
  payment: Badge
  docType: DocType
  number: string | null
  concept: string | null
  issuedOn: string | null
  dueOn: string | null
  postedOn: string | null
  currency: string
  /** Units of the currency for one of the company's; null in the company's own. */
  fxRate: string | null
  fxRateIsManual: boolean
  /** The total in the company's currency, where that is another. */
  worth: MoneyValue | null
  base: MoneyValue
  vat: MoneyValue
  surcharge: MoneyValue
  withholding: MoneyValue
  supplied: MoneyValue
  total: MoneyValue
  outstanding: MoneyValue
  due: Due
  /** What it is in words where it is no invoice. */
  otherKind: string | null
  kindReason: string | null
  addsUp: boolean
  ibanDetected: string | null
  providerBankId: number | null
  rectifiesInvoiceId: number | null
  rectificationNote: string | null
  isUrgent: boolean
  operationOn: string | null
  vatPeriod: string | null
  holdUntil: string | null
  in347: boolean
  isInQuarantine: boolean
  directLimit: MoneyValue | null
  readingError: string | null
  readingKind: string | null
  /** Of an electronic invoice that is signed. */
  signature: {
    state: 'intact' | 'altered' | 'unknown'
    signer: string | null
    signedAt: string | null
  } | null
  fingerprint: string
  lockVersion: number
  actions: string[]
  isEditable: boolean
}

/** What the reader found: `boxes` are x0, y0, x1, y1 in fractions of the page, pages from 1. */
export type ReadPlace = {
  name: string
  label: string
  confidence: number
  method: string
  value: string | null
  boxes: { page: number; box: [number, number, number, number] }[]
}

export type Submission = {
  name: string
  email: string
  code: string
  declared: {
    customerTaxId: string | null
    providerTaxId: string
    providerName: string
    invoiceNumber: string
    issuedOn: string
    totalMinor: number
    concept: string | null
  }
  sameFileAs: number | null
  acceptedAt: string | null
  acceptedBy: string | null
}

/** Everything the review page is given. */
export type ReviewPage = {
  invoice: Invoice
  canApprove: boolean
  whyNot: string | null
  approvers: Approvers
  provider: { id: number; legalName: string; taxId: string | null; status: string } | null
  site: { id: number; code: string; legalName: string; baseCurrency: string } | null
  banks: Bank[]
  lines: Line[]
  taxGroups: TaxGroup[]
  alarms: Alarm[]
  decisions: Decision[]
  entry: EntryLine[]
  log: TimelineEvent[]
  payments: Payment[]
  files: { id: number; name: string; mime: string; kind: string; sizeBytes: number; sha256: string }[]
  neighbours: { next: number | null; previous: number | null }
  /** Invoices of the same supplier and company that a credit note may correct. */
  originals: { id: number; number: string; issuedOn: string; total: MoneyValue }[]
  currencies: { code: string; name: string }[]
  /** Who sent it over the public page and what they declared. */
  submission: Submission | null
  places: ReadPlace[]
  document: {
    /** The pages of the file that are this invoice's. */
    numbers: number[]
    pages: string[]
    words: { page: number; text: string; box: [number, number, number, number] }[]
  } | null
  /** Other invoices in review of the same file. */
  parts: { id: number; reference: string; number: string | null }[]
  turnedDown: TurnedDown | null
  judged: Judged[]
  taxOptions: TaxOption[]
  categories: Category[]
  /** Null for those who do not see contracts. */
  contracts: InvoiceContracts | null
  /** Null for those who do not see it, and where nothing is shared. */
  shares: InvoiceShares | null
}

/** The corrections a reviewer can make, each a form of its own. */
export type EditorName = 'provider' | 'site' | 'header' | 'number' | 'date' | 'totals' | 'due' | 'bank'
