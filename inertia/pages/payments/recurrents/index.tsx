import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Option } from '~/kit/fields/choice_fields'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListTabsOf } from '~/kit/list/list_tabs'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { Money } from '~/kit/money'
import { urlFor } from '~/urls'
import { orderTabs } from '../order_tabs'
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

const cells: Cells<RecurrentRow> = {
  amount: (row) => (row.amount ? <Money value={row.amount} /> : row.amountMode),
}

const rowActions: RowAction<RecurrentRow>[] = [
  { label: 'Pausar', transition: 'pause', confirm: (row) => moveRecurrent('pause', row) },
  { label: 'Reanudar', transition: 'resume', confirm: (row) => moveRecurrent('resume', row) },
  { label: 'Finalizar', transition: 'end', isDangerous: true, confirm: (row) => moveRecurrent('end', row) },
]

const tabs: ListTabsOf = {
  name: 'tab',
  options: [{ value: 'agreements', label: 'Acuerdos' }, ...orderTabs],
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
      cells={cells}
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
