import { Link } from '@inertiajs/react'
import { Day } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import type { EmployeePage } from './employee_page'

/** What the employee was and is to be paid, month by month; the amounts are where it is paid. */
export function PayrollsTab({ page: { payrolls } }: { page: EmployeePage }) {
  return (
    <PlainTable
      label="Nóminas"
      rows={payrolls}
      keyOf={(payroll) => payroll.id}
      empty="No hay nóminas."
      phone="cards"
      columns={[
        {
          key: 'period',
          header: 'Mes',
          cell: (payroll) => <Link href={payroll.href}>{payroll.period}</Link>,
        },
        { key: 'concept', header: 'Concepto', cell: (payroll) => payroll.concept },
        { key: 'pay_on', header: 'Fecha de pago', cell: (payroll) => <Day value={payroll.payOn} /> },
        { key: 'status', header: 'Estado', cell: (payroll) => <StatusBadge {...payroll.status} /> },
      ]}
    />
  )
}
