import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { reverseMovement } from '#app/loans/actions/undo_movement'
import { approveCompensation, reverseCompensation } from '#app/loans/compensations/decide_compensation'
import { previewCompensation, proposeCompensation } from '#app/loans/compensations/propose_compensation'
import { settleCharges } from '#app/payments/kinds/rebilling/settle_charges'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import { makeBankAccount } from '#tests/factories/books'
import { assertSound, owedOf } from '#tests/factories/loan_books'
import { type LoanStage, makeRunningLoan } from '#tests/factories/loans'
import { makeUser } from '#tests/factories/people'
import {
  approveAs,
  bookSum,
  findCharge,
  ISSUED_ON,
  makeIssuedCharge,
  makeRebillingStage,
  type RebillingStage,
} from '#tests/factories/rebilling'
import { makeLenders, makeLine } from '#tests/factories/taken_debts'

const TOTAL = 10_000

type Stage = { rebilling: RebillingStage; lenders: LoanStage; targetId: number; chargeId: number }

/** An issued charge that goes into a loan, and who makes loans of its two companies. */
async function makeStage(settlement: 'loan' | 'payment' = 'loan'): Promise<Stage> {
  const rebilling = await makeRebillingStage(1)
  const targetId = rebilling.targetIds[0] ?? 0
  const company = async (siteId: number) => ({ siteId, accountId: await makeBankAccount(siteId) })
  const lenders = await makeLenders(await company(rebilling.originId), await company(targetId))
  const { chargeId } = await makeIssuedCharge(rebilling, { settlement })
  return { rebilling, lenders, targetId, chargeId }
}

/** The same to be paid from a bank. */
const makePayableStage = () => makeStage('payment')

const settle = ({ rebilling }: Stage, chargeId: number) => settleCharges([chargeId], rebilling.author.actor)

const sums = async ({ rebilling: { originId }, targetId }: Stage, loanId: number) => ({
  current: [await bookSum(originId, '5523'), await bookSum(targetId, '5523')],
  lent: [
    (await bookSum(originId, '2423')) + (await bookSum(originId, '5323')),
    (await bookSum(targetId, '1633')) + (await bookSum(targetId, '5133')),
  ],
  owed: await owedOf(loanId),
})

const current = async ({ rebilling: { originId }, targetId }: Stage) => [
  await bookSum(originId, '5523'),
  await bookSum(targetId, '5523'),
]

const ON_ACCOUNT = { current: [TOTAL, -TOTAL], lent: [0, 0], owed: 0 }
const IN_LOAN = { current: [0, 0], lent: [TOTAL, -TOTAL], owed: TOTAL }
const NOTHING = { current: [0, 0], lent: [0, 0], owed: 0 }

async function rectify(stage: Stage): Promise<number> {
  const { rebilling, chargeId } = stage
  const { id } = await rectifyCharge(chargeId, 'Importe equivocado', rebilling.author.actor)
  await approveAs(id, rebilling.approver)
  await issueCharge({ chargeId: id, issuedOn: ISSUED_ON }, rebilling.author.actor)
  return id
}

const annul = async (loanId: number) => {
  const { id } = await oneRow<{ id: number }>(
    `select movement_id as id from loan_taken_debts where loan_id = :loanId and undone_by_id is null and amount_minor > 0`,
    { loanId }
  )
  await reverseMovement(id, 'No era un préstamo', (await makeUser('s1st3ma')).actor)
}

