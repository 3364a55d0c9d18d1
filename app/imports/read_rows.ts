import type { LeftOutRow } from '#app/imports/opened_import'
import { type Moves, moveReader } from '#app/imports/row_moves'
import { type RowReader, readerOf } from '#app/imports/row_reader'
import type { OpenTable } from '#app/imports/tables/open_table'
import { isSumLabel, isSummary } from '#app/imports/tables/summaries'
import type { TableRow } from '#app/imports/tables/table_row'
import { isDomainError } from '#app/kernel/domain_error'

/** A row on its way: what it says (null while anything is wrong with it) and what was found out about it. */
export type ReadRow<Value> = {
  rowNo: number
  raw: Record<string, string>
  value: Value | null
  errors: string[]
  warnings: string[]
  /** The same for the same thing in every copy of a file; null where nothing stays on record. */
  hash?: string
  isRepeated?: true
  /** Why it is no business of the import. */
  leftOut?: string
  /** What is shown of it whether it is right or not, beside its cells. */
  shown?: Record<string, string>
}

/**
 * The rows of a table, each by what `read` makes of its cells: its own refusals and those that were noted. A row that never
 * happened or goes the other way (`moves`) is left out and counted, and so is a wrong one that only sums others up; one without anything in the known columns is none.
 */
export function readRows<Key extends string, Value>(
  table: OpenTable,
  read: (row: RowReader<Key>) => Value,
  moves: Moves | null
): { rows: ReadRow<Value>[]; leftOut: LeftOutRow[] } {
  const verdictOf = moves === null ? null : moveReader(table, moves)
  const rows: ReadRow<Value>[] = []
  const leftOut: LeftOutRow[] = []
  for (const line of table.body) {
    const raw = rawOf(line, table.places)
    if (Object.values(raw).every((cell) => cell === '')) continue
    const verdict = verdictOf?.(line)
    if (verdict?.leftOut) {
      leftOut.push({ rowNo: line.line, reason: verdict.leftOut.slice(0, 40), text: textOfRow(raw) })
      continue
    }
    const { reader, errors, warnings } = readerOf<Key>(line, table)
    const value = valueIn(() => read(reader), errors)
    errors.unshift(...(verdict?.errors ?? []))
    const summary =
      errors.length > 0 ? line.cells.find((cell) => isSummary(cell) || isSumLabel(cell)) : undefined
    if (summary !== undefined) {
      leftOut.push({ rowNo: line.line, reason: summary.trim(), text: textOfRow(raw) })
      continue
    }
    rows.push({
      rowNo: line.line,
      raw,
      value: errors.length === 0 ? value : null,
      errors: [...new Set(errors)],
      warnings: [...warnings, ...(verdict?.warnings ?? [])],
    })
  }
  return { rows, leftOut }
}

function valueIn<Value>(read: () => Value, errors: string[]): Value | null {
  try {
    return read()
  } catch (error) {
    if (!isDomainError(error)) throw error
    errors.push(error.message)
    return null
  }
}

/** A row in one line. */
export const textOfRow = (raw: Readonly<Record<string, string>>): string =>
  Object.values(raw).filter(Boolean).join(' · ').slice(0, 160)

const rawOf = ({ cells }: TableRow, places: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(places).map(([key, place]) => [key, (cells[place] ?? '').trim()]))
