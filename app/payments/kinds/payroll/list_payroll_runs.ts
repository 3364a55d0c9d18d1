import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

export type RunRow = {
  id: number
  number: string
  site: string
  concept: string
  account: string
  executionDate: string
  employees: number
  total: MoneyJson
  approvals: string
  status: Badge
}

/** Runs of salaries that wait for approval or release. */
const definition: ListDefinition = {
  from: 'payment_runs r',
  key: 'r.id',
  joins: `join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id
    join lateral (select count(*)::int as employees, coalesce(sum(o.amount_minor), 0)::bigint as total_minor, count(*) filter (where o.status = 'buffered')::int as waiting,
        max(o.required_approvals + coalesce(o.payer_required_approvals, 0))::int as required, coalesce(min((select count(distinct (d.user_id, d.site_id)) from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id
          and d.decision = 'approve' and d.revoked_at is null)) filter (where o.status = 'buffered'), max(o.required_approvals + coalesce(o.payer_required_approvals, 0)))::int as given
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

/** The pay buffer of salaries. */
export const runsList: List<FoundRun, RunRow> = {
  name: 'relaciones-de-nomina',
  definition: definition,
  toRow: runRow,
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'concept', title: 'Concepto', kind: 'name' },
    { key: 'employees', title: 'Pagos', kind: 'number' },
    { key: 'total', title: 'Total', kind: 'money', card: 'figure' },
    { key: 'account', title: 'Cuenta origen', kind: 'text' },
    { key: 'executionDate', title: 'Ejecución', kind: 'day', sort: 'execution_date' },
    { key: 'approvals', title: 'Aprobaciones', kind: 'reference' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

function runRow(found: FoundRun): RunRow {
  return {
    id: found.id,
    number: found.number,
    site: found.site,
    concept: found.concept,
    account: found.account,
    executionDate: found.executionDate,
    employees: found.employees,
    total: euros(found.totalMinor),
    approvals: `${found.given}/${found.required}`,
    status: found.waiting > 0 ? { label: 'En bolsa', tone: 'blue' } : { label: 'Aprobada', tone: 'green' },
  }
}

/** SQL: the words of a run `r` that are searched. */
export const RUN_WORDS = 'f_unaccent(lower(r.number || r.concept))'

/** The company whose account a run is charged to. */
export const RUN_PAYER = '(select p.site_id from bank_accounts p where p.id = r.debtor_account_id)'
