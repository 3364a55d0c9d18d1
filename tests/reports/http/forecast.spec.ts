import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { execute, inTransaction } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  endOfMonth,
  monthOf,
  today,
} from '#app/kernel/time/calendar_date'
import { RESERVED } from '#app/legal/legal_labels'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { orderPayroll } from '#app/payments/kinds/payroll/order_payroll'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { payrollToPay } from '#app/payroll/queries/payroll_to_pay'
import { explainForecast } from '#app/reports/queries/forecast'
import { type ExpenseStage, makeApproved, makeExpenseStage, someLine } from '#tests/factories/expenses'
import { costOf, makeOpenProcedure, makePayableCost } from '#tests/factories/legal'
import { hire } from '#tests/factories/payroll'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'

type Money = { minor: number; currency: string }
type Session = Awaited<ReturnType<typeof makeSignedIn>>['session']
type Week = {
  from: string | null
  to: string
  minor: number
  recurrentMinor: number
  payrollMinor: number
  otherMinor: number
  balance: number
}
type Page = {
  cash: Money
  balance: Money
  payroll: Money
  other: Money
  payrolls: { amount: Money; concept: string; detail: { people: number; is_expected: boolean } | null }[]
  others: { amount: Money; kind: string; concept: string; payee: string | null; href: string | null }[]
}

async function weeksOf(client: ApiClient, session: Session): Promise<Week[]> {
  const response = await client
    .get('/')
    .withSession(session)
    .withInertiaPartialReload('reports/dashboard/index', ['forecast'])
  return (response.inertiaProps as { forecast: Week[] }).forecast
}

async function pageOf(client: ApiClient, session: Session, query: string): Promise<Page> {
  const response = await client.get(`/resumen/prevision?${query}`).withSession(session).withInertia()
  return response.inertiaProps as Page
}

const sumOf = (listed: readonly { amount: Money }[]) =>
  listed.reduce((sum, { amount }) => sum + amount.minor, 0)

/** A note, a cost of a confidential procedure, a provision and a salary of this month, each with its payment in draft. */
async function oweEverything(stage: ExpenseStage) {
  const { siteId, person, provider, accountId, employee } = stage
  const noteId = await makeApproved(stage, { lines: [someLine()] })
  await orderExpense(noteId, {}, stage.sender.actor)
  const legal = { ...stage, creator: await makeUser('superC0ntab1l1dad') }
  const procedureId = await makeOpenProcedure(legal, { confidential: true })
  const costId = await makePayableCost(legal, procedureId)
  await orderLegalCost(costId, {}, person.actor)
  const provisionId = await createProvision(
    {
      siteId,
      providerId: provider.id,
      concept: 'Anticipo de obra',
      amountMinor: 55_500,
      expectedOn: addDays(today(), 20),
      expenseAccountId: null,
      reserveAccountId: null,
    },
    person.actor
  )
  await orderProvision(provisionId, {}, person.actor)
  const [payrollId = 0] = await createPayroll([salaryOf(siteId, employee.id)], { actor: person.actor })
  await inTransaction((trx) => orderPayroll(payrollId, { debtorAccountId: accountId }, person.actor, trx))
  return { procedureId, otherMinor: 1_210 + (await costOf(costId)).totalMinor + 55_500 }
}

const salaryOf = (siteId: number, employeeId: number) => ({
  siteId,
  employeeId,
  period: monthOf(today()),
  concept: 'salary' as const,
  netMinor: 150_000,
  grossMinor: null,
  irpfMinor: null,
  socialMinor: null,
  employerSocialMinor: null,
  payOn: today(),
})

const earns = (employeeId: number, netMinor: number, paymentsPerYear = 12) =>
  execute(
    `update employees set net_monthly_minor = :netMinor, payments_per_year = :paymentsPerYear where id = :employeeId`,
    { employeeId, netMinor, paymentsPerYear }
  )

/** From when until when somebody works, in both places that say so. */
const works = (employeeId: number, startedOn: string, endedOn: string | null) =>
  execute(
    `with spell as (update employee_periods set started_on = :startedOn, ended_on = :endedOn::date where employee_id = :employeeId)
     update employees set started_on = :startedOn, ended_on = :endedOn::date where id = :employeeId`,
    { employeeId, startedOn, endedOn }
  )

/** Everybody who is to be paid in twelve months from this one on, in cents. */
async function paidInAYear(siteId: number): Promise<{ made: number; expected: number }> {
  const until = endOfMonth(addMonths(today(), 11))
  const lines = await payrollToPay([siteId], until)
  const sum = (isExpected: boolean) =>
    lines.filter((line) => line.isExpected === isExpected).reduce((total, { minor }) => total + minor, 0)
  return { made: sum(false), expected: sum(true) }
}

