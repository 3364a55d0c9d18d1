import type { ReportColumn, ReportTable } from '#app/kernel/documents/pdf_report'
import { monthText } from '#app/kernel/time/month_text'
import type { FlowRow } from '#app/reports/site_report/cash_blocks'
import type { RankedRow } from '#app/reports/site_report/invoice_blocks'
import { blockTable } from '#app/reports/site_report/report_block'
import type { SiteReport } from '#app/reports/site_report/site_report'

const name = (header: string, share = 4): ReportColumn => ({ header, share })
const figure = (header: string, share = 2): ReportColumn => ({ header, share, numeric: true })

/** The report as tables, in the order of the page: what its PDF and its XLSX write. */
export function reportTables(report: SiteReport): ReportTable[] {
  return [
    balancesTable(report),
    flowsTable(report.flows),
    invoicesTable(report),
    rankedTable('Principales proveedores', report.providers),
    spendTable(report.categories),
    {
      title: 'Pendiente de decisión',
      columns: [name('Qué'), figure('Documentos'), figure('Importe')],
      rows: report.waiting.map(({ label, count, amount }) => [label, count, amount]),
    },
    ...report.blocks.map(blockTable),
  ]
}

function balancesTable({ balances }: SiteReport): ReportTable {
  return {
    title: 'Saldos a hoy',
    columns: [name('Cuenta'), figure('Saldo'), figure('Retenido'), figure('Disponible')],
    rows: balances.map(({ name: account, kind, balance, held, available }) => [
      kind === 'virtual' ? `   ${account} (virtual)` : account,
      balance,
      held,
      available,
    ]),
  }
}

function flowsTable(flows: FlowRow[]): ReportTable {
  return {
    title: 'Cobros y pagos por mes',
    columns: [name('Mes', 2), name('Cuenta', 3), figure('Cobros'), figure('Pagos'), figure('Neto')],
    rows: flows.map(({ month, account, received, paid }) => [
      monthText(month),
      account,
      received,
      paid,
      { minor: received.minor + paid.minor, currency: received.currency },
    ]),
  }
}

function invoicesTable({ invoices, paymentPeriod: period, currency }: SiteReport): ReportTable {
  const days = (text: string | null) => (text === null ? '–' : `${text.replace('.', ',')} días`)
  const money = (minor: number) => ({ minor, currency })
  return {
    title: 'Facturas recibidas',
    columns: [name('Dato'), figure('Valor', 3)],
    rows: [
      ['Facturas', invoices.count],
      ['Importe', invoices.amount],
      ['Media hasta aprobar', days(invoices.daysToApprove)],
      ['Media hasta contabilizar', days(invoices.daysToBook)],
      ['Media hasta pagar', days(invoices.daysToPay)],
      ['Período medio de pago (Ley 15/2010)', days(period.pmp)],
      ['Ratio de operaciones pagadas', days(period.paidRatio)],
      ['Total de pagos', money(period.paidMinor)],
      ['Ratio de operaciones pendientes', days(period.pendingRatio)],
      ['Total pendiente', money(period.pendingMinor)],
    ],
  }
}

const rankedTable = (title: string, ranked: RankedRow[]): ReportTable => ({
  title,
  columns: [name('Proveedor'), figure('Facturas'), figure('Importe')],
  rows: ranked.map(({ name: provider, count, amount }) => [provider, count, amount]),
})

const spendTable = (categories: RankedRow[]): ReportTable => ({
  title: 'Gasto por categoría (sin impuestos)',
  columns: [name('Categoría'), figure('Facturas'), figure('Período'), figure('Año anterior')],
  rows: categories.map(({ name: category, count, amount, before }) => [
    category,
    count,
    amount,
    before ?? null,
  ]),
})
