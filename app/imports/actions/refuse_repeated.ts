import type { DeclaredImport } from '#app/imports/define_import'
import { findEarlier } from '#app/imports/queries/find_import'
import type { Client } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatInstant } from '#app/kernel/time/calendar_date'

/** Throws E_USED at `file` for the bytes of a file that was taken on before, where that must not happen twice. */
export async function refuseRepeated(
  { kind, repeatedFile }: Pick<DeclaredImport, 'kind' | 'repeatedFile'>,
  sha256: string,
  client?: Client
): Promise<void> {
  if (repeatedFile !== 'refuse') return
  const used = await findEarlier({ kind, sha256 }, client)
  if (used)
    throw new DomainError('E_USED', `El fichero ya se procesó el ${formatInstant(used.appliedAt)}.`, {
      field: 'file',
    })
}