test.group('What the forecast counts', () => {
  test('salaries, notes, legal costs and provisions count once, with their payments, and are what the page lists', async ({
    assert,
    client,
  }) => {
    const stage = await makeExpenseStage()
    const { siteId, employee } = stage
    await earns(employee.id, 140_000)
    const { otherMinor } = await oweEverything(stage)
    const stranger = await makeSignedIn('superC0ntab1l1dad', { siteIds: [(await makeTreasury()).siteId] })
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const weeks = await weeksOf(client, session)
    const last = weeks.at(-1)?.to as CalendarDate
    const comingMonths = [1, 2, 3].filter((ahead) => endOfMonth(addMonths(today(), ahead)) <= last).length

    const total = (minorOf: (week: Week) => number) => weeks.reduce((sum, week) => sum + minorOf(week), 0)
    assert.equal(
      total(({ otherMinor: minor }) => minor),
      otherMinor
    )
    assert.equal(
      total(({ payrollMinor }) => payrollMinor),
      150_000 + comingMonths * 140_000
    )
    let balance = 1_000_000
    for (const week of weeks) {
      balance -= week.minor + week.recurrentMinor + week.payrollMinor + week.otherMinor
      assert.equal(week.balance, balance)
      const page = await pageOf(client, session, `until=${week.to}${week.from ? `&from=${week.from}` : ''}`)
      assert.deepEqual([sumOf(page.payrolls), page.payroll.minor], [week.payrollMinor, week.payrollMinor])
      assert.deepEqual([sumOf(page.others), page.other.minor], [week.otherMinor, week.otherMinor])
      const until = await pageOf(client, session, `until=${week.to}`)
      assert.equal(until.balance.minor, balance)
      assert.equal(until.cash.minor - sumOf(until.payrolls) - sumOf(until.others), balance)
    }
    for (const week of await weeksOf(client, stranger.session))
      assert.deepEqual([week.payrollMinor, week.otherMinor], [0, 0])
    const foreign = await client
      .get(`/resumen/prevision?until=${last}&site_ids[]=${siteId}`)
      .withSession(stranger.session)
    foreign.assertStatus(404)
  })

  test('of a confidential procedure others learn the amount and the day only', async ({ assert, client }) => {
    const stage = await makeExpenseStage()
    const { procedureId, otherMinor } = await oweEverything(stage)
    const approver = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const senior = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const costShownTo = async (session: Session) => {
      const { others } = await pageOf(client, session, `until=${addDays(today(), 30)}`)
      assert.equal(sumOf(others), otherMinor)
      const cost = others.find(({ kind }) => kind === 'legal_procedure')
      return cost && [cost.concept, cost.payee, cost.href]
    }

    assert.deepEqual(await costShownTo(senior.session), [RESERVED, null, null])
    const shown = await costShownTo(approver.session)
    assert.deepEqual(
      [shown?.[1], shown?.[2]],
      [stage.providerName, `/legal_procedure/${procedureId}/edit?tab=costs`]
    )

    await execute(`update legal_procedures set responsible_user_id = :userId where id = :procedureId`, {
      userId: senior.person.id,
      procedureId,
    })
    assert.deepEqual(await costShownTo(senior.session), shown)
  })

  test('who does not see payroll reads one sum of each month', async ({ assert }) => {
    const stage = await makeExpenseStage()
    await earns(stage.employee.id, 140_000)
    await oweEverything(stage)
    const days = { from: null, to: endOfMonth(addMonths(today(), 2)) }
    const asked = async (role: 'c0ntab1l1dad' | 's1st3ma') =>
      explainForecast({ userId: stage.person.id, role, siteIds: [stage.siteId] }, days, { companies: [] })

    const [hidden, seen] = [await asked('c0ntab1l1dad'), await asked('s1st3ma')]

    assert.deepEqual(
      hidden.payroll.map(({ detail, minor }) => [detail, minor]),
      [150_000, 140_000, 140_000].map((minor) => [null, minor])
    )
    assert.deepEqual([hidden.payrollMinor, hidden.balanceMinor], [seen.payrollMinor, seen.balanceMinor])
    assert.isTrue(seen.payroll.every(({ detail }) => detail?.people === 1))
  })
})

test.group('Salaries to come', () => {
  test('fourteen payments a year have two in June and December; a month that has its salary is not counted again', async ({
    assert,
  }) => {
    const { siteId, person } = await makeTreasury()
    const [first, second] = await hire(siteId, 2, person)
    await earns(first?.id ?? 0, 100_000, 14)
    await earns(second?.id ?? 0, 1_000_000, 12)
    assert.deepEqual(await paidInAYear(siteId), { made: 0, expected: 1_400_000 + 12_000_000 })

    const [payrollId] = await createPayroll([salaryOf(siteId, first?.id ?? 0)], { actor: person.actor })
    assert.deepEqual(await paidInAYear(siteId), { made: 150_000, expected: 1_300_000 + 12_000_000 })

    await cancelPayroll({ payrollIds: [payrollId ?? 0], reason: 'Era de otro mes', actor: person.actor })
    assert.deepEqual(await paidInAYear(siteId), { made: 0, expected: 1_400_000 + 12_000_000 })

    await createPayroll(
      [{ ...salaryOf(siteId, second?.id ?? 0), concept: 'settlement', netMinor: 300_000 }],
      { actor: person.actor }
    )
    assert.deepEqual(await paidInAYear(siteId), { made: 300_000, expected: 1_400_000 + 11_000_000 })
  })

  test('who has left, has not begun or is away on the last day of a month is not paid for it', async ({
    assert,
  }) => {
    const { siteId, person } = await makeTreasury()
    const [leaves, begins, away] = await hire(siteId, 3, person)
    for (const employee of [leaves, begins, away]) await earns(employee?.id ?? 0, 100_000)
    const nextMonth = addMonths(today(), 1)
    await works(leaves?.id ?? 0, '2025-01-01', endOfMonth(nextMonth))
    await works(begins?.id ?? 0, addDays(endOfMonth(nextMonth), 1), null)
    await execute(
      `insert into employee_absences (employee_id, starts_on, ends_on) values (:id, :from, :to)`,
      {
        id: away?.id ?? 0,
        from: endOfMonth(nextMonth),
        to: addDays(endOfMonth(nextMonth), 3),
      }
    )

    assert.deepEqual(await paidInAYear(siteId), { made: 0, expected: (2 + 10 + 11) * 100_000 })
  })
})
