import { StatusBadge } from '~/kit/status_badge'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'
import { severityOf } from './severity'

const shownMax = 3

/** The gravest open alarms in a line each, in view whatever part of the invoice is; their tab has the way out. */
export function OpenAlarms({ page: { alarms } }: { page: ReviewPage }) {
  const open = alarms.filter((alarm) => alarm.status === 'open')
  if (open.length === 0) return null
  return (
    <ul className={styles.alarms} aria-label="Alarmas abiertas">
      {open.slice(0, shownMax).map((alarm) => (
        <li key={alarm.id} className={styles.alarm}>
          <StatusBadge {...severityOf(alarm.severity)} />
          <div className={styles.alarmText}>{alarm.message}</div>
        </li>
      ))}
      {open.length > shownMax ? <li className={styles.more}>Y {open.length - shownMax} más.</li> : null}
    </ul>
  )
}
