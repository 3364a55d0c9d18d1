import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { row, rows } from '#app/kernel/database/sql'
import { Money } from '#app/kernel/money/money'
import { addDays, addMonths, type CalendarDate, endOfMonth, monthOf } from '#app/kernel/time/calendar_date'
import { bufferPayroll } from '#app/payments/kinds/payroll/buffer_payroll'
import { approveRun, runFingerprint } from '#app/payments/kinds/payroll/decide_run'
import { createPayroll, type PayrollDraft } from '#app/payroll/actions/create_payroll'

type Person = { siteId: number; employeeId: number; grossMinor: number }

/** Basis points of a salary that go to the tax office, the Social Security, and what the company pays on top of it. */
const RATES = { irpf: 1_350, social: 648, employer: 3_210 }

/**
 * Salaries of the first two companies: this month's stand in the buffer with one approval, or are still to be prepared;
 * and a reform that a supplier has not invoiced yet.
 */
export async function createDemoPayrolls(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const senior = { userId: users.senior, kind: 'user' as const }
  const payOn = endOfMonth(day)
  for (const [index, site] of sites.slice(0, 2).entries()) {
    const people = await rows<Person>(
      `select e.site_id, e.id as employee_id, (e.gross_yearly_minor / 14)::bigint as gross_minor from employees e
        where e.site_id = :siteId and e.status = 'active' and e.gross_yearly_minor > 0 order by e.id`,
      { siteId: site.id }
    )
    if (people.length === 0) continue
    const payrollIds = await createPayroll(
      people.map((person) => draftOf(person, payOn)),
      { actor: senior }
    )
    if (index > 0) continue
    const { runId } = await bufferPayroll({ payrollIds, confirmDuplicate: true }, senior)
    await approveOnce(runId, users.approver)
  }
  await createDemoProvision(sites, users, day)
}

function draftOf({ siteId, employeeId, grossMinor }: Person, payOn: CalendarDate): PayrollDraft {
  const part = (basisPoints: number) =>
    Money.of(grossMinor).timesRational(basisPoints, 10_000, 'half_away_from_zero').minor
  const [irpfMinor, socialMinor] = [part(RATES.irpf), part(RATES.social)]
  return {
    siteId,
    employeeId,
    period: monthOf(payOn),
    concept: 'salary',
    grossMinor,
    irpfMinor,
    socialMinor,
    employerSocialMinor: part(RATES.employer),
    netMinor: grossMinor - irpfMinor - socialMinor,
    payOn,
  }
}

async function approveOnce(runId: number, userId: number): Promise<void> {
  const orders = await rows<{ fingerprint: string }>(
    `select fingerprint from payment_orders where run_id = :runId and status = 'buffered'`,
    { runId }
  )
  await approveRun({ runId, shownFingerprint: runFingerprint(orders), actor: { userId, kind: 'user' } })
}

async function createDemoProvision([site]: DemoSite[], users: DemoUsers, day: CalendarDate): Promise<void> {
  if (!site) return
  const found = await row<{ providerId: number; expenseAccountId: number }>(
    `select p.id as provider_id, a.id as expense_account_id from providers p, ledger_accounts a
      where p.active and p.status = 'active' and a.site_id = :siteId and a.is_postable and a.code like '62%' order by p.id, a.code limit 1`,
    { siteId: site.id }
  )
  if (!found) return
  await createProvision(
    {
      siteId: site.id,
      ...found,
      concept: 'Reforma de la cocina, segunda fase',
      amountMinor: 1_850_000,
      expectedOn: addDays(addMonths(day, 1), 3),
      reserveAccountId: null,
    },
    { userId: users.senior, kind: 'user' }
  )
}
