import type { Cells } from '~/kit/list/declared_columns'
import { StatusBadge } from '~/kit/status_badge'
import type { EmployeeRow } from './employee_row'
import styles from './employees.module.css'

export const employeeCells: Cells<EmployeeRow> = {
  site: (row) => <span title={row.site.name}>{row.site.code}</span>,
  bank: (row) => <BankOf bank={row.bank} />,
}

function BankOf({ bank }: Pick<EmployeeRow, 'bank'>) {
  if (!bank) return <span className={styles.quiet}>Sin cuenta</span>
  return <StatusBadge tone={bank.tone} label={bank.label} />
}
