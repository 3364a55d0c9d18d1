import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

/** What this page draws or asks itself of a supplier in the list. */
export type ProviderRow = {
  id: number
  name: string
  bank: { iban: string; label: string; tone: Tone } | null
  pending: MoneyValue
  /** Contracts in force and recurrent payments: what goes on when it is deactivated. */
  agreed: { contracts: number; recurrents: number }
  active: boolean
  actions: string[]
}
