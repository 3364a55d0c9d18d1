import { createHash } from 'node:crypto'
import type { TableRow } from '#app/imports/tables/table_row'
import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

/** The most rows of one file of payments (area 28 §9). */
export const UPLOAD_ROWS_MAX = 5000

/** The largest file of payments: 5 MB. */
export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024

/** A column of a file: what it is called here, and how else it is called; folded. */
export type ColumnSpec = { label: string; isNeeded: boolean; aliases: readonly string[] }
export type ColumnSpecs = Readonly<Record<string, ColumnSpec>>

/** Which heading of the file stands for which column, as somebody chose it; what is not in here is found by its name. */
export type UploadMapping = Readonly<Record<string, string>>

/** What somebody chose, of the columns there are; those left open are not in it. */
export function chosenMapping(
  given: Readonly<Record<string, string | null>>,
  specs: ColumnSpecs
): UploadMapping {
  const chosen: Record<string, string> = {}
  for (const [column, heading] of Object.entries(given))
    if (column in specs && heading) chosen[column] = heading
  return chosen
}

/** How a file is read; `triedBy` brings it in, without one it is only looked at. `isAgain`: it was brought in before, and is taken on now. */
export type UploadAsked = {
  mapping: UploadMapping
  scope: number[] | 'all'
  triedBy?: number
  isAgain?: boolean
}

/** Where the columns are in a file, and which needed ones were not found. */
export type FoundColumns = {
  headings: string[]
  /** Column → heading. */
  chosen: Record<string, string>
  places: Record<string, number>
  missing: string[]
}

/** A row of a file: `parsed` when nothing is wrong with it. `hash` is the same for the same payment wherever it stands. */
export type UploadRow<Parsed> = {
  rowNo: number
  raw: Record<string, string>
  hash: string
  parsed: Parsed | null
  errors: string[]
  /** What is said of a row that may be taken all the same. */
  warnings?: string[]
  /** What the preview shows of it, whether it is right or not. */
  shown: Record<string, string>
}

/** Finds the columns by what somebody chose, else by their names. */
export function findColumns(head: TableRow, specs: ColumnSpecs, mapping: UploadMapping): FoundColumns {
  const headings = head.cells.map((cell) => cell.trim())
  const folded = headings.map(foldText)
  const found: FoundColumns = {
    headings: headings.filter((text) => text !== ''),
    chosen: {},
    places: {},
    missing: [],
  }
  for (const [column, { label, isNeeded, aliases }] of Object.entries(specs)) {
    const wanted = mapping[column]
    const place =
      wanted === undefined
        ? folded.findIndex((name) => name !== '' && (name === foldText(label) || aliases.includes(name)))
        : headings.indexOf(wanted)
    if (place >= 0) {
      found.places[column] = place
      found.chosen[column] = headings[place] ?? ''
    } else if (isNeeded) found.missing.push(label)
  }
  return found
}

/** Every heading that the columns of a file may have. */
export const headingsOf = (specs: ColumnSpecs, mapping: UploadMapping): string[] => [
  ...Object.values(specs).flatMap(({ label, aliases }) => [label, ...aliases]),
  ...Object.values(mapping),
]

/** The rows under the heading. Throws E_EMPTY, E_ROWS_MAX. */
export function bodyOf(table: readonly TableRow[]): { head: TableRow; body: readonly TableRow[] } {
  const [head, ...body] = table
  if (!head || body.length === 0) throw refusal('E_EMPTY', 'El fichero no tiene filas.')
  if (body.length > UPLOAD_ROWS_MAX)
    throw refusal('E_ROWS_MAX', 'El fichero tiene más de 5.000 filas: divídalo en varios.')
  return { head, body }
}

/** What is the same of a payment in every copy of a file. */
export const hashOf = (parts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

const refusal = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
