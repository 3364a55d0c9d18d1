import type { BulkAction } from '~/kit/list/list_types'
import { showToast } from '~/layouts/flash_toasts'
import { urlFor, withQuery } from '~/urls'
import { rejectOrders, releaseOrders, takeOutOrders } from './order_confirmations'
import type { OrderRow } from './payment_rows'

/** The dialog that was asked for, and for which payments. */
export type Asked = { what: 'buffer' | 'pay_now' | 'approve' | 'modify'; orders: OrderRow[] }

type Ask = (what: Asked['what'], rows: OrderRow[]) => void

/** What may be done with several payments of a tab at once. */
export function orderBulkActions(tab: string, ask: Ask): BulkAction<OrderRow>[] {
  const files: BulkAction<OrderRow>[] = [
    {
      label: 'Justificantes (ZIP)',
      transition: 'proof',
      onSelect: (rows) => download(urlFor('payment_orders.proofs', null, { ids: idsOf(rows) }), rows),
    },
    {
      label: 'Exportar',
      onSelect: (rows) =>
        download(withQuery(window.location.pathname, { tab, ids: idsOf(rows), export: 'xlsx' }), rows),
    },
  ]
  if (tab === 'draft') {
    return [
      { label: 'Pasar a la bolsa', transition: 'buffer', onSelect: (rows) => ask('buffer', rows) },
      { label: 'Pagar ahora', transition: 'pay_now', onSelect: (rows) => ask('pay_now', rows) },
      ...files,
    ]
  }
  if (tab !== 'buffer') return files
  return [
    { label: 'Aprobar', transition: 'approve', onSelect: (rows) => ask('approve', rows) },
    { label: 'Generar remesa', transition: 'release', confirm: releaseOrders },
    { label: 'Rechazar', transition: 'reject', isDangerous: true, confirm: rejectOrders },
    { label: 'Quitar de la bolsa', transition: 'take_out', isDangerous: true, confirm: takeOutOrders },
    ...files,
  ]
}

const idsOf = (rows: OrderRow[]) => rows.map(({ id }) => id)

const filesMax = 100

/** An attachment, so that the page stays. */
function download(url: string, rows: OrderRow[]): void {
  if (rows.length > filesMax) showToast('warning', `Seleccione ${filesMax} pagos como máximo.`)
  else window.location.assign(url)
}
