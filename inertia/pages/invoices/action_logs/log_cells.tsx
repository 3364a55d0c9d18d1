import type { Cells } from '~/kit/list/declared_columns'
import styles from './action_logs.module.css'

type Change = { field: string; before: string | null; after: string | null }

/** What the log itself reads of an entry. */
export type LogRow = {
  id: number
  invoiceId: number
  reference: string | null
  number: string | null
  changes: Change[]
  detail: string | null
}

/** What the log draws itself: the invoice with its number, and both sides of what changed. */
export const logCells: Cells<LogRow> = {
  reference: (row) => (
    <>
      {row.reference ?? '–'}
      {row.number ? <div className={styles.quiet}>{row.number}</div> : null}
    </>
  ),
  before: (row) => <Side changes={row.changes} side="before" />,
  after: (row) => (
    <>
      <Side changes={row.changes} side="after" />
      {row.detail ? <div className={styles.quiet}>{row.detail}</div> : null}
    </>
  ),
}

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
