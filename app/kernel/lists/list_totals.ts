import { camelName } from '#app/kernel/database/camel_names'
import { rows } from '#app/kernel/database/sql'
import { sourceOf } from '#app/kernel/lists/list_keys'
import type { Filter, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { byCurrency } from '#app/kernel/money/sums'

/** Each total by its currency, the euro first; nothing at all is zero euros, and nothing of a sparse one. */
export async function sumRows(definition: ListDefinition, filter: Filter) {
  const { totals = {}, sparseTotals = [], worth } = definition
  const own = definition.currency ?? `'EUR'::text`
  const books = worth?.currency ?? own
  const sums = Object.entries({ ...totals, ...worth?.totals })
    .map(([name, sum]) => `${sparseTotals.includes(name) ? sum : `coalesce(${sum}, 0)`}::bigint as "${name}"`)
    .join(', ')
  const found = await rows<Summed>(
    `select ${own} as currency, ${books} as books_currency, ${sums} ${sourceOf(definition, filter)}
      group by 1, 2 order by ${own} <> 'EUR', 1, ${books} <> 'EUR', 2`,
    { ...definition.bindings, ...filter.bindings }
  )
  return Object.fromEntries([
    ...Object.keys(totals).map((name) => [
      name,
      sparseTotals.includes(name) ? toldSums(found, name) : sumsOf(found, name, 'currency'),
    ]),
    ...Object.keys(worth?.totals ?? {}).map((name) => [name, sumsOf(found, name, 'booksCurrency')]),
  ])
}

type Summed = Record<string, number | null> & { currency: string; booksCurrency: string }

const toldSums = (found: readonly Summed[], name: string): MoneyJson[] =>
  byCurrency(
    found.flatMap(({ currency, ...sums }) => {
      const minor = sums[camelName(name)]
      return typeof minor === 'number' ? [{ minor, currency }] : []
    })
  )

function sumsOf(found: readonly Summed[], name: string, of: 'currency' | 'booksCurrency'): MoneyJson[] {
  const amounts = found.map((sum) => ({ minor: sum[camelName(name)] ?? 0, currency: sum[of] }))
  return amounts.length > 0 ? byCurrency(amounts) : [{ minor: 0, currency: 'EUR' }]
}
