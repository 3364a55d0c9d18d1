import { test } from '@japa/runner'
import fc from 'fast-check'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import type { JournalDraft } from '#app/ledger/journal_draft'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { balanceOf, makeAccount, makeSite } from '#tests/factories/books'

/** The book as it should be: balances, the next number, and what was posted so far. */
type Model = {
  balances: Map<number, number>
  nextNo: number
  posted: { entryId: number; draft: JournalDraft; reversedBy: number | null }[]
}
type Book = { siteId: number; accounts: number[] }
type Step = fc.AsyncCommand<Model, Book>

const PREFIXES = ['628', '410', '472', '572']
const LOCKED = '2025-02-10'
let sequence = 0

const move = (model: Model, draft: JournalDraft, sign: 1 | -1) => {
  for (const line of draft.lines)
    model.balances.set(line.accountId, (model.balances.get(line.accountId) ?? 0) + sign * line.amountMinor)
}

const post = (draft: JournalDraft) => inTransaction((trx) => postEntry(draft, trx))
const reverse = (entryId: number) =>
  inTransaction((trx) => reverseEntry({ entryId, reason: 'Error', createdBy: null }, trx))

function draftOf(
  { siteId, accounts }: Book,
  from: number,
  to: number,
  amountMinor: number,
  day = '2025-03-10'
): JournalDraft {
  const lines = [
    { accountId: accounts[from] ?? 0, amountMinor },
    { accountId: accounts[to] ?? 0, amountMinor: -amountMinor },
  ]
  const idempotencyKey = `walk:${process.pid}:${siteId}:${sequence++}`
  return {
    siteId,
    postedOn: calendarDate(day),
    journal: 'diversos',
    kind: 'test.walk',
    idempotencyKey,
    description: 'Paso del paseo',
    lines,
  }
}

class Post implements Step {
  constructor(
    private from: number,
    private to: number,
    private amountMinor: number
  ) {}
  check = () => true
  async run(model: Model, book: Book) {
    const draft = draftOf(book, this.from, this.to, this.amountMinor)
    const { entryId, entryNo, repeated } = await post(draft)
    if (repeated || entryNo !== model.nextNo) throw new Error(`number ${entryNo} instead of ${model.nextNo}`)
    model.nextNo += 1
    model.posted.push({ entryId, draft, reversedBy: null })
    move(model, draft, 1)
  }
  toString = () => `post ${this.amountMinor} from ${this.from} to ${this.to}`
}

class PostAgain implements Step {
  constructor(private which: number) {}
  check = ({ posted }: Readonly<Model>) => posted.length > 0
  async run({ posted }: Model) {
    const known = posted[this.which % posted.length]
    if (!known) return
    const again = await post(known.draft)
    if (!again.repeated || again.entryId !== known.entryId) throw new Error('the same key posted twice')
  }
  toString = () => `post number ${this.which} again`
}

class Reverse implements Step {
  constructor(private which: number) {}
  check = ({ posted }: Readonly<Model>) => posted.length > 0
  async run(model: Model) {
    const known = model.posted[this.which % model.posted.length]
    if (!known) return
    const { entryId, entryNo } = await reverse(known.entryId)
    if (known.reversedBy !== null) {
      if (entryId !== known.reversedBy) throw new Error('reversed twice')
      return
    }
    if (entryNo !== model.nextNo) throw new Error(`reversal number ${entryNo} instead of ${model.nextNo}`)
    model.nextNo += 1
    known.reversedBy = entryId
    move(model, known.draft, -1)
  }
  toString = () => `reverse number ${this.which}`
}

/** What must be refused whole: another amount under a known key, a locked month. */
class Refused implements Step {
  constructor(
    private kind: 'other amount' | 'locked month',
    private which: number
  ) {}
  check = ({ posted }: Readonly<Model>) => this.kind === 'locked month' || posted.length > 0
  async run({ posted }: Model, book: Book) {
    const known = posted[this.which % Math.max(posted.length, 1)]?.draft
    const doubled = known && {
      ...known,
      lines: known.lines.map((line) => ({ ...line, amountMinor: line.amountMinor * 2 })),
    }
    const draft = this.kind === 'other amount' && doubled ? doubled : draftOf(book, 0, 1, 500, LOCKED)
    const refusal = await post(draft).catch((error: unknown) => error)
    const expected = this.kind === 'other amount' ? 'E_IDEMPOTENCY' : 'E_PERIOD_CLOSED'
    if (!isDomainError(refusal) || refusal.code !== expected) throw new Error(`${this.kind} was not refused`)
  }
  toString = () => `${this.kind} ${this.which}`
}

/** A document that fails after its posting takes the posting with it, number included. */
class FailAfterwards implements Step {
  check = () => true
  async run(_: Model, book: Book) {
    const failed = inTransaction(async (trx) => {
      await postEntry(draftOf(book, 0, 1, 700), trx)
      throw new Error('the document failed')
    })
    await failed.catch(() => {})
  }
  toString = () => 'fail afterwards'
}

const account = fc.nat(PREFIXES.length - 1)
const amount = fc.integer({ min: 1, max: 500_000 })
const steps = fc.commands(
  [
    fc.tuple(account, account, amount).map(([from, to, amountMinor]) => new Post(from, to, amountMinor)),
    fc.nat(30).map((which) => new PostAgain(which)),
    fc.nat(30).map((which) => new Reverse(which)),
    fc
      .tuple(fc.constantFrom('other amount' as const, 'locked month' as const), fc.nat(30))
      .map(([kind, which]) => new Refused(kind, which)),
    fc.constant(new FailAfterwards()),
  ],
  { maxCommands: 40 }
)

async function makeBook(): Promise<Book> {
  const { siteId } = await makeSite()
  const accounts: number[] = []
  for (const prefix of PREFIXES) accounts.push(await makeAccount(siteId, prefix))
  await execute(`insert into period_locks (site_id, month, scope) values (:siteId, '2025-02-01', 'all')`, {
    siteId,
  })
  return { siteId, accounts }
}

async function modelOf({ siteId, accounts }: Book): Promise<Model> {
  const { nextNo } = await oneRow<{ nextNo: number }>(
    `select next_entry_no as next_no from fiscal_years where site_id = :siteId and code = '2025'`,
    { siteId }
  )
  const balances = new Map<number, number>()
  for (const id of accounts) balances.set(id, await balanceOf(id))
  return { balances, nextNo, posted: [] }
}

test.group('Ledger, wherever the way leads', () => {
  test('posting, repeating, reversing and failing in any order leave the book as it should be', async ({
    assert,
  }) => {
    const book = await makeBook()

    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const model = await modelOf(book)

        await fc.asyncModelRun(() => ({ model, real: book }), walk)

        const reached = await modelOf(book)
        assert.deepEqual(reached.balances, model.balances)
        assert.equal(reached.nextNo, model.nextNo)
      }),
      { numRuns: 60 }
    )

    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  }).timeout(60_000)
})
