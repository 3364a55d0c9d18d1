import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { worthColumn } from '#app/kernel/money/worth_column'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { PAID_OPERATIONS } from '#app/reports/site_report/payment_period'

/** A payment that the «período medio de pago» of a company counts. */
export type ReportPayment = {
  id: number
  invoiceId: number
  invoice: string
  provider: string
  startedOn: CalendarDate
  paidOn: CalendarDate
  days: number
  amount: MoneyJson
  /** The same in the currency of the company's books, as its invoice was booked. */
  worth: MoneyJson
}

type Period = { siteId: number; from: CalendarDate; to: CalendarDate }

/** Payments of a company in a period; what is listed is what the report adds up. */
const definition = (period: Period): ListDefinition => ({
  from: `(${PAID_OPERATIONS}) m`,
  key: 'm.id',
  joins: 'join invoices i on i.id = m.invoice_id join providers p on p.id = i.provider_id',
  select: `m.id, m.invoice_id, coalesce(i.invoice_number, i.reference) as invoice, p.legal_name as provider, m.started_on, m.paid_on,
    greatest(m.paid_on - m.started_on, 0) as days, m.amount_minor, m.currency, m.worth_minor, m.worth_currency`,
  bindings: period,
  sorts: {
    paid_on: { sql: 'm.paid_on', type: 'date' },
    amount: { sql: 'm.worth_minor', type: 'bigint' },
    days: { sql: 'greatest(m.paid_on - m.started_on, 0)', type: 'int' },
  },
  defaultSort: '-paid_on',
  currency: 'm.currency',
  totals: { amount: 'sum(m.amount_minor)' },
  worth: { currency: 'm.worth_currency', totals: { worth: 'sum(m.worth_minor)' } },
})

type FoundPayment = Omit<ReportPayment, 'amount' | 'worth'> & {
  invoiceId: number
  startedOn: CalendarDate
  paidOn: CalendarDate
  amountMinor: number
  currency: string
  worthMinor: number
  worthCurrency: string
}

/** The payments of a period, in a file of this name. */
export const reportPaymentsList = (period: Period, name: string): List<FoundPayment, ReportPayment> => ({
  name,
  definition: definition(period),
  toRow: reportPayment,
  columns: [
    { key: 'invoice', title: 'Factura', kind: 'reference', file: { width: 24 } },
    { key: 'provider', title: 'Proveedor', kind: 'name', file: { width: 36 } },
    { key: 'startedOn', title: 'Inicio del cómputo', kind: 'day' },
    { key: 'paidOn', title: 'Pago', kind: 'day', sort: 'paid_on' },
    { key: 'days', title: 'Días', kind: 'number', sort: 'days' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'amount', title: 'Moneda', kind: 'currency', only: 'file' },
    worthColumn({ key: 'worth', of: 'amount', title: 'Contravalor' }),
  ],
})

function reportPayment(found: FoundPayment): ReportPayment {
  const { invoiceId, startedOn, paidOn, amountMinor, currency, worthMinor, worthCurrency, ...payment } = found
  return {
    ...payment,
    invoiceId,
    startedOn,
    paidOn,
    amount: { minor: amountMinor, currency },
    worth: { minor: worthMinor, currency: worthCurrency },
  }
}
