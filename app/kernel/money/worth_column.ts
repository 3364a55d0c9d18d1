import type { ListColumn, ListInView } from '#app/kernel/lists/list_columns'
import type { MoneyJson } from '#app/kernel/money/money'

type MoneyKey<Row> = { [Key in keyof Row & string]: Row[Key] extends MoneyJson ? Key : never }[keyof Row &
  string]

type Worth<Row> = {
  /** What a row is worth in the currency of its company's books. */
  key: MoneyKey<Row>
  /** The same in its own. */
  of: MoneyKey<Row>
  title: string
  /** Not in view until it is chosen, and not on a telephone. */
  isOptional?: boolean
  fileTitle?: string
}

/**
 * The column with what each row is worth in the currency of its company's books, which is the one that adds up; a page
 * leaves it out while everything listed is in that currency. A list for work offers it only, and shows it to who comes
 * from a figure.
 */
export function worthColumn<Row>({ key, of, title, isOptional, fileTitle }: Worth<Row>): ListColumn<Row> {
  const column = {
    key,
    title,
    kind: 'money' as const,
    isSaid: (list: ListInView<Row>) => isForeign(list, key, of),
    ...(isOptional ? { isOptional, card: 'hidden' as const } : {}),
    ...(fileTitle ? { file: { title: fileTitle } } : {}),
  }
  return column as unknown as ListColumn<Row>
}

function isForeign<Row>(
  { rows, totals = {} }: ListInView<Row>,
  key: keyof Row & string,
  of: keyof Row & string
) {
  const currencyOf = (row: Row, name: keyof Row) => (row[name] as MoneyJson).currency
  const ofBooks = (totals[key] ?? []).map(({ currency }) => currency)
  return (
    rows.some((row) => currencyOf(row, of) !== currencyOf(row, key)) ||
    (totals[of] ?? []).some(({ currency }) => !ofBooks.includes(currency))
  )
}
