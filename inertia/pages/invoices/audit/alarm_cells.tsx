import type { Cells } from '~/kit/list/declared_columns'
import { StatusBadge } from '~/kit/status_badge'
import { severityOf } from '../invoices/alarms/severity'
import type { AlarmRow } from './alarm_types'
import styles from './audit.module.css'

const dayMs = 86_400_000

/** «hoy», «3 días» */
function ageText(createdAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / dayMs)
  return days < 1 ? 'hoy' : days === 1 ? '1 día' : `${days} días`
}

/** What the list of alarms draws itself. */
export const alarmCells: Cells<AlarmRow> = {
  severity: (row) => <StatusBadge {...severityOf(row.severity)} />,
  message: (row) => (
    <span className={styles.message} title={row.message}>
      {row.message}
    </span>
  ),
  age: (row) => ageText(row.createdAt),
}
