import { type CheckedEmployee, insertEmployees } from '#app/employees/actions/insert_employees'
import { lockStaffOf } from '#app/employees/actions/lock_employee'
import { judgeEmployees } from '#app/employees/import/judge_employees'
import {
  centerKey,
  EMPLOYEE_COLUMNS,
  type EmployeeContext,
  readEmployee,
} from '#app/employees/import/read_employee'
import { undoEmployees } from '#app/employees/import/undo_employees'
import type { Outcome, Taken } from '#app/imports/define_import'
import type { ApplyWork } from '#app/imports/opened_import'
import { defineImport, type RightRow } from '#app/imports/table_import'
import { type Client, execute, rows, type Transaction } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'
import { counted } from '#app/kernel/text/counted'
import { siteCodes, sitesByName } from '#app/sites/queries/sites_by_name'

/** Employees from a file, everybody in it or nobody; the file goes, it has served. */
export const employeeImport = defineImport({
  kind: 'employees',
  page: 'employees/imports/create',
  at: {
    create: '/employees/imports/create',
    files: '/employees/imports',
    back: '/employees',
    done: '/employees',
  },
  title: 'Importar empleados',
  subtitle:
    'Altas nuevas desde un fichero. Se importan todas las filas o ninguna; las cuentas esperan a que otra persona las verifique.',
  nouns: { one: 'empleado', many: 'empleados' },
  columns: EMPLOYEE_COLUMNS,
  rowsMax: 5000,
  shown: [
    { key: 'lastName', title: 'Nombre', kind: 'text' },
    { key: 'taxId', title: 'DNI', kind: 'number' },
    { key: 'site', title: 'Empresa', kind: 'text' },
    { key: 'startedOn', title: 'Alta', kind: 'day' },
    { key: 'position', title: 'Puesto', kind: 'text' },
    { key: 'iban', title: 'Cuenta', kind: 'number' },
  ],
  wrongRows: 'refuse',
  repeatedFile: 'tell',
  keepsFile: false,
  keepsRows: false,
  audit: {
    objectType: 'employee_import',
    applied: 'employees.imported',
    undone: 'employees.import_undone',
  },
  told: (count) => `${counted(count, 'empleado importado', 'empleados importados')}.`,
  context: ({ scope }, client) => employeeContext(scope, client),
  read: readEmployee,
  judge: judgeEmployees,
  show: ({ lastName, firstName, taxId, siteId, startedOn, position, iban }, { siteCodes: codes }) => ({
    lastName: `${lastName}, ${firstName}`,
    taxId: maskTaxId(taxId),
    site: codes.get(siteId) ?? '',
    startedOn,
    position,
    iban: iban === null ? null : `•••• ${lastFour(iban)}`,
  }),
  lock: async (employees, _asked, trx) => {
    for (const siteId of sitesOf(employees)) await lockStaffOf(siteId, trx)
  },
  apply: insertAll,
  undo: {
    hours: 30 * 24,
    question: (file, count) =>
      `Se retirarán los ${count} empleados de «${file}», siempre que no se haya modificado a ninguno después.`,
    act: undoEmployees,
    told: (count) => `Importación deshecha: ${counted(count, 'empleado retirado', 'empleados retirados')}.`,
  },
})

/** Companies by code, tax number and names, and their centres by code and name. */
async function employeeContext(scope: number[] | 'all', client?: Client): Promise<EmployeeContext> {
  const centers = await rows<{ id: number; siteId: number; code: string; name: string }>(
    `select id, site_id, code, name from site_centers where active and (:all or site_id = any(:ids::bigint[]))`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope },
    client
  )
  return {
    siteIds: await sitesByName({ scope, archived: 'without' }, client),
    siteCodes: await siteCodes(client),
    centerIds: new Map(
      centers.flatMap(({ id, siteId, code, name }): [string, number][] => [
        [centerKey(siteId, code), id],
        [centerKey(siteId, name), id],
      ])
    ),
  }
}

/** In one order, so that two imports never wait for each other. */
const sitesOf = (employees: readonly CheckedEmployee[]): number[] =>
  [...new Set(employees.map(({ siteId }) => siteId))].toSorted((a, b) => a - b)

async function insertAll(
  right: RightRow<CheckedEmployee>[],
  { actor, importId }: ApplyWork,
  trx: Transaction
): Promise<Outcome> {
  const siteIds = sitesOf(right.map(({ value }) => value))
  const taken: Taken[] = []
  for (const siteId of siteIds) {
    const own = right.filter(({ value }) => value.siteId === siteId)
    const made = await insertEmployees(
      siteId,
      own.map(({ value }) => value),
      actor,
      trx
    )
    for (const [index, { rowNo }] of own.entries())
      taken.push({ rowNo, type: 'employee', id: made[index]?.id ?? 0 })
  }
  await execute(
    `update employees set import_id = :importId::uuid where id = any(:ids::bigint[])`,
    { importId, ids: taken.map(({ id }) => id) },
    trx
  )
  return { count: right.length, siteIds, taken }
}
