import { readQuery } from '~/kit/list_query'
import type { Column, ListOf, RowBase } from '~/kit/list_types'
import { Money, type MoneyValue } from '~/kit/money'

type Worth<Key extends string, Of extends string> = {
  /** What a row is worth in the currency of its company's books. */
  key: Key
  /** The same in its own. */
  of: Of
  header: string
  /** Not shown until it is chosen, and not on a phone. */
  isOptional?: boolean
}

/**
 * The column with what each row is worth in the currency of its company's books, which is the one that adds up; no column
 * while everything listed is in that currency. A list for work offers it only, and shows it to who comes from a figure.
 */
export function worthColumn<
  Key extends string,
  Of extends string,
  Row extends RowBase & Record<Key | Of, MoneyValue>,
>(list: ListOf<Row>, { key, of, header, isOptional }: Worth<Key, Of>): Column<Row>[] {
  const ofBooks = (list.totals?.[key] ?? []).map(({ currency }) => currency)
  const isForeign =
    list.rows.some((row) => row[of].currency !== row[key].currency) ||
    (list.totals?.[of] ?? []).some(({ currency }) => !ofBooks.includes(currency))
  if (!isForeign) return []
  return [
    {
      key,
      header,
      numeric: true,
      ...(isOptional ? { optional: true, card: 'hidden' } : {}),
      cell: (row) => <Money value={row[key]} />,
    },
  ]
}

/** Whether the address was led to from a figure that is a sum of what things are worth. */
export const asksForWorth = (url: string): boolean => readQuery(url).worth !== undefined
