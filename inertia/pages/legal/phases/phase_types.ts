import type { Option } from '~/kit/fields/choice_fields'
import type { MoneyValue } from '~/kit/money'

/** A phase of the catalogue. */
export type Phase = {
  id: number
  name: string
  kinds: string[]
  kindsText: string
  position: number
  defaultDays: number | null
  defaultAmount: MoneyValue | null
  requiresFile: boolean
  requiresPayment: boolean
  requiresText: string
  colour: string
  colourText: string
  active: boolean
  lockVersion: number
  uses: number
}

export type PhaseOptions = { kinds: Option[]; colours: Option[] }
