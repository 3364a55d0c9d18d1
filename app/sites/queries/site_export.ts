import type { ExportColumn } from '#app/kernel/http/export_list'
import type { SiteRow } from '#app/sites/queries/list_sites'
import type { SiteFigures } from '#app/sites/queries/site_figures'

export type ExportedSite = SiteRow & { figures: SiteFigures | null }

export const siteExportColumns: ExportColumn<ExportedSite>[] = [
  { header: 'Código', value: (row) => row.code },
  { header: 'Empresa', value: (row) => row.name, width: 40 },
  { header: 'NIF', value: (row) => row.tax_id },
  { header: 'Territorio', value: (row) => row.territory, width: 28 },
  { header: 'Grupo', value: (row) => (row.is_group ? 'Sí' : 'No') },
  { header: 'Depende de', value: (row) => row.parent },
  { header: 'Cuentas', value: (row) => row.figures?.accounts ?? null, kind: 'number' },
  { header: 'Saldo total (EUR)', value: (row) => row.figures?.balance ?? null, kind: 'amount' },
  {
    header: 'Facturas pendientes',
    value: (row) => row.figures?.pending_invoices ?? null,
    kind: 'number',
  },
  { header: 'Por pagar (EUR)', value: (row) => row.figures?.payable ?? null, kind: 'amount' },
  { header: 'Aprobaciones', value: (row) => row.approvals.label },
  { header: 'Estado', value: (row) => row.status.label },
]
