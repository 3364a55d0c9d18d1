import { Day } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { severityOf } from '../invoices/severity'
import type { AlarmRow } from './alarm_types'
import styles from './audit.module.css'

const dayMs = 86_400_000

/** «hoy», «3 días» */
function ageText(createdAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / dayMs)
  return days < 1 ? 'hoy' : days === 1 ? '1 día' : `${days} días`
}

export const alarmColumns: Column<AlarmRow>[] = [
  {
    key: 'severity',
    header: 'Severidad',
    sortable: true,
    cell: (row) => <StatusBadge {...severityOf(row.severity)} />,
  },
  {
    key: 'rule',
    header: 'Regla',
    width: 190,
    sortable: true,
    cell: (row) => `${row.rule} · ${row.rule_name}`,
  },
  { key: 'invoice', header: 'Factura', width: 170, cell: (row) => row.invoice ?? '–' },
  { key: 'provider', header: 'Proveedor', width: 220, cell: (row) => row.provider ?? '–' },
  { key: 'site', header: 'Empresa', cell: (row) => row.site ?? '–' },
  {
    key: 'amount',
    header: 'Importe',
    numeric: true,
    sortable: true,
    card: 'figure',
    cell: (row) => (row.amount ? <Money value={row.amount} /> : '–'),
  },
  {
    key: 'issued_on',
    header: 'Fecha',
    sortable: true,
    optional: true,
    cell: (row) => <Day value={row.issued_on} />,
  },
  {
    key: 'message',
    header: 'Explicación',
    width: 360,
    cell: (row) => (
      <span className={styles.message} title={row.message}>
        {row.message}
      </span>
    ),
  },
  { key: 'age', header: 'Antigüedad', sortable: true, cell: (row) => ageText(row.created_at) },
  { key: 'assignee', header: 'Asignado a', cell: (row) => row.assignee ?? '–' },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
]
