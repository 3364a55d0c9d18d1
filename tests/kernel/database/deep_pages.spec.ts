import { test } from '@japa/runner'
import { rows } from '#app/kernel/database/sql'
import { shortestWay } from '#app/kernel/lists/list_places'
import { type Filter, type ListDefinition, type ListRequest, listPage } from '#app/kernel/lists/listing'

const COUNT = 24_995

/** Rows out of nothing, a third of them without a value and every value several times. */
const list: ListDefinition = {
  from: `(select g as id, case when g % 3 = 0 then null else g::bigint * 7919 % 5000 end as value from generate_series(1, ${COUNT}) g) t`,
  key: 't.id',
  select: 't.id',
  sorts: { value: { sql: 't.value', type: 'bigint' } },
  defaultSort: 'value',
}
const base: ListRequest = {
  page: 1,
  perPage: 10,
  sort: 'value',
  direction: 'asc',
  cursor: null,
  exactCount: false,
}

/** A list of its own for each test, of which nothing is known yet. */
const fresh = (name: string): Filter => ({ where: ['length(:name) > 0'], bindings: { name } })

async function pageOf(filter: Filter, wanted: Partial<ListRequest>): Promise<number[]> {
  const page = await listPage<{ id: number }>(list, { ...base, ...wanted }, filter)
  return page.rows.map(({ id }) => id)
}

async function wholeOrder(direction: 'asc' | 'desc'): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select t.id from ${list.from} order by t.value ${direction}, t.id ${direction}`
  )
  return found.map(({ id }) => id)
}

// Forwards, backwards, again, far and near; 1.667 and 1.668 lie where the rows without a value begin ascending.
const TURNED = [
  2000, 2001, 2002, 2001, 1999, 1500, 1666, 1667, 1668, 1669, 1667, 1001, 2500, 2499, 2501, 3000, 1200,
]

test.group('Deep pages of a list', () => {
  for (const direction of ['asc', 'desc'] as const) {
    for (const exactCount of [false, true]) {
      test(`hold what lies in their place whatever was looked at before (${direction}, ${exactCount ? 'counted' : 'uncounted'})`, async ({
        assert,
      }) => {
        const order = await wholeOrder(direction)
        const filter = fresh(`${direction} ${exactCount}`)

        for (const page of TURNED)
          assert.deepEqual(
            await pageOf(filter, { direction, exactCount, page }),
            order.slice((page - 1) * 10, page * 10),
            `page ${page}`
          )
      })
    }
  }

  test('are not mistaken for those of another list, order or size', async ({ assert }) => {
    const [up, down] = [await wholeOrder('asc'), await wholeOrder('desc')]
    const filter = fresh('others')
    await pageOf(filter, { page: 2000 })

    assert.deepEqual(await pageOf(filter, { page: 2000, direction: 'desc' }), down.slice(19_990, 20_000))
    assert.deepEqual(await pageOf(filter, { page: 800, perPage: 25 }), up.slice(19_975, 20_000))
    const odd: Filter = { where: [...filter.where, 't.id % 2 = 1'], bindings: filter.bindings }
    assert.deepEqual(await pageOf(odd, { page: 1100 }), up.filter((id) => id % 2 === 1).slice(10_990, 11_000))
  })

  test('tell how many rows there are once they are so deep that the list is counted', async ({ assert }) => {
    const many: ListDefinition = { ...list, from: list.from.replace(String(COUNT), '300000') }
    const request = { ...base, page: 30_000 }

    const page = await listPage<{ id: number }>(many, request, fresh('many'))

    assert.lengthOf(page.rows, 10)
    assert.deepEqual([page.total, page.totalIsExact], [300_000, true])
  })
})

test.group('The way to a deep page', () => {
  const part = { size: 10, skip: 50_000 }
  const place = (index: number) => ({ index, value: '7', key: 7 })

  test('begins at the row that is nearest', ({ assert }) => {
    assert.deepEqual(shortestWay([], part, null), { from: null, isBackwards: false, skip: 50_000 })
    assert.deepEqual(shortestWay([place(49_999), place(20)], part, null), {
      from: place(49_999),
      isBackwards: false,
      skip: 1,
    })
    assert.deepEqual(shortestWay([place(50_012)], part, null), {
      from: place(50_012),
      isBackwards: true,
      skip: 3,
    })
  })

  test('leads back from the end of a counted list, whose last page may be short', ({ assert }) => {
    assert.deepEqual(shortestWay([], part, 50_004), { from: null, isBackwards: true, skip: 0 })
    assert.deepEqual(shortestWay([], part, 50_030), { from: null, isBackwards: true, skip: 20 })
  })
})
