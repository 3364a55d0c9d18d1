import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Day } from '~/kit/day'
import type { Option } from '~/kit/fields/choice_fields'
import { ListPage } from '~/kit/list_page'
import type { ListTabsOf } from '~/kit/list_tabs'
import type { Column, Filter, ListOf, RowAction } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { OrderList } from '../suppliers/order_list'
import type { OrderListing } from '../suppliers/payment_rows'
import { RecurrentCalendar } from './recurrent_calendar'
import { moveRecurrent } from './recurrent_confirmations'
import type { CalendarMonth, CalendarRow, Choices, RecurrentRow } from './recurrent_rows'

const CreateDialog = lazy(async () => ({ default: (await import('./create_dialog')).CreateDialog }))

type Props = {
  tab: string
  recurrents: ListOf<RecurrentRow> | null
  calendar: { list: ListOf<CalendarRow>; months: CalendarMonth[] } | null
  orders: OrderListing | null
  choices: Choices
  states: Option[]
}

const columns: Column<RecurrentRow>[] = [
  { key: 'concept', header: 'Concepto', width: 220, sortable: true, cell: (row) => row.concept },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'payee', header: 'Beneficiario', width: 220, cell: (row) => row.payee },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => (row.amount ? <Money value={row.amount} /> : row.amount_mode),
  },
  { key: 'frequency', header: 'Frecuencia', cell: (row) => row.frequency },
  { key: 'next_on', header: 'Próximo', sortable: true, cell: (row) => <Day value={row.next_on} /> },
  {
    key: 'last_paid_on',
    header: 'Último pago',
    card: 'hidden',
    cell: (row) => <Day value={row.last_paid_on} />,
  },
  {
    key: 'status',
    header: 'Estado',
    cell: (row) =>
      row.problems > 0 ? (
        <StatusBadge tone="amber" label={`${row.status.label} · con avisos`} />
      ) : (
        <StatusBadge {...row.status} />
      ),
  },
]

const rowActions: RowAction<RecurrentRow>[] = [
  { label: 'Pausar', transition: 'pause', confirm: (row) => moveRecurrent('pause', row) },
  { label: 'Reanudar', transition: 'resume', confirm: (row) => moveRecurrent('resume', row) },
  { label: 'Finalizar', transition: 'end', isDangerous: true, confirm: (row) => moveRecurrent('end', row) },
]

const tabs: ListTabsOf = {
  name: 'tab',
  options: [
    { value: 'agreements', label: 'Acuerdos' },
    { value: 'draft', label: 'Borradores' },
    { value: 'buffer', label: 'Bolsa' },
    { value: 'sent', label: 'Enviados' },
    { value: 'incident', label: 'Con incidencia' },
    { value: 'history', label: 'Historial' },
  ],
}

export default function PayRecurrentsIndex({ tab, recurrents, calendar, orders, choices, states }: Props) {
  const [isCreating, setIsCreating] = useState(false)
  if (calendar) return <RecurrentCalendar {...calendar} />
  if (orders)
    return (
      <OrderList
        key={tab}
        tab={tab}
        orders={orders}
        tabs={tabs}
        title="Pagos recurrentes"
        storageKey="recurrent_orders"
      />
    )
  if (!recurrents) return null
  const filters: Filter[] = [
    { name: 'site_ids', label: 'Empresa', kind: 'sites' },
    { name: 'status', label: 'Estado', kind: 'multi', options: states },
  ]
  return (
    <ListPage
      title="Pagos recurrentes"
      list={recurrents}
      columns={columns}
      storageKey="recurrent_payments"
      filters={filters}
      tabs={tabs}
      searchLabel="Buscar por concepto o beneficiario"
      rowHref={(row) => urlFor('payrecurrents.edit', { id: row.id })}
      rowActions={rowActions}
      nouns={{ one: 'pago recurrente', many: 'pagos recurrentes' }}
      empty={{
        text: 'No hay pagos recurrentes.',
        action: <Button onClick={() => setIsCreating(true)}>Nuevo pago recurrente</Button>,
      }}
      menu={[{ label: 'Calendario de tres meses', href: urlFor('payrecurrents', null, { tab: 'calendar' }) }]}
      actions={<Button onClick={() => setIsCreating(true)}>Nuevo pago recurrente</Button>}
    >
      <Suspense>
        {isCreating ? <CreateDialog choices={choices} onClose={() => setIsCreating(false)} /> : null}
      </Suspense>
    </ListPage>
  )
}
