import type { InvoiceRow } from '#app/invoices/queries/list_invoices'
import type { ExportColumn } from '#app/kernel/http/export_list'

export const invoiceExportColumns: ExportColumn<InvoiceRow>[] = [
  { header: 'Referencia', value: (row) => row.reference },
  { header: 'Fecha', value: (row) => row.issued_on, kind: 'day' },
  { header: 'Proveedor', value: (row) => row.provider, width: 36 },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Número', value: (row) => row.number },
  { header: 'Concepto', value: (row) => row.concept, width: 36 },
  { header: 'Base', value: (row) => row.base, kind: 'amount' },
  { header: 'IVA', value: (row) => row.vat, kind: 'amount' },
  { header: 'Retención', value: (row) => row.withholding, kind: 'amount' },
  { header: 'Total', value: (row) => row.total, kind: 'amount' },
  { header: 'Divisa', value: (row) => row.total.currency },
  { header: 'Contravalor de la base', value: (row) => row.base_worth, kind: 'amount' },
  { header: 'Contravalor del total', value: (row) => row.worth, kind: 'amount' },
  { header: 'Vencimiento', value: (row) => row.due_on, kind: 'day' },
  { header: 'Estado', value: (row) => row.status.label },
  { header: 'Pago', value: (row) => row.payment.label },
  { header: 'Alarmas', value: (row) => row.alarms, kind: 'number' },
  { header: 'Origen', value: (row) => row.source },
]
