import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type ProviderRow = {
  id: number
  code: string
  name: string
  trade_name: string | null
  tax_id: string | null
  category: string | null
  profile: string | null
  bank: { iban: string; label: string; tone: Tone } | null
  pending: MoneyValue
  invoiced_12m: MoneyValue
  last_invoice_on: string | null
  agreed: { contracts: number; recurrents: number }
  active: boolean
  status: { label: string; tone: Tone }
  actions: string[]
}
