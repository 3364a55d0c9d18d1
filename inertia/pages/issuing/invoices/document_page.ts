import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Badge = { label: string; tone: Tone }
type Party = { name: string; taxId: string | null; address: string | null }
export type Linked = { id: number; number: string; issuedOn: string; isAnnulled: boolean }

export type IssuedDocument = {
  id: number
  number: string
  kind: string
  isInvoice: boolean
  rectification: string | null
  issuedOn: string
  operatedOn: string | null
  dueOn: string | null
  issuer: Party
  recipient: Party
  description: string
  base: MoneyValue
  vat: MoneyValue
  total: MoneyValue
  withholding: { name: string | null; amount: MoneyValue } | null
  payable: MoneyValue
  qrAddress: string | null
  status: Badge
  isAnnulled: boolean
  annulReason: string | null
  lines: { position: number; description: string; base: MoneyValue; taxName: string | null }[]
  taxes: {
    position: number
    name: string
    key: string
    rateBasisPoints: number | null
    base: MoneyValue
    vat: MoneyValue
  }[]
  rectifies: Linked[]
  rectifiedBy: Linked[]
  source: { label: string; href: string } | null
}

export type BillingRecord = {
  id: number
  seq: number
  title: string
  at: string
  hash: string
  previousHash: string | null
  status: string
  badge: Badge
  code: number | null
  message: string | null
  csv: string | null
  answeredAt: string | null
  attempts: number
}

export type CorrectionForm = {
  recipientName: string
  recipientTaxId: string
  description: string
  regimes: { label: string; value: string }[]
}

export type DocumentPage = {
  document: IssuedDocument
  records: BillingRecord[]
  can: {
    annul: boolean
    repeatAnnulment: boolean
    correct: boolean
    rectify: boolean
    rectifyHref: string | null
  }
  correction: CorrectionForm | null
  causes: { value: string; label: string }[]
  events: AuditEntry[]
}
