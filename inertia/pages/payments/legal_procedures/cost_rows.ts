import type { MoneyValue } from '~/kit/money'

/** A cost of a legal procedure that is approved and still owed. */
export type LegalCostRow = {
  id: number
  procedure: { id: number; number: string }
  title: string
  site: string
  siteId: number
  phase: string
  payee: string
  concept: string
  description: string
  dueOn: string
  isOverdue: boolean
  total: MoneyValue
  pending: MoneyValue
  iban: string | null
  invoice: { id: number; number: string } | null
  hindrance: string | null
  actions: string[]
}
