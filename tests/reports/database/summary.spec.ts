import { read } from '@e965/xlsx'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { settleByHand } from '#app/payments/orders/settle_order'
import { refreshMonthTotals } from '#app/reports/jobs/refresh_month_totals_job'
import type { Measure } from '#app/reports/measures'
import { checkSummary } from '#app/reports/queries/summary_check'
import { linesFilter, listSummaryLines, type SummaryLine } from '#app/reports/queries/summary_lines'
import { summaryMatrix } from '#app/reports/queries/summary_matrix'
import { summaryTable } from '#app/reports/queries/summary_page'
import type { SummaryMode, SummaryRequest } from '#app/reports/summary_request'
import { summaryWorkbook } from '#app/reports/summary_workbook'
import { makeAccount, makeBankAccount, makeOutsideAccount, makeSite } from '#tests/factories/books'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'

const ask = (siteId: number, wanted: Partial<SummaryRequest> = {}): SummaryRequest => ({
  from: calendarDate('2026-01-01'),
  to: calendarDate('2026-12-01'),
  mode: 'site',
  compare: 'none',
  eliminates: false,
  skip: 0,
  siteIds: [siteId],
  hiddenAccountIds: [],
  ...wanted,
})

const everything = {
  page: 1,
  perPage: 100,
  sort: 'posted_on',
  direction: 'asc',
  cursor: null,
  exactCount: true,
} as const

/** Every line behind a figure, two at a time, as somebody who turns all its pages reads them. */
async function walkPages(cell: Parameters<typeof listSummaryLines>[0], filter: Filter) {
  const lines: SummaryLine[] = []
  let total = 1
  for (let page = 1; lines.length < total; page++) {
    const found = await listSummaryLines(cell, { ...everything, perPage: 2 as never, page }, filter, false)
    total = found.total
    if (found.rows.length === 0) break
    lines.push(...found.rows)
  }
  return { ids: lines.map(({ id }) => id), minor: lines.reduce((sum, { amount }) => sum + amount.minor, 0) }
}

/** An invoice of 121,00 € of March, paid on 9 April, and another of 242,00 € that is not. */
async function makeSpring(): Promise<TestTreasury> {
  const treasury = await makeTreasury()
  const paid = await makeBookedInvoice(treasury, `S-1-${treasury.siteId}`)
  await makeBookedInvoice(treasury, `S-2-${treasury.siteId}`, 24_200)
  const order = await makeSentOrder(treasury, paid.id)
  await settleByHand({
    orderId: order.id,
    settledOn: calendarDate('2026-04-09'),
    actor: treasury.person.actor,
    proof: 'Extracto',
  })
  return treasury
}

let sequence = 0
type Posted = {
  siteId: number
  on: string
  debit: number
  credit: number
  minor: number
  kind?: string
  journal?: 'banco' | 'ventas'
}

function post({ siteId, on, debit, credit, minor, kind = 'test', journal = 'banco' }: Posted) {
  sequence++
  return inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate(on),
        journal,
        kind,
        idempotencyKey: `summary-test:${process.pid}:${Date.now()}:${sequence}`,
        description: 'Asiento de prueba',
        lines: [
          { accountId: debit, amountMinor: minor },
          { accountId: credit, amountMinor: -minor },
        ],
      },
      trx
    )
  )
}

async function ledgerOf(bankAccountId: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `select ledger_account_id as id from bank_accounts where id = :bankAccountId`,
    {
      bankAccountId,
    }
  )
  return id
}

