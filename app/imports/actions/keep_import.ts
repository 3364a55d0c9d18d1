import { sha256Of } from '#app/files/store_file'
import { refuseRepeated } from '#app/imports/actions/refuse_repeated'
import type { Asked, DeclaredImport } from '#app/imports/define_import'
import { keepFile } from '#app/imports/kept_files'
import { countRows } from '#app/imports/queries/count_rows'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { inTransaction } from '#app/kernel/database/sql'
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
  const rowsTotal = await countRows(declared, {
    bytes,
    choice: {},
    sheet: null,
    asked: { ...asked, purpose: 'bring' },
  })
  const kept = {
    kind: declared.kind,
    isOnce: declared.repeatedFile === 'refuse',
    answers: asked.answers,
    name,
    bytes,
    rowsTotal,
    actor: asked.actor,
  }
  return inTransaction(async (trx) => (await keepFile(kept, trx)).id)
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
