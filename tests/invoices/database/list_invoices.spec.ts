import { test } from '@japa/runner'
import { invoicesList } from '#app/invoices/queries/list_invoices'
import { execute, rows } from '#app/kernel/database/sql'
import { type Filter, type ListRequest, listPage } from '#app/kernel/lists/listing'
import { makeSite } from '#tests/factories/books'

type Shown = { id: number }

/** Invoices of a new company; every third has no due day, and issue days run against the order of arrival. */
async function makeInvoices(count: number): Promise<Filter> {
  const { siteId } = await makeSite()
  await execute(
    `insert into invoices (reference, site_id, issued_on, due_on, received_at, base_minor, total_minor)
     select 'FR-LIST-' || nextval('invoice_references'), :siteId, '2025-12-31'::date - g, case when g % 3 = 0 then null else '2026-01-01'::date + g % 40 end,
        '2026-01-01'::timestamptz + g * interval '1 minute 1 microsecond', g, g from generate_series(1, :count::int) g`,
    { siteId, count }
  )
  return { where: ['i.site_id = :siteId'], bindings: { siteId } }
}

const request: ListRequest = {
  page: 1,
  perPage: 10,
  sort: 'received',
  direction: 'desc',
  cursor: null,
  exactCount: false,
}
const page = (filter: Filter, wanted: Partial<ListRequest>) =>
  listPage<Shown>(invoicesList('s1st3ma').definition, { ...request, ...wanted }, filter)

async function scroll(filter: Filter, wanted: Partial<ListRequest>): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const chunk: Awaited<ReturnType<typeof page>> = await page(filter, { ...wanted, perPage: 'all', cursor })
    ids.push(...chunk.rows.map(({ id }) => id))
    cursor = chunk.cursor
  } while (cursor !== null)
  return ids
}

async function inOrder(filter: Filter, order: string): Promise<number[]> {
  const found = await rows<{ id: number }>(
    `select i.id from invoices i where ${filter.where.join(' and ')} order by ${order}`,
    filter.bindings
  )
  return found.map(({ id }) => id)
}

test.group('Invoice list', () => {
  for (const direction of ['asc', 'desc'] as const) {
    test(`scrolling shows every invoice once, also those without a due day (${direction})`, async ({
      assert,
    }) => {
      const filter = await makeInvoices(650)

      const ids = await scroll(filter, { sort: 'due_on', direction })

      assert.deepEqual(ids, await inOrder(filter, `i.due_on ${direction}, i.id ${direction}`))
    })
  }

  test('a page deep in the list continues where the one before ended', async ({ assert }) => {
    const filter = await makeInvoices(130)

    const [ninth, tenth] = [await page(filter, { page: 9 }), await page(filter, { page: 10 })]

    const expected = await inOrder(filter, 'i.received_at desc, i.id desc')
    assert.deepEqual(
      [...ninth.rows, ...tenth.rows].map(({ id }) => id),
      expected.slice(80, 100)
    )
  })

  test('counted, every page of a list is the same, those read from its end too', async ({ assert }) => {
    const filter = await makeInvoices(137)

    for (const direction of ['asc', 'desc'] as const) {
      const shown: number[] = []
      for (let at = 1; at <= 15; at++) {
        const { rows: found, total } = await page(filter, {
          page: at,
          sort: 'due_on',
          direction,
          exactCount: true,
        })
        assert.equal(total, 137)
        shown.push(...found.map(({ id }) => id))
      }
      assert.deepEqual(shown, await inOrder(filter, `i.due_on ${direction}, i.id ${direction}`))
    }
  })

  test('the invoices of a month come in the order of the list', async ({ assert }) => {
    const filter = await makeInvoices(120)
    filter.where.push(`i.issued_on between '2025-11-01' and '2025-11-30'`)

    const narrow = await page({ ...filter, isNarrow: true }, { perPage: 25 })

    assert.deepEqual(narrow.rows, (await page(filter, { perPage: 25 })).rows)
    assert.deepEqual(
      narrow.rows.map(({ id }) => id),
      (await inOrder(filter, 'i.received_at desc, i.id desc')).slice(0, 25)
    )
  })

  test('the count and the sums are of the whole list, on a full page, on the last one and on one beyond', async ({
    assert,
  }) => {
    const filter = await makeInvoices(23)

    const pages = [
      await page(filter, {}),
      await page(filter, { page: 3 }),
      await page(filter, { page: 9 }),
      await page(filter, { perPage: 100 }),
    ]

    assert.deepEqual(
      pages.map(({ rows: shown }) => shown.length),
      [10, 3, 0, 23]
    )
    assert.isTrue(pages.every(({ total, totalIsExact }) => total === 23 && totalIsExact))
    assert.isTrue(pages.every(({ totals }) => totals?.total?.[0]?.minor === (23 * 24) / 2))
  })

  test('a list without invoices has none and sums nothing', async ({ assert }) => {
    const filter = await makeInvoices(0)

    const { total, totals, rows: shown } = await page(filter, {})

    assert.deepEqual([total, totals?.total?.[0]?.minor, shown], [0, 0, []])
  })
})
