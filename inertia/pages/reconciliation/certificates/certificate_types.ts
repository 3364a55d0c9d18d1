import type { MoneyValue } from '~/kit/money'

type Hand = { by: string; at: string }

export type CertificateRow = {
  id: number
  month: string
  status: { tone: string; label: string }
  bank: MoneyValue
  ledger: MoneyValue
  explained: MoneyValue
  unexplained: MoneyValue
  openItems: number
  prepared: Hand
  reviewed: Hand | null
  canPrepare: boolean
  canReview: boolean
  waitsFor: string | null
  canReopen: boolean
}
