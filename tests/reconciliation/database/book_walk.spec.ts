import { test } from '@japa/runner'
import fc from 'fast-check'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import { unlockMonth } from '#app/ledger/actions/lock_month'
import { moveFiscalYear } from '#app/ledger/actions/move_fiscal_year'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import type { FiscalYearTransition } from '#app/ledger/workflows/fiscal_year_workflow'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { letterByHand } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { undoLettering } from '#app/reconciliation/actions/lettering/undo_lettering'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeAccount } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import {
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { csvStatement, importBytes } from '#tests/factories/statements'

type Company = TestTreasury & { accounts: number[]; yearId: number; free: number[] }
type World = { companies: Company[]; senior: Person; junior: Person }
/** What a step does; it gives whether it had anything to work on. */
type Step = { name: string; company: number; pick: number; cents: number; month: number }
type Work = (company: Company, step: Step, world: World) => Promise<boolean>

const PREFIXES = ['628', '705', '410', '430', '129']
/** Refusals that are the book's right; anything else that is thrown is a defect. */
const REFUSALS = new Set(['CA003', 'CA005', 'CA007', 'CA011', 'CA016', 'CA017', 'CA042'])
const PARTS_MAX = 4
let sequence = 0

const dayOf = ({ month, pick }: Step): CalendarDate => {
  const [year, number] = month < 12 ? [2025, month + 1] : [2026, (month % 12) + 1]
  return calendarDate(
    `${year}-${String(number).padStart(2, '0')}-${String((pick % 28) + 1).padStart(2, '0')}`
  )
}

const movementAt = (accountId: number, statuses: string[], pick: number) =>
  row<{ id: number }>(
    `select id from bank_statement_lines where bank_account_id = :accountId and status = any(:statuses::text[])
      order by id offset (:pick::int % greatest(1, (select count(*)::int from bank_statement_lines where bank_account_id = :accountId and status = any(:statuses::text[])))) limit 1`,
    { accountId, statuses, pick }
  )

const WORKS: Record<string, Work> = {
  async post({ siteId, accounts, free }, step, { senior, junior }) {
    const [from, to] = [accounts[step.pick % PREFIXES.length], accounts[(step.pick + 1) % PREFIXES.length]]
    const { entryId } = await inTransaction((trx) =>
      postEntry(
        {
          siteId,
          postedOn: dayOf(step),
          journal: 'diversos',
          kind: 'test.walk',
          idempotencyKey: `book-walk:${process.pid}:${sequence++}`,
          description: 'Paso del paseo',
          createdBy: (step.pick % 4 === 0 ? junior : senior).id,
          lines: [
            { accountId: from ?? 0, amountMinor: step.cents },
            { accountId: to ?? 0, amountMinor: -step.cents },
          ],
        },
        trx
      )
    )
    free.push(entryId)
    return true
  },
  async reverse({ free }, { pick }, { senior }) {
    const entryId = free[pick % Math.max(free.length, 1)]
    if (entryId === undefined) return false
    await inTransaction((trx) =>
      reverseEntry({ entryId, reason: 'Error de apunte', createdBy: senior.id }, trx)
    )
    return true
  },
  async owe(company, { pick, cents }) {
    const invoice = await makeBookedInvoice(company, `P-${process.pid}-${sequence++}`, cents)
    if (pick % 2 === 0) await makeSentOrder(company, invoice.id, cents)
    return true
  },
  /** A movement like any, or for exactly what is owed; in either year. */
  async receive({ siteId, accountId }, step) {
    const owed = await row<{ minor: number }>(
      `select outstanding_minor as minor from invoices where site_id = :siteId and status = 'booked' and outstanding_minor > 0 order by id desc limit 1`,
      { siteId }
    )
    const cents = step.pick % 3 > 0 && owed ? -owed.minor : step.cents * (step.pick % 2 ? 1 : -1)
    const on = owed && step.pick % 3 > 0 ? '2026-04-09' : dayOf(step)
    await importBytes(accountId, csvStatement([{ on, cents, text: `MOVIMIENTO ${sequence++}` }]))
    return true
  },
  async suggest({ accountId }) {
    await suggestMatches(accountId)
    return true
  },
  async accept({ accountId }, { pick }, { senior }) {
    const line = await movementAt(accountId, ['pending', 'suggested', 'partially_matched'], pick)
    const proposals = line ? ((await findCandidates(line.id)) ?? []) : []
    const proposal = proposals.find(({ items }) => items.every((item) => item.journalLineId !== null))
    if (!line || !proposal) return false
    const items = proposal.items.map(({ journalLineId, amountMinor }) => ({
      journalLineId: journalLineId ?? 0,
      amountMinor,
    }))
    await acceptMatch({ lineId: line.id, items, actor: senior.actor })
    return true
  },
  async book({ accountId }, { pick }, { senior, junior }) {
    const line = await movementAt(accountId, ['pending', 'suggested'], pick)
    if (!line) return false
    const { actor } = pick % 4 === 0 ? junior : senior
    await bookDirect({ lineId: line.id, accountCode: '626', description: 'Comisión del banco', actor })
    return true
  },
  async undo({ accountId }, { pick }, { senior }) {
    const line = await movementAt(accountId, ['matched', 'booked_direct', 'partially_matched'], pick)
    if (!line) return false
    await undoMatch({ lineId: line.id, actor: senior.actor })
    return true
  },
  /** Binds what is open in the debe of an account with what is open in its haber, for as much as the smaller of both. */
  async letter({ siteId, accounts }, { pick }, { senior }) {
    const pair = await row<{ debit: number; credit: number; minor: number }>(
      `select d.journal_line_id as debit, c.journal_line_id as credit, least(d.open_minor, -c.open_minor) as minor
         from open_items d join open_items c on c.account_id = d.account_id and c.open_minor < 0
        where d.open_minor > 0 and d.account_id = any(:accounts::bigint[]) order by (d.journal_line_id * 7919 + c.journal_line_id + :pick) % 101 limit 1`,
      { accounts, pick }
    )
    if (!pair) return false
    const items = [
      { journalLineId: pair.debit, amountMinor: pair.minor },
      { journalLineId: pair.credit, amountMinor: -pair.minor },
    ]
    await letterByHand({ siteId, items, difference: 'refuse', actor: senior.actor })
    return true
  },
  async unletter({ siteId }, { pick }, { senior }) {
    const done = await row<{ id: number }>(
      `select id from reconciliations where site_id = :siteId and by_hand order by (id * 7919 + :pick) % 101 limit 1`,
      { siteId, pick }
    )
    if (!done) return false
    await undoLettering({ reconciliationId: done.id, reason: 'Punteo equivocado', actor: senior.actor })
    return true
  },
  /** The bank is not agreed month by month here, so the lock is written as its action would leave it. */
  async lock({ siteId }, step, { senior }) {
    await execute(
      `insert into period_locks (site_id, month, scope, locked_by) values (:siteId, date_trunc('month', :day::date)::date, 'all', :userId) on conflict do nothing`,
      { siteId, day: dayOf(step), userId: senior.id }
    )
    return true
  },
  async unlock({ siteId }, step, { senior }) {
    await unlockMonth({ siteId, month: dayOf(step), reason: 'Falta un apunte', actor: senior.actor })
    return true
  },
}

const YEAR_STEPS: FiscalYearTransition[] = ['soft_close', 'reopen', 'close', 'undo_close']
for (const transition of YEAR_STEPS)
  WORKS[transition] = async ({ yearId }, _, { senior }) => {
    await moveFiscalYear(yearId, transition, 'Motivo del paseo', senior.actor)
    return true
  }

const NAMES = Object.keys(WORKS)
/** Steps without which nothing else has anything to work on come more often. */
const drawn = fc.constantFrom(
  ...NAMES,
  'post',
  'post',
  'owe',
  'receive',
  'receive',
  'accept',
  'accept',
  'letter',
  'close',
  'soft_close'
)
const step: fc.Arbitrary<Step> = fc.record({
  name: drawn,
  company: fc.nat(2),
  pick: fc.nat(1000),
  cents: fc.integer({ min: 1, max: 900_000 }),
  month: fc.nat(14),
})

async function makeWorld(): Promise<World> {
  const companies: Company[] = []
  for (let index = 0; index < 3; index++) {
    const treasury = await makeTreasury()
    const accounts: number[] = []
    for (const prefix of PREFIXES) accounts.push(await makeAccount(treasury.siteId, prefix))
    const { id } = await oneRow<{ id: number }>(
      `select id from fiscal_years where site_id = :siteId and code = '2025'`,
      { siteId: treasury.siteId }
    )
    companies.push({ ...treasury, accounts, yearId: id, free: [] })
  }
  return { companies, senior: await makeUser('s1st3ma'), junior: await makeUser('c0ntab1l1dad') }
}

/** Takes a step; gives "done", "nothing" to do, or the refusal's code. Whatever is no refusal is thrown. */
async function take(given: Step, world: World): Promise<string> {
  const company = world.companies[given.company]
  const work = WORKS[given.name]
  if (!company || !work) throw new Error(`no step ${given.name}`)
  try {
    return (await work(company, given, world)) ? 'done' : 'nothing'
  } catch (error) {
    if (isDomainError(error)) return error.code
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (REFUSALS.has(code)) return code
    throw error
  }
}

const violations = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0)

