import type { LearnedPlace } from '#app/reading/learned/learned_place'
import type { ReadSignature } from '#app/reading/structured/verify_signature'

/** x0, y0, x1, y1 as fractions of the page as displayed. */
export type PageBox = [number, number, number, number]
export type FieldBox = { page: number; box: PageBox }

export type ReadField<T> = { value: T | null; confidence: number; method: string; boxes: FieldBox[] }

export type ReadDocumentType =
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
export type ReadTaxType = 'IVA' | 'IGIC' | 'IPSI' | 'RE'

/** Rates are per cent (21 = 21 %), amounts are minor units. */
export type ReadTax = { type: ReadTaxType; rate: number; base: number; amount: number }
export type ReadWithholding = { rate: number; base: number; amount: number }
/**
 * Why what is due is not the total: an advance that the invoice deducts, what was paid already, what is retained as a
 * guarantee (`until` its release, where the document says the day), the rounding of what is paid. Minor units with the sign of
 * the total; a rounding is added, the others are taken from it.
 */
export type ReadDeduction = {
  kind: 'advance' | 'paid' | 'retention' | 'rounding'
  amount: number
  until?: string
}
/**
 * Why what is due is not sure. `unexplained`: a final sum below the total that no part explains; `overpaid`: more was given
 * than is billed; `unheeded`: parts that the final sum does not heed; `maybe_paid`: words that may say it is paid.
 */
export type ReadDueDoubt = 'unexplained' | 'overpaid' | 'unheeded' | 'maybe_paid'
export type ReadLine = { description: string; quantity?: number; amount: number }

export type ReadFields = {
  documentType: ReadField<ReadDocumentType>
  providerName: ReadField<string>
  providerTaxId: ReadField<string>
  providerIban: ReadField<string>
  customerName: ReadField<string>
  customerTaxId: ReadField<string>
  invoiceNumber: ReadField<string>
  invoiceSeries: ReadField<string>
  issueDate: ReadField<string>
  dueDate: ReadField<string>
  currency: ReadField<string>
  taxBase: ReadField<number>
  taxes: ReadField<ReadTax[]>
  taxTotal: ReadField<number>
  withholding: ReadField<ReadWithholding>
  total: ReadField<number>
  amountDue: ReadField<number>
  rectifiedInvoiceNumber: ReadField<string>
  reverseCharge: ReadField<boolean>
  lines: ReadField<ReadLine[]>
}

export type ReadChecks = {
  providerTaxIdValid: boolean
  customerTaxIdValid: boolean
  ibanValid: boolean
  taxRowsAddUp: boolean
  totalAddsUp: boolean
  linesAddUp: boolean
}

/**
 * `supplierId` is the known supplier that an account or a learned text gave away; `deductions` are why `amountDue` is not the
 * total, absent where it is. `dueDoubt` is why `amountDue` is not sure; `askedDue` what the document asks for where that cannot be
 * (more than it bills, less than nothing), `amountDue` being what is left of the total then. `kindDoubt`: words that say it may
 * be no invoice, though it is read as one; `unnamed`: nothing on it says that it is one, with what it is headed as (empty without a
 * heading). `increasesDebt`: a corrective invoice (kind `credit_note`) that adds to the debt by its amounts.
 */
export type ReadInvoice = {
  fields: ReadFields
  checks: ReadChecks
  pages: number[]
  supplierId?: number
  deductions?: ReadDeduction[]
  dueDoubt?: ReadDueDoubt
  askedDue?: number
  kindDoubt?: string
  unnamed?: string
  increasesDebt?: boolean
}

export type ReadPage = {
  width: number
  height: number
  words: { text: string; box: PageBox; confidence: number }[]
}

export type ReadKind = 'xml' | 'pdf-text' | 'pdf-scan' | 'pdf-xml' | 'image'
/** `evidence` shows what the message says, for a person to compare; `invoice` which one of the file it is about, from 0, when not all. */
export type ReadAlarm = {
  code: string
  message: string
  evidence?: Record<string, unknown>
  invoice?: number
}

export type ReadResult = {
  engine: string
  engineVersion: string
  kind: ReadKind
  pages: ReadPage[]
  invoices: ReadInvoice[]
  markdown: string
  alarms: ReadAlarm[]
  /** Of an electronic invoice that is signed. */
  signature?: ReadSignature
}

export type OwnCompany = { siteId?: number; name: string; taxId: string; ibans: string[] }

/**
 * A supplier and what its earlier invoices taught: it raises candidates, it never replaces the reading. `identities` are
 * printed texts that only its invoices carry (an e-mail address, a domain, a telephone), letters and digits only;
 * `rates` are the tax rates it usually charges.
 */
export type SupplierHint = {
  supplierId?: number
  name: string
  taxId: string | null
  ibans: string[]
  identities?: string[]
  places?: LearnedPlace[]
  rates?: number[]
}

export type ReadingContext = {
  ownCompanies: OwnCompany[]
  suppliers?: SupplierHint[]
  /** Of the supplier whose invoice is read again with what is known of it. */
  known?: SupplierHint
}

/** Gives a field without value: the document does not print it. */
export function emptyField<T>(confidence: number, method = 'none'): ReadField<T> {
  return { value: null, confidence, method, boxes: [] }
}
