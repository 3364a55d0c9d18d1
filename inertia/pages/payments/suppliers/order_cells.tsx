import { Link } from '@inertiajs/react'
import type { Cells } from '~/kit/list/declared_columns'
import type { Filter } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import type { OrderListing, OrderRow } from './payment_rows'

export const orderCells: Cells<OrderRow> = {
  notices: (row) => <Notices texts={row.notices} />,
  batch: (row) => <BatchLink batch={row.batch} />,
}

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
