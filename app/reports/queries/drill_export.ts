import type { ExportColumn } from '#app/kernel/http/export_list'
import type { OpenInvoice } from '#app/reports/queries/open_invoices'
import type { SummaryLine } from '#app/reports/queries/summary_lines'

export const lineExportColumns: ExportColumn<SummaryLine>[] = [
  { header: 'Fecha', value: (line) => line.posted_on, kind: 'day' },
  { header: 'Empresa', value: (line) => line.site },
  { header: 'Asiento', value: (line) => line.entry_no, kind: 'number' },
  { header: 'Cuenta', value: (line) => line.account, width: 36 },
  { header: 'Descripción', value: (line) => line.description, width: 44 },
  { header: 'Importe', value: (line) => line.amount, kind: 'amount' },
]

export const openExportColumns: ExportColumn<OpenInvoice>[] = [
  { header: 'Factura', value: (invoice) => invoice.number, width: 24 },
  { header: 'Empresa', value: (invoice) => invoice.site },
  { header: 'Proveedor', value: (invoice) => invoice.provider, width: 36 },
  { header: 'Vencimiento', value: (invoice) => invoice.due_on, kind: 'day' },
  { header: 'Total', value: (invoice) => invoice.total, kind: 'amount' },
  { header: 'Pendiente', value: (invoice) => invoice.pending, kind: 'amount' },
  { header: 'Moneda', value: (invoice) => invoice.pending.currency },
  { header: 'Contravalor pendiente', value: (invoice) => invoice.worth, kind: 'amount' },
]
