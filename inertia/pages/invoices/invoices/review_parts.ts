import type { MoneyValue } from '~/kit/money'

export type Line = {
  id: number
  position: number
  concept: string
  quantity: string
  base: MoneyValue
  vatCodeId: number | null
  vatCode: string | null
  vat: MoneyValue
  deductiblePercent: number
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
  executionDate: string
}

export type Bank = { id: number; iban: string; verification: string }

export type TaxOption = { id: number; code: string; name: string; kind: string; rateBasisPoints: number }

export type Category = { id: number; name: string; accountPrefix: string }

export type Approvers = {
  required: number
  candidates: { userId: number; name: string; reason: string | null }[]
}
