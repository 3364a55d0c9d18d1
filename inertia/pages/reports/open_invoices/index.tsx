import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { worthColumn } from '~/kit/worth_column'
import { urlFor } from '~/urls'

type OpenInvoice = {
  id: number
  number: string
  site: string
  provider: string
  due_on: string | null
  total: MoneyValue
  pending: MoneyValue
  /** The same in the currency of the company's books. */
  worth: MoneyValue
}

const columns: Column<OpenInvoice>[] = [
  { key: 'number', header: 'Factura', cell: (row) => row.number },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'provider', header: 'Proveedor', width: 220, cell: (row) => row.provider },
  {
    key: 'due_on',
    header: 'Vencimiento',
    sortable: true,
    cell: (row) => (row.due_on ? <Day value={row.due_on} /> : 'Sin vencimiento'),
  },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    card: 'hidden',
    cell: (row) => <Money value={row.total} />,
  },
  {
    key: 'pending',
    header: 'Pendiente',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.pending} />,
  },
]

const filters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'due', label: 'Vencimiento', kind: 'days' },
  { name: 'amount', label: 'Pendiente', kind: 'amounts' },
  { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: '/providers/options' },
]

export default function OpenInvoicesIndex({ invoices }: { invoices: ListOf<OpenInvoice> }) {
  return (
    <ListPage
      title="Facturas pendientes de pago"
      subtitle="Contabilizadas y con algo por pagar, también lo que ya va camino del banco."
      back={urlFor('/')}
      list={invoices}
      columns={[
        ...columns,
        ...worthColumn(invoices, { key: 'worth', of: 'pending', header: 'Contravalor pendiente' }),
      ]}
      storageKey="open_invoices"
      filters={filters}
      rowHref={(row) => urlFor('invoices.show', { id: row.id })}
      nouns={{ one: 'factura', many: 'facturas' }}
      amountOf={(row) => row.pending}
      empty={{ text: 'No hay facturas pendientes con estos filtros.' }}
      isExportable
    />
  )
}
