import { checkIbans, findIbanHits, warnedText } from '#app/blacklist/check_iban'
import { LISTED_TEXT } from '#app/employees/actions/refuse_listed'
import { takenTaxIdText } from '#app/employees/actions/refuse_taken'
import {
  centerKey,
  type ImportContext,
  type ImportRow,
  type ImportTable,
  KNOWN_HEADINGS,
  type RowError,
  readImportRows,
} from '#app/employees/import_rows'
import {
  KEPT_HOURS,
  type PastImport,
  pastImport,
  UNDO_DAYS,
  type Upload,
  uploadBytes,
} from '#app/files/uploads'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { type Client, rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'
import { foldText } from '#app/kernel/text/similarity'

type Scope = number[] | 'all'

/** What is read, and what is said of rows that may be taken on all the same. */
export type ReadImport = ImportTable & { warnings: ReadonlyMap<number, string> }

/** Who brings a file in; `isAgain` when it was brought in before, and is taken on now. */
type Tried = { triedBy?: number | null; isAgain?: boolean }

/**
 * The rows of bytes, read for the companies of who imports them, with what speaks against each of them. With `triedBy`
 * somebody brings them in, and what runs into the list stays on record; without, they are only looked at.
 */
export async function readImport(
  bytes: Uint8Array,
  { scope, ...tried }: Tried & { scope: Scope },
  client?: Client
): Promise<ReadImport> {
  const table = readImportRows(
    await readTableApart(bytes, KNOWN_HEADINGS),
    await importContext(scope, client)
  )
  const listed = await listedRows(table.rows, tried, client)
  const doubts = [...(await takenRows(table.rows, client)), ...listed.errors]
  const refused = new Set(doubts.map(({ rowNo }) => rowNo))
  return {
    rows: table.rows.filter(({ rowNo }) => !refused.has(rowNo)),
    errors: [...table.errors, ...doubts].toSorted((a, b) => a.rowNo - b.rowNo),
    warnings: listed.warnings,
  }
}

/** Companies by code, tax number and names, and their centres by code and name. */
async function importContext(scope: Scope, client?: Client): Promise<ImportContext> {
  const bindings = { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  const sites = await rows<{ id: number; names: string[] }>(
    `select id, array_remove(array[code, tax_id::text, legal_name::text, trade_name], null) as names from sites
      where status <> 'archived' and (:all or id = any(:ids::bigint[]))`,
    bindings,
    client
  )
  const centers = await rows<{ id: number; siteId: number; code: string; name: string }>(
    `select id, site_id, code, name from site_centers where active and (:all or site_id = any(:ids::bigint[]))`,
    bindings,
    client
  )
  return {
    siteIds: new Map(
      sites.flatMap(({ id, names }) => names.map((name): [string, number] => [foldText(name), id]))
    ),
    centerIds: new Map(
      centers.flatMap(({ id, siteId, code, name }): [string, number][] => [
        [centerKey(siteId, code), id],
        [centerKey(siteId, name), id],
      ])
    ),
  }
}

/** Rows whose person or code the company has already. */
async function takenRows(read: readonly ImportRow[], client?: Client): Promise<RowError[]> {
  const found = await rows<{ rowNo: number; site: string; isPerson: boolean; code: string }>(
    `select w.row_no, coalesce(nullif(s.trade_name, ''), s.legal_name) as site, e.tax_id is not distinct from w.tax_id as is_person, e.code
       from jsonb_to_recordset(:wanted::jsonb) as w(row_no int, site_id bigint, tax_id text, code text)
       join employees e on e.site_id = w.site_id and (e.tax_id = w.tax_id and e.status <> 'terminated' or e.code = w.code)
       join sites s on s.id = w.site_id`,
    {
      wanted: JSON.stringify(
        read.map(({ rowNo, siteId, taxId, code }) => ({
          row_no: rowNo,
          site_id: siteId,
          tax_id: taxId,
          code,
        }))
      ),
    },
    client
  )
  return found.map(({ rowNo, site, isPerson, code }) => ({
    rowNo,
    message: isPerson ? takenTaxIdText(site) : `El código «${code}» ya existe en ${site}.`,
  }))
}

async function listedRows(
  read: readonly ImportRow[],
  { triedBy, isAgain = false }: Tried,
  client?: Client
): Promise<{ errors: RowError[]; warnings: Map<number, string> }> {
  const paid = read.flatMap(({ rowNo, iban }) => (iban === null ? [] : [{ rowNo, iban }]))
  const errors: RowError[] = []
  const warnings = new Map<number, string>()
  if (paid.length === 0) return { errors, warnings }
  const ibans = paid.map(({ iban }) => iban)
  const hits =
    triedBy === undefined
      ? await findIbanHits(ibans, client)
      : await checkIbans(
          paid,
          {
            point: 'employee_import',
            objectType: 'employee',
            userId: triedBy,
            ...(isAgain ? { onceInHours: KEPT_HOURS } : {}),
          },
          client
        )
  for (const [index, { rowNo }] of paid.entries()) {
    const hit = hits[index]
    if (hit?.severity === 'block') errors.push({ rowNo, message: LISTED_TEXT })
    else if (hit) warnings.set(rowNo, warnedText(hit))
  }
  return { errors, warnings }
}

const PREVIEW_ROWS = 20
const PREVIEW_ERRORS = 200

/** What an upload would bring: its first rows, masked as the list is, and what is wrong with each other row. */
export async function previewImport({ id, fileId, fileName }: Upload, scope: Scope) {
  const table = await readImport(await uploadBytes(fileId), { scope })
  const sites = await rows<{ id: number; code: string }>(`select id, code from sites`)
  const codes = new Map(sites.map((site) => [site.id, site.code]))
  return {
    id,
    name: fileName,
    newCount: table.rows.length,
    errorCount: table.errors.length,
    errors: table.errors.slice(0, PREVIEW_ERRORS),
    rows: table.rows.slice(0, PREVIEW_ROWS).map((read) => ({
      rowNo: read.rowNo,
      name: `${read.lastName}, ${read.firstName}`,
      taxId: maskTaxId(read.taxId),
      site: codes.get(read.siteId) ?? '',
      startedOn: read.startedOn,
      position: read.position,
      bank: read.iban === null ? null : `•••• ${lastFour(read.iban)}`,
      warning: table.warnings.get(read.rowNo) ?? null,
    })),
  }
}

/** The last imports of the caller's companies, the newest first. */
export async function listImports(scope: Scope) {
  const found = await rows<PastImport>(
    `select m.id, m.file_name as file, m.rows_imported as imported, u.name as who, m.created_at as at, m.status = 'undone' as is_undone,
        m.status = 'imported' and m.created_at > now() - make_interval(days => :days) as can_undo
       from employee_imports m left join users u on u.id = m.created_by
      where m.status <> 'uploaded' and (:all or :ids::bigint[] @> m.site_ids)
      order by m.created_at desc limit 20`,
    { days: UNDO_DAYS, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(pastImport)
}
