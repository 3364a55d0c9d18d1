import { Link } from '@inertiajs/react'
import { Anchor } from '@mantine/core'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import type { PlainColumn } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { CompensationDebt, CompensationEntry, CompensationTransfer } from './compensation_page'

export const debtColumns: PlainColumn<CompensationDebt>[] = [
  {
    key: 'loan',
    header: 'Deuda',
    cell: ({ loan }) =>
      loan ? (
        <Anchor component={Link} className="num" href={urlFor('loans.edit', { id: loan.id })} size="sm">
          {loan.number}
        </Anchor>
      ) : (
        'Cuenta corriente (5523)'
      ),
  },
  { key: 'debtor', header: 'Debe', cell: (row) => row.debtor },
  { key: 'creditor', header: 'A', cell: (row) => row.creditor },
  { key: 'principal', header: 'Capital', numeric: true, cell: (row) => <Money value={row.principal} /> },
  { key: 'interest', header: 'Intereses', numeric: true, cell: (row) => <Money value={row.interest} /> },
  { key: 'total', header: 'Total', numeric: true, cell: (row) => <Money value={row.total} /> },
]

export const transferColumns: PlainColumn<CompensationTransfer>[] = [
  { key: 'from', header: 'Paga o queda debiendo', cell: (row) => row.from },
  { key: 'to', header: 'A', cell: (row) => row.to },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
  {
    key: 'order',
    header: 'Orden',
    cell: ({ order }) =>
      order ? (
        <Anchor
          component={Link}
          className="num"
          href={urlFor('payment_orders.show', { id: order.id })}
          size="sm"
        >
          {order.number}
        </Anchor>
      ) : (
        '–'
      ),
  },
]

export const entryColumns: PlainColumn<CompensationEntry>[] = [
  { key: 'entryNo', header: 'Asiento', cell: (row) => row.entryNo },
  { key: 'site', header: 'Empresa', cell: (row) => row.site },
  { key: 'postedOn', header: 'Fecha', cell: (row) => <Day value={row.postedOn} /> },
  { key: 'description', header: 'Concepto', cell: (row) => row.description },
  { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
]
