import { approvalUses } from '#app/sites/ports'

const hasEmployees = (site: string) =>
  `exists (select 1 from employees e where e.site_id = ${site} and e.status <> 'terminated')`

/** Answers what companies ask of their employees. */
export function answerPorts(): void {
  approvalUses.answer({ kind: 'payment_payroll', isInUse: hasEmployees })
  approvalUses.answer({ kind: 'expense_note', isInUse: hasEmployees })
}
