import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { periodText } from '#app/payroll/payroll_concepts'

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

export type MonthRow = {
  id: number
  siteId: number
  site: string
  period: string
  periodText: string
  employees: number
  total: MoneyJson
  pending: MoneyJson
  ordered: MoneyJson
  paid: MoneyJson
  actions: string[]
}

/** What was and is to be paid by company and month; how many people that are is counted for the months of the page. */
const definition: ListDefinition = {
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

/** Salaries by company and month. */
export const payrollMonthsList: List<FoundMonth, MonthRow> = {
  name: 'nominas',
  definition: definition,
  toRow: monthRow,
  columns: [
    { key: 'periodText', title: 'Periodo', kind: 'reference', sort: 'period' },
    { key: 'site', title: 'Empresa', kind: 'name' },
    { key: 'employees', title: 'Empleados', kind: 'number' },
    { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
    { key: 'pending', title: 'Pendiente', kind: 'money' },
    { key: 'ordered', title: 'En pago', kind: 'money' },
    { key: 'paid', title: 'Pagado', kind: 'money' },
  ],
}

function monthRow(found: FoundMonth): MonthRow {
  return {
    id: found.id,
    siteId: found.siteId,
    site: found.site,
    period: found.period,
    periodText: periodText(found.period),
    employees: found.employees,
    total: euros(found.totalMinor),
    pending: euros(found.pendingMinor),
    ordered: euros(found.orderedMinor),
    paid: euros(found.paidMinor),
    actions: found.pendingMinor > 0 ? ['process'] : [],
  }
}
