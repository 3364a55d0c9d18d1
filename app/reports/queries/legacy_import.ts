import { findFile, readFileBytes } from '#app/files/store_file'
import { type PastImport, pastImport, UNDO_DAYS } from '#app/files/uploads'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { type Client, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'
import {
  LEGACY_HEADINGS,
  type LegacyContext,
  type LegacyTable,
  readLegacyRows,
} from '#app/reports/legacy_rows'

export type ImportRequest = { fileId: number; siteIds: number[] | 'all' }

/** The rows of an uploaded table, read for the companies of who imports it. Throws E_FILE when it is not there any more. */
export async function readLegacyFile({
  fileId,
  siteIds,
}: ImportRequest): Promise<LegacyTable & { name: string }> {
  const file = await findFile(fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  return { ...(await readLegacyTable(await readFileBytes(file), siteIds)), name: file.name }
}

/** The rows of a table, read for these companies. Throws at `file` what is no table of old payments. */
export async function readLegacyTable(
  bytes: Uint8Array,
  siteIds: ImportRequest['siteIds']
): Promise<LegacyTable> {
  return readLegacyRows([...(await readTableApart(bytes, LEGACY_HEADINGS))], await legacyContext(siteIds))
}

/** Companies by code, tax number and names. */
async function legacyContext(siteIds: number[] | 'all'): Promise<LegacyContext> {
  const sites = await rows<{ id: number; names: string[] }>(
    `select id, array_remove(array[code, tax_id::text, legal_name::text, trade_name], null) as names from sites where (:all or id = any(:ids::bigint[]))`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds }
  )
  const currencies = await rows<{ code: string }>(`select code from currencies`)
  return {
    siteIds: new Map(
      sites.flatMap(({ id, names }) => names.map((name): [string, number] => [foldText(name), id]))
    ),
    currencies: new Set(currencies.map(({ code }) => code)),
  }
}

/** Which of these payments are in the history already, or twice in the file itself. */
export async function repeatedOf({ rows: read }: LegacyTable, client?: Client): Promise<Set<number>> {
  const known = await rows<{ fingerprint: string }>(
    `select fingerprint from legacy_payments where fingerprint = any(:wanted::text[])`,
    { wanted: read.map(({ fingerprint }) => fingerprint) },
    client
  )
  const seen = new Set(known.map(({ fingerprint }) => fingerprint))
  const repeated = new Set<number>()
  for (const { rowNo, fingerprint } of read) {
    if (seen.has(fingerprint)) repeated.add(rowNo)
    seen.add(fingerprint)
  }
  return repeated
}

const PREVIEW_ROWS = 20
const PREVIEW_ERRORS = 100

/** What an uploaded file would bring: its first rows, what is wrong with each other row, how many are there already. */
export async function previewLegacyImport(request: ImportRequest) {
  const table = await readLegacyFile(request)
  const repeated = await repeatedOf(table)
  const sites = await rows<{ id: number; code: string }>(`select id, code from sites`)
  const codes = new Map(sites.map(({ id, code }) => [id, code]))
  const fresh = table.rows.filter(({ rowNo }) => !repeated.has(rowNo))
  return {
    fileId: request.fileId,
    name: table.name,
    newCount: fresh.length,
    repeatedCount: repeated.size,
    errorCount: table.errors.length,
    errors: table.errors.slice(0, PREVIEW_ERRORS),
    rows: fresh.slice(0, PREVIEW_ROWS).map((read) => ({
      rowNo: read.rowNo,
      paidOn: read.paidOn,
      site: codes.get(read.siteId) ?? '',
      payee: read.payee,
      concept: read.concept,
      amount: { minor: read.amountMinor, currency: read.currency },
      reference: read.reference,
    })),
  }
}

/** The last imports, the newest first; only who may take them back is offered it. */
export async function listLegacyImports({ canUndo }: { canUndo: boolean }) {
  const found = await rows<PastImport & { repeated: number }>(
    `select m.id, f.name as file, m.rows_imported as imported, m.rows_repeated as repeated, u.name as who, m.created_at as at,
        m.undone_at is not null as is_undone,
        :canUndo and m.undone_at is null and m.created_at > now() - make_interval(days => :days) as can_undo
       from legacy_payment_imports m join files f on f.id = m.file_id left join users u on u.id = m.created_by
      order by m.created_at desc limit 20`,
    { canUndo, days: UNDO_DAYS }
  )
  return found.map((item) => ({ ...pastImport(item), repeated: item.repeated }))
}
