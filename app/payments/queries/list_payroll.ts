import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { PAYROLL } from '#app/payments/sources/payroll_source'
import {
  PAYROLL_CONCEPTS,
  PAYROLL_STATUS,
  type PayrollConcept,
  type PayrollStatus,
  periodText,
} from '#app/payroll/payroll_concepts'

type Money = { minor: number; currency: string }
const euros = (minor: number): Money => ({ minor, currency: 'EUR' })

export type MonthRow = {
  id: number
  site_id: number
  site: string
  period: string
  period_text: string
  employees: number
  total: Money
  pending: Money
  ordered: Money
  paid: Money
  actions: string[]
}

/** What was and is to be paid by company and month; how many people that are is counted for the months of the page. */
export const payrollMonthsList: ListDefinition = {
  from: `(select site_id * 1000000 + replace(period, '-', '')::int as id, site_id, period, sum(total_minor)::bigint as total_minor, sum(pending_minor)::bigint as pending_minor,
      sum(ordered_minor)::bigint as ordered_minor, sum(paid_minor)::bigint as paid_minor
      from payroll_month_totals group by site_id, period having sum(salaries) > 0) m`,
  key: 'm.id',
  joins: `join sites s on s.id = m.site_id
    cross join lateral (select count(distinct p.employee_id)::int as employees from payroll_payments p where p.site_id = m.site_id and p.period = m.period and p.status <> 'cancelled') e`,
  select: 'm.*, e.employees, s.code as site',
  sorts: {
    period: { sql: 'm.period', type: 'text' },
    total: { sql: 'm.total_minor', type: 'bigint' },
  },
  defaultSort: '-period',
  totals: { total: 'sum(m.total_minor)', pending: 'sum(m.pending_minor)' },
}

type FoundMonth = {
  id: number
  siteId: number
  site: string
  period: string
  employees: number
  totalMinor: number
  pendingMinor: number
  orderedMinor: number
  paidMinor: number
}

export async function listPayrollMonths(request: ListRequest, filter: Filter): Promise<ListOf<MonthRow>> {
  const page = await listPage<FoundMonth>(payrollMonthsList, request, filter)
  return {
    ...page,
    rows: page.rows.map((found) => ({
      id: found.id,
      site_id: found.siteId,
      site: found.site,
      period: found.period,
      period_text: periodText(found.period),
      employees: found.employees,
      total: euros(found.totalMinor),
      pending: euros(found.pendingMinor),
      ordered: euros(found.orderedMinor),
      paid: euros(found.paidMinor),
      actions: found.pendingMinor > 0 ? ['process'] : [],
    })),
  }
}

export type PayrollRow = {
  id: number
  site: string
  employee: string
  code: string
  concept: string
  period: string
  pay_on: string
  amount: Money
  hindrance: string | null
  status: { label: string; tone: Tone }
  actions: string[]
}

const EMPLOYEE = 'join employees e on e.id = p.employee_id'

/** Salaries one by one. */
export const payrollList: ListDefinition = {
  from: 'payroll_payments p',
  key: 'p.id',
  filterJoins: EMPLOYEE,
  joins: `join sites s on s.id = p.site_id
    left join lateral (select b.verification, coalesce(b.payable_from <= now(), true) as payable from employee_banks b where b.employee_id = e.id and b.disabled_at is null and b.verification in ('verified', 'unverified')
      order by (b.verification = 'verified') desc, b.is_default desc limit 1) b on true`,
  select: `p.id, s.code as site, e.full_name as employee, e.code, p.concept, p.period, p.pay_on, p.net_minor, p.currency, p.status, b.verification, b.payable`,
  sorts: {
    pay_on: { sql: 'p.pay_on', type: 'date' },
    amount: { sql: 'p.net_minor', type: 'bigint' },
    employee: { sql: 'e.full_name', type: 'text' },
  },
  defaultSort: 'pay_on',
  totals: { amount: 'sum(p.net_minor)' },
}

type FoundPayroll = {
  id: number
  site: string
  employee: string
  code: string
  concept: PayrollConcept
  period: string
  payOn: string
  netMinor: number
  currency: string
  status: PayrollStatus
  verification: string | null
  payable: boolean | null
}

/** Where nothing is asked of the employees they are only looked up for the rows that are shown. */
function definitionFor({ sort }: ListRequest, { where }: Filter): ListDefinition {
  const { filterJoins: _, ...plain } = { ...payrollList, joins: `${EMPLOYEE} ${payrollList.joins}` }
  return sort === 'employee' || where.some((condition) => condition.includes('e.search_text'))
    ? payrollList
    : plain
}

export async function listPayroll(request: ListRequest, filter: Filter): Promise<ListOf<PayrollRow>> {
  const page = await listPage<FoundPayroll>(definitionFor(request, filter), request, filter)
  return { ...page, rows: page.rows.map(payrollRow) }
}

function payrollRow(found: FoundPayroll): PayrollRow {
  const hindrance = found.status === 'pending' ? hindranceOf(found) : null
  return {
    id: found.id,
    site: found.site,
    employee: found.employee,
    code: found.code,
    concept: PAYROLL_CONCEPTS[found.concept],
    period: periodText(found.period),
    pay_on: found.payOn,
    amount: { minor: found.netMinor, currency: found.currency },
    hindrance,
    status: PAYROLL_STATUS[found.status],
    actions: found.status === 'pending' ? ['cancel', ...(hindrance === null ? ['order'] : [])] : [],
  }
}