/** In each company: every entry balances, so do all accounts together, and a closed year has nothing left in it. */
async function assertClosedYearsEmpty(world: World): Promise<void> {
  for (const { siteId, yearId } of world.companies) {
    const { left, whole } = await oneRow<{ left: number; whole: number }>(
      `select (select count(*)::int from (select 1 from journal_lines l join journal_entries e on e.id = l.entry_id
                 where e.site_id = :siteId and l.posted_on <= y.ends_on group by l.account_id having sum(l.base_minor) <> 0) x) * (y.status = 'closed')::int as left,
              (select coalesce(sum(b.base_minor), 0)::bigint from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId) as whole
         from fiscal_years y where y.id = :yearId`,
      { siteId, yearId }
    )
    if (left !== 0 || whole !== 0)
      throw new Error(`company ${siteId}: ${left} accounts left open, book adds up to ${whole}`)
  }
}

test.group('The books of several companies, whatever is done with them', () => {
  test('posting, reversing, matching, undoing, locking, closing and reopening in any order leave them sound', async ({
    assert,
  }) => {
    const world = await makeWorld()
    const outcomes = new Map<string, number>()

    const neverDone = () => NAMES.filter((name) => !outcomes.has(`${name}: done`))
    // What is rare may not come up in so few walks: it is walked on until everything was done, and not for ever.
    for (let part = 0; part < PARTS_MAX && (part === 0 || neverDone().length > 0); part++) {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (walk) => {
          for (const given of walk) {
            const outcome = `${given.name}: ${await take(given, world)}`
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }
          assert.deepEqual(await violations(), [])
          await assertClosedYearsEmpty(world)
        }),
        { numRuns: 25, endOnFailure: true }
      )
    }

    assert.deepEqual(neverDone(), [], 'a step that never does anything proves nothing')
    assert.isTrue([...outcomes.keys()].some((outcome) => outcome.startsWith('post: E_PERIOD')))
  }).timeout(240_000)

  test('four people at once leave them sound too', async ({ assert }) => {
    const world = await makeWorld()

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 5, maxLength: 12 }), { minLength: 4, maxLength: 4 }),
        async (walks) => {
          await Promise.all(
            walks.map(async (walk) => {
              for (const given of walk) await take(given, world)
            })
          )
          assert.deepEqual(await violations(), [])
          await assertClosedYearsEmpty(world)
        }
      ),
      { numRuns: 12, endOnFailure: true }
    )
  }).timeout(240_000)
})
