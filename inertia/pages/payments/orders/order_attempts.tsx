import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import type { AttemptRow } from './order_page'

type Attempt = AttemptRow & { position: number }

const columns: PlainColumn<Attempt>[] = [
  { key: 'attempt', header: 'Envío', cell: (row) => <span className="num">{row.attemptNo}</span> },
  { key: 'started', header: 'Empezó', cell: (row) => <Instant value={row.startedAt} /> },
  { key: 'status', header: 'Resultado', cell: (row) => <StatusBadge {...row.status} /> },
  { key: 'http', header: 'HTTP', cell: (row) => <span className="num">{row.httpStatus ?? '–'}</span> },
  {
    key: 'ref',
    header: 'Referencia del banco',
    cell: (row) => <span className="num">{row.providerRef ?? '–'}</span>,
  },
  { key: 'detail', header: 'Detalle', cell: (row) => row.error ?? '–' },
]

/** Each time that the payment was sent, and what the bank answered. */
export function OrderAttempts({ attempts }: { attempts: AttemptRow[] }) {
  return (
    <PlainTable
      label="Envíos"
      rows={attempts.map((attempt, position) => ({ ...attempt, position }))}
      columns={columns}
      keyOf={(row) => row.position}
      empty="Este pago todavía no ha salido hacia el banco."
    />
  )
}
