import type { Party } from './identities.js'
import type { Language } from './words.js'

/** Money is integer cents everywhere; quantities are decimal numbers of at most three places; prices are cents. */
export interface Line {
  code: string
  text: string
  detail: string
  unit: string
  quantity: number
  price: number
  discount: number
  amount: number
  rate: number
  day: string
  /** Number of the delivery note it came with, when the invoice is grouped by them. */
  note: string | null
}

export interface Tax {
  type: 'IVA' | 'IGIC' | 'IPSI' | 'RE'
  rate: number
  base: number
  amount: number
}

/** An invoice as its issuer knows it: everything that is printed, and the truth the reader is judged by. */
export interface Invoice {
  language: Language
  documentType: 'invoice' | 'credit_note' | 'simplified'
  issuer: Party
  /** What the logo says, which need not be the legal name. */
  brand: string
  customer: Party
  series: string | null
  number: string
  issueDate: string
  dueDate: string | null
  currency: string
  lines: Line[]
  gross: number
  discount: { percent: number; amount: number } | null
  taxBase: number
  taxName: string
  taxes: Tax[]
  taxTotal: number
  withholding: { rate: number; base: number; amount: number } | null
  suplidos: { text: string; amount: number }[]
  total: number
  payment: 'transfer' | 'debit' | 'card' | 'cash'
  ibans: string[]
  maskedIban: string | null
  rectified: { number: string; date: string; total: number; base: number } | null
  reverseCharge: boolean
  isExempt: boolean
  previousBalance: number | null
  paidOnAccount: number | null
  thirdParty: { role: string; party: Party } | null
  extra: {
    customerNo: string
    order: string
    contract: string
    note: string
    cups: string
    period: [string, string]
  }
}

/** Half away from zero, as programs of accounting round. */
export function round(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount) + 1e-9)
}

/** `date` (ISO) moved by `days`. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T12:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}
