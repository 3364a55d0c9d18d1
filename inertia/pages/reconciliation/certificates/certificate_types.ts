import type { MoneyValue } from '~/kit/money'

type Hand = { by: string; at: string }

export type CertificateRow = {
  id: number
  month: string
  status: { tone: string; label: string }
  bank: MoneyValue
  ledger: MoneyValue
  explained: MoneyValue
  unexplained: MoneyValue
  open_items: number
  prepared: Hand
  reviewed: Hand | null
  can_prepare: boolean
  can_review: boolean
  waits_for: string | null
  can_reopen: boolean
}

const names = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** `2026-03` as people say it. */
export function monthText(month: string): string {
  return `${names[Number(month.slice(5, 7)) - 1] ?? ''} de ${month.slice(0, 4)}`
}
