import { Day } from '~/kit/day'
import type { Column } from '~/kit/list_types'
import { StatusBadge } from '~/kit/status_badge'
import type { EmployeeRow } from './employee_row'
import styles from './employees.module.css'

/**
 * «Última nómina» is not among them yet: it is a figure of the payroll payments, and a column that could only ever say
 * "–" would look as if nobody had been paid. It comes with them, from above.
 */
export const employeeColumns: Column<EmployeeRow>[] = [
  { key: 'name', header: 'Nombre', width: 220, sortable: true, cell: (row) => row.name },
  { key: 'code', header: 'Código', sortable: true, cell: (row) => <span className="num">{row.code}</span> },
  {
    key: 'tax_id',
    header: 'DNI',
    card: 'hidden',
    cell: (row) => <span className="num">{row.tax_id || '–'}</span>,
  },
  { key: 'site', header: 'Empresa', cell: (row) => <span title={row.site.name}>{row.site.code}</span> },
  { key: 'center', header: 'Centro', cell: (row) => row.center ?? '–' },
  { key: 'position', header: 'Puesto', cell: (row) => row.position ?? '–' },
  {
    key: 'started_on',
    header: 'Alta',
    sortable: true,
    card: 'hidden',
    cell: (row) => <Day value={row.started_on} />,
  },
  { key: 'ended_on', header: 'Baja', optional: true, cell: (row) => <Day value={row.ended_on} /> },
  {
    key: 'status',
    header: 'Estado',
    sortable: true,
    card: 'figure',
    cell: (row) => <StatusBadge {...row.status} />,
  },
  { key: 'bank', header: 'Banco', cell: (row) => <BankOf bank={row.bank} /> },
  {
    key: 'last_payroll',
    header: 'Última nómina',
    optional: true,
    card: 'hidden',
    cell: (row) => <span className="num">{row.last_payroll ?? '–'}</span>,
  },
]

function BankOf({ bank }: Pick<EmployeeRow, 'bank'>) {
  if (!bank) return <span className={styles.quiet}>Sin cuenta</span>
  return <StatusBadge tone={bank.tone} label={bank.label} />
}
