import { type Actor, recordEvent } from '#app/audit/record_event'
import { insertEmployees } from '#app/employees/actions/insert_employees'
import { lockStaffOf } from '#app/employees/actions/lock_employee'
import type { ImportRow } from '#app/employees/import_rows'
import { readImport } from '#app/employees/queries/employee_import'
import { deleteBytes, forgetFile } from '#app/files/store_file'
import { findUpload, keepUpload, UNDO_DAYS, uploadBytes } from '#app/files/uploads'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Keeps a file to be looked at before it is imported; one that is no table is refused here, and what of it runs into the
 * list of blocked accounts stays on record. Gives its key.
 */
export async function uploadImport(
  file: { name: string; bytes: Uint8Array },
  scope: number[] | 'all',
  actor: Actor
): Promise<string> {
  await readImport(file.bytes, { scope, triedBy: actor.userId })
  return keepUpload('employee_imports', { ...file, createdBy: actor.userId })
}

type Request = { importId: string; userId: number; scope: number[] | 'all' }

/**
 * Takes on everybody in an uploaded file, or nobody: E_ROWS at `file` while one row is wrong. The rows are read again
 * here, under the locks of their companies. The file goes; it has served. Gives how many were taken on.
 */
export async function importEmployees({ importId, userId, scope }: Request, actor: Actor): Promise<number> {
  const { imported, storageKey } = await inTransaction(async (trx) => {
    const upload = await findUpload('employee_imports', { importId, userId }, trx)
    if (!upload) throw new DomainError('E_USED', 'Este fichero ya se ha importado.', { field: 'file' })
    const bytes = await uploadBytes(upload.fileId)
    const siteIds = sitesOf((await readImport(bytes, { scope }, trx)).rows)
    for (const siteId of siteIds) await lockStaffOf(siteId, trx)
    const table = await readImport(bytes, { scope, triedBy: userId, isAgain: true }, trx)
    const [wrong] = table.errors
    if (wrong)
      throw new DomainError('E_ROWS', `Corrija el fichero: fila ${wrong.rowNo}. ${wrong.message}`, {
        field: 'file',
      })
    if (table.rows.length === 0)
      throw new DomainError('E_EMPTY', 'El fichero no tiene filas.', { field: 'file' })
    for (const siteId of siteIds) await insertSite(importId, siteId, table.rows, actor, trx)
    await execute(
      `update employee_imports set status = 'imported', rows_imported = :count, site_ids = :siteIds, file_id = null where id = :importId::uuid`,
      { importId, count: table.rows.length, siteIds },
      trx
    )
    await record(
      'employees.imported',
      { file: [null, upload.fileName], rows: [null, table.rows.length] },
      actor,
      trx
    )
    return { imported: table.rows.length, storageKey: await forgetFile(upload.fileId, trx) }
  })
  await deleteBytes(storageKey)
  return imported
}

/** In one order, so that two imports never wait for each other. */
const sitesOf = (read: readonly ImportRow[]) =>
  [...new Set(read.map(({ siteId }) => siteId))].toSorted((a, b) => a - b)

async function insertSite(
  importId: string,
  siteId: number,
  read: readonly ImportRow[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const own = read.filter((employee) => employee.siteId === siteId)
  const made = await insertEmployees(siteId, own, actor, trx)
  await execute(
    `update employees set import_id = :importId::uuid where id = any(:ids::bigint[])`,
    { importId, ids: made.map(({ id }) => id) },
    trx
  )
}

/**
 * Takes an import back as a whole, within thirty days and only while nobody it brought was touched since. Throws E_UNDO
 * with the first who was. Gives how many go.
 */
export async function undoImport(
  { importId, scope }: { importId: string; scope: number[] | 'all' },
  actor: Actor
): Promise<number> {
  return inTransaction(async (trx) => {
    const done = await row<{ fileName: string; rowsImported: number }>(
      `update employee_imports set status = 'undone', undone_at = now(), undone_by = :userId
        where id = :importId::uuid and status = 'imported' and created_at > now() - make_interval(days => :days)
          and (:all or :ids::bigint[] @> site_ids) returning file_name, rows_imported`,
      {
        importId,
        userId: actor.userId,
        days: UNDO_DAYS,
        all: scope === 'all',
        ids: scope === 'all' ? [] : scope,
      },
      trx
    )
    if (!done)
      throw new DomainError(
        'E_UNDO',
        'Esta importación ya no se puede deshacer: han pasado más de 30 días o ya se deshizo.'
      )
    const people = await rows<{ id: number; name: string; isTouched: boolean }>(
      `select e.id, e.full_name as name, e.lock_version > 0 or exists (select 1 from employees o where o.manager_id = e.id and o.import_id is distinct from e.import_id) as is_touched
         from employees e where e.import_id = :importId::uuid order by e.id for update of e`,
      { importId },
      trx
    )
    refuseTouched(people)
    await removePeople(
      people.map(({ id }) => id),
      trx
    )
    await record(
      'employees.import_undone',
      { file: [done.fileName, null], rows: [done.rowsImported, null] },
      actor,
      trx
    )
    return people.length
  })
}

function refuseTouched(people: readonly { name: string; isTouched: boolean }[]): void {
  const touched = people.filter(({ isTouched }) => isTouched)
  const [first] = touched
  if (!first) return
  const others = touched.length - 1
  throw new DomainError(
    'E_UNDO',
    `No se puede deshacer: después se ha modificado a ${first.name}${others > 0 ? ` y a ${others} más` : ''}.`
  )
}

/** Mails that were not sent yet go too: nobody is told of an account that was never kept. */
async function removePeople(ids: number[], trx: Transaction): Promise<void> {
  const bindings = { ids }
  await execute(
    `delete from outgoing_mails where object_type = 'employee' and object_id = any(:ids::bigint[]) and status = 'queued'`,
    bindings,
    trx
  )
  for (const table of ['employee_banks', 'employee_periods'])
    await execute(`delete from ${table} where employee_id = any(:ids::bigint[])`, bindings, trx)
  await execute(`delete from employees where id = any(:ids::bigint[])`, bindings, trx)
}

function record(
  event: string,
  diff: Record<string, [unknown, unknown]>,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  return recordEvent({ actor, objectType: 'employee_import', objectId: null, event, diff }, trx)
}
