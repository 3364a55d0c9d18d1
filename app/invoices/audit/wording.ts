import type { InvoiceFacts } from '#app/invoices/audit/invoice_facts'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

/** An invoice whose total is what the books of its company count: what limits and the supplier's other invoices are compared with. */
export const inBooks = (invoice: InvoiceFacts): InvoiceFacts => ({
  ...invoice,
  totalMinor: invoice.worthMinor,
  currency: invoice.worthCurrency,
})

/** An amount of an invoice, in its currency, as people read it. */
export const money = (minor: number, { currency }: Pick<InvoiceFacts, 'currency'>) =>
  formatAmount(minor, currency)

/** A day as people read it; a dash where there is none. */
export const dayText = (day: CalendarDate | null) => (day === null ? '—' : formatDay(day))

/** «3,5» */
export const decimal = (value: number, digits = 1) =>
  value.toLocaleString('es-ES', { maximumFractionDigits: digits, minimumFractionDigits: 0 })

export const value = (label: string, shown: string) => ({ label, value: shown })

/** Another invoice by its reference where it is of the same company; what another company was billed is for those who work with it. */
export const nameOf = (
  other: { reference: string; siteId: number | null },
  { siteId }: Pick<InvoiceFacts, 'siteId'>
) => (other.siteId === siteId ? other.reference : 'una factura de otra empresa del grupo')
