import { Instant } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import styles from './action_logs.module.css'

type Change = { field: string; before: string | null; after: string | null }

export type LogRow = {
  id: number
  at: string
  user: string
  action: { label: string; tone: Tone }
  invoice_id: number
  reference: string | null
  number: string | null
  provider: string | null
  site: string | null
  changes: Change[]
  detail: string | null
  ip: string | null
}

/** Columns of the log, as area 05 §4 lists them. */
export const logColumns: Column<LogRow>[] = [
  { key: 'at', header: 'Fecha y hora', sortable: true, cell: (row) => <Instant value={row.at} /> },
  { key: 'user', header: 'Usuario', width: 140, cell: (row) => row.user },
  { key: 'action', header: 'Acción', cell: (row) => <StatusBadge {...row.action} /> },
  {
    key: 'reference',
    header: 'Factura',
    cell: (row) => (
      <>
        {row.reference ?? '–'}
        {row.number ? <div className={styles.quiet}>{row.number}</div> : null}
      </>
    ),
  },
  { key: 'provider', header: 'Proveedor', width: 180, cell: (row) => row.provider ?? '–' },
  { key: 'site', header: 'Empresa', cell: (row) => row.site ?? '–' },
  { key: 'before', header: 'Antes', width: 260, cell: (row) => <Side changes={row.changes} side="before" /> },
  {
    key: 'after',
    header: 'Después',
    width: 260,
    cell: (row) => (
      <>
        <Side changes={row.changes} side="after" />
        {row.detail ? <div className={styles.quiet}>{row.detail}</div> : null}
      </>
    ),
  },
  { key: 'ip', header: 'IP', card: 'hidden', cell: (row) => row.ip ?? '–' },
]

/** One side of what changed, a field a line. */
function Side({ changes, side }: { changes: Change[]; side: 'before' | 'after' }) {
  const told = changes.filter((change) => change[side] !== null)
  if (told.length === 0) return <span className={styles.quiet}>–</span>
  return (
    <dl className={styles.side}>
      {told.map((change) => (
        <div key={change.field}>
          <dt>{change.field}</dt>
          <dd title={change[side] ?? ''}>{change[side]}</dd>
        </div>
      ))}
    </dl>
  )
}
