import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { type Filter, type ListDefinition, type ListRequest, listPage } from '#app/kernel/lists/listing'

const PAGE = 10
const DAY = `date '2026-01-01' + g % 90`

/** Rows of ninety days whose values run against them; every fifth has none. */
const list: ListDefinition = {
  from: `(select g as id, ${DAY} as day, case when g % 5 = 0 then null else g * 7919 % 400 end as value from generate_series(1, 1300) g) t`,
  key: 't.id',
  select: 't.id',
  sorts: { value: { sql: 't.value', type: 'int' }, day: { sql: 't.day', type: 'date' } },
  defaultSort: 'value',
}
const base: ListRequest = {
  page: 1,
  perPage: PAGE,
  sort: 'value',
  direction: 'asc',
  cursor: null,
  exactCount: false,
}

/** The span as `QueryFilters.days` makes it, and what else is asked. */
function february(...others: string[]): Filter {
  const where = ['t.day >= :dayFrom', 't.day <= :dayTo']
  return {
    where: [...where, ...others],
    bindings: { dayFrom: '2026-02-01', dayTo: '2026-02-28' },
    isNarrow: true,
    days: { column: 't.day', from: 'dayFrom', to: 'dayTo', where },
  }
}

async function turned(filter: Filter, wanted: Partial<ListRequest>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; page <= 60; page++) {
    const { rows: shown } = await listPage<{ id: number }>(list, { ...base, ...wanted, page }, filter)
    ids.push(...shown.map(({ id }) => id))
    if (shown.length < PAGE) break
  }
  return ids
}

async function expected(order: string, others = 'true'): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select t.id from ${list.from} where t.day between '2026-02-01' and '2026-02-28' and ${others} order by ${order}`
  )
  return found.map(({ id }) => id)
}

test.group('Lists of a span of days', () => {
  for (const direction of ['asc', 'desc'] as const) {
    test(`show every row of it once, in whatever order (${direction})`, async ({ assert }) => {
      const byValue = await expected(`t.value ${direction}, t.id ${direction}`)
      const byDay = await expected(`t.day ${direction}, t.id ${direction}`)

      assert.isAbove(byValue.length, 300)
      assert.deepEqual(await turned(february(), { direction }), byValue)
      assert.deepEqual(await turned(february(), { sort: 'day', direction }), byDay)
    })

    test(`leave out what else is not asked for (${direction})`, async ({ assert }) => {
      assert.deepEqual(
        await turned(february('t.id % 3 = 0'), { direction }),
        await expected(`t.value ${direction}, t.id ${direction}`, 't.id % 3 = 0')
      )
    })
  }
})
