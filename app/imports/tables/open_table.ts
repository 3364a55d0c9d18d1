import { type ColumnChoice, type ImportColumns, knownHeadings, namesOfColumn } from '#app/imports/columns'
import { type DayOrder, findDayOrder } from '#app/imports/tables/day_order'
import { type DecisivePlaces, findDecisive } from '#app/imports/tables/decisive_columns'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { nameOfPlace, placeNamed } from '#app/imports/tables/place_names'
import { bestHead } from '#app/imports/tables/read_table'
import { type Sheet, sheetsOf } from '#app/imports/tables/sheets'
import type { TableRow } from '#app/imports/tables/table_row'
import { isDayCell, isFigureCell } from '#app/imports/tables/table_shape'
import { findDecimalMark } from '#app/imports/tables/table_values'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { foldText } from '#app/kernel/text/similarity'

/** What is asked of a file: the columns, what somebody chose, and the order of columns where there are no headings. */
export type TableAsked = {
  columns: ImportColumns
  choice: ColumnChoice
  sheet: string | null
  orderWithoutHeadings: readonly string[]
  /** Sets of columns of which one has to be there whole. */
  oneOf: readonly (readonly string[])[]
}

/** A table with its columns found and what their values have in common. */
export type OpenTable = {
  sheet: string
  sheets: string[]
  /** The headings of the file, or the places of its columns, with the first values under each. */
  headings: { name: string; samples: string[] }[]
  /** Column → heading. */
  chosen: Record<string, string>
  places: Record<string, number>
  /** Keys of needed columns that were not found. */
  missing: string[]
  body: TableRow[]
  decimalMark: ',' | '.' | null
  dayOrders: Record<string, DayOrder>
  decisive: DecisivePlaces
  issues: FileIssue[]
}

const headRowsMax = 40
const samplesMax = 3

/**
 * Opens a file as the table that an import asks for: the sheet with most of its headings, wherever they stand, or the sheet
 * that somebody chose. Without headings that anybody knows the columns are those that somebody chose, or those of the
 * declared order when the first row fits them. Throws E_FILE_KIND at `file`; gives null for a file without rows.
 */
export function openTable(bytes: Uint8Array, asked: TableAsked): OpenTable | null {
  const { columns, choice } = asked
  const known = knownHeadings(columns, choice)
  const { sheets, issues } = sheetsOf(bytes, known)
  const scored = sheets.map((sheet) => ({ sheet, head: bestHead(sheet.rows, known) }))
  const named = scored.find(({ sheet }) => sheet.name === asked.sheet)
  const best = named ?? scored.toSorted((a, b) => b.head.found - a.head.found)[0]
  if (!best) return null
  const { rows } = best.sheet
  const isByPlace = Object.values(choice).some((name) => placeNamed(name) !== null)
  const at = isByPlace ? -1 : headOf(rows, best.head, asked)
  const body = rows.slice(at + 1)
  const names = headingNames(rows, at)
  const places = placesOf(names, at >= 0, asked)
  const cellsAt = (key: string) => body.map(({ cells }) => (cells[places[key] ?? -1] ?? '').trim())
  const keysOf = (kind: string) => Object.keys(places).filter((key) => columns[key]?.kind === kind)
  return {
    sheet: best.sheet.name,
    sheets: sheets.map(({ name }) => name),
    headings: names.flatMap((name, place) =>
      name === '' ? [] : [{ name, samples: samplesAt(body, place) }]
    ),
    chosen: Object.fromEntries(Object.entries(places).map(([key, place]) => [key, names[place] ?? ''])),
    places,
    missing: missingOf(places, asked),
    body,
    decimalMark: findDecimalMark(keysOf('money').flatMap(cellsAt)),
    dayOrders: Object.fromEntries(keysOf('day').map((key) => [key, findDayOrder(cellsAt(key))])),
    decisive: findDecisive(names, body, new Set(Object.values(places))),
    issues: [
      ...issues,
      ...otherSheets(best.sheet, scored, named !== undefined),
      ...otherColumns(names, places, asked),
    ],
  }
}

type Head = { at: number; found: number }

function headOf(
  rows: readonly TableRow[],
  head: Head,
  { columns, orderWithoutHeadings }: TableAsked
): number {
  const needed = Object.values(columns).filter(({ isNeeded }) => isNeeded).length
  if (head.found > 1 || (head.found === 1 && needed <= 1 && !isOrdered(rows, columns, orderWithoutHeadings)))
    return head.at
  if (isOrdered(rows, columns, orderWithoutHeadings)) return -1
  return unknownHead(rows)
}

/** Whether a table begins with a row of values in the declared order. */
function isOrdered(rows: readonly TableRow[], columns: ImportColumns, order: readonly string[]): boolean {
  const [first] = order
  const column = first === undefined ? undefined : columns[first]
  const cell = rows[0]?.cells[0]?.trim() ?? ''
  return column !== undefined && looksLike(column.kind, cell)
}

