import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Badge = { label: string; tone: Tone }
export type Choice = { value: string; label: string }

/** A row of the index of invoices, as the server sends it. */
export type InvoiceRow = {
  id: number
  reference: string
  issued_on: string | null
  received_at: string
  provider: string | null
  site: string | null
  number: string | null
  concept: string | null
  category: string | null
  base: MoneyValue
  vat: MoneyValue
  withholding: MoneyValue
  total: MoneyValue
  /** Base and total in the currency of the company's books. */
  base_worth: MoneyValue
  worth: MoneyValue
  due_on: string | null
  state: string
  status: Badge
  payment: Badge
  alarms: number
  /** The rank of the gravest open alarm: 1 notice, 2 warning, 3 high, 4 blocking. */
  alarm_max: number
  source: string
  lock_version: number
  actions: string[]
}

/** Whether the reader still works on it: the list asks again until none does. */
export function isBeingRead(row: InvoiceRow): boolean {
  return row.state === 'received' || row.state === 'analysing'
}
