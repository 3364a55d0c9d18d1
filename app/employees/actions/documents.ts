import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockEmployee, touchEmployee } from '#app/employees/actions/lock_employee'
import { DOCUMENT_KINDS, type DocumentKind } from '#app/employees/employee_labels'
import type Employee from '#app/employees/models/employee'
import { refuseUnfitPaper } from '#app/files/paper'
import { deleteBytes, forgetFile, type StoredFile, storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Upload = { kind: DocumentKind; name: string; bytes: Uint8Array }

/** Keeps a paper of an employee: PDF or picture by its content, whatever its name says. Throws at `files`. */
export async function addDocument(
  employeeId: number,
  { kind, name, bytes }: Upload,
  actor: Actor
): Promise<void> {
  await refuseUnfitPaper({ name, bytes }, 'files')
  await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
    await execute(
      `insert into employee_documents (employee_id, kind, file_id, created_by) values (:employeeId, :kind, :fileId, :userId)`,
      { employeeId, kind, fileId: file.id, userId: actor.userId },
      trx
    )
    await touchEmployee(employeeId, actor.userId, trx)
    await record(employee, kind, 'employee_document.added', actor, trx)
  })
}

/** The stored file of a paper, null when it is none of this employee's; that somebody took it stays on record. */
export function takeDocument(
  employee: Employee,
  documentId: number,
  actor: Actor
): Promise<StoredFile | null> {
  return inTransaction(async (trx) => {
    const found = await row<StoredFile & { kind: DocumentKind }>(
      `select d.kind, f.id, f.name, f.mime, f.size_bytes, f.sha256, f.storage_key from employee_documents d join files f on f.id = d.file_id
        where d.id = :documentId and d.employee_id = :employeeId`,
      { documentId, employeeId: employee.id },
      trx
    )
    if (!found) return null
    await record(employee, found.kind, 'employee_document.viewed', actor, trx)
    return found
  })
}

/** Takes a paper away for good, bytes and all: what is not needed of a person is not kept. */
export async function removeDocument(employeeId: number, documentId: number, actor: Actor): Promise<void> {
  const storageKey = await inTransaction(async (trx) => {
    const employee = await lockEmployee(employeeId, trx)
    const found = await row<{ fileId: number; kind: DocumentKind }>(
      `delete from employee_documents where id = :documentId and employee_id = :employeeId returning file_id, kind`,
      { documentId, employeeId },
      trx
    )
    if (!found) throw new DomainError('E_DOCUMENT', 'El documento ya no está.')
    await touchEmployee(employeeId, actor.userId, trx)
    await record(employee, found.kind, 'employee_document.removed', actor, trx)
    return forgetFile(found.fileId, trx)
  })
  await deleteBytes(storageKey)
}

/** Forgets every paper of an employee; gives the keys of their bytes, to be deleted once this is committed. */
export async function forgetDocuments(employeeId: number, trx: Transaction): Promise<string[]> {
  const { fileIds } = await oneRow<{ fileIds: number[] | null }>(
    `with gone as (delete from employee_documents where employee_id = :employeeId returning file_id)
     select array_agg(file_id) as file_ids from gone`,
    { employeeId },
    trx
  )
  const keys: string[] = []
  for (const fileId of fileIds ?? []) keys.push(await forgetFile(fileId, trx))
  return keys
}

/** The name of a file may hold a person's, so the trail only says what kind of paper it was. */
function record(
  { id, siteId }: Employee,
  kind: DocumentKind,
  event: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const isRemoved = event === 'employee_document.removed'
  const label = DOCUMENT_KINDS[kind]
  return recordEvent(
    {
      actor,
      objectType: 'employee',
      objectId: id,
      siteId,
      event,
      diff: { document: isRemoved ? [label, null] : [null, label] },
    },
    trx
  )
}
