import type { AuditEntry } from '~/kit/detail/audit_timeline'
import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'
import type { Approval } from '../loans/loan_types'

export type CompensationDebt = {
  id: number
  loan: { id: number; number: string } | null
  debtor: string
  creditor: string
  principal: MoneyValue
  interest: MoneyValue
  total: MoneyValue
}

export type CompensationTransfer = {
  id: number
  from: string
  to: string
  amount: MoneyValue
  order: { id: number; number: string } | null
}

export type CompensationEntry = {
  id: number
  entryNo: number
  site: string
  postedOn: string
  description: string
  amount: MoneyValue
}

export type CompensationProps = {
  compensation: {
    id: number
    number: string
    cutOffOn: string
    postedOn: string | null
    mode: string
    residual: string
    includesInterest: boolean
    total: MoneyValue
    fingerprint: string
    status: { label: string; tone: Tone }
    isChanged: boolean
  }
  actions: string[]
  approvals: Approval[] | null
  lines: CompensationDebt[]
  transfers: CompensationTransfer[]
  entries: CompensationEntry[]
  events: AuditEntry[]
}
