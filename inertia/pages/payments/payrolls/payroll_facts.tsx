import { Sums } from '../sums'
import type { PayrollRow } from './payroll_rows'

/** What a decision about chosen salaries is about. */
export const payrollFacts = (payments: readonly PayrollRow[]) => [
  { label: 'Empleados', value: new Set(payments.map(({ code }) => code)).size },
  { label: 'Importe', value: <Sums amounts={payments.map(({ amount }) => amount)} /> },
]
