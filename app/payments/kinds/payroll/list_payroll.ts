import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition, ListRequest } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { WAITING_RUNS } from '#app/payments/kinds/payroll/list_payroll_runs'
import {
  PAYROLL_CONCEPTS,
  PAYROLL_STATUS,
  type PayrollConcept,
  type PayrollStatus,
  periodText,
} from '#app/payroll/payroll_concepts'

export type PayrollRow = {
  id: number
  site: string
  employee: string
  code: string
  concept: string
  period: string
  payOn: string
  amount: MoneyJson
  hindrance: string | null
  status: Badge
  actions: string[]
}

const EMPLOYEE = 'join employees e on e.id = p.employee_id'

/** Salaries one by one. */
const payrollDefinition: ListDefinition = {
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

/** Salaries one by one. */
export const payrollList: List<FoundPayroll, PayrollRow> = {
  name: 'pagos-de-nomina-por-empleado',
  definition: payrollDefinition,
  toRow: payrollRow,
  columns: [
    { key: 'employee', title: 'Empleado', kind: 'name', sort: 'employee' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'concept', title: 'Concepto', kind: 'text' },
    { key: 'period', title: 'Periodo', kind: 'reference' },
    { key: 'payOn', title: 'Fecha de pago', kind: 'day', sort: 'pay_on' },
    { key: 'amount', title: 'Neto', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    {
      key: 'hindrance',
      title: 'Avisos',
      kind: 'text',
      isSaid: ({ rows }) => rows.some(({ hindrance }) => hindrance !== null),
    },
  ],
}

/** The same list; where nothing is asked of the employees they are only looked up for the rows that are shown. */
export function payrollListFor({ sort }: ListRequest, { where }: Filter): typeof payrollList {
  if (sort === 'employee' || where.some((condition) => condition.includes('e.search_text')))
    return payrollList
  const { filterJoins: _, ...plain } = payrollDefinition
  return { ...payrollList, definition: { ...plain, joins: `${EMPLOYEE} ${plain.joins}` } }
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
    payOn: found.payOn,
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
    `select ${payrollDefinition.select} from payroll_payments p ${payrollDefinition.filterJoins} ${payrollDefinition.joins} where p.site_id = :siteId and p.period = :period and p.status = 'pending'
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

/** SQL: a salary `p` that waits to be paid. */
export const PENDING_PAYROLL = `p.status = 'pending'`
