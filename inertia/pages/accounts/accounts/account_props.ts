import type { MoneyValue } from '~/kit/money'

export type Option = { value: string; label: string }

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
  is_payer_default: boolean
  balance: MoneyValue
  available: MoneyValue
  reported: MoneyValue | null
  reported_at: string | null
  difference: MoneyValue | null
  ledger_code: string
  ledger_account_id: number
  parent: string | null
  color: string | null
  closed_on: string | null
}

type Part = { count: number; amount: MoneyValue }

/** Why the bank's balance is not that of the books. */
export type DifferenceParts = { bank: Part; ignored: Part; books: Part; rest: MoneyValue }

export type AccountForm = {
  name: string
  provider_code: string
  currency: string
  iban: string
  bic: string
  holder_name: string
  parent_account_id: string | null
  is_payer_default: boolean
  sepa_suffix: string
  color: string | null
  sort: string
  fee_percent: string
  fee_fixed: string
  lock_version: number
  has_movements: boolean
  has_lines: boolean
  is_bank: boolean
}

export type BankProfile = {
  id: number
  name: string
  pain_version: string
  charset: string
  batch_booking: boolean
  needs_nif_suffix: boolean
  needs_bic: boolean
  instant_allowed: boolean
  max_operations: string
  cut_off: string
  channel: string
  gateway: string
  lock_version: number
  accounts: number
}

/** What the tab «Datos» needs. */
export type DataProps = {
  form: AccountForm
  opening: MoneyValue
  opened_on: string
  providers: Option[]
  currencies: Option[]
  colors: Option[]
  parents: Option[] | null
  profiles: BankProfile[]
  bank_profile_id: number | null
  pain_versions: Option[]
  charsets: Option[]
  channels: Option[]
}

/** What one person may do with the account; null where their role does not give it. */
export type PermissionRow = {
  user_id: number
  name: string
  role: string
  can_view: boolean
  can_pay: boolean | null
  can_reconcile: boolean | null
  is_own: boolean
  can_change: boolean
  granted_by: string | null
  granted_at: string | null
}
