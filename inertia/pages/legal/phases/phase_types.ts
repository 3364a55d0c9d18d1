import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

/** A phase of the catalogue. */
export type Phase = {
  id: number
  name: string
  kinds: string[]
  kinds_text: string
  position: number
  default_days: number | null
  default_amount: MoneyValue | null
  requires_file: boolean
  requires_payment: boolean
  requires_text: string
  colour: string
  colour_text: string
  active: boolean
  lock_version: number
  uses: number
}

export type PhaseOptions = { kinds: Option[]; colours: Option[] }
