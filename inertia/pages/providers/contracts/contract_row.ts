import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Choice = { value: string; label: string }
export type Badge = { label: string; tone: Tone }

/** What this page draws itself of a contract in the list. */
export type ContractRow = {
  id: number
  endsOn: string | null
  used: MoneyValue
  cap: MoneyValue | null
}
