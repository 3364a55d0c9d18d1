import type { ImportColumns } from '#app/imports/columns'
import type {
  Asked,
  DeclaredImport,
  ImportAbout,
  ImportSource,
  Outcome,
  ShownColumn,
} from '#app/imports/define_import'
import type { ApplyWork, JudgedRow, LeftOutRow, OpenedImport, ShownRow } from '#app/imports/opened_import'
import { type ReadRow, readRows, textOfRow } from '#app/imports/read_rows'
import type { Moves } from '#app/imports/row_moves'
import type { RowReader } from '#app/imports/row_reader'
import type { OpenTable } from '#app/imports/tables/open_table'
import { openTableApart } from '#app/imports/tables/open_table_apart'
import type { Client, Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lastFour } from '#app/kernel/identifiers/iban'
import { maskTaxId } from '#app/kernel/identifiers/personal_id'

/** A right row with its number in the file. */
export type RightRow<Value> = { rowNo: number; value: Value }

/** An import of the rows of a table: each is `read` by itself, all of them are `judge`d against what there is, then applied. */
type TableImport<Key extends string, Context, Read, Value> = Omit<ImportAbout, 'columns'> & {
  columns: ImportColumns<Key>
  rowsMax: number
  /** Which columns a file without headings has, in their order. */
  orderWithoutHeadings?: readonly NoInfer<Key>[]
  /** Sets of columns of which one has to be there whole; the first is asked for where none is. */
  oneOf?: readonly (readonly NoInfer<Key>[])[]
  moves?: Moves
  /** What reading a row needs to know: companies by name, categories. */
  context: (asked: Asked, client?: Client) => Promise<Context>
  /** What a row says. Throws or notes at the reader what is wrong with it. */
  read: (row: RowReader<NoInfer<Key>>, context: Context) => Read
  /** The rows of a file that is no table; null for one that is. */
  readOther?: (bytes: Uint8Array) => Promise<ReadRow<Read>[] | null>
  /** What speaks against rows that were read: they are in the file twice, are there already, may not be paid. */
  judge: (rows: ReadRow<Read>[], asked: Asked, client?: Client) => Promise<ReadRow<Value>[]>
  show: (value: Value, context: Context) => ShownRow
  /** What is said of the right rows as a whole: that they do not balance. */
  notices?: (rows: RightRow<Value>[], asked: Asked, client?: Client) => Promise<string[]>
  /** Takes the locks under which everything is judged again before it is applied. */
  lock?: (values: Value[], asked: Asked, trx: Transaction) => Promise<void>
  /** Takes on the right rows. Throws what nobody could know before. */
  apply: (rows: RightRow<Value>[], work: ApplyWork, trx: Transaction) => Promise<Outcome>
  after?: DeclaredImport['after']
}

/** Declares an import of tables; an area brings it in `imports` of its `area.ts`. */
export function defineImport<Key extends string, Context, Read, Value>(
  told: TableImport<Key, Context, Read, Value>
): DeclaredImport {
  return {
    ...told,
    locks: told.lock !== undefined,
    open: (source, client) => openRows(told, source, client),
  }
}

async function openRows<Key extends string, Context, Read, Value>(
  told: TableImport<Key, Context, Read, Value>,
  { bytes, choice, sheet, asked }: ImportSource,
  client?: Client
): Promise<OpenedImport> {
  const context = await told.context(asked, client)
  const other = (await told.readOther?.(bytes)) ?? null
  const table = other
    ? null
    : await openTableApart(bytes, {
        columns: told.columns,
        choice,
        sheet,
        orderWithoutHeadings: told.orderWithoutHeadings ?? [],
        oneOf: told.oneOf ?? [],
      })
  refuseDirections(table, told)
  const read = other ? { rows: other, leftOut: [] } : rowsOf(told, table, (row) => told.read(row, context))
  refuseCount(read, table, told.rowsMax)
  const all = await told.judge(read.rows, asked, client)
  const rows = all.filter(({ leftOut }) => leftOut === undefined)
  const right = rows.flatMap(({ rowNo, value, isRepeated }) =>
    value === null || isRepeated ? [] : [{ rowNo, value }]
  )
  const { lock } = told
  return {
    table,
    rows: rows.map((row) => judged(row, told, (value) => told.show(value, context))),
    leftOut: [...read.leftOut, ...all.flatMap(leftOutOf)],
    notices: [
      ...(table?.issues.map(({ message }) => message) ?? []),
      ...((await told.notices?.(right, asked, client)) ?? []),
    ],
    lock: lock
      ? (trx) =>
          lock(
            right.map(({ value }) => value),
            asked,
            trx
          )
      : null,
    take: (work, trx) => told.apply(right, work, trx),
  }
}