function hindranceOf({ verification, payable }: FoundPayroll): string | null {
  if (verification === null) return 'Sin cuenta bancaria'
  if (verification !== 'verified') return 'Cuenta sin verificar'
  return payable ? null : 'Cuenta verificada hace poco: en espera'
}

export type RunRow = {
  id: number
  number: string
  site: string
  concept: string
  account: string
  execution_date: string
  employees: number
  total: Money
  approvals: string
  status: { label: string; tone: Tone }
}

/** Runs of salaries that wait for approval or release. */
export const runsList: ListDefinition = {
  from: 'payment_runs r',
  key: 'r.id',
  joins: `join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id
    join lateral (select count(*)::int as employees, coalesce(sum(o.amount_minor), 0)::bigint as total_minor, count(*) filter (where o.status = 'buffered')::int as waiting,
        max(o.required_approvals)::int as required, coalesce(min((select count(distinct d.user_id) from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id
          and d.decision = 'approve' and d.revoked_at is null)) filter (where o.status = 'buffered'), max(o.required_approvals))::int as given
        from payment_orders o where o.run_id = r.id and o.status in ('buffered', 'approved')) o on true`,
  select: `r.id, r.number, s.code as site, r.concept, b.name as account, r.execution_date, o.employees, o.total_minor, o.waiting, o.required, o.given`,
  sorts: {
    number: { sql: 'r.id', type: 'bigint' },
    execution_date: { sql: 'r.execution_date', type: 'date' },
  },
  defaultSort: '-number',
}

/** What the list of runs looks at. */
export const WAITING_RUNS = `exists (select 1 from payment_orders o where o.run_id = r.id and o.status in ('buffered', 'approved'))`

type FoundRun = {
  id: number
  number: string
  site: string
  concept: string
  account: string
  executionDate: string
  employees: number
  totalMinor: number
  waiting: number
  required: number
  given: number
}

export async function listRuns(request: ListRequest, filter: Filter): Promise<ListOf<RunRow>> {
  const page = await listPage<FoundRun>(runsList, request, filter)
  return {
    ...page,
    rows: page.rows.map((found) => ({
      id: found.id,
      number: found.number,
      site: found.site,
      concept: found.concept,
      account: found.account,
      execution_date: found.executionDate,
      employees: found.employees,
      total: euros(found.totalMinor),
      approvals: `${found.given}/${found.required}`,
      status: found.waiting > 0 ? { label: 'En bolsa', tone: 'blue' } : { label: 'Aprobada', tone: 'green' },
    })),
  }
}

/** What one go of payments is made of: the pending salaries of a company and month, most of them at most. */
export const PROCESS_MAX = 5000

export type ProcessGroup = {
  siteId: number
  site: string
  period: string
  employees: number
  payable: number
  totalMinor: number
}

/** Companies and months with something to pay, the earliest first. */
export function processGroups(scope: number[] | 'all'): Promise<ProcessGroup[]> {
  return rows<ProcessGroup>(
    `select p.site_id, s.code || ' · ' || coalesce(nullif(s.trade_name, ''), s.legal_name) as site, p.period, count(*)::int as employees,
        count(*) filter (where exists (select 1 from employee_banks b where b.employee_id = p.employee_id and b.disabled_at is null and b.verification = 'verified' and coalesce(b.payable_from <= now(), true)))::int as payable,
        sum(p.net_minor)::bigint as total_minor
       from payroll_payments p join sites s on s.id = p.site_id where p.status = 'pending' and (:all or p.site_id = any(:ids::bigint[]))
      group by p.site_id, s.code, s.trade_name, s.legal_name, p.period order by p.period, s.code limit 200`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
}

/** The pending salaries of a company and month, by name. */
export async function pendingOf({
  siteId,
  period,
}: {
  siteId: number
  period: string
}): Promise<PayrollRow[]> {
  const found = await rows<FoundPayroll>(
    `select ${payrollList.select} from payroll_payments p ${payrollList.filterJoins} ${payrollList.joins} where p.site_id = :siteId and p.period = :period and p.status = 'pending'
      order by e.full_name collate "es-x-icu", p.id limit ${PROCESS_MAX}`,
    { siteId, period }
  )
  return found.map(payrollRow)
}

/** How many salaries wait, for the tabs; runs apart. */
export async function countPayroll(scope: number[] | 'all'): Promise<Record<string, number>> {
  const [found] = await rows<{ payments: number; runs: number }>(
    `select (select count(*)::int from (select 1 from payroll_payments p where p.status = 'pending' and (:all or p.site_id = any(:ids::bigint[])) limit 999) t) as payments,
        (select count(*)::int from (select 1 from payment_runs r where ${WAITING_RUNS} and (:all or r.site_id = any(:ids::bigint[])) limit 999) t) as runs`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return { payments: found?.payments ?? 0, buffer: found?.runs ?? 0 }
}

/** The source type of its orders, for filters. */
export const PAYROLL_ORDERS = `o.kind = 'payroll' and o.source_type = '${PAYROLL}'`
