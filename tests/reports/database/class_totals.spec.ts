import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { refreshMonthTotals } from '#app/reports/jobs/refresh_month_totals_job'
import type { Measure } from '#app/reports/measures'
import { stretchOf } from '#app/reports/queries/lines_by_span'
import { linesFilter, listSummaryLines } from '#app/reports/queries/summary_lines'
import type { SummaryRequest } from '#app/reports/summary_request'
import { makeAccount, makeBankAccount, makeSite } from '#tests/factories/books'

const YEAR = { from: calendarDate('2026-01-01'), to: calendarDate('2026-12-01') }
const KEY = { providerId: null, categoryId: null, centerId: null }
const LINES_A_DAY = 240

const ask = (siteId: number, wanted: Partial<SummaryRequest> = {}): SummaryRequest => ({
  ...YEAR,
  mode: 'site',
  compare: 'none',
  eliminates: false,
  skip: 0,
  siteIds: [siteId],
  hiddenAccountIds: [],
  ...wanted,
})

let sequence = 0

/** One entry with many lines of cost, paid by the bank. */
async function postDay(siteId: number, accounts: { cost: number; bank: number }, on: string): Promise<void> {
  sequence++
  const costs = Array.from({ length: LINES_A_DAY }, (_, line) => ({
    accountId: accounts.cost,
    amountMinor: 100 + line,
  }))
  const total = costs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal: 'banco',
        kind: 'test',
        idempotencyKey: `class-totals:${process.pid}:${Date.now()}:${sequence}`,
        description: 'Asiento de prueba',
        lines: [...costs, { accountId: accounts.bank, amountMinor: -total }],
      },
      trx
    )
  )
}

async function makeBooks() {
  const { siteId } = await makeSite()
  const bankAccountId = await makeBankAccount(siteId)
  const { bank } = await oneRow<{ bank: number }>(
    `select ledger_account_id as bank from bank_accounts where id = :bankAccountId`,
    { bankAccountId }
  )
  return { siteId, bankAccountId, cost: await makeAccount(siteId, '629'), bank }
}

type Direction = 'asc' | 'desc'

async function linesOf(
  measure: Measure,
  summary: SummaryRequest,
  { direction, page, perPage }: { direction: Direction; page: number; perPage: number | 'all' }
) {
  const request = {
    page,
    perPage: perPage as 100,
    sort: 'posted_on',
    direction,
    cursor: null,
    exactCount: true,
  }
  const found = await listSummaryLines(
    { measure, summary, key: KEY },
    request,
    linesFilter(measure, summary, KEY),
    perPage === 1000
  )
  return { ids: found.rows.map(({ id }) => id), total: found.total, minor: found.totals?.amount?.[0]?.minor }
}

/** What the totals by class of a company say, and what its lines say: unit, class, day, lines of both sides, sum. */
async function bothOf(siteId: number) {
  const kept = await rows(
    `select unit, class, starts_on, sum(debit_lines + credit_lines)::int as lines, sum(debit_base - credit_base)::bigint as minor from report_class_totals
      where site_id = :siteId group by 1, 2, 3 having sum(debit_lines + credit_lines) <> 0 order by 1, 2, 3`,
    { siteId }
  )
  const lines = await rows(
    `select u.unit, a.class, case u.unit when 'day' then m.posted_on else m.month end as starts_on, count(*)::int as lines, sum(m.base_minor)::bigint as minor
       from report_lines m join report_accounts a on a.account_id = m.account_id cross join (values ('day'), ('month')) u (unit)
      where m.site_id = :siteId group by 1, 2, 3 order by 1, 2, 3`,
    { siteId }
  )
  return { kept, lines }
}

test.group('Totals by class of account', () => {
  for (const direction of ['asc', 'desc'] as const) {
    test(`a page of many lines holds what lies in its place, whether they are added up or not (${direction})`, async ({
      assert,
    }) => {
      const books = await makeBooks()
      for (const on of ['2026-03-02', '2026-03-09', '2026-03-31', '2026-05-04'])
        await postDay(books.siteId, books, on)
      await refreshMonthTotals()
      for (const on of ['2026-03-09', '2026-03-10']) await postDay(books.siteId, books, on)
      const summary = ask(books.siteId)

      const walked = await linesOf('cost', summary, { direction, page: 1, perPage: 1000 })
      const paged: number[] = []
      for (let page = 1; page <= 15; page++)
        paged.push(...(await linesOf('cost', summary, { direction, page, perPage: 100 })).ids)

      assert.lengthOf(paged, 6 * LINES_A_DAY)
      assert.deepEqual(paged.slice(0, 1000), walked.ids)
      const { total, minor } = await linesOf('cost', summary, { direction, page: 3, perPage: 10 })
      assert.equal(total, 6 * LINES_A_DAY)
      assert.equal(minor, 6 * (100 * LINES_A_DAY + (LINES_A_DAY * (LINES_A_DAY - 1)) / 2))
    })
  }

  test('tell nothing of an account that the reader may not look into, nor of another company', async ({
    assert,
  }) => {
    const [books, others] = [await makeBooks(), await makeBooks()]
    await postDay(books.siteId, books, '2026-03-02')
    await postDay(others.siteId, others, '2026-03-02')
    await refreshMonthTotals()
    const first = { direction: 'desc', page: 1, perPage: 10 } as const

    const seen = await linesOf('paidOut', ask(books.siteId), first)
    const hidden = await linesOf('paidOut', ask(books.siteId, { hiddenAccountIds: [books.bank] }), first)

    assert.deepEqual([seen.total, seen.ids.length], [1, 1])
    assert.deepEqual([hidden.total, hidden.minor, hidden.ids], [0, 0, []])
    assert.equal((await linesOf('cost', ask(books.siteId), first)).total, LINES_A_DAY)
  })

  test('an account that changes its class takes its lines along', async ({ assert }) => {
    const books = await makeBooks()
    await postDay(books.siteId, books, '2026-03-02')
    await refreshMonthTotals()
    await postDay(books.siteId, books, '2026-03-03')
    const { bankAccountId } = books

    await execute(`update bank_accounts set kind = 'credit_line' where id = :bankAccountId`, {
      bankAccountId,
    })

    const { total } = await linesOf('paidOut', ask(books.siteId), {
      direction: 'desc',
      page: 1,
      perPage: 10,
    })
    assert.equal(total, 0)
    await refreshMonthTotals()
    const { kept, lines } = await bothOf(books.siteId)
    assert.deepEqual(kept, lines)
    assert.isFalse(kept.some((row) => (row as { class: string }).class === 'cash'))
  })
})

test.group('Where a page lies', () => {
  const day = (text: string) => calendarDate(`2026-03-${text}`)
  const spans = [
    { startsOn: day('01'), lines: 3, amount: 0 },
    { startsOn: day('05'), lines: 10, amount: 0 },
    { startsOn: day('09'), lines: 2, amount: 0 },
  ]

  test('from the first day with a line of it to the last', ({ assert }) => {
    const of = (direction: Direction, skip: number, size: number) =>
      stretchOf(spans, { direction }, { size, skip })

    assert.deepEqual(of('asc', 0, 3), { first: day('01'), last: day('01'), skip: 0, lines: 3 })
    assert.deepEqual(of('asc', 2, 2), { first: day('01'), last: day('05'), skip: 2, lines: 13 })
    assert.deepEqual(of('asc', 4, 5), { first: day('05'), last: day('05'), skip: 1, lines: 10 })
    assert.deepEqual(of('desc', 1, 4), { first: day('05'), last: day('09'), skip: 1, lines: 12 })
    assert.isNull(of('asc', 15, 5))
  })
})
