import { listEvents } from '#app/audit/list_events'
import {
  CONTRACT_TYPES,
  DOCUMENT_KINDS,
  type DocumentKind,
  VERIFICATION_METHODS,
} from '#app/employees/employee_labels'
import { employeePayrolls } from '#app/employees/employee_payrolls'
import { employeeNotes } from '#app/employees/expense_notes'
import type Employee from '#app/employees/models/employee'
import { listBanks } from '#app/employees/queries/list_banks'
import { type EmployeeTransition, employeeWorkflow } from '#app/employees/workflows/employee_workflow'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { decimalText } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { coolingHours } from '#app/sites/actions/set_cooling_hours'

type Viewer = { id: number; role: string }

/** Everything the page of one employee shows; pay and whole IBANs only come when they are asked for (`reveal`). */
export async function employeePage(employee: Employee, viewer: Viewer) {
  return {
    employee: await headOf(employee, viewer),
    data: await dataOf(employee),
    contract: await contractOf(employee),
    hasSalary: employee.grossYearlyMinor !== null || employee.netMonthlyMinor !== null,
    isSelf: employee.userId === viewer.id,
    absences: await listAbsences(employee.id),
    periods: await listPeriods(employee.id),
    banks: await listBanks(employee, viewer),
    coolingHours: await coolingHours(),
    documents: await listDocuments(employee.id),
    payrolls: await employeePayrolls.one()(employee.id),
    notes: await employeeNotes.one().list(employee.id),
    events: await listEvents('employee', employee.id),
    options: {
      contractTypes: optionsOf(CONTRACT_TYPES),
      verificationMethods: optionsOf(VERIFICATION_METHODS),
      documentKinds: optionsOf(DOCUMENT_KINDS),
      centers: await rows<{ value: string; label: string }>(
        `select id::text as value, name as label from site_centers where site_id = :siteId and (active or id = :centerId::bigint) order by name collate "es-x-icu"`,
        { siteId: employee.siteId, centerId: employee.centerId }
      ),
    },
  }
}

async function headOf(employee: Employee, viewer: Viewer) {
  const site = await oneRow<{ id: number; code: string; name: string }>(
    `select id, code, coalesce(nullif(trade_name, ''), legal_name) as name from sites where id = :siteId`,
    { siteId: employee.siteId }
  )
  const transitions: EmployeeTransition[] = employee.isAnonymised
    ? []
    : employeeWorkflow.available(employee.status, viewer.role)
  return {
    id: employee.id,
    code: employee.code,
    name: `${employee.firstName} ${employee.lastName}`,
    position: employee.position,
    site,
    status: {
      label: employeeWorkflow.label(employee.status),
      tone: employeeWorkflow.tone(employee.status),
    },
    startedOn: employee.startedOn,
    endedOn: employee.endedOn,
    hasSettlement: employee.hasSettlement,
    endReason: employee.endReason,
    isEndPlanned: employee.endedOn !== null && employee.status !== 'terminated',
    isAnonymised: employee.isAnonymised,
    actions: transitions as string[],
    lockVersion: employee.lockVersion,
  }
}

async function dataOf(employee: Employee) {
  const user =
    employee.userId === null
      ? null
      : await row<{ value: string; label: string }>(
          `select id::text as value, name as label from users where id = :userId`,
          { userId: employee.userId }
        )
  return {
    code: employee.code,
    firstName: employee.firstName,
    lastName: employee.lastName,
    taxId: employee.taxId ?? '',
    socialSecurityNo: employee.socialSecurityNo ?? '',
    birthDate: employee.birthDate ?? '',
    email: employee.email ?? '',
    phone: employee.phone ?? '',
    address: employee.address ?? '',
    user,
  }
}

async function contractOf(employee: Employee) {
  const manager =
    employee.managerId === null
      ? null
      : await row<{ value: string; label: string }>(
          `select id::text as value, full_name as label from employees where id = :managerId`,
          { managerId: employee.managerId }
        )
  return {
    position: employee.position ?? '',
    department: employee.department ?? '',
    centerId: employee.centerId === null ? null : String(employee.centerId),
    manager,
    contractType: employee.contractType,
    startedOn: employee.startedOn,
    hoursWeek: employee.hoursWeek?.replace('.', ',') ?? '',
    expenseLimit: employee.expenseLimitMinor === null ? '' : decimalText(employee.expenseLimitMinor),
  }
}

type Absence = { id: number; startsOn: string; endsOn: string | null; isPlanned: boolean }

/** Absences that were not taken back, the latest first. */
async function listAbsences(employeeId: number): Promise<Absence[]> {
  const found = await rows<{ id: number; startsOn: CalendarDate; endsOn: CalendarDate | null }>(
    `select id, starts_on, ends_on from employee_absences where employee_id = :employeeId and cancelled_at is null order by starts_on desc limit 100`,
    { employeeId }
  )
  return found.map(({ id, startsOn, endsOn }) => ({
    id,
    startsOn,
    endsOn,
    isPlanned: startsOn > today(),
  }))
}

type Period = {
  id: number
  startedOn: string
  endedOn: string | null
  hasSettlement: boolean
  reason: string | null
}

/** Spells of employment, the latest first. */
async function listPeriods(employeeId: number): Promise<Period[]> {
  const found = await rows<{
    id: number
    startedOn: string
    endedOn: string | null
    hasSettlement: boolean
    reason: string | null
  }>(
    `select id, started_on, ended_on, has_settlement, reason from employee_periods where employee_id = :employeeId order by started_on desc`,
    { employeeId }
  )
  return found.map(({ id, startedOn, endedOn, hasSettlement, reason }) => ({
    id,
    startedOn,
    endedOn,
    hasSettlement,
    reason,
  }))
}

/** Papers of an employee, the latest first. */
async function listDocuments(employeeId: number) {
  const found = await rows<{
    id: number
    kind: DocumentKind
    name: string
    sizeBytes: number
    who: string | null
    at: Date
  }>(
    `select d.id, d.kind, f.name, f.size_bytes, u.name as who, d.created_at as at from employee_documents d join files f on f.id = d.file_id
       left join users u on u.id = d.created_by where d.employee_id = :employeeId order by d.id desc`,
    { employeeId }
  )
  return found.map(({ kind, sizeBytes, at, ...document }) => ({
    ...document,
    kind: DOCUMENT_KINDS[kind],
    sizeBytes,
    at: at.toISOString(),
  }))
}

/** Users for the picker «Usuario»: active ones that no other employee is. */
export function findUserOptions(text: string): Promise<{ value: string; label: string; hint: string }[]> {
  return rows(
    `select u.id::text as value, u.name as label, u.email::text as hint from users u
      where u.status = 'active' and not exists (select 1 from employees e where e.user_id = u.id)
        and f_unaccent(lower(u.name)) like '%' || f_unaccent(lower(:wanted)) || '%' order by u.name collate "es-x-icu" limit 20`,
    { wanted: text.replace(/[\\%_]/g, '\\$&') }
  )
}
