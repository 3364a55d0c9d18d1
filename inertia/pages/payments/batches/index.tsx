import { Day, Instant, Quantity } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'

type Batch = {
  id: number
  number: string
  site: string
  account: string
  execution_date: string
  count: number
  total: MoneyValue
  status: { label: string; tone: Tone }
  created_at: string
}

type Props = { batches: ListOf<Batch>; states: Option[] }

const columns: Column<Batch>[] = [
  { key: 'number', header: 'Nº', sortable: true, cell: (row) => <span className="num">{row.number}</span> },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'account', header: 'Cuenta de cargo', cell: (row) => row.account },
  {
    key: 'execution_date',
    header: 'Ejecución',
    sortable: true,
    cell: (row) => <Day value={row.execution_date} />,
  },
  { key: 'count', header: 'Pagos', numeric: true, cell: (row) => <Quantity value={row.count} /> },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.total} />,
  },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  { key: 'created_at', header: 'Creada', card: 'hidden', cell: (row) => <Instant value={row.created_at} /> },
]

export default function PaymentBatchesIndex({ batches, states }: Props) {
  return (
    <ListPage
      title="Remesas"
      subtitle="Ficheros SEPA con los pagos aprobados, para subirlos al banco."
      back={urlFor('paysuppliers')}
      list={batches}
      columns={columns}
      storageKey="payment_batches"
      searchLabel={null}
      filters={[
        { name: 'site_ids', label: 'Empresa', kind: 'sites' },
        { name: 'status', label: 'Estado', kind: 'multi', options: states },
        { name: 'due', label: 'Fecha de ejecución', kind: 'due' },
        { name: 'total', label: 'Total', kind: 'amounts' },
      ]}
      isExportable
      rowHref={(row) => urlFor('payment_batches.show', { id: row.id })}
      empty={{ text: 'Aún no hay remesas. Apruebe pagos en la bolsa y genere la primera.' }}
    />
  )
}
