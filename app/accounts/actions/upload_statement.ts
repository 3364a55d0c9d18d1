import { findImportAccount, readForAccount } from '#app/accounts/queries/read_upload'
import { statementFiles } from '#app/accounts/statements/statement_files'
import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import type { Actor } from '#app/audit/record_event'
import { sha256Of } from '#app/files/store_file'
import { keepFile } from '#app/imports/kept_files'
import { assertFileBytes } from '#app/imports/tables/file_limits'
import { type Client, execute, inTransaction, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

type Input = { bankAccountId: number; name: string; bytes: Uint8Array; actor: Actor }

/**
 * Keeps a statement file for its preview; nothing is imported. Gives the key of the file. Throws at `file` when it is
 * too large, of another account or currency, or was imported before.
 */
export async function uploadStatement({ bankAccountId, name, bytes, actor }: Input): Promise<number> {
  assertFileBytes(bytes.byteLength)
  const account = await findImportAccount(bankAccountId)
  if (!account) throw new Error(`No bank account ${bankAccountId}`)
  refuseClosed(account.status)
  await refuseImported(bankAccountId, sha256Of(bytes))
  await readForAccount(bytes, account)
  const kept = { ...statementFiles(bankAccountId), name, bytes, actor }
  return inTransaction(async (trx) => (await keepFile(kept, trx)).file.id)
}

/** Throws E_CLOSED at `file` for the statement of a closed account. */
export function refuseClosed(status: string): void {
  if (status === 'closed')
    throw new DomainError('E_CLOSED', 'La cuenta está cerrada: no admite extractos.', { field: 'file' })
}

/** Remembers how the tables of this account's bank are read. */
export async function saveMapping(
  bankAccountId: number,
  mapping: ColumnMapping,
  actor: Actor
): Promise<void> {
  await execute(
    `insert into statement_mappings (bank_account_id, mapping, updated_by) values (:bankAccountId, :mapping, :userId)
     on conflict (bank_account_id) do update set mapping = excluded.mapping, updated_by = excluded.updated_by`,
    { bankAccountId, mapping: JSON.stringify(mapping), userId: actor.userId }
  )
}

/** Throws E_STATEMENT_REPEATED, with its date, when these very bytes were imported into the account. */
export async function refuseImported(bankAccountId: number, sha256: string, client?: Client): Promise<void> {
  const before = await row<{ importedOn: CalendarDate }>(
    `select (created_at at time zone 'Europe/Madrid')::date as imported_on from bank_statements
      where bank_account_id = :bankAccountId and file_sha256 = :sha256 limit 1`,
    { bankAccountId, sha256 },
    client
  )
  if (before) {
    throw new DomainError(
      'E_STATEMENT_REPEATED',
      `Este fichero ya se importó el ${formatDay(before.importedOn)}.`,
      { field: 'file' }
    )
  }
}
