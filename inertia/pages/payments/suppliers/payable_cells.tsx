import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import type { Filter } from '~/kit/list/list_types'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import styles from './payable_cells.module.css'
import type { PayableRow } from './payment_rows'

export const payableCells: Cells<PayableRow> = {
  dueOn: (row) => <DueDay row={row} />,
  hindrance: (row) => <PayableNotices row={row} />,
}

export const payableFilters: Filter[] = [
  { name: 'site_ids', label: 'Empresa', kind: 'sites' },
  { name: 'due', label: 'Vencimiento', kind: 'due' },
  { name: 'amount', label: 'Importe', kind: 'amounts' },
  { name: 'provider_id', label: 'Proveedor', kind: 'picker', url: '/providers/options' },
]

function PayableNotices({ row: { hindrance, live } }: { row: PayableRow }) {
  return (
    <>
      {hindrance || !live ? <Notices texts={hindrance ? [hindrance] : []} /> : null}
      {live ? (
        <>
          {hindrance ? ' · ' : null}En parte en{' '}
          <Link href={urlFor('payment_orders.show', { id: live.id })}>{live.number}</Link>
        </>
      ) : null}
    </>
  )
}

/** What is overdue says so below its day: beside it, there would be no room for why it cannot be paid. */
function DueDay({ row }: { row: PayableRow }) {
  return (
    <>
      <Day value={row.dueOn} />
      {row.isOverdue ? <span className={styles.overdue}>Vencida</span> : null}
    </>
  )
}