test.group('Charges that are settled by a loan', () => {
  test('the debt goes into the loan of the two companies, in both books', async ({ assert }) => {
    const stage = await makeStage()
    const loanId = await makeLine(stage.lenders)
    assert.deepEqual(await sums(stage, loanId), ON_ACCOUNT)

    assert.deepEqual(await settle(stage, stage.chargeId), { ordered: 0, lent: 1, refused: [] })

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'settled', settledMinor: TOTAL })
    assert.deepEqual(await sums(stage, loanId), IN_LOAN)
    await assertSound(assert)
  })

  test('without a loan, or without room in it, it stays owed and says so', async ({ assert }) => {
    const stage = await makeStage()
    const { number } = await findCharge(stage.chargeId)
    assert.deepEqual((await settle(stage, stage.chargeId)).refused, [
      `${number}: las dos empresas no tienen una línea de crédito ni una cuenta corriente activa en la que anotarla.`,
    ])

    const loanId = await makeLine(stage.lenders, { limitMinor: TOTAL - 1 })
    const { refused } = await settle(stage, stage.chargeId)

    assert.match(refused[0] ?? '', /ningún préstamo de las dos empresas tiene 100,00/)
    assert.deepInclude(await findCharge(stage.chargeId), { status: 'issued', settledMinor: 0 })
    assert.deepEqual(await sums(stage, loanId), ON_ACCOUNT)
    await assertSound(assert)
  })

  test('several at once settle it once', async ({ assert }) => {
    const stage = await makeStage()
    const loanId = await makeLine(stage.lenders)

    const told = await Promise.all([1, 2, 3].map(() => settle(stage, stage.chargeId)))

    assert.equal(
      told.reduce((sum, { lent }) => sum + lent, 0),
      1
    )
    assert.deepEqual(await sums(stage, loanId), IN_LOAN)
    await assertSound(assert)
  })

  test('annulled on the loan it is owed again, and may be settled anew', async ({ assert }) => {
    const stage = await makeStage()
    const loanId = await makeLine(stage.lenders)
    await settle(stage, stage.chargeId)

    await annul(loanId)

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'issued', settledMinor: 0 })
    assert.deepEqual(await sums(stage, loanId), ON_ACCOUNT)
    await assertSound(assert)
    assert.equal((await settle(stage, stage.chargeId)).lent, 1)
    assert.deepEqual(await sums(stage, loanId), IN_LOAN)
    await assertSound(assert)
  })

  test('what is owed back of one that is rectified comes off the loan', async ({ assert }) => {
    const stage = await makeStage()
    const loanId = await makeLine(stage.lenders)
    await settle(stage, stage.chargeId)
    const refundId = await rectify(stage)
    assert.deepEqual(await sums(stage, loanId), { ...IN_LOAN, current: [-TOTAL, TOTAL] })

    assert.deepEqual(await settle(stage, refundId), { ordered: 0, lent: 1, refused: [] })

    assert.deepEqual(await sums(stage, loanId), NOTHING)
    assert.equal((await findCharge(stage.chargeId)).status, 'rectified')
    assert.equal((await findCharge(refundId)).status, 'settled')
    await assertSound(assert)
    await assert.rejects(() => annul(loanId), /está rectificada: su movimiento ya no se anula/)
  })

  test('rectified before it went into the loan both cancel each other out', async ({ assert }) => {
    const stage = await makeStage()
    const loanId = await makeLine(stage.lenders)

    const refundId = await rectify(stage)

    assert.equal((await findCharge(refundId)).status, 'settled')
    assert.deepEqual(await sums(stage, loanId), NOTHING)
    await assertSound(assert)
  })
})

test.group('Charges whose current account is netted', () => {
  /** The other company lends the one that charges: what both owe each other cancels out. */
  async function lendBack({ lenders }: Stage, amountMinor: number): Promise<LoanStage> {
    const back = { ...lenders, lender: lenders.borrower, borrower: lenders.lender }
    await makeRunningLoan(back, { principalMinor: amountMinor, method: 'bullet' })
    return back
  }

  async function net({ lenders }: Stage): Promise<number> {
    const wanted = {
      cutOffOn: ISSUED_ON,
      siteIds: lenders.companies.map(({ siteId }) => siteId),
      currency: 'EUR',
      includesInterest: false,
      mode: 'bilateral' as const,
      residual: 'current' as const,
    }
    const { fingerprint } = await previewCompensation(wanted)
    const { id } = await proposeCompensation(
      { ...wanted, shownFingerprint: fingerprint },
      lenders.creator.actor
    )
    for (const { actor } of lenders.approvers) {
      const { isPosted } = await approveCompensation({
        id,
        shownFingerprint: fingerprint,
        comment: null,
        actor,
      })
      if (isPosted) return id
    }
    throw new Error('The netting was not posted')
  }

  const reverse = async (id: number) =>
    reverseCompensation(id, 'Acordado de otro modo', (await makeUser('s1st3ma')).actor)

  test('are not paid any more, and are again once the netting is taken back', async ({ assert }) => {
    const stage = await makePayableStage()
    await lendBack(stage, 600_000)

    const id = await net(stage)

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'settled', settledMinor: TOTAL })
    assert.deepEqual(await current(stage), [0, 0])
    assert.equal((await settle(stage, stage.chargeId)).ordered, 0)
    await assertSound(assert)

    await reverse(id)

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'issued', settledMinor: 0 })
    assert.deepEqual(await current(stage), [TOTAL, -TOTAL])
    await assertSound(assert)
    assert.equal((await settle(stage, stage.chargeId)).ordered, 1)
  })

  test('netted in part, the rest is to be paid', async ({ assert }) => {
    const stage = await makePayableStage()
    await lendBack(stage, 4_000)

    const id = await net(stage)

    assert.deepInclude(await findCharge(stage.chargeId), { status: 'issued', settledMinor: 4_000 })
    assert.deepEqual(await current(stage), [6_000, -6_000])
    await settle(stage, stage.chargeId)
    const { ordered } = await oneRow<{ ordered: number }>(
      `select amount_minor as ordered from payment_orders where source_type = 'rebilling_transaction' and source_id = :chargeId`,
      stage
    )
    assert.equal(ordered, 6_000)
    await assert.rejects(() => net(stage), /No hay saldos que compensar.*tiene un pago en curso/)
    await reverse(id)
    assert.deepEqual(await current(stage), [TOTAL, -TOTAL])
    await assertSound(assert)
  })

  test('one that was rectified since keeps the netting', async ({ assert }) => {
    const stage = await makePayableStage()
    await lendBack(stage, 600_000)
    const id = await net(stage)
    await rectify(stage)

    await assert.rejects(() => reverse(id), /está rectificada: la compensación no se revierte/)
    await assertSound(assert)
  })
})
