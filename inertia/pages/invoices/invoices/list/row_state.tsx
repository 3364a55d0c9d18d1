import { StatusBadge } from '~/kit/status_badge'
import styles from '../document/text.module.css'
import type { InvoiceRow } from './invoice_row'

/** The state of an invoice, and what somebody said of it that whoever acts next has to know. */
export function RowState({ row }: { row: InvoiceRow }) {
  const said = [row.turnedDown, ...row.said].filter((one) => one !== null)
  const isRefused = row.state === 'rejected'
  return (
    <>
      <StatusBadge {...row.status} />
      {said.map(({ label, tone, detail }) => (
        <span key={label} className={styles.said}>
          {isRefused && tone === 'red' ? null : <StatusBadge tone={tone} label={label} />}
          <span className={styles.under} title={detail}>
            {detail}
          </span>
        </span>
      ))}
    </>
  )
}
