import { test } from '@japa/runner'
import fc from 'fast-check'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { readCompensation, transfersOf } from '#app/loans/compensations/compensation'
import { approveCompensation, reverseCompensation } from '#app/loans/compensations/decide_compensation'
import {
  previewCompensation,
  proposeCompensation,
  type WantedCompensation,
} from '#app/loans/compensations/propose_compensation'
import { assertSound, owedOf } from '#tests/factories/loan_books'
import { type LoanStage, makeLoanStage, makeRunningLoans } from '#tests/factories/loans'

const COMPANIES = 12

/** Who lends whom how much; a step of eleven is the company before. */
const debts = fc.array(
  fc.record({
    lender: fc.nat(COMPANIES - 1),
    step: fc.integer({ min: 1, max: COMPANIES - 1 }),
    cents: fc.integer({ min: 10_001, max: 99_999 }),
  }),
  { minLength: 14, maxLength: 18 }
)

function lendAtRandom(stage: LoanStage, seed: number): Promise<number[]> {
  const [some = []] = fc.sample(debts, { seed, numRuns: 1 })
  return makeRunningLoans(
    stage,
    some.map(({ lender, step, cents }) => ({
      lender: companyAt(stage, lender),
      borrower: companyAt(stage, lender + step),
      principalMinor: cents,
    }))
  )
}

function companyAt({ companies }: LoanStage, at: number) {
  const company = companies[at % COMPANIES]
  if (!company) throw new Error(`There is no company ${at}`)
  return company
}

type Balance = { siteId: number; partnerId: number; kind: string; minor: number }

/** What each company’s book says of each other one, by kind of account. */
const balancesOf = ({ companies }: LoanStage): Promise<Balance[]> =>
  rows<Balance>(
    `select site_id, partner_id, group_balance as kind, sum(amount_minor)::bigint as minor from group_lines
      where site_id = any(:ids::bigint[]) group by 1, 2, 3 having sum(amount_minor) <> 0 order by 1, 2, 3`,
    { ids: companies.map(({ siteId }) => siteId) }
  )

/** What each company is owed less what it owes, in the order of the companies. */
const netsOf = ({ companies }: LoanStage, balances: readonly Balance[]): number[] =>
  companies.map(({ siteId }) =>
    balances.filter((balance) => balance.siteId === siteId).reduce((sum, { minor }) => sum + minor, 0)
  )

async function post({ approvers }: LoanStage, id: number): Promise<void> {
  for (const { actor } of approvers) {
    const { status, fingerprint } = await readCompensation(id)
    if (status === 'proposed')
      await approveCompensation({ id, shownFingerprint: fingerprint, comment: null, actor })
  }
}

test.group('Netting of twelve random companies', () => {
  for (const seed of [11, 2026])
    test(`keeps what each has net with at most eleven transfers, and taken back restores all (${seed})`, async ({
      assert,
    }) => {
      const stage = await makeLoanStage(COMPANIES)
      const loanIds = await lendAtRandom(stage, seed)
      const before = await balancesOf(stage)
      const owedBefore = await Promise.all(loanIds.map(owedOf))
      const wanted: WantedCompensation = {
        cutOffOn: calendarDate('2026-01-31'),
        siteIds: stage.companies.map(({ siteId }) => siteId),
        currency: 'EUR',
        includesInterest: true,
        mode: 'multilateral',
        residual: 'current',
      }
      const { fingerprint } = await previewCompensation(wanted)
      const { id } = await proposeCompensation(
        { ...wanted, shownFingerprint: fingerprint },
        stage.creator.actor
      )
      await post(stage, id)

      const posted = await readCompensation(id)
      const transfers = await transfersOf(id)
      const after = await balancesOf(stage)
      assert.equal(posted.status, 'posted')
      assert.isAbove(transfers.length, 0)
      assert.isAtMost(transfers.length, posted.siteIds.length - 1)
      assert.deepEqual(await Promise.all(loanIds.map(owedOf)), Array(loanIds.length).fill(0))
      assert.deepEqual(
        after.filter(({ kind }) => kind === 'loan'),
        []
      )
      assert.deepEqual(netsOf(stage, after), netsOf(stage, before))
      assert.equal(
        netsOf(stage, after).reduce((sum, net) => sum + net, 0),
        0
      )
      const { interest } = await oneRow<{ interest: number }>(
        `select sum(interest_minor)::bigint as interest from loan_compensation_lines where loan_compensation_id = :id`,
        { id }
      )
      assert.isAbove(interest, 0)
      await assertSound(assert)

      await reverseCompensation(id, 'Se acordó otra cosa', stage.creator.actor)
      assert.deepEqual(await balancesOf(stage), before)
      assert.deepEqual(await Promise.all(loanIds.map(owedOf)), owedBefore)
      await assertSound(assert)
    }).timeout(180_000)
})
