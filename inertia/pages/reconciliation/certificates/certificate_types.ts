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
  open_items: number
  prepared: Hand
  reviewed: Hand | null
  can_prepare: boolean
  can_review: boolean
  waits_for: string | null
  can_reopen: boolean
}