/** Whether a cell may be a value of such a column, and no heading. */
const looksLike = (kind: string, cell: string): boolean =>
  kind === 'iban' ? /^[A-Z]{2}\d/i.test(cell) : kind === 'day' ? isDayCell(cell) : /^\d/.test(cell)

/** The first of the widest rows near the top when nothing but texts stands in it: headings that nobody knows. -1 without one. */
function unknownHead(rows: readonly TableRow[]): number {
  const top = rows.slice(0, headRowsMax)
  const filled = (row: TableRow) => row.cells.filter((cell) => cell.trim() !== '')
  const widest = Math.max(0, ...top.map((row) => filled(row).length))
  const at = top.findIndex((row) => filled(row).length === widest)
  const first = top[at]
  return first && filled(first).every(isText) ? at : -1
}

const isText = (cell: string): boolean =>
  !isDayCell(cell) && !isFigureCell(cell) && !isValidIban(cell) && !isValidSpanishTaxId(cell)

function headingNames(rows: readonly TableRow[], at: number): string[] {
  const head = rows[at]
  if (head) return head.cells.map((cell) => cell.trim())
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, place) => nameOfPlace(place))
}

function placesOf(
  names: readonly string[],
  hasHeadings: boolean,
  { columns, choice, orderWithoutHeadings }: TableAsked
): Record<string, number> {
  const folded = names.map(foldText)
  const places: Record<string, number> = {}
  const hasChoice = Object.keys(choice).length > 0
  for (const [key, column] of Object.entries(columns)) {
    const wanted = choice[key]
    // In the order in which its names are declared: «Neto» is what is asked for, also where «Importe» stands before it.
    const byName = () =>
      namesOfColumn(column)
        .map((name) => folded.indexOf(name))
        .find((place) => place >= 0) ?? -1
    const byOrder = () => (hasChoice ? -1 : orderWithoutHeadings.indexOf(key))
    const place = wanted === undefined ? (hasHeadings ? byName() : byOrder()) : names.indexOf(wanted)
    if (place >= 0 && place < names.length) places[key] = place
  }
  return places
}

/** Another column that could have been meant is told: two amounts in a row are not the same amount. */
function otherColumns(
  names: readonly string[],
  places: Readonly<Record<string, number>>,
  { columns, choice }: TableAsked
): FileIssue[] {
  const taken = new Set(Object.values(places))
  return Object.entries(columns).flatMap(([key, column]) => {
    const place = places[key]
    if (place === undefined || choice[key] !== undefined) return []
    const known = namesOfColumn(column)
    const others = names.filter((name, at) => !taken.has(at) && name !== '' && known.includes(foldText(name)))
    if (others.length === 0) return []
    const said = [...new Set(others)].map((name) => `«${name}»`).join(', ')
    return [
      {
        code: 'other_columns',
        message: `${column.title}: se lee la columna «${names[place]}» y no ${said}; cámbielo si no es la suya.`,
      },
    ]
  })
}

function missingOf(places: Readonly<Record<string, number>>, { columns, oneOf }: TableAsked): string[] {
  const isThere = (key: string) => places[key] !== undefined
  const needed = Object.keys(columns).filter((key) => columns[key]?.isNeeded && !isThere(key))
  if (oneOf.length === 0 || oneOf.some((keys) => keys.every(isThere))) return needed
  return [...needed, ...(oneOf[0] ?? []).filter((key) => !isThere(key))]
}

function samplesAt(body: readonly TableRow[], place: number): string[] {
  const found = new Set<string>()
  for (const { cells } of body) {
    const cell = (cells[place] ?? '').trim()
    if (cell !== '') found.add(cell.slice(0, 60))
    if (found.size === samplesMax) break
  }
  return [...found]
}

/** A book with a sheet a month is not read whole: that is told, and which sheet was. */
function otherSheets(
  read: Sheet,
  scored: readonly { sheet: Sheet; head: Head }[],
  isChosen: boolean
): FileIssue[] {
  const found = scored.find(({ sheet }) => sheet === read)?.head.found ?? 0
  const alike = scored.filter(({ sheet, head }) => sheet !== read && head.found > 1 && head.found >= found)
  if (isChosen || alike.length === 0) return []
  const names = alike.map(({ sheet }) => `«${sheet.name}»`).join(', ')
  return [
    {
      code: 'other_sheets',
      message: `Se lee la hoja «${read.name}»; ${alike.length === 1 ? 'otra tiene' : 'otras tienen'} las mismas columnas (${names}) y no se importa${alike.length === 1 ? '' : 'n'}.`,
    },
  ]
}
