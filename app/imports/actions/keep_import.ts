import { sha256Of, storeFile } from '#app/files/store_file'
import { refuseRepeated } from '#app/imports/actions/refuse_repeated'
import type { Asked, DeclaredImport } from '#app/imports/define_import'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type SentFile = { name: string; bytes: Uint8Array }

/**
 * Keeps a file to be looked at before anything of it is taken on; one that cannot be read at all is refused here, at `file`,
 * and so is one that was taken on before where that must not be. Gives its key.
 */
export async function keepImport(
  declared: DeclaredImport,
  { name, bytes }: SentFile,
  asked: Omit<Asked, 'purpose'>
): Promise<string> {
  refuseSize(declared, bytes.byteLength)
  await refuseRepeated(declared, sha256Of(bytes))
  const { rows, leftOut } = await declared.open({
    bytes,
    choice: {},
    sheet: null,
    asked: { ...asked, purpose: 'bring' },
  })
  return inTransaction(async (trx) => {
    const file = await storeFile({ name, bytes, createdBy: asked.actor.userId, as: 'table' }, trx)
    const { id } = await oneRow<{ id: string }>(
      `insert into imports (kind, is_once, file_id, file_name, sha256, answers, rows_total, created_by)
       values (:kind, :isOnce, :fileId, :name, :sha256, :answers::jsonb, :rowsTotal, :userId) returning id`,
      {
        kind: declared.kind,
        isOnce: declared.repeatedFile === 'refuse',
        fileId: file.id,
        name: file.name,
        sha256: file.sha256,
        answers: JSON.stringify(asked.answers),
        rowsTotal: rows.length + leftOut.length,
        userId: asked.actor.userId,
      },
      trx
    )
    return id
  })
}

const MEGABYTE = 1024 * 1024

/** Throws E_FILE_SIZE at `file` before a file is read. */
export function refuseSize({ bytesMax }: DeclaredImport, sizeBytes: number): void {
  assertFileBytes(sizeBytes)
  if (bytesMax !== undefined && sizeBytes > bytesMax)
    throw new DomainError('E_FILE_SIZE', `El archivo supera el máximo (${bytesMax / MEGABYTE} MB).`, {
      field: 'file',
    })
}
