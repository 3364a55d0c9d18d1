import { test } from '@japa/runner'
import fc from 'fast-check'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { calendarDate } from '#app/kernel/time/calendar_date'
import type { GroupRole } from '#app/ledger/actions/group_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { makeAccount } from '#tests/factories/books'
import { type GroupCompany, lent, makeGroup, nextSource } from '#tests/factories/group_books'

const COMPANIES = 12
const WRITERS = 8
const ACTS = 12
const ROLES: readonly GroupRole[] = [
  'intercompany_current',
  'loan_receivable_short',
  'loan_payable_long',
  'interest_receivable',
  'group_customer',
]

type Act = {
  from: number
  to: number
  role: GroupRole
  amountMinor: number
  after: 'stays' | 'taken back' | 'again'
}

const act = fc
  .record({
    from: fc.nat(COMPANIES - 1),
    to: fc.nat(COMPANIES - 1),
    role: fc.constantFrom(...ROLES),
    amountMinor: fc.integer({ min: 1, max: 10_000_000 }),
    after: fc.constantFrom('stays' as const, 'taken back' as const, 'again' as const),
  })
  .filter(({ from, to }) => from !== to)

/** Pairs that do not say the same of each other, whatever the operation; and what every company has of all others. */
async function disagreements(siteIds: readonly number[]) {
  return rows(
    `select first_site_id, second_site_id, group_balance, sum(amount_minor)::bigint as difference from group_lines
      where first_site_id = any(:siteIds::bigint[]) group by 1, 2, 3 having sum(amount_minor) <> 0`,
    { siteIds: [...siteIds] }
  )
}

async function perform({ from, to, role, amountMinor, after }: Act, group: readonly GroupCompany[]) {
  const [creditor, debtor] = [group[from], group[to]]
  if (!creditor || !debtor) throw new Error('No such company')
  const owing = { creditor, debtor, role, amountMinor, sourceId: nextSource() }
  const { groupKey } = await lent(owing)
  if (after === 'again') await lent(owing)
  if (after === 'taken back')
    await inTransaction((trx) => reverseBooks({ groupKey, reason: 'Error', createdBy: null }, trx))
}

test.group('Books of several companies, whatever is posted', () => {
  test('every pair says the same, whatever the order of operations', async ({ assert }) => {
    const group = await makeGroup(COMPANIES)
    const siteIds = group.map(({ siteId }) => siteId)

    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        for (const one of acts) await perform(one, group)
        assert.deepEqual(await disagreements(siteIds), [])
      }),
      { numRuns: 25 }
    )

    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  }).timeout(120_000)

  test('eight writers over twelve companies neither wait for each other for ever nor disagree', async ({
    assert,
  }) => {
    const group = await makeGroup(COMPANIES)
    const expenses = await Promise.all(group.map(({ siteId }) => makeAccount(siteId, '628')))
    const acts = fc.sample(act, WRITERS * ACTS)
    const failures: unknown[] = []

    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (const one of acts.slice(writer * ACTS, (writer + 1) * ACTS)) {
          const outcome = await Promise.allSettled([perform(one, group), ofOne(group, expenses, one)])
          failures.push(...outcome.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
        }
      })
    )

    assert.deepEqual(
      failures.map((error) => (isDomainError(error) ? error.message : String(error))),
      []
    )
    assert.deepEqual(await disagreements(group.map(({ siteId }) => siteId)), [])
    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  }).timeout(120_000)
})

/** What a company posts for itself meanwhile. */
function ofOne(group: readonly GroupCompany[], expenses: readonly number[], { to, amountMinor }: Act) {
  const company = group[to]
  if (!company) throw new Error('No such company')
  return inTransaction((trx) =>
    postEntry(
      {
        siteId: company.siteId,
        postedOn: calendarDate('2026-03-10'),
        journal: 'diversos',
        kind: 'test.alone',
        idempotencyKey: `test:${nextSource()}:${company.siteId}:${amountMinor}`,
        description: 'Gasto propio',
        lines: [
          { accountId: expenses[to] ?? 0, amountMinor },
          { accountId: company.cash, amountMinor: -amountMinor },
        ],
      },
      trx
    )
  )
}
