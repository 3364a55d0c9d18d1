import { useState } from 'react'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { Alarm } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'
import { AlarmRow } from './alarm_row'
import { ResolveAlarmDialog } from './resolve_alarm_dialog'

/** What the checks found, the open ones first, each with its way out. */
export function AlarmsPanel({ page: { invoice, alarms } }: { page: ReviewPage }) {
  const [resolving, setResolving] = useState<Alarm | null>(null)
  if (alarms.length === 0) return <p className={text.quiet}>Las comprobaciones no encontraron nada.</p>
  const open = alarms.filter((alarm) => alarm.status === 'open')
  const closed = alarms.filter((alarm) => alarm.status !== 'open')
  return (
    <>
      <ul className={styles.alarms}>
        {open.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} onResolve={() => setResolving(alarm)} />
        ))}
      </ul>
      {closed.length > 0 ? (
        <details className={styles.closed}>
          <summary>
            {closed.length === 1 ? 'Una alarma cerrada' : `${closed.length} alarmas cerradas`}
          </summary>
          <ul className={styles.alarms}>
            {closed.map((alarm) => (
              <AlarmRow key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        </details>
      ) : null}
      {resolving ? (
        <ResolveAlarmDialog invoice={invoice} alarm={resolving} onClose={() => setResolving(null)} />
      ) : null}
    </>
  )
}
