import type { MoneyValue } from '~/kit/money'

/** What the list asks of a row beside its columns. */
export type ChargeRow = {
  id: number
  number: string
  origin: string
  target: string
  concept: string
  documents: string
  treatment: string
  settlement: string
  base: MoneyValue
  total: MoneyValue
  alert: string
  isChain: boolean
  invoiceNumber: string
  issuedInvoiceId: number | null
  fingerprint: string
  actions: string[]
}
