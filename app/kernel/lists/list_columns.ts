import type { Cell, ExportColumn } from '#app/kernel/lists/export_file'
import type { MoneyJson } from '#app/kernel/money/money'
import { dayOfInstant } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'

export type Badge = { label: string; tone: Tone }

/**
 * What a column holds. It decides how a cell is drawn, how wide it is and what it is in a file: a `name` is what the row is
 * about and takes the width that is left; a `text` gives way to it; a `reference`, an `account` (masked), a day, a figure
 * and a state are never cut.
 */
type KindOf<Value> =
  | ([NonNullable<Value>] extends [MoneyJson] ? 'money' | 'currency' : never)
  | ([NonNullable<Value>] extends [Badge] ? 'badge' : never)
  | ([NonNullable<Value>] extends [string] ? TextKind : never)
  | ([NonNullable<Value>] extends [number] ? 'number' | 'percent' : never)

type TextKind = 'name' | 'text' | 'reference' | 'account' | 'day' | 'instant'
export type ColumnKind = TextKind | 'money' | 'currency' | 'badge' | 'number' | 'percent' | 'own'

/** What a page and a file know of the whole list: its rows in view and its totals. */
export type ListInView<Row> = { rows: readonly Row[]; totals?: Record<string, MoneyJson[]> }

type Common<Row> = {
  title: string
  /** The name it is sorted by: one of the `sorts` of the definition. */
  sort?: string
  /** A second, smaller line below a name: the company under the payee, the reference under the supplier. */
  second?: keyof Row & string
  /** A text that gives way: the width it would like, in px of a table of 1200. */
  width?: number
  /** Not in view until it is chosen. */
  isOptional?: boolean
  /** On a telephone: `figure` stands right of the title, `hidden` is left out; the rest are label and value. */
  card?: 'figure' | 'hidden'
  /** Where it is, when that is not on the page and in files both. */
  only?: 'page' | 'file'
  /** Left out of a page for whose rows it says nothing. */
  isSaid?: (list: ListInView<Row>) => boolean
  /** In files, where that is another than on the page: its title, and its width in letters. */
  file?: { title?: string; width?: number; value?: (row: Row) => Cell }
}

/** A cell that only its page can draw says itself what it is in a file. */
type OwnColumn<Row> = Common<Row> & {
  key: string
  kind: 'own'
  isFigure?: boolean
} & ({ only: 'page' } | { file: { value: (row: Row) => Cell; title?: string; width?: number } })

/** One column of a list, declared once for the page, its cards on a telephone and its files. */
export type ListColumn<Row> =
  | { [Key in keyof Row & string]: Common<Row> & { key: Key; kind: KindOf<Row[Key]> } }[keyof Row & string]
  | OwnColumn<Row>

/** A column as the page gets it. */
export type ShownColumn = {
  key: string
  title: string
  kind: ColumnKind
  sort?: string
  second?: string
  width?: number
  isOptional?: boolean
  isFigure?: boolean
  card?: 'figure' | 'hidden'
}

/** The columns of a page of a list, without what belongs to files or says nothing of these rows. */
export function shownColumns<Row>(columns: readonly ListColumn<Row>[], list: ListInView<Row>): ShownColumn[] {
  return columns
    .filter(({ only, isSaid }) => only !== 'file' && (isSaid?.(list) ?? true))
    .map(({ only: _only, isSaid: _isSaid, file: _file, ...shown }) => shown)
}

/** The columns of its files. */
export function fileColumns<Row>(columns: readonly ListColumn<Row>[]): ExportColumn<Row>[] {
  return columns
    .filter(({ only }) => only !== 'page')
    .map((column) => ({
      header: column.file?.title ?? column.title,
      value: column.file?.value ?? ((row: Row) => cellOf(column, row)),
      ...(column.kind === 'money' ? { kind: 'amount' as const } : {}),
      ...(column.kind === 'number' ? { kind: 'number' as const } : {}),
      ...(column.file?.width ? { width: column.file.width } : {}),
    }))
}

function cellOf<Row>(column: ListColumn<Row>, row: Row): Cell {
  const value: unknown = row[column.key as keyof Row]
  if (value === null || value === undefined) return null
  switch (column.kind) {
    case 'currency':
      return (value as MoneyJson).currency
    case 'instant':
      return dayOfInstant(value as string)
    case 'badge':
      return (value as Badge).label
    default:
      return value as Cell
  }
}
