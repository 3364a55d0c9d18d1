import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { worthColumn } from '~/kit/worth_column'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import type { OrderListing, OrderRow } from './payment_rows'

/** Columns of the payments of a tab; what they are worth today can be chosen while some are in another currency, `showsWorth` has it in view. */
export const orderColumns = (orders: ListOf<OrderRow>, showsWorth: boolean): Column<OrderRow>[] => [
  {
    key: 'number',
    header: 'Nº',
    sortable: true,
    cell: (row) => <span className="num">{row.number}</span>,
  },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'creditor', header: 'Beneficiario', width: 220, cell: (row) => row.creditor },
  { key: 'concept', header: 'Concepto', width: 220, cell: (row) => row.concept },
  {
    key: 'execution_date',
    header: 'Ejecución',
    sortable: true,
    cell: (row) => <Day value={row.execution_date} />,
  },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => <Money value={row.amount} />,
  },
  ...worthColumn(orders, {
    key: 'worth',
    of: 'amount',
    header: 'Contravalor de hoy',
    isOptional: !showsWorth,
  }),
  { key: 'account', header: 'Cuenta origen', card: 'hidden', cell: (row) => row.account },
  {
    key: 'iban',
    header: 'IBAN destino',
    card: 'hidden',
    cell: (row) => <span className="num">{row.iban ?? '–'}</span>,
  },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  {
    key: 'approvals',
    header: 'Aprobaciones',
    cell: (row) => <span className="num">{row.approvals || '–'}</span>,
  },
  { key: 'notices', header: 'Avisos', width: 180, cell: (row) => <Notices texts={row.notices} /> },
  { key: 'batch', header: 'Remesa', optional: true, cell: (row) => <BatchLink batch={row.batch} /> },
]

/** The filters of one tab (area 28 §9); what is sent is told apart by its step. */
export const orderFilters = (tab: string, { states, accounts }: OrderListing['choices']): Filter[] => [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  ...(states.length > 0
    ? [
        {
          name: tab === 'sent' ? 'step' : 'status',
          label: 'Estado',
          kind: 'multi' as const,
          options: states,
        },
      ]
    : []),
  { name: 'due', label: 'Fecha de ejecución', kind: 'due' },
  { name: 'amount', label: 'Importe', kind: 'amounts' },
  { name: 'account_id', label: 'Cuenta de origen', kind: 'select', options: accounts },
  { name: 'approver_id', label: 'Aprobado por', kind: 'picker', url: urlFor('payment_orders.approvers') },
]

function BatchLink({ batch }: { batch: OrderRow['batch'] }) {
  return batch ? <Link href={urlFor('payment_batches.show', { id: batch.id })}>{batch.number}</Link> : '–'
}