const leftOutOf = ({ rowNo, raw, leftOut }: ReadRow<unknown>): LeftOutRow[] =>
  leftOut === undefined ? [] : [{ rowNo, reason: leftOut, text: textOfRow(raw) }]

/** While a needed column is not found no row is read. */
function rowsOf<Key extends string, Read>(
  { moves = undefined }: { moves?: Moves },
  table: OpenTable | null,
  read: (row: RowReader<Key>) => Read
): { rows: ReadRow<Read>[]; leftOut: LeftOutRow[] } {
  if (!table || table.missing.length > 0) return { rows: [], leftOut: [] }
  return readRows<Key, Read>(table, read, moves ?? null)
}

/** Where one amount stands for both sides and nothing here reads the column that says which, nobody may guess. */
function refuseDirections(
  table: OpenTable | null,
  { columns, moves }: { columns: ImportColumns; moves?: Moves }
): void {
  if (!table || moves !== undefined || table.decisive.sign === undefined) return
  const amounts = Object.keys(table.places).filter((key) => columns[key]?.kind === 'money')
  if (amounts.length !== 1) return
  throw new DomainError(
    'E_DIRECTION',
    `La columna «${table.decisive.signName}» dice de qué lado va cada importe y aquí no se lee: use dos columnas, o el importe con su signo.`,
    { field: 'file' }
  )
}

function refuseCount(
  { rows, leftOut }: { rows: readonly unknown[]; leftOut: readonly unknown[] },
  table: OpenTable | null,
  rowsMax: number
): void {
  const isUnread = table !== null && table.missing.length > 0 && table.body.length > 0
  if (rows.length === 0 && leftOut.length === 0 && !isUnread)
    throw new DomainError('E_EMPTY', 'El fichero no tiene filas.', { field: 'file' })
  if (Math.max(rows.length, table?.body.length ?? 0) > rowsMax)
    throw new DomainError(
      'E_ROWS_MAX',
      `El fichero tiene más de ${rowsMax.toLocaleString('es-ES', { useGrouping: 'always' })} filas: divídalo en varios.`,
      { field: 'file' }
    )
}

function judged<Value>(
  row: ReadRow<Value>,
  { columns, shown, keepsRows }: Pick<ImportAbout, 'columns' | 'shown' | 'keepsRows'>,
  show: (value: Value) => ShownRow
): JudgedRow {
  const isWrong = row.value === null
  return {
    rowNo: row.rowNo,
    raw: keepsRows ? row.raw : {},
    hash: row.hash ?? null,
    state: isWrong ? 'wrong' : row.isRepeated ? 'repeated' : 'right',
    errors: row.errors,
    warnings: row.warnings,
    shown: { ...(row.value === null ? cellsOf(row.raw, columns, shown) : show(row.value)), ...row.shown },
  }
}

/** What a wrong row shows: its cells as they are written; what is private only in part. */
const cellsOf = (
  raw: Readonly<Record<string, string>>,
  columns: ImportColumns,
  shown: readonly ShownColumn[]
): ShownRow =>
  Object.fromEntries(
    shown.flatMap(({ key }) => {
      const cell = raw[key] ?? ''
      const column = columns[key]
      if (cell === '') return []
      if (!column?.isPrivate) return [[key, cell.slice(0, 80)]]
      return [[key, column.kind === 'iban' ? `•••• ${lastFour(cell)}` : maskTaxId(cell)]]
    })
  )
