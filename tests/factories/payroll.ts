import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import User from '#app/identity/models/user'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { bufferPayroll } from '#app/payments/kinds/payroll/buffer_payroll'
import { approveRun } from '#app/payments/kinds/payroll/decide_run'
import { runPage } from '#app/payments/kinds/payroll/run_page'
import { createPayroll, type PayrollDraft } from '#app/payroll/actions/create_payroll'
import { makeIban, makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeDni } from '#tests/factories/staff'

export type PayrollEmployee = { id: number; name: string; taxId: string; iban: string; bankId: number }

export type PayrollStage = {
  siteId: number
  accountId: number
  /** Senior accounting, who prepares. */
  person: Person
  /** Three people who may approve salaries, without limit. */
  approvers: [Person, Person, Person]
  employees: PayrollEmployee[]
}

export const PERIOD = '2026-11'

/** A company with 5.000.000 € and people on the payroll, each with a verified account that was used before. */
export async function makePayrollStage(count = 3): Promise<PayrollStage> {
  const { siteId } = await makeSite()
  const person = await makeUser('superC0ntab1l1dad')
  const approvers: PayrollStage['approvers'] = [
    await makeUser('aprobador'),
    await makeUser('aprobador'),
    await makeUser('aprobador'),
  ]
  for (const approver of approvers)
    await letApprove(siteId, approver, ['payment_payroll', 'payment_supplier', 'invoice'], null)
  const accountId = await openBankAccount(
    {
      siteId,
      name: 'Cuenta de nóminas',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 500_000_000,
      isPayerDefault: true,
    },
    SYSTEM
  )
  return { siteId, accountId, person, approvers, employees: await hire(siteId, count, person) }
}

/** Employees with verified accounts, made with few statements. */
export function hire(siteId: number, count: number, person: Person): Promise<PayrollEmployee[]> {
  const wanted = Array.from({ length: count }, (_, index) => ({
    code: `N${siteId}-${index}`,
    first: `Empleada ${index + 1}`,
    last: `Nómina Prueba ${siteId}`,
    tax_id: makeDni(),
    iban: makeIban(),
  }))
  return inTransaction(async (trx) => {
    const made = await rows<PayrollEmployee>(
      `with wanted as (select * from jsonb_to_recordset(:wanted::jsonb) as w(code text, first text, last text, tax_id text, iban text)),
         made as (insert into employees (site_id, code, first_name, last_name, tax_id, started_on) select :siteId, code, first, last, tax_id, '2025-01-01' from wanted returning id, tax_id, full_name),
         spells as (insert into employee_periods (employee_id, started_on) select id, '2025-01-01' from made),
         banks as (insert into employee_banks (employee_id, iban, holder_name, is_default, created_at)
           select made.id, w.iban, w.first || ' ' || w.last, true, now() - interval '60 days' from made join wanted w on w.tax_id = made.tax_id returning id, employee_id, iban)
       select made.id, made.full_name as name, made.tax_id, banks.iban, banks.id as bank_id from made join banks on banks.employee_id = made.id order by made.id`,
      { wanted: JSON.stringify(wanted), siteId },
      trx
    )
    await execute(
      `update employee_banks set verification = 'verified', verification_method = 'certificate', verified_by = :userId, verified_at = now() - interval '50 days', payable_from = now() - interval '48 days'
        where id = any(:ids::bigint[])`,
      { userId: person.id, ids: made.map(({ bankId }) => bankId) },
      trx
    )
    return made
  })
}

/** What an employee is to be paid for the month of the stage. */
export const draftFor = (
  { siteId }: PayrollStage,
  employee: PayrollEmployee,
  given: Partial<PayrollDraft> = {}
): PayrollDraft => ({
  siteId,
  employeeId: employee.id,
  period: PERIOD,
  concept: 'salary',
  netMinor: 150_000,
  grossMinor: null,
  irpfMinor: null,
  socialMinor: null,
  employerSocialMinor: null,
  payOn: calendarDate('2026-11-30'),
  ...given,
})

/** Salaries of everybody of the stage, each of another amount. Gives their keys. */
export function makePayroll(stage: PayrollStage, given: Partial<PayrollDraft> = {}): Promise<number[]> {
  return createPayroll(
    stage.employees.map((employee, index) =>
      draftFor(stage, employee, { netMinor: 150_000 + index, ...given })
    ),
    { actor: stage.person.actor }
  )
}

/** Those salaries in the pay buffer as one run. */
export async function makeRun(stage: PayrollStage, payrollIds?: number[]): Promise<number> {
  const ids = payrollIds ?? (await makePayroll(stage))
  return (await bufferPayroll({ payrollIds: ids }, stage.person.actor)).runId
}

/** Approves what waits in a run as the page shows it to that person. */
export async function approveAsShown(runId: number, person: Person) {
  const { run } = await runPage(runId, await User.findOrFail(person.id))
  return approveRun({ runId, shownFingerprint: run.fingerprint, actor: person.actor })
}

/** A run with all the approvals it needs. */
export async function makeApprovedRun(stage: PayrollStage, payrollIds?: number[]): Promise<number> {
  const runId = await makeRun(stage, payrollIds)
  for (const approver of stage.approvers) {
    const { given, required } = await approveAsShown(runId, approver)
    if (given >= required) break
  }
  return runId
}

export const ordersOfRun = (runId: number) =>
  rows<{ id: number; status: string; sourceId: number }>(
    `select id, status, source_id from payment_orders where run_id = :runId order by id`,
    { runId }
  )

/** A payroll as its office writes it. */
export function payrollCsv(employees: readonly PayrollEmployee[], netOf: (index: number) => string): string {
  const lines = employees.map(({ taxId, name, iban }, index) =>
    [taxId, name, iban, netOf(index), 'Nómina', '11/2026'].join(';')
  )
  return ['NIF;Nombre;IBAN;Neto;Concepto;Periodo', ...lines].join('\r\n')
}
