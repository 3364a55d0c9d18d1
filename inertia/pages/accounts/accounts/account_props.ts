import type { MoneyValue } from '~/kit/money'

/** An account as the head of its pages shows it. */
export type AccountHead = {
  id: number
  name: string
  site: string
  kind: string
  currency: string
  iban: string | null
  status: { tone: string; label: string }
  actions: string[]
  balance: MoneyValue
  available: MoneyValue
  reported: MoneyValue | null
  reported_at: string | null
  difference: MoneyValue | null
  ledger_code: string
}

export type AccountForm = {
  name: string
  provider_code: string
  iban: string
  bic: string
  holder_name: string
  is_payer_default: boolean
  sepa_suffix: string
  lock_version: number
  has_movements: boolean
}
