import type { ExportColumn } from '#app/kernel/http/export_list'
import type { ListDefinition } from '#app/kernel/listing'
import type { LegalViewer } from '#app/legal/scoped'
import {
  type FoundOrder,
  type OrderRow,
  orderRow,
  ordersList,
  veiledRow,
} from '#app/payments/queries/list_orders'
import { isReserved, reservedFor } from '#app/payments/queries/payment_veil'

/** The list of payments as it goes into a file: each row says by itself whether its payee is hidden. */
export const exportedOrders: ListDefinition = {
  ...ordersList,
  select: `${ordersList.select}, ${reservedFor('o.id')} as responsible_id`,
}

/** A row of the file, with what its reader may know of it. */
export function exportedOrder(found: FoundOrder, viewer: LegalViewer): OrderRow {
  const row = orderRow(found, viewer)
  return isReserved(found.responsibleId ?? null, viewer) ? veiledRow(row) : row
}

export const orderExportColumns: ExportColumn<OrderRow>[] = [
  { header: 'Nº', value: (row) => row.number },
  { header: 'Empresa', value: (row) => row.site },
  { header: 'Beneficiario', value: (row) => row.creditor, width: 34 },
  { header: 'Concepto', value: (row) => row.concept, width: 34 },
  { header: 'Ejecución', value: (row) => row.execution_date, kind: 'day' },
  { header: 'Importe', value: (row) => row.amount, kind: 'amount' },
  { header: 'Moneda', value: (row) => row.amount.currency },
  { header: 'Contravalor de hoy', value: (row) => row.worth, kind: 'amount' },
  { header: 'Cuenta de origen', value: (row) => row.account, width: 26 },
  { header: 'IBAN de destino', value: (row) => row.iban },
  { header: 'Estado', value: (row) => row.status.label, width: 26 },
  { header: 'Aprobaciones', value: (row) => row.approvals },
  { header: 'Avisos', value: (row) => row.notices.join(', '), width: 34 },
  { header: 'Remesa', value: (row) => row.batch?.number ?? null },
]
