import type { MoneyValue } from '~/kit/money'
import type { Badge } from './invoice_row'

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

export type DocType = 'invoice' | 'credit_note' | 'simplified' | 'proforma' | 'receipt' | 'dua'

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
  base: MoneyValue
  vat: MoneyValue
  surcharge: MoneyValue
  withholding: MoneyValue
  supplied: MoneyValue
  total: MoneyValue
  outstanding: MoneyValue
  addsUp: boolean
  ibanDetected: string | null
  providerBankId: number | null
  isUrgent: boolean
  readingError: string | null
  readingKind: string | null
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

export type Line = {
  id: number
  position: number
  concept: string
  quantity: string
  base: MoneyValue
  vatCodeId: number | null
  vatCode: string | null
  vat: MoneyValue
  withholdingCodeId: number | null
  withholding: MoneyValue
  categoryId: number | null
  category: string | null
  accountCode: string | null
  centerId: number | null
  matchState: string
  why: string | null
}

export type TaxGroup = {
  vatCodeId: number
  name: string
  base: MoneyValue
  vat: MoneyValue
  surcharge: MoneyValue
}

export type Alarm = {
  id: number
  ruleCode: string
  severity: string
  message: string
  status: string
  reason: string | null
  relatedInvoiceId: number | null
}

export type Decision = {
  id: number
  user: string
  onBehalfOf: string | null
  decidedAt: string
  comment: string | null
  revoked: boolean
}

export type EntryLine = {
  entryNo: number
  postedOn: string
  account: string
  name: string
  memo: string | null
  amount: MoneyValue
  isReversal: boolean
}

export type LogEntry = {
  id: number
  at: string
  user: string | null
  actorKind: string
  action: string
  before: Record<string, string> | null
  after: Record<string, string> | null
}

export type Payment = {
  id: number
  number: string
  amount: MoneyValue
  status: string
  executionDate: string
}

export type Bank = { id: number; iban: string; verification: string }
export type TaxOption = { id: number; code: string; name: string; kind: string; rateBasisPoints: number }
export type Category = { id: number; name: string; accountPrefix: string }
export type Approvers = {
  required: number
  candidates: { userId: number; name: string; reason: string | null }[]
}

/** Everything the review page is given. */
export type ReviewPage = {
  invoice: Invoice
  canApprove: boolean
  whyNot: string | null
  approvers: Approvers
  provider: { id: number; legalName: string; taxId: string | null; status: string } | null
  site: { id: number; code: string; legalName: string } | null
  banks: Bank[]
  lines: Line[]
  taxGroups: TaxGroup[]
  alarms: Alarm[]
  decisions: Decision[]
  entry: EntryLine[]
  log: LogEntry[]
  payments: Payment[]
  files: { id: number; name: string; mime: string; kind: string; sizeBytes: number; sha256: string }[]
  neighbours: { next: number | null; previous: number | null }
  places: ReadPlace[]
  document: {
    pages: string[]
    words: { page: number; text: string; box: [number, number, number, number] }[]
  } | null
  taxOptions: TaxOption[]
  categories: Category[]
}

/** The corrections a reviewer can make, each a form of its own. */
export type EditorName = 'provider' | 'site' | 'header' | 'number' | 'date' | 'totals' | 'bank'
