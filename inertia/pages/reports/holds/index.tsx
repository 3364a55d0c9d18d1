import { Day } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'

type Held = {
  id: number
  account: string
  site: string
  document: string | null
  payee: string | null
  execution_date: string | null
  since: string
  amount: MoneyValue
  status: { label: string; tone: string } | null
  order_id: number | null
}

const columns: Column<Held>[] = [
  { key: 'payee', header: 'Beneficiario', width: 220, cell: (row) => row.payee ?? '–' },
  { key: 'document', header: 'Documento', width: 170, cell: (row) => row.document ?? '–' },
  { key: 'account', header: 'Cuenta', cell: (row) => row.account },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'execution_date', header: 'Fecha de pago', cell: (row) => <Day value={row.execution_date} /> },
  {
    key: 'since',
    header: 'Retenido desde',
    sortable: true,
    cell: (row) => <Day value={row.since.slice(0, 10)} />,
  },
  {
    key: 'status',
    header: 'Estado',
    cell: (row) =>
      row.status ? <StatusBadge tone={row.status.tone as Tone} label={row.status.label} /> : '–',
  },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
]

const filters: Filter[] = [{ name: 'site_ids', label: 'Empresa', kind: 'sites' }]

/** Balance less what is held: what is available, and each payment that holds it. */
export default function HoldsIndex({ holds }: { holds: ListOf<Held> }) {
  const sum = (name: string) => (holds.totals?.[name] ?? []).map(moneyText).join(' · ') || '0,00 €'
  return (
    <ListPage
      title="Saldo retenido"
      subtitle="Pagos aprobados que el banco aún no ha cargado: el saldo menos lo retenido es lo disponible."
      back={urlFor('/')}
      list={holds}
      columns={columns}
      storageKey="held_funds"
      filters={filters}
      searchLabel={null}
      figures={[
        { label: 'Saldo contable', value: sum('balance'), href: urlFor('accounts') },
        { label: 'Retenido', value: sum('amount') },
        { label: 'Disponible', value: sum('available') },
      ]}
      rowHref={(row) => (row.order_id === null ? null : urlFor('payment_orders.show', { id: row.order_id }))}
      nouns={{ one: 'retención', many: 'retenciones' }}
      amountOf={(row) => row.amount}
      empty={{ text: 'Nada está retenido: todo el saldo está disponible.' }}
      isExportable
    />
  )
}