test.group('Summary', () => {
  test('tells what a company was billed, what it paid and what it has left', async ({ assert }) => {
    const { siteId } = await makeSpring()

    const [row] = await summaryMatrix(ask(siteId), ask(siteId))

    assert.containsSubset(row?.figures, {
      opening: 1_000_000,
      collected: 0,
      paidOut: 12_100,
      transfers: 0,
      closing: 987_900,
      invoiced: 36_300,
      settled: 12_100,
      pending: 24_200,
      cost: 30_000,
      margin: -30_000,
    })
  })

  test('a transfer between own accounts is neither collected nor paid', async ({ assert }) => {
    const { siteId, accountId } = await makeTreasury()
    const transit = await makeAccount(siteId, '5729')
    await post({
      siteId,
      on: '2026-02-10',
      debit: transit,
      credit: await ledgerOf(accountId),
      minor: 70_000,
      kind: 'bank.transfer',
    })

    const [row] = await summaryMatrix(ask(siteId), ask(siteId))

    assert.containsSubset(row?.figures, { collected: 0, paidOut: 0, transfers: -70_000, closing: 930_000 })
  })

  test('without operations among companies of the group, their money counts as transferred', async ({
    assert,
  }) => {
    const { siteId, accountId } = await makeTreasury()
    const current = await makeOutsideAccount(siteId, '5523')
    await post({ siteId, on: '2026-02-10', debit: current, credit: await ledgerOf(accountId), minor: 50_000 })

    const [all] = await summaryMatrix(ask(siteId), ask(siteId))
    const [outside] = await summaryMatrix(ask(siteId, { eliminates: true }), ask(siteId))

    assert.containsSubset(all?.figures, { paidOut: 50_000, transfers: 0, closing: 950_000 })
    assert.containsSubset(outside?.figures, { paidOut: 0, transfers: -50_000, closing: 950_000 })
  })

  test('the month totals say the same as the lines, also of what is posted after them', async ({
    assert,
  }) => {
    const { siteId, accountId } = await makeSpring()
    const fromLines = await summaryMatrix(ask(siteId), ask(siteId))

    await refreshMonthTotals()
    const fromTotals = await summaryMatrix(ask(siteId), ask(siteId))
    const sales = await makeAccount(siteId, '705')
    await post({ siteId, on: '2026-05-04', debit: await ledgerOf(accountId), credit: sales, minor: 33_000 })
    const [after] = await summaryMatrix(ask(siteId), ask(siteId))

    assert.deepEqual(fromTotals, fromLines)
    assert.containsSubset(after?.figures, { collected: 33_000, sales: 33_000, closing: 1_020_900 })
    const { held } = await oneRow<{ held: number }>(
      `select count(*)::int as held from report_month_totals where site_id = :siteId`,
      { siteId }
    )
    assert.isAbove(held, 0)
  })

  test('agrees with the trial balance, and says by how much when it does not', async ({ assert }) => {
    const { siteId } = await makeSpring()
    await refreshMonthTotals()

    const right = await checkSummary(ask(siteId))
    await execute(
      `update report_month_totals set credit_base = credit_base + 500 where id = (select min(id) from report_month_totals where site_id = :siteId and month >= '2026-01-01')`,
      { siteId }
    )
    const wrong = await checkSummary(ask(siteId))
    await execute(
      `update report_month_totals set credit_base = credit_base - 500 where id = (select min(id) from report_month_totals where site_id = :siteId and month >= '2026-01-01')`,
      { siteId }
    )

    assert.deepEqual(right, { isRight: true, differenceMinor: 0 })
    assert.deepEqual(wrong, { isRight: false, differenceMinor: 500 })
  })

  test('closing the year empties no balance of the summary', async ({ assert }) => {
    const { siteId, accountId } = await makeTreasury()
    const [bank, equity] = [await ledgerOf(accountId), await makeAccount(siteId, '100')]
    await inTransaction((trx) =>
      postEntry(
        {
          siteId,
          postedOn: calendarDate('2025-12-31'),
          journal: 'cierre',
          kind: 'year.close',
          idempotencyKey: `summary-close:${siteId}`,
          description: 'Cierre del ejercicio',
          lines: [
            { accountId: equity, amountMinor: 1_000_000 },
            { accountId: bank, amountMinor: -1_000_000 },
          ],
        },
        trx
      )
    )
    const year = { from: calendarDate('2025-01-01'), to: calendarDate('2025-12-01') }

    const [row] = await summaryMatrix(ask(siteId, year), year)

    assert.containsSubset(row?.figures, { opening: 1_000_000, paidOut: 0, closing: 1_000_000 })
  })

  test('a year does not carry the income and expense of the one before, closed or not', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [cash, expense, income] = [
      await makeAccount(siteId, '570'),
      await makeAccount(siteId, '629'),
      await makeAccount(siteId, '705'),
    ]
    await post({ siteId, on: '2025-06-10', debit: cash, credit: income, minor: 30_000 })
    await post({ siteId, on: '2025-12-31', debit: expense, credit: cash, minor: 12_000 })
    await post({ siteId, on: '2026-01-01', debit: cash, credit: income, minor: 50_000 })
    await post({ siteId, on: '2026-02-20', debit: expense, credit: cash, minor: 5_000 })
    const years = {
      2025: { from: calendarDate('2025-01-01'), to: calendarDate('2025-12-01') },
      2026: { from: calendarDate('2026-01-01'), to: calendarDate('2026-12-01') },
      2027: { from: calendarDate('2027-01-01'), to: calendarDate('2027-12-01') },
    }
    const told = async (year: keyof typeof years) => {
      const [row] = await summaryMatrix(ask(siteId, years[year]), years[year])
      const { sales, cost, margin } = row?.figures ?? { sales: 0, cost: 0, margin: 0 }
      return { sales, cost, margin }
    }
    const assertYears = async (when: string) => {
      assert.deepEqual(await told(2025), { sales: 30_000, cost: 12_000, margin: 18_000 }, when)
      assert.deepEqual(await told(2026), { sales: 50_000, cost: 5_000, margin: 45_000 }, when)
      assert.deepEqual(await told(2027), { sales: 0, cost: 0, margin: 0 }, when)
      const months = await summaryMatrix(ask(siteId, { ...years[2026], mode: 'month' }), years[2026])
      assert.deepEqual(
        months.map(({ key, figures }) => [key, figures.sales, figures.cost]),
        [
          ['2026-01', 50_000, 0],
          ['2026-02', 0, 5_000],
        ],
        when
      )
    }

    await assertYears('from the lines')
    await refreshMonthTotals()
    await assertYears('from the month totals')
    const { id } = await oneRow<{ id: number }>(
      `select id from fiscal_years where site_id = :siteId and code = '2025'`,
      { siteId }
    )
    for (const verb of ['soft_close', 'close'] as const) await moveFiscalYear(id, verb, 'Prueba', SYSTEM)
    await assertYears('after closing')
  })

  test('rows that are not drawn stand together before and after those that are', async ({ assert }) => {
    const { siteId } = await makeSpring()
    await post({
      siteId,
      on: '2026-06-02',
      debit: await makeAccount(siteId, '4750'),
      credit: await makeAccount(siteId, '705'),
      minor: 5_000,
    })
    const request = ask(siteId, { mode: 'month' })
    const all = await summaryTable(request)
    const part = await summaryTable({ ...request, skip: 1 }, 1)

    const keys = all.rows.map(({ key }) => key)
    assert.isAbove(keys.length, 2)
    assert.deepEqual(
      part.rows.map(({ key }) => key),
      ['earlier', keys[1], 'rest']
    )
    assert.deepEqual([part.earlierSkip, part.restSkip], [0, 2])
    assert.deepEqual(part.totals, all.totals)
    assert.deepEqual([all.earlierSkip, all.restSkip], [null, null])
    assert.deepEqual((await summaryTable({ ...request, skip: 99 }, 1)).rows[0]?.key, keys[0])
  })

  test('its workbook goes on calculating', async ({ assert }) => {
    const { siteId } = await makeSpring()
    const request = ask(siteId)

    const bytes = await summaryWorkbook(await summaryTable(request), request)

    const sheet = Object.values(read(bytes, { type: 'buffer', sheetStubs: true }).Sheets)[0]
    assert.equal(sheet?.B4?.v, 10_000)
    assert.equal(sheet?.D4?.v, 121)
    assert.equal(sheet?.E4?.f, 'B4+C4-D4')
    assert.equal(sheet?.D5?.f, 'SUM(D4:D4)')
  })

  for (const mode of ['site', 'month', 'provider', 'category', 'center'] satisfies SummaryMode[]) {
    test(`every figure by ${mode} is the sum of the lines behind it`, async ({ assert }) => {
      const { siteId, accountId } = await makeSpring()
      const later = await makeCashBox(siteId)
      await post({
        siteId,
        on: '2026-03-20',
        debit: await ledgerOf(accountId),
        credit: await makeAccount(siteId, '705'),
        minor: 80_000,
      })
      await post({
        siteId,
        on: '2026-06-02',
        debit: await makeAccount(siteId, '4750'),
        credit: later,
        minor: 5_000,
      })
      await post({
        siteId,
        on: '2026-07-02',
        debit: later,
        credit: await makeAccount(siteId, '520'),
        minor: 90_000,
      })
      const request = ask(siteId, { mode })
      const { rows, columns } = await summaryTable(request)

      assert.isAbove(rows.length, 0)
      for (const row of rows) {
        const period =
          mode === 'month' ? { from: calendarDate(`${row.key}-01`), to: calendarDate(`${row.key}-01`) } : {}
        const key = {
          providerId: mode === 'provider' ? Number(row.key) : null,
          categoryId: mode === 'category' ? keyOf(row.key) : null,
          centerId: mode === 'center' ? keyOf(row.key) : null,
        }
        for (const { key: column } of columns.filter(
          ({ key: name }) => name !== 'pending' && name !== 'overdue'
        )) {
          const measure = column as Measure
          const cell = { measure, summary: { ...request, ...period }, key }
          const filter = linesFilter(measure, cell.summary, key)
          const walked = await listSummaryLines(cell, everything, filter, true)
          const paged = await walkPages(cell, filter)
          const name = `${row.label}, ${column}`
          assert.deepEqual(
            paged.ids,
            walked.rows.map(({ id }) => id),
            name
          )
          assert.equal(paged.minor, row.cells[column]?.minor, name)
          assert.equal(walked.totals?.amount?.[0]?.minor, row.cells[column]?.minor, name)
        }
      }
    })
  }

  test('whatever is posted, balances follow from movements and the books agree', async ({ assert }) => {
    const { siteId } = await makeSite()
    const bank = await ledgerOf(await makeBankAccount(siteId))
    const others: number[] = []
    for (const prefix of ['705', '626', '4750', '170', '5729']) others.push(await makeAccount(siteId, prefix))
    others.push(await makeOutsideAccount(siteId, '5523'))
    const movement = fc.record({
      month: fc.integer({ min: 1, max: 12 }),
      other: fc.nat({ max: others.length - 1 }),
      minor: fc.integer({ min: -500_000, max: 500_000 }).filter((minor) => minor !== 0),
      kind: fc.constantFrom('test', 'bank.transfer'),
      refreshes: fc.boolean(),
      eliminates: fc.boolean(),
    })

    await fc.assert(
      fc.asyncProperty(movement, async ({ month, other, minor, kind, refreshes, eliminates }) => {
        const on = `2025-${String(month).padStart(2, '0')}-15`
        await post({ siteId, on, debit: bank, credit: others[other] ?? bank, minor, kind })
        if (refreshes) await refreshMonthTotals()
        const year = { from: calendarDate('2025-01-01'), to: calendarDate('2025-12-01') }
        const request = ask(siteId, { ...year, eliminates })
        const [row] = await summaryMatrix(request, year)
        const { balance } = await oneRow<{ balance: number }>(
          `select base_minor as balance from account_balances where account_id = :bank`,
          { bank }
        )
        const { opening = 0, collected = 0, paidOut = 0, transfers = 0, closing } = row?.figures ?? {}
        assert.equal(closing, balance)
        assert.equal(opening + collected - paidOut + transfers, closing)
        assert.deepEqual(await checkSummary(request), { isRight: true, differenceMinor: 0 })
      }),
      { numRuns: 25 }
    )
  }).timeout(120_000)
})

const keyOf = (key: string) => (key === 'none' ? ('none' as const) : Number(key))

/** The ledger account of a cash box of the company, opened in March with 200,00 €. */
async function makeCashBox(siteId: number): Promise<number> {
  const id = await openBankAccount(
    {
      siteId,
      name: 'Caja de recepción',
      kind: 'cash',
      providerCode: 'manual',
      currency: 'EUR',
      iban: null,
      holderName: null,
      openedOn: calendarDate('2026-03-01'),
      openingBalanceMinor: 20_000,
    },
    SYSTEM
  )
  return ledgerOf(id)
}
