import { type Actor, recordEvents } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, minDay } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { type AccountRole, roleCode } from '#app/ledger/queries/role_account'
import { lastDayOf, PAYROLL_CONCEPTS, type PayrollConcept, periodText } from '#app/payroll/payroll_concepts'
import { type PayrollToAccrue, payrollAccrual } from '#app/payroll/postings/payroll_accrual'

/** What an employee is to be paid, in cents; the breakdown whole or not at all. */
export type PayrollDraft = {
  siteId: number
  employeeId: number
  /** `YYYY-MM`. */
  period: string
  concept: PayrollConcept
  netMinor: number
  grossMinor: number | null
  irpfMinor: number | null
  socialMinor: number | null
  employerSocialMinor: number | null
  payOn: CalendarDate
}

type Made = PayrollDraft & { id: number; employeeName: string }

/**
 * Notes what employees are to be paid, and accrues what comes with its breakdown. All or nothing: throws E_TWICE where
 * somebody has one of the same month and concept already, E_BREAKDOWN at the field for a breakdown that is not whole or does not
 * give the net amount, and what the ledger refuses (a closed month). Gives the keys in
 * the order of the drafts.
 */
export async function createPayroll(
  drafts: readonly PayrollDraft[],
  { actor, uploadId = null }: { actor: Actor; uploadId?: string | null },
  outer?: Transaction
): Promise<number[]> {
  for (const draft of drafts) refuseBreakdown(draft)
  return inTransaction(async (trx) => {
    const made = await insertPayroll(drafts, { actor, uploadId }, trx)
    await recordEvents(
      made.map(({ id, siteId }) => ({
        actor,
        objectType: 'payroll_payment',
        objectId: id,
        siteId,
        event: 'payroll_payment.created',
        to: 'pending',
      })),
      trx
    )
    await accrue(
      made.filter(({ grossMinor }) => grossMinor !== null),
      actor,
      trx
    )
    return made.map(({ id }) => id)
  }, outer)
}

/** The breakdown is what the books will say: all of it or nothing, and gross less its deductions is what is paid. */
function refuseBreakdown({
  netMinor,
  grossMinor,
  irpfMinor,
  socialMinor,
  employerSocialMinor,
}: PayrollDraft) {
  const refuse = (field: string, message: string) => {
    throw new DomainError('E_BREAKDOWN', message, { field })
  }
  const parts = { gross: grossMinor, irpf: irpfMinor, social: socialMinor }
  const missing = Object.entries(parts).filter(([, minor]) => minor === null)
  const isWhole = missing.length === 0
  if (!isWhole && missing.length < 3)
    refuse(missing[0]?.[0] ?? 'gross', 'Indique bruto, IRPF y Seguridad Social, o ninguno de los tres.')
  if (!isWhole && employerSocialMinor !== null)
    refuse('employer_social', 'Indique también el bruto, el IRPF y la Seguridad Social.')
  if (isWhole && (grossMinor ?? 0) - (irpfMinor ?? 0) - (socialMinor ?? 0) !== netMinor)
    refuse('net', 'El neto no cuadra: bruto − IRPF − Seguridad Social da otro importe.')
}

