import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

export type ReserveSettings = {
  isEnabled: boolean
  target: MoneyValue | null
  monthly: MoneyValue | null
  day: number | null
  bankAccountId: number | null
}

export type ReserveFund = {
  account: string
  ledgerAccountId: number
  balance: MoneyValue
  held: MoneyValue
  free: MoneyValue
  /** What its account can still give. */
  available: MoneyValue
}

export type ReserveMovement = {
  id: number
  on: string
  kind: string
  amount: MoneyValue
  balance: MoneyValue
  note: string | null
  by: string | null
  entryId: number
  order: { id: number; number: string } | null
}

/** What is set aside for a supplier, for readers of the account that keeps it. */
export type Reserve =
  | { isElsewhere: true }
  | {
      isElsewhere: false
      settings: ReserveSettings
      fund: ReserveFund | null
      alerts: string[]
      movements: ReserveMovement[]
      chart: { on: string; minor: number }[]
      accounts: Option[]
      canEdit: boolean
    }
