import { test } from '@japa/runner'
import fc from 'fast-check'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import type { JournalDraft } from '#app/ledger/journal_draft'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { balanceOf, makeAccount, makeSite } from '#tests/factories/books'

const PREFIXES = ['628', '410', '472', '572', '629']
type Book = { siteId: number; accounts: number[] }
type Sketch = { book: number; month: number; parts: { account: number; amountMinor: number }[]; last: number }

let sequence = 0

async function makeBooks(count: number): Promise<Book[]> {
  const books: Book[] = []
  for (let index = 0; index < count; index++) {
    const { siteId } = await makeSite()
    const accounts: number[] = []
    for (const prefix of PREFIXES) accounts.push(await makeAccount(siteId, prefix))
    books.push({ siteId, accounts })
  }
  return books
}

/** Any lines whose sum is not zero, closed by one more on another account. */
const sketches = fc.array(
  fc
    .record({
      book: fc.nat(1),
      month: fc.integer({ min: 1, max: 12 }),
      parts: fc.array(
        fc.record({
          account: fc.nat(PREFIXES.length - 1),
          amountMinor: fc
            .integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
            .filter((amount) => amount !== 0),
        }),
        { minLength: 1, maxLength: 6 }
      ),
      last: fc.nat(PREFIXES.length - 1),
    })
    .filter(({ parts }) => parts.reduce((sum, part) => sum + part.amountMinor, 0) !== 0),
  { minLength: 1, maxLength: 8 }
)

function toDraft({ book, month, parts, last }: Sketch, books: Book[]): JournalDraft {
  const { siteId, accounts } = books[book] ?? { siteId: 0, accounts: [] }
  const sum = parts.reduce((total, part) => total + part.amountMinor, 0)
  const closed = [...parts, { account: last, amountMinor: -sum }]
  return {
    siteId,
    postedOn: calendarDate(`2025-${String(month).padStart(2, '0')}-15`),
    journal: 'diversos',
    kind: 'test.property',
    idempotencyKey: `property:${process.pid}:${siteId}:${sequence++}`,
    description: 'Asiento cualquiera',
    lines: closed.map(({ account, amountMinor }) => ({ accountId: accounts[account] ?? 0, amountMinor })),
  }
}

const readBalances = async (books: Book[]) =>
  new Map(
    await Promise.all(
      books.flatMap(({ accounts }) => accounts).map(async (id) => [id, await balanceOf(id)] as const)
    )
  )

function addLines(balances: Map<number, number>, drafts: JournalDraft[]): Map<number, number> {
  const sums = new Map(balances)
  for (const line of drafts.flatMap(({ lines }) => lines))
    sums.set(line.accountId, (sums.get(line.accountId) ?? 0) + line.amountMinor)
  return sums
}

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('Ledger, whatever is posted', () => {
  test('every balance is the sum of what was posted to its account', async ({ assert }) => {
    const books = await makeBooks(2)

    await fc.assert(
      fc.asyncProperty(sketches, async (drawn) => {
        const drafts = drawn.map((sketch) => toDraft(sketch, books))
        const expected = addLines(await readBalances(books), drafts)

        for (const draft of drafts) await inTransaction((trx) => postEntry(draft, trx))

        assert.deepEqual(await readBalances(books), expected)
      }),
      { numRuns: 60 }
    )

    assert.deepEqual(await violations(), [])
  }).timeout(60_000)

  test('eight people posting at once leave the same balances and no gap in the numbers', async ({
    assert,
  }) => {
    const books = await makeBooks(2)

    await fc.assert(
      fc.asyncProperty(fc.array(sketches, { minLength: 8, maxLength: 8 }), async (people) => {
        const drafts = people.map((drawn) => drawn.map((sketch) => toDraft(sketch, books)))
        const expected = addLines(await readBalances(books), drafts.flat())

        await Promise.all(
          drafts.map(async (own) => {
            for (const draft of own) await inTransaction((trx) => postEntry(draft, trx))
          })
        )

        assert.deepEqual(await readBalances(books), expected)
        const numbers = await rows<{ n: number; last: number }>(
          `select count(*)::int as n, max(entry_no)::int as last from journal_entries where site_id = any(:ids::bigint[]) group by fiscal_year_id`,
          { ids: books.map(({ siteId }) => siteId) }
        )
        assert.isTrue(numbers.every(({ n, last }) => n === last))
      }),
      { numRuns: 12 }
    )

    assert.deepEqual(await violations(), [])
  }).timeout(60_000)

  test('a cent more on any line is refused and leaves nothing behind', async ({ assert }) => {
    const books = await makeBooks(2)

    await fc.assert(
      fc.asyncProperty(sketches, fc.constantFrom(1, -1, 100), async ([drawn], extra) => {
        if (!drawn) return
        const sound = toDraft(drawn, books)
        const [first, ...others] = sound.lines
        if (!first || first.amountMinor + extra === 0) return
        const crooked = { ...sound, lines: [{ ...first, amountMinor: first.amountMinor + extra }, ...others] }
        const before = await readBalances(books)

        const post = () =>
          inTransaction((trx) =>
            oneRow(`select ledger_post(:draft::jsonb) as posted`, { draft: JSON.stringify(crooked) }, trx)
          )

        await assert.rejects(post, /ledger_unbalanced/)
        assert.deepEqual(await readBalances(books), before)
      }),
      { numRuns: 40 }
    )
  }).timeout(60_000)
})