async function insertPayroll(
  drafts: readonly PayrollDraft[],
  { actor, uploadId }: { actor: Actor; uploadId: string | null },
  trx: Transaction
): Promise<Made[]> {
  try {
    const keys = await rows<{
      id: number
      employeeId: number
      period: string
      concept: string
      name: string
    }>(
      `with made as (
         insert into payroll_payments (site_id, employee_id, period, concept, net_minor, gross_minor, irpf_minor, social_minor, employer_social_minor, pay_on, upload_id, created_by, updated_by)
         select site_id, employee_id, period, concept, net_minor, gross_minor, irpf_minor, social_minor, employer_social_minor, pay_on, :uploadId::uuid, :userId::bigint, :userId::bigint
           from jsonb_to_recordset(:drafts::jsonb) as d(site_id bigint, employee_id bigint, period text, concept text, net_minor bigint, gross_minor bigint,
             irpf_minor bigint, social_minor bigint, employer_social_minor bigint, pay_on date)
         returning id, employee_id, period, concept)
       select m.id, m.employee_id, m.period, m.concept, e.full_name as name from made m join employees e on e.id = m.employee_id`,
      { drafts: JSON.stringify(drafts.map(columnsOf)), uploadId, userId: actor.userId },
      trx
    )
    const byKey = new Map(keys.map((found) => [keyOf(found), found]))
    return drafts.map((draft) => {
      const found = byKey.get(keyOf(draft))
      if (!found) throw new Error(`Payroll of employee ${draft.employeeId} was not made`)
      return { ...draft, id: found.id, employeeName: found.name }
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'payroll_payments_once') throw error
    throw new DomainError('E_TWICE', 'El empleado ya tiene un pago de ese periodo con ese concepto.', {
      field: 'period',
      cause: error,
    })
  }
}

const keyOf = ({ employeeId, period, concept }: { employeeId: number; period: string; concept: string }) =>
  `${employeeId} ${period} ${concept}`

const columnsOf = (draft: PayrollDraft) => ({
  site_id: draft.siteId,
  employee_id: draft.employeeId,
  period: draft.period,
  concept: draft.concept,
  net_minor: draft.netMinor,
  gross_minor: draft.grossMinor,
  irpf_minor: draft.irpfMinor,
  social_minor: draft.socialMinor,
  employer_social_minor: draft.employerSocialMinor,
  pay_on: draft.payOn,
})

async function accrue(made: readonly Made[], actor: Actor, trx: Transaction): Promise<void> {
  const entries: { id: number; entry_id: number }[] = []
  for (const [siteId, own] of Map.groupBy(made, (payroll) => payroll.siteId)) {
    const shared = await sharedAccounts(siteId, trx)
    for (const payroll of own) {
      const payable = await payableAccount(payroll, shared.payableCode, trx)
      const { entryId } = await postEntry(
        payrollAccrual(toAccrue(payroll, { ...shared, payable }, actor)),
        trx
      )
      entries.push({ id: payroll.id, entry_id: entryId })
    }
  }
  await execute(
    `update payroll_payments p set journal_entry_id = e.entry_id from jsonb_to_recordset(:entries::jsonb) as e(id bigint, entry_id bigint) where p.id = e.id`,
    { entries: JSON.stringify(entries) },
    trx
  )
}

type Accounts = PayrollToAccrue['accounts']

/** On the last day of the month, or on the day of the payment where that comes first. */
function toAccrue(payroll: Made, accounts: Accounts, { userId }: Actor): PayrollToAccrue {
  return {
    payrollId: payroll.id,
    siteId: payroll.siteId,
    employeeId: payroll.employeeId,
    employeeName: payroll.employeeName,
    description: `${PAYROLL_CONCEPTS[payroll.concept]} ${periodText(payroll.period)} ${payroll.employeeName}`,
    postedOn: minDay(lastDayOf(payroll.period), payroll.payOn),
    grossMinor: payroll.grossMinor ?? 0,
    irpfMinor: payroll.irpfMinor ?? 0,
    socialMinor: payroll.socialMinor ?? 0,
    employerSocialMinor: payroll.employerSocialMinor ?? 0,
    netMinor: payroll.netMinor,
    accounts,
    createdBy: userId,
  }
}

async function sharedAccounts(
  siteId: number,
  trx: Transaction
): Promise<Omit<Accounts, 'payable'> & { payableCode: string }> {
  const open = async (role: AccountRole) => {
    const code = await roleCode(siteId, role, trx)
    return (await ensureAccount({ siteId, prefix: code }, trx)).id
  }
  return {
    wages: await open('wages'),
    employerSocial: await open('employer_social_security'),
    social: await open('social_security_payable'),
    withholding: await open('withholding_payable'),
    payableCode: await roleCode(siteId, 'payroll_payable', trx),
  }
}

/** The account of what one person is owed. */
async function payableAccount(
  { siteId, employeeId, employeeName }: Made,
  prefix: string,
  trx: Transaction
): Promise<number> {
  const account = await ensureAccount(
    { siteId, prefix, subledger: 'employee', subledgerId: employeeId, name: employeeName },
    trx
  )
  return account.id
}
