import type { AuditEntry } from '~/kit/audit_timeline'
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
  is_open: boolean
  total: MoneyValue
  vat: MoneyValue
  approved: MoneyValue
  received_at: string
  claimant: { name: string; tax_id: string; email: string | null; iban: string | null }
  /** Who took it out of the tray. */
  reviewer: string | null
  info_request: string | null
  rejection_reason: string | null
  is_iban_confirmed: boolean
  is_rebilled: boolean
  fingerprint: string
  lock_version: number
  actions: string[]
}

export type NoteLine = {
  id: number
  position: number
  spent_on: string
  category: string
  category_label: string
  concept: string
  supplier_name: string | null
  supplier_tax_id: string | null
  invoice_number: string | null
  document_kind: string
  document_label: string
  base: MoneyValue
  vat: MoneyValue
  total: MoneyValue
  approved: MoneyValue
  comment: string | null
  vat_code_id: string | null
  vat_name: string | null
  account: Option | null
  detail: string | null
  taxable: MoneyValue | null
  foreign: MoneyValue | null
  rate: string | null
}

export type Receipt = {
  id: number
  position: number | null
  name: string
  size_bytes: number
  reading_status: string
  pages: number
  reading: {
    issued_on: string | null
    total: MoneyValue | null
    vat: MoneyValue | null
    supplier: string | null
    supplier_tax_id: string | null
    invoice_number: string | null
    customer_tax_id: string | null
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
  mail_status: 'queued' | 'sent' | 'failed' | null
}

export type Template = {
  id: number
  kind: string
  kind_label: string
  name: string
  subject: string
  body: string
  is_active: boolean
}

export type NotePage = {
  note: NoteHead
  assigned: { site: Option | null; employee: Option | null; provider: Option | null; bank: string | null }
  lines: NoteLine[]
  receipts: Receipt[]
  messages: Message[]
  doubts: { code: string; label: string; message: string }[]
  approval: {
    can_approve: boolean
    required: number | null
    decisions: { id: number; name: string; comment: string | null; is_override: boolean; at: string }[]
    candidates: { name: string; reason: string | null }[]
  }
  payments: { id: number; number: string; status: string }[]
  rebillings: { id: number; site: string; amount: MoneyValue }[]
  events: AuditEntry[]
  options: {
    sites: Option[]
    categories: Option[]
    document_kinds: Option[]
    vat_codes: Option[]
    templates: Template[]
    template_kinds: Option[]
  }
}
