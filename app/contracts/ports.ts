import type { Scope } from '#app/contracts/queries/list_contracts'
import type { Currency } from '#app/kernel/money/currency'
import { port } from '#app/kernel/port'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type LinkedInvoice = {
  id: number
  reference: string
  number: string | null
  site: string
  day: CalendarDate
  baseMinor: number
  /** What the contract says it should be; null when it says nothing. */
  agreedMinor: number | null
  currency: Currency
}

/** The latest invoices on a contract (the key of its first version), with what was billed and what was agreed for it. */
export const linkedInvoices =
  port<(rootId: number, scope: Scope) => Promise<LinkedInvoice[]>>('invoices on a contract')
