import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type NoteHead = {
  id: number
  number: string
  title: string
  purpose: string | null
  channel: string
  status: { label: string; tone: Tone }
  isOpen: boolean
  total: MoneyValue
  vat: MoneyValue
  approved: MoneyValue
  receivedAt: string
  claimant: { name: string; taxId: string; email: string | null; iban: string | null }
  /** Who took it out of the tray. */
  reviewer: string | null
  infoRequest: string | null
  rejectionReason: string | null
  isIbanConfirmed: boolean
  isRebilled: boolean
  fingerprint: string
  lockVersion: number
  actions: string[]
}

export type NoteLine = {
  id: number
  position: number
  spentOn: string
  category: string
  categoryLabel: string
  concept: string
  supplierName: string | null
  supplierTaxId: string | null
  invoiceNumber: string | null
  documentKind: string
  documentLabel: string
  base: MoneyValue
  vat: MoneyValue
  total: MoneyValue
  approved: MoneyValue
  comment: string | null
  vatCodeId: string | null
  vatName: string | null
  account: Option | null
  /** Who bears it, where it is another company than that of the note. */
  site: Option | null
  detail: string | null
  taxable: MoneyValue | null
  foreign: MoneyValue | null
  rate: string | null
}

export type Receipt = {
  id: number
  position: number | null
  name: string
  sizeBytes: number
  readingStatus: string
  pages: number
  reading: {
    issuedOn: string | null
    total: MoneyValue | null
    vat: MoneyValue | null
    supplier: string | null
    supplierTaxId: string | null
    invoiceNumber: string | null
    customerTaxId: string | null
  } | null
}

export type Message = {
  id: number
  direction: 'in' | 'out'
  to: string | null
  subject: string | null
  body: string
  at: string
  who: string | null
  mailStatus: 'queued' | 'sent' | 'failed' | null
}

export type Template = {
  id: number
  kind: string
  kindLabel: string
  name: string
  subject: string
  body: string
  isActive: boolean
}

export type NotePage = {
  note: NoteHead
  assigned: { site: Option | null; employee: Option | null; provider: Option | null; bank: string | null }
  lines: NoteLine[]
  receipts: Receipt[]
  messages: Message[]
  doubts: { code: string; label: string; message: string }[]
  approval: {
    canApprove: boolean
    required: number | null
    decisions: { id: number; name: string; comment: string | null; isOverride: boolean; at: string }[]
    candidates: { name: string; reason: string | null }[]
  }
  payments: { id: number; number: string; status: string }[]
  rebillings: { id: number; site: string; amount: MoneyValue }[]
  /** What was charged on of it; none for those who do not see charges. */
  charges: {
    id: number
    number: string
    site: string
    status: { label: string; tone: Tone }
    total: MoneyValue
  }[]
  events: AuditEntry[]
  options: {
    sites: Option[]
    categories: Option[]
    documentKinds: Option[]
    vatCodes: Option[]
    templates: Template[]
    templateKinds: Option[]
    /** Null for those who do not charge notes on. */
    rebilling: { rules: Option[]; treatments: Option[]; taxes: Option[] } | null
  }
}
