import { type ReactNode, useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { MenuAction } from '~/kit/page_head'
import { urlFor } from '~/urls'
import { ApproveDialog } from './approve_dialog'
import { BufferDialog } from './buffer_dialog'
import { ModifyDialog } from './modify_dialog'
import { type Asked, orderBulkActions } from './order_bulk_actions'
import { orderCells, orderFilters } from './order_cells'
import { orderRowActions } from './order_row_actions'
import { OutageNotice } from './outage_notice'
import { PayNowDialog } from './pay_now_dialog'
import type { OrderListing, OrderRow } from './payment_rows'

const emptyTexts: Record<string, string> = {
  draft: 'No hay pagos en borrador.',
  buffer: 'La bolsa está vacía.',
  sent: 'No hay pagos enviados pendientes de confirmar.',
  incident: 'No hay pagos con incidencia.',
  history: 'No hay pagos en los últimos 30 días.',
}

type Props = {
  tab: string
  orders: OrderListing
  tabs: ListTabsOf
  title?: string
  storageKey?: string
  /** Where drafts go into the buffer, when it is not one by one. */
  bufferUrl?: string
  /** The same for what cannot wait. */
  payNowUrl?: string
  /** What is begun from here, and where else one goes. */
  actions?: ReactNode
  menu?: MenuAction[]
}

/** Payment orders of one tab, with what may be done with them on their way. */
export function OrderList({
  tab,
  orders,
  tabs,
  title = 'Pagar proveedores',
  storageKey = 'supplier_orders',
  bufferUrl = urlFor('paysuppliers.buffer'),
  payNowUrl = urlFor('paysuppliers.pay-now'),
  actions,
  menu = [],
}: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  // A new list forgets the selection of the old one.
  const [round, setRound] = useState(0)
  const [first] = asked?.orders ?? []
  const dialog = {
    orders: asked?.orders ?? [],
    onClose: () => setAsked(null),
    onDone() {
      setAsked(null)
      setRound(round + 1)
    },
  }
  return (
    <ListPage
      key={round}
      title={title}
      list={orders}
      cells={orderCells}
      notice={<OutageNotice outages={orders.outages} />}
      storageKey={storageKey}
      filters={orderFilters(tab, orders.choices)}
      isExportable
      searchLabel="Buscar por número, beneficiario o concepto"
      tabs={tabs}
      rowHref={(row) => urlFor('payment_orders.show', { id: row.id })}
      rowActions={orderRowActions((what, row) => setAsked({ what, orders: [row] }))}
      bulkActions={orderBulkActions(tab, (what, rows) => setAsked({ what, orders: rows }))}
      nouns={{ one: 'pago', many: 'pagos' }}
      amountOf={(row) => row.amount}
      empty={{ text: emptyTexts[tab] ?? 'No hay pagos.' }}
      actions={actions}
      menu={[...menu, { label: 'Remesas', href: urlFor('payment_batches') }]}
    >
      {asked?.what === 'buffer' ? <BufferDialog {...dialog} url={bufferUrl} /> : null}
      {asked?.what === 'pay_now' ? <PayNowDialog {...dialog} url={payNowUrl} /> : null}
      {asked?.what === 'approve' ? <ApproveDialog {...dialog} /> : null}
      {asked?.what === 'modify' && first ? (
        <ModifyDialog {...dialog} order={{ ...first, isInBuffer: isInBuffer(first) }} />
      ) : null}
    </ListPage>
  )
}

const isInBuffer = ({ state }: OrderRow) => state === 'buffered' || state === 'approved'
