import { type Actor, recordEvent } from '#app/audit/record_event'
import { deleteBytes, forgetFile } from '#app/files/store_file'
import { findUpload, keepUpload, UNDO_DAYS, type Upload, uploadBytes } from '#app/files/uploads'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { lastFour, normalizeIban } from '#app/kernel/identifiers/iban'
import { foldText } from '#app/kernel/text/similarity'
import { removeProvider } from '#app/providers/actions/move_provider'
import { createProvider } from '#app/providers/actions/save_provider'
import { type ImportTable, KNOWN_HEADINGS, type RowError, readImportRows } from '#app/providers/import_rows'

const PREVIEW_ROWS = 20
const PREVIEW_ERRORS = 200

/** Keeps a file to be looked at before it is imported; one that is no table is refused here. Gives its key. */
export async function uploadImport(file: { name: string; bytes: Uint8Array }, actor: Actor): Promise<string> {
  await readTableApart(file.bytes, KNOWN_HEADINGS)
  return keepUpload('provider_imports', { ...file, createdBy: actor.userId })
}

/**
 * What an upload would bring, found out by making its suppliers and taking all of it back: what is refused here is what
 * the import would refuse.
 */
export async function previewImport({ id, fileId, fileName }: Upload, actor: Actor) {
  const table = await readUpload(fileId)
  const errors = [...table.errors, ...(await rehearse(table, actor))].toSorted((a, b) => a.rowNo - b.rowNo)
  const wrong = new Set(errors.map(({ rowNo }) => rowNo))
  const sound = table.rows.filter(({ rowNo }) => !wrong.has(rowNo))
  return {
    id,
    name: fileName,
    newCount: sound.length,
    errorCount: errors.length,
    errors: errors.slice(0, PREVIEW_ERRORS),
    rows: sound.slice(0, PREVIEW_ROWS).map(({ rowNo, category, provider }) => ({
      rowNo,
      name: provider.legalName,
      taxId: provider.taxId,
      category,
      bank: provider.iban ? `•••• ${lastFour(normalizeIban(provider.iban))}` : null,
    })),
  }
}

class Rehearsed extends Error {
  constructor(readonly errors: RowError[]) {
    super('rehearsed')
  }
}

async function rehearse(table: ImportTable, actor: Actor): Promise<RowError[]> {
  try {
    return await inTransaction(async (trx) => {
      throw new Rehearsed(await makeAll(table, actor, trx))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.errors
    throw error
  }
}

/** Makes every supplier, each in a savepoint of its own; gives the refusals. */
async function makeAll(
  { rows: sound }: ImportTable,
  actor: Actor,
  trx: Transaction,
  importId: string | null = null
): Promise<RowError[]> {
  const errors: RowError[] = []
  for (const { rowNo, provider } of sound) {
    const attempt = await trx.transaction()
    try {
      const id = await createProvider(provider, actor, attempt)
      await execute(
        `update providers set import_id = :importId::uuid where id = :id`,
        { importId, id },
        attempt
      )
      await attempt.commit()
    } catch (error) {
      await attempt.rollback()
      if (!isDomainError(error)) throw error
      errors.push({ rowNo, message: error.message })
    }
  }
  return errors
}

/** Makes every supplier of an uploaded file, or none: E_ROWS at `file` while one row is wrong. Gives how many. */
export async function importProviders(importId: string, actor: Actor): Promise<number> {
  const { count, storageKey } = await inTransaction(async (trx) => {
    const upload = await findUpload('provider_imports', { importId, userId: actor.userId }, trx)
    if (!upload) throw new DomainError('E_USED', 'Este fichero ya se ha importado.', { field: 'file' })
    const table = await readUpload(upload.fileId)
    const [wrong] = [...table.errors, ...(await makeAll(table, actor, trx, importId))]
    if (wrong)
      throw new DomainError('E_ROWS', `Corrija el fichero: fila ${wrong.rowNo}. ${wrong.message}`, {
        field: 'file',
      })
    await execute(
      `update provider_imports set status = 'imported', rows_imported = :count, file_id = null where id = :importId::uuid`,
      { importId, count: table.rows.length },
      trx
    )
    await record(
      'providers.imported',
      { file: [null, upload.fileName], rows: [null, table.rows.length] },
      actor,
      trx
    )
    return { count: table.rows.length, storageKey: await forgetFile(upload.fileId, trx) }
  })
  await deleteBytes(storageKey)
  return count
}

/**
 * Takes an import back as a whole, within thirty days and only while none of its suppliers was changed or has documents.
 * Throws E_UNDO. Gives how many go.
 */
export async function undoImport(importId: string, actor: Actor): Promise<number> {
  const { count, keys } = await inTransaction(async (trx) => {
    const done = await row<{ fileName: string }>(
      `update provider_imports set status = 'undone', undone_at = now(), undone_by = :userId
        where id = :importId::uuid and status = 'imported' and created_at > now() - make_interval(days => :days) returning file_name`,
      { importId, userId: actor.userId, days: UNDO_DAYS },
      trx
    )
    if (!done)
      throw new DomainError(
        'E_UNDO',
        'Esta importación ya no se puede deshacer: han pasado más de 30 días o ya se deshizo.'
      )
    const made = await rows<{ id: number; name: string; isTouched: boolean }>(
      `select id, legal_name as name, lock_version > 0 as is_touched from providers where import_id = :importId::uuid order by id for update`,
      { importId },
      trx
    )
    const touched = made.find(({ isTouched }) => isTouched)
    if (touched)
      throw new DomainError('E_UNDO', `No se puede deshacer: «${touched.name}» se ha modificado después.`)
    const gone: string[] = []
    for (const { id } of made) gone.push(...(await removeProvider(id, actor, trx)))
    await record(
      'providers.import_undone',
      { file: [done.fileName, null], rows: [made.length, null] },
      actor,
      trx
    )
    return { count: made.length, keys: gone }
  })
  for (const key of keys) await deleteBytes(key)
  return count
}

async function readUpload(fileId: number): Promise<ImportTable> {
  const categories = await rows<{ id: number; name: string }>(
    `select id, name::text from categories where active order by id desc`
  )
  return readImportRows(
    await readTableApart(await uploadBytes(fileId), KNOWN_HEADINGS),
    new Map(categories.map(({ id, name }) => [foldText(name), id]))
  )
}

const record = (event: string, diff: Record<string, [unknown, unknown]>, actor: Actor, trx: Transaction) =>
  recordEvent({ actor, objectType: 'provider', objectId: null, event, diff }, trx)
