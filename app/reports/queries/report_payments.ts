import type { CalendarDate } from '#app/kernel/calendar_date'
import type { ExportColumn } from '#app/kernel/http/export_list'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { PAID_OPERATIONS } from '#app/reports/site_report/payment_period'

/** A payment that the «período medio de pago» of a company counts. */
export type ReportPayment = {
  id: number
  invoice_id: number
  invoice: string
  provider: string
  started_on: CalendarDate
  paid_on: CalendarDate
  days: number
  amount: MoneyJson
  /** The same in the currency of the company's books, as its invoice was booked. */
  worth: MoneyJson
}

type Period = { siteId: number; from: CalendarDate; to: CalendarDate }

/** Payments of a company in a period; what is listed is what the report adds up. */
export const reportPaymentsList = (period: Period): ListDefinition => ({
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

export type FoundPayment = Omit<
  ReportPayment,
  'invoice_id' | 'started_on' | 'paid_on' | 'amount' | 'worth'
> & {
  invoiceId: number
  startedOn: CalendarDate
  paidOn: CalendarDate
  amountMinor: number
  currency: string
  worthMinor: number
  worthCurrency: string
}

export async function listReportPayments(
  period: Period,
  request: ListRequest,
  filter: Filter
): Promise<ListOf<ReportPayment>> {
  const page = await listPage<FoundPayment>(reportPaymentsList(period), request, filter)
  return { ...page, rows: page.rows.map(reportPayment) }
}

export function reportPayment(found: FoundPayment): ReportPayment {
  const { invoiceId, startedOn, paidOn, amountMinor, currency, worthMinor, worthCurrency, ...payment } = found
  return {
    ...payment,
    invoice_id: invoiceId,
    started_on: startedOn,
    paid_on: paidOn,
    amount: { minor: amountMinor, currency },
    worth: { minor: worthMinor, currency: worthCurrency },
  }
}

export const reportPaymentColumns: ExportColumn<ReportPayment>[] = [
  { header: 'Factura', value: (row) => row.invoice, width: 24 },
  { header: 'Proveedor', value: (row) => row.provider, width: 36 },
  { header: 'Inicio del cómputo', value: (row) => row.started_on, kind: 'day' },
  { header: 'Pago', value: (row) => row.paid_on, kind: 'day' },
  { header: 'Días', value: (row) => row.days, kind: 'number' },
  { header: 'Importe', value: (row) => row.amount, kind: 'amount' },
  { header: 'Moneda', value: (row) => row.amount.currency },
  { header: 'Contravalor', value: (row) => row.worth, kind: 'amount' },
]
