import { lazy, Suspense, useState } from 'react'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { BulkAction, ListOf, RowAction } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { payableCells, payableFilters } from './payable_cells'
import type { PayableRow } from './payment_rows'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))
const CreateManyDialog = lazy(async () => ({
  default: (await import('./create_many_dialog')).CreateManyDialog,
}))

const VirtualDialog = lazy(async () => ({ default: (await import('./virtual_dialog')).VirtualDialog }))

type Props = { invoices: ListOf<PayableRow>; tabs: ListTabsOf }

/** Invoices with something left to pay, and the payments made out of them. */
export function PayableList({ invoices, tabs }: Props) {
  const [asked, setAsked] = useState<PayableRow[]>([])
  // A new list forgets the selection of the old one.
  const [round, setRound] = useState(0)
  const [funded, setFunded] = useState<PayableRow | null>(null)
  const [first] = asked
  const rowActions: RowAction<PayableRow>[] = [
    { label: 'Crear pago', transition: 'order', onSelect: (row) => setAsked([row]) },
    { label: 'Pagar desde el fondo', transition: 'virtual', onSelect: setFunded },
    { label: 'Ver factura', href: (row) => urlFor('invoices.show', { id: row.id }) },
  ]
  const bulkActions: BulkAction<PayableRow>[] = [
    { label: 'Crear pagos', transition: 'order', onSelect: setAsked },
  ]
  const dialog = {
    onClose() {
      setAsked([])
      setFunded(null)
    },
    onDone() {
      setAsked([])
      setFunded(null)
      setRound(round + 1)
    },
  }
  return (
    <ListPage
      key={round}
      title="Pagar proveedores"
      list={invoices}
      cells={payableCells}
      storageKey="payable_invoices"
      filters={payableFilters}
      isExportable
      searchLabel="Buscar por proveedor o número"
      tabs={tabs}
      rowHref={(row) => urlFor('invoices.show', { id: row.id })}
      rowActions={rowActions}
      bulkActions={bulkActions}
      nouns={{ one: 'factura', many: 'facturas' }}
      amountOf={(row) => row.pending}
      empty={{ text: 'No hay facturas pendientes de pago.' }}
      menu={[
        { label: 'Pagos directos', href: urlFor('paysuppliers.direct') },
        { label: 'Preparar borradores', href: urlFor('paysuppliers.process') },
        { label: 'Importar pagos', href: urlFor('paysuppliers.upload') },
        { label: 'Remesas', href: urlFor('payment_batches') },
      ]}
    >
      <Suspense>
        {asked.length === 1 && first ? <CreateDialog key={first.id} invoice={first} {...dialog} /> : null}
        {funded ? <VirtualDialog key={funded.id} invoice={funded} {...dialog} /> : null}
        {asked.length > 1 ? <CreateManyDialog invoices={asked} {...dialog} /> : null}
      </Suspense>
    </ListPage>
  )
}
