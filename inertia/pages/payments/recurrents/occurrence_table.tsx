import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Occurrence } from './recurrent_rows'

type Props = {
  occurrences: Occurrence[]
  onSkip: (occurrence: Occurrence) => void
  onAmount: (occurrence: Occurrence) => void
}

/** The days that fell due or soon will, each with its payment. */
export function OccurrenceTable({ occurrences, onSkip, onAmount }: Props) {
  const columns: PlainColumn<Occurrence>[] = [
    { key: 'due', header: 'Vencimiento', cell: (row) => <Day value={row.dueOn} /> },
    { key: 'pay', header: 'Se paga el', cell: (row) => <Day value={row.payOn} /> },
    { key: 'amount', header: 'Importe', numeric: true, cell: (row) => <Money value={row.amount} /> },
    { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
    { key: 'order', header: 'Pago', cell: (row) => <OrderLink order={row.order} /> },
    { key: 'detail', header: 'Detalle', cell: (row) => row.detail ?? '–' },
    {
      key: 'acts',
      header: 'Acciones',
      cell: (row) => (
        <>
          {row.needsAmount ? (
            <Button size="compact-xs" variant="default" onClick={() => onAmount(row)}>
              Importe
            </Button>
          ) : null}{' '}
          {row.canSkip ? (
            <Button size="compact-xs" variant="default" onClick={() => onSkip(row)}>
              Omitir
            </Button>
          ) : null}
        </>
      ),
    },
  ]
  return (
    <PlainTable
      label="Vencimientos"
      rows={occurrences}
      columns={columns}
      keyOf={(row) => row.id}
      empty="Aún no ha vencido ninguno: el primero se prepara unos días antes de su fecha."
    />
  )
}

function OrderLink({ order }: Pick<Occurrence, 'order'>) {
  return order ? <Link href={urlFor('payment_orders.show', { id: order.id })}>{order.number}</Link> : '–'
}
