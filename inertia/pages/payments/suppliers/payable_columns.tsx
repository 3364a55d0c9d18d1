import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import type { Column, Filter, ListOf } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { worthColumn } from '~/kit/worth_column'
import { urlFor } from '~/urls'
import { Notices } from '../notices'
import type { PayableRow } from './payment_rows'

/** What is owed; what it is worth can be chosen while some of it is in another currency, `showsWorth` has it in view. */
export const payableColumns = (invoices: ListOf<PayableRow>, showsWorth: boolean): Column<PayableRow>[] => [
  { key: 'number', header: 'Nº factura', cell: (row) => row.number },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'provider', header: 'Proveedor', width: 220, cell: (row) => row.provider },
  { key: 'issued_on', header: 'Fecha', sortable: true, cell: (row) => <Day value={row.issued_on} /> },
  { key: 'due_on', header: 'Vencimiento', sortable: true, cell: (row) => <DueDay row={row} /> },
  {
    key: 'total',
    header: 'Total',
    numeric: true,
    sortable: true,
    card: 'hidden',
    cell: (row) => <Money value={row.total} />,
  },
  {
    key: 'pending',
    header: 'Pendiente',
    numeric: true,
    card: 'figure',
    cell: (row) => <Money value={row.pending} />,
  },
  ...worthColumn(invoices, {
    key: 'worth',
    of: 'pending',
    header: 'Contravalor pendiente',
    isOptional: !showsWorth,
  }),
  {
    key: 'iban',
    header: 'Cuenta',
    card: 'hidden',
    cell: (row) => <span className="num">{row.iban ?? '–'}</span>,
  },
  {
    key: 'hindrance',
    header: 'Avisos',
    cell: (row) => <PayableNotices row={row} />,
  },
  { key: 'reference', header: 'Referencia', optional: true, cell: (row) => row.reference },
]

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

function DueDay({ row }: { row: PayableRow }) {
  return (
    <>
      <Day value={row.due_on} /> {row.is_overdue ? <StatusBadge tone="amber" label="Vencida" /> : null}
    </>
  )
}
