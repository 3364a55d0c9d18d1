import type { ExportColumn } from '#app/kernel/http/export_list'
import type { HistoryRow } from '#app/reports/queries/payment_history'

/** Columns of the exported history; a hidden payroll has no amount. */
export const historyExportColumns: ExportColumn<HistoryRow>[] = [
  { header: 'Fecha', value: (row) => row.paid_on, kind: 'day' },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Beneficiario', value: (row) => row.payee, width: 34 },
  { header: 'Concepto', value: (row) => row.concept, width: 34 },
  { header: 'Documento', value: (row) => row.document?.label ?? null, width: 26 },
  { header: 'Tipo', value: (row) => row.kind },
  { header: 'Importe', value: (row) => row.amount, kind: 'amount' },
  { header: 'Moneda', value: (row) => row.amount?.currency ?? null },
  { header: 'Cuenta', value: (row) => row.account, width: 26 },
  { header: 'Método', value: (row) => row.method },
  { header: 'Estado', value: (row) => row.status.label },
  { header: 'Referencia', value: (row) => row.reference, width: 26 },
  { header: 'Aprobado por', value: (row) => row.approved_by, width: 26 },
  { header: 'Conciliado', value: (row) => row.reconciled_on, kind: 'day' },
]
