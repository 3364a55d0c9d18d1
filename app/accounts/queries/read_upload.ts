import { type AccountFile, selectForAccount } from '#app/accounts/statements/account_file'
import { readStatementApart, readTableColumnsApart } from '#app/accounts/statements/apart'
import { statementFiles } from '#app/accounts/statements/statement_files'
import type { ColumnMapping } from '#app/accounts/statements/tables/column_mapping'
import type { TableColumns } from '#app/accounts/statements/tables/table_mapping'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { isKept } from '#app/imports/kept_files'
import { row } from '#app/kernel/database/sql'

export type ImportAccount = {
  id: number
  siteId: number
  iban: string | null
  statementAccount: string | null
  currency: string
  name: string
  status: string
}

/** What the reader made of a file for an account: `columns` only where it is a table, no `file` until they are chosen. */
export type ReadUpload =
  | { file: AccountFile; columns: TableColumns | null }
  | { file: null; columns: TableColumns; problem: string }

/** The account a statement is imported into, or null. */
export function findImportAccount(id: number): Promise<ImportAccount | null> {
  return row<ImportAccount>(
    `select id, site_id, iban, statement_account, currency, name, status from bank_accounts where id = :id`,
    { id }
  )
}

/** The file of an earlier preview of this account, or null: nobody imports a file by guessing its key. */
export async function findUpload(bankAccountId: number, fileId: number): Promise<StoredFile | null> {
  const upload = await isKept({ ...statementFiles(bankAccountId), fileId })
  return upload ? findFile(fileId) : null
}

/** The columns that were chosen for the tables of this account's bank, or null. */
export async function findMapping(bankAccountId: number): Promise<ColumnMapping | null> {
  const found = await row<{ mapping: ColumnMapping }>(
    `select mapping from statement_mappings where bank_account_id = :bankAccountId`,
    { bankAccountId }
  )
  return found?.mapping ?? null
}

/** Reads a stored upload for its account. Throws what `selectForAccount` throws. */
export async function readUpload(upload: StoredFile, account: ImportAccount): Promise<ReadUpload> {
  return readForAccount(await readFileBytes(upload), account)
}

/** Reads the bytes of a statement for an account, tables by the remembered columns or by their usual headings. */
export async function readForAccount(bytes: Uint8Array, account: ImportAccount): Promise<ReadUpload> {
  const columns = await readTableColumnsApart(bytes, account.currency)
  const remembered = columns ? await usableMapping(account.id, columns) : null
  const mapping = remembered ?? (columns?.isSure ? columns.guess : null)
  const parsed = await readStatementApart(bytes, { mapping: mapping ?? undefined })
  const asked = parsed.issues.find(({ code }) => code === 'missing_columns' || code === 'ambiguous_sign')
  if (columns && asked) return { file: null, columns, problem: asked.message }
  return { file: selectForAccount(parsed, account), columns }
}

/** A remembered mapping serves only files that have its headings, or as many columns where they have none. */
export async function usableMapping(
  bankAccountId: number,
  { headings }: Pick<TableColumns, 'headings'>
): Promise<ColumnMapping | null> {
  const mapping = await findMapping(bankAccountId)
  if (!mapping) return null
  const known = new Set(headings)
  const isWhole = mapping.headings === undefined || mapping.headings === headings.length
  return isWhole && Object.values(mapping.columns).every((heading) => known.has(heading)) ? mapping : null
}
