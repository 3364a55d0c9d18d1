import { knownIn, sheetsOf } from '#app/imports/tables/sheets'
import type { TableRow } from '#app/imports/tables/table_row'
import { foldText } from '#app/kernel/text/similarity'

/** How far down the headings of a table are looked for. */
const headRowsMax = 40

/**
 * The rows of a file, a sheet or CSV by its content, headings first: `headings` are those that the table may have, and what
 * stands above the row (of the sheet) with most of them is a title and no part of it. Throws E_FILE_KIND at `file` for
 * anything else.
 */
export function readTable(bytes: Uint8Array, headings: readonly string[] = []): readonly TableRow[] {
  const known = new Set(headings.map(foldText))
  const { sheets } = sheetsOf(bytes, known)
  const scored = sheets.map(({ rows }) => ({ rows, ...bestHead(rows, known) }))
  const [best] = scored.toSorted((a, b) => b.found - a.found)
  if (best && best.found > 1) return best.rows.slice(best.at)
  return sheets[0]?.rows ?? []
}

/** The row near the top with most known headings. */
export function bestHead(
  rows: readonly TableRow[],
  known: ReadonlySet<string>
): { at: number; found: number } {
  let best = { at: 0, found: 0 }
  for (const [at, { cells }] of rows.slice(0, headRowsMax).entries()) {
    const found = knownIn(cells, known)
    if (found > best.found) best = { at, found }
  }
  return best
}
