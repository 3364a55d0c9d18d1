import type { MoneyValue } from '~/kit/money'
import type { Tone } from '~/kit/status_badge'

export type Badge = { label: string; tone: Tone }
export type Choice = { value: string; label: string }

/** What the index itself reads of a row; its columns are declared by the server. */
export type InvoiceRow = {
  id: number
  reference: string
  provider: string | null
  site: string | null
  number: string | null
  concept: string | null
  category: string | null
  withholding: MoneyValue
  total: MoneyValue
  state: string
  status: Badge
  alarms: number
  /** The rank of the gravest open alarm: 1 notice, 2 warning, 3 high, 4 blocking. */
  alarmMax: number
  /** It came back or was refused: who said so and why. */
  turnedDown: (Badge & { detail: string }) | null
  /** What somebody said of a copy of it. */
  said: (Badge & { detail: string })[]
  lockVersion: number
  actions: string[]
}

/** Whether the reader still works on it: the list asks again until none does. */
export function isBeingRead(row: InvoiceRow): boolean {
  return row.state === 'received' || row.state === 'analysing'
}
