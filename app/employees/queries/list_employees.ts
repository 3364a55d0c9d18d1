import { BANK_VERIFICATION, type BankVerification } from '#app/accounts/bank_verification'
import { lastPayrollPaid } from '#app/employees/employee_payrolls'
import { type EmployeeStatus, employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { oneRow, rows } from '#app/kernel/database/sql'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'
import type { Badge } from '#app/kernel/lists/list_columns'
import { whereClause } from '#app/kernel/lists/list_keys'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type EmployeeRow = {
  id: number
  code: string
  name: string
  /** Masked: a list is no place for a whole DNI. */
  taxId: string
  site: { code: string; name: string }
  center: string | null
  position: string | null
  startedOn: CalendarDate
  endedOn: CalendarDate | null
  status: Badge
  bank: Badge | null
  /** The month, `11/2026`, of the last salary that was paid. */
  lastPayroll: string | null
}

const definition: ListDefinition = {
  from: 'employees e',
  key: 'e.id',
  joins: `join sites s on s.id = e.site_id
    left join site_centers c on c.id = e.center_id
    left join lateral (select b.verification from employee_banks b where b.employee_id = e.id and b.disabled_at is null
      order by b.is_default desc, b.id limit 1) b on true
    left join lateral (${lastPayrollPaid.one()('e.site_id', 'e.id')}) paid on true`,
  select: `e.id, e.code, e.full_name as name, e.tax_id, s.code as site_code, coalesce(nullif(s.trade_name, ''), s.legal_name) as site, c.name as center, e.position, e.started_on, e.ended_on,
    e.status, b.verification, right(paid.period, 2) || '/' || left(paid.period, 4) as last_payroll`,
  sorts: {
    name: { sql: 'e.full_name collate "es-x-icu"', type: 'text' },
    code: { sql: 'e.code', type: 'text' },
    started_on: { sql: 'e.started_on', type: 'date' },
    status: { sql: 'e.status', type: 'text' },
  },
  defaultSort: 'name',
}

type FoundEmployee = {
  id: number
  code: string
  name: string
  taxId: string | null
  siteCode: string
  site: string
  center: string | null
  position: string | null
  startedOn: CalendarDate
  endedOn: CalendarDate | null
  status: EmployeeStatus
  verification: BankVerification | null
  lastPayroll: string | null
}

/** Employees with where they work and where they are paid. */
export const employeesList: List<FoundEmployee, EmployeeRow> = {
  name: 'empleados',
  definition,
  toRow: employeeRow,
  columns: [
    { key: 'code', title: 'Código', kind: 'reference', only: 'file' },
    { key: 'name', title: 'Nombre', kind: 'name', sort: 'name', file: { width: 36 } },
    { key: 'code', title: 'Código', kind: 'reference', sort: 'code', only: 'page' },
    { key: 'taxId', title: 'DNI', kind: 'reference', card: 'hidden' },
    { key: 'site', title: 'Empresa', kind: 'own', file: { value: (row) => row.site.name, width: 30 } },
    { key: 'center', title: 'Centro', kind: 'text' },
    { key: 'position', title: 'Puesto', kind: 'text' },
    { key: 'startedOn', title: 'Alta', kind: 'day', sort: 'started_on', card: 'hidden' },
    { key: 'endedOn', title: 'Baja', kind: 'day', isOptional: true },
    { key: 'status', title: 'Estado', kind: 'badge', sort: 'status', card: 'figure' },
    { key: 'bank', title: 'Banco', kind: 'own', file: { value: (row) => row.bank?.label ?? 'Sin cuenta' } },
    { key: 'lastPayroll', title: 'Última nómina', kind: 'reference', isOptional: true, card: 'hidden' },
  ],
}

function employeeRow(found: FoundEmployee): EmployeeRow {
  return {
    id: found.id,
    code: found.code,
    name: found.name,
    taxId: found.taxId === null ? '' : maskTaxId(found.taxId),
    site: { code: found.siteCode, name: found.site },
    center: found.center,
    position: found.position,
    startedOn: found.startedOn,
    endedOn: found.endedOn,
    status: { label: employeeWorkflow.label(found.status), tone: employeeWorkflow.tone(found.status) },
    bank: found.verification ? BANK_VERIFICATION[found.verification] : null,
    lastPayroll: found.lastPayroll,
  }
}

const LIVE_BANK = 'select 1 from employee_banks b where b.employee_id = e.id and b.disabled_at is null'

const STAYS = `e.status <> 'terminated'`

/** What the filter «Banco» asks of an employee who has not left. */
export const BANK_FILTERS: Record<string, string> = {
  verified: `exists (${LIVE_BANK} and b.is_default and b.verification = 'verified') and ${STAYS}`,
  unverified: `exists (${LIVE_BANK} and b.verification = 'unverified') and ${STAYS}`,
  none: `not exists (${LIVE_BANK}) and ${STAYS}`,
}

export type EmployeeFigures = { active: number; leave: number; unverified: number; unpaid: number }

/** How many are at work, away, with an account to verify and without one to be paid on, in the caller's companies. */
export function employeeFigures(scope: Filter): Promise<EmployeeFigures> {
  return oneRow<EmployeeFigures>(
    `select count(*) filter (where e.status = 'active')::int as active, count(*) filter (where e.status = 'leave')::int as leave,
        count(*) filter (where b.waits)::int as unverified, count(*) filter (where b.employee_id is null)::int as unpaid
       from employees e left join (select employee_id, bool_or(verification = 'unverified') as waits from employee_banks
          where disabled_at is null group by employee_id) b on b.employee_id = e.id
       ${whereClause([...scope.where, `e.status <> 'terminated'`])}`,
    scope.bindings
  )
}

/** Centres of the caller's companies, for the filter. */
export function listCenterOptions(scope: number[] | 'all'): Promise<{ value: string; label: string }[]> {
  return rows(
    `select c.id::text as value, c.name || ' · ' || s.code as label from site_centers c join sites s on s.id = c.site_id
      where s.status <> 'archived' and (:all or s.id = any(:ids::bigint[])) order by c.name collate "es-x-icu"`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
}

type Option = { value: string; label: string; hint: string | null }

/** Employees at work for a picker, by code or name; `siteId` narrows them to one company. */
export function findEmployeeOptions(
  text: string,
  { scope, siteId }: { scope: number[] | 'all'; siteId: number | null }
): Promise<Option[]> {
  return rows<Option>(
    `select e.id::text as value, e.full_name as label, e.code || ' · ' || s.code as hint from employees e join sites s on s.id = e.site_id
      where e.status <> 'terminated' and (:all or e.site_id = any(:ids::bigint[])) and (:siteId::bigint is null or e.site_id = :siteId)
        and e.search_text like '%' || f_unaccent(lower(:wanted)) || '%' order by e.full_name collate "es-x-icu" limit 20`,
    {
      all: scope === 'all',
      ids: scope === 'all' ? [] : scope,
      siteId,
      wanted: text.replace(/[\\%_]/g, '\\$&'),
    }
  )
}
