import { test } from '@japa/runner'
import fc from 'fast-check'
import { SYSTEM } from '#app/audit/record_event'
import { oneRow, rows } from '#app/kernel/database/sql'
import { addDays, calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { payFromFund } from '#app/payments/kinds/supplier/pay_from_fund'
import { returnOrder } from '#app/payments/orders/fail_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { contributeReserves } from '#app/providers/actions/contribute_reserves'
import { moveReserve } from '#app/providers/actions/move_reserve'
import { type ReserveSettings, saveReserve } from '#app/providers/actions/save_reserve'
import { previewMerge } from '#app/providers/queries/preview_merge'
import { readFund } from '#app/providers/queries/reserve_fund'
import { explainDifference } from '#app/reconciliation/queries/explain_difference'
import { makeProvider } from '#tests/factories/documents'
import {
  approveFully,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

async function makeFund(stage: PaymentStage, given: Partial<ReserveSettings> = {}) {
  await saveReserve(
    stage.provider.id,
    {
      isEnabled: true,
      targetMinor: 100_000,
      monthlyMinor: 30_000,
      day: 1,
      bankAccountId: stage.accountId,
      ...given,
    },
    stage.person.actor
  )
  const { fundId } = await oneRow<{ fundId: number }>(
    `select reserve_virtual_account_id as fund_id from providers where id = :id`,
    { id: stage.provider.id }
  )
  return fundId
}

const move = (stage: PaymentStage, kind: 'contribution' | 'release', amountMinor: number) =>
  moveReserve(stage.provider.id, { kind, amountMinor, note: 'A mano' }, stage.person.actor)

const position = ({ accountId }: PaymentStage) =>
  oneRow<{ balance: number; available: number }>(
    `select balance_minor as balance, available_minor as available from bank_account_positions where bank_account_id = :accountId`,
    { accountId }
  )

const parts = ({ accountId: id }: PaymentStage) =>
  explainDifference({ id, currency: 'EUR', reportedBalanceMinor: 1, balanceMinor: 0 } as Parameters<
    typeof explainDifference
  >[0])

const balanceOf = async (fundId: number) => (await readFund(fundId))?.balanceMinor

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkInvariants()).filter((result) => result.violations > 0),
    []
  )

test.group('What is set aside for a supplier', () => {
  test('stays in the account, is not available for anything else, and comes back when it is released', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const fundId = await makeFund(stage)
    const before = await position(stage)

    await move(stage, 'contribution', 40_000)
    const during = await position(stage)
    await move(stage, 'release', 15_000)

    assert.deepEqual(during, { balance: before.balance, available: before.available - 40_000 })
    assert.deepEqual(await position(stage), {
      balance: before.balance,
      available: before.available - 25_000,
    })
    assert.equal(await balanceOf(fundId), 25_000)
    await assertSound(assert)
  })

  test('takes no more than the account has available, and gives no more than is free in it', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    await makeFund(stage)
    const { available } = await position(stage)

    await assert.rejects(() => move(stage, 'contribution', available + 1), /tiene disponibles/)
    await move(stage, 'contribution', 10_000)
    await assert.rejects(() => move(stage, 'release', 10_001), /En el fondo hay libres 100,00/)
    await assert.rejects(() => move(stage, 'release', 0), /mayor que cero/)
    await assert.rejects(() => makeFund(stage, { targetMinor: 0, monthlyMinor: 0 }), /mayor que cero/)
    await assert.rejects(() => makeFund(stage, { monthlyMinor: 100_001 }), /no puede superar el objetivo/)
  })

  test('grows each month on its day, once, up to the target, and waits for money without doubling it', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const fundId = await makeFund(stage, { day: 31, targetMinor: 50_000 })
    const first = today()
    const last = calendarDate(`${first.slice(0, 8)}01`)
    await contributeReserves(last)
    const early = await balanceOf(fundId)
    await saveReserve(
      stage.provider.id,
      { isEnabled: true, targetMinor: 50_000, monthlyMinor: 30_000, day: 1, bankAccountId: stage.accountId },
      stage.person.actor
    )

    const { available } = await position(stage)
    await move(stage, 'contribution', available)
    await move(stage, 'release', 20_000)
    await saveReserve(
      stage.provider.id,
      {
        isEnabled: true,
        targetMinor: available + 100_000,
        monthlyMinor: 30_000,
        day: 1,
        bankAccountId: stage.accountId,
      },
      stage.person.actor
    )
    await contributeReserves(first)
    await contributeReserves(first)
    const waits = await rows(
      `select 1 from audit_events where object_type = 'provider' and object_id = :id and event = 'provider.reserve_waits'`,
      { id: stage.provider.id }
    )
    const waiting = await balanceOf(fundId)
    await move(stage, 'release', 50_000)
    for (let morning = 0; morning < 3; morning++) await contributeReserves(first)

    assert.equal(early, 0)
    assert.lengthOf(waits, 1)
    assert.equal(waiting, available - 20_000)
    assert.equal(await balanceOf(fundId), available - 20_000 - 50_000 + 30_000)
    await assertSound(assert)
  })

  test('the last contribution is what is missing to the target', async ({ assert }) => {
    const stage = await makePaymentStage()
    const fundId = await makeFund(stage, { targetMinor: 35_000 })
    await move(stage, 'contribution', 20_000)

    await contributeReserves(today())

    assert.equal(await balanceOf(fundId), 35_000)
  })

  test('cannot leave its account while it has money, and no longer once it has none', async ({ assert }) => {
    const stage = await makePaymentStage()
    const other = await makePaymentStage()
    await makeFund(stage)
    await move(stage, 'contribution', 1_000)

    await assert.rejects(() => makeFund(stage, { bankAccountId: other.accountId }), /tiene saldo: libérelo/)
    await move(stage, 'release', 1_000)
    const fundId = await makeFund(stage, { bankAccountId: other.accountId })
    assert.equal((await readFund(fundId))?.bankAccountId, other.accountId)
  })

  test('is given back before its supplier becomes another one', async ({ assert }) => {
    const stage = await makePaymentStage()
    const pair = { sourceId: stage.provider.id, targetId: (await makeProvider(stage.person)).id }
    await makeFund(stage)
    await move(stage, 'contribution', 1_000)

    const during = await previewMerge(pair, 'all')
    await move(stage, 'release', 1_000)

    assert.include(during.obstacles, 'Tiene dinero en su fondo de reserva: libérelo antes de fusionar.')
    assert.isEmpty((await previewMerge(pair, 'all')).obstacles)
  })

  test('the bank is not asked about it: what sets both apart stays as it was', async ({ assert }) => {
    const stage = await makePaymentStage()
    await makeFund(stage)
    const before = await parts(stage)

    await move(stage, 'contribution', 5_000)

    assert.deepEqual(await parts(stage), before)
  })
})

test.group('A payment out of a fund', () => {
  test('holds the fund with its last approval, draws it when it is charged, refills it when it comes back', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const fundId = await makeFund(stage)
    await move(stage, 'contribution', 40_000)
    const before = await position(stage)
    const invoice = await makeBookedInvoice(stage, 'FONDO-1', 12_100)
    const draft = await payFromFund(
      { invoiceId: invoice.id, amountMinor: 12_100, executionDate: null },
      stage.creator.actor
    )

    const approved = await approveFully(stage, draft.id)
    assert.equal(approved.status, 'approved')
    assert.deepEqual(await position(stage), before)
    await assert.rejects(() => move(stage, 'release', 40_000 - 12_099), /En el fondo hay libres 279,00/)

    await sendOne(stage, draft.id)
    await settleOne(stage, draft.id)
    assert.equal(await balanceOf(fundId), 27_900)
    assert.deepEqual(await position(stage), {
      balance: before.balance - 12_100,
      available: before.available,
    })

    await returnOrder({
      orderId: draft.id,
      code: 'MS03',
      comment: 'Devuelto por el banco',
      returnedOn: addDays(calendarDate('2026-04-01'), 2),
      actor: stage.person.actor,
    })
    assert.equal(await balanceOf(fundId), 40_000)
    assert.deepEqual(await position(stage), before)
    await assertSound(assert)
  })

  test('is refused above what is free, counting what was approved, and in a company without a fund', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    await makeFund(stage)
    await move(stage, 'contribution', 20_000)
    const pay = async (number: string, amountMinor: number) => {
      const { id } = await makeBookedInvoice(stage, number, amountMinor)
      return payFromFund({ invoiceId: id, amountMinor, executionDate: null }, stage.creator.actor)
    }
    const { id } = await pay('FONDO-2', 15_000)
    await approveFully(stage, id)

    await assert.rejects(() => pay('FONDO-3', 5_001), /En el fondo hay libres 50,00/)
    const other = await makePaymentStage()
    const invoice = await makeBookedInvoice(other, 'FONDO-4', 1_000)
    await assert.rejects(
      () =>
        payFromFund({ invoiceId: invoice.id, amountMinor: 1_000, executionDate: null }, other.creator.actor),
      /no tiene fondo de reserva/
    )
  })

  test('gives the fund back when it is cancelled', async ({ assert }) => {
    const stage = await makePaymentStage()
    await makeFund(stage)
    await move(stage, 'contribution', 20_000)
    const before = await position(stage)
    const { id: invoiceId } = await makeBookedInvoice(stage, 'FONDO-5', 12_100)
    const { id } = await payFromFund(
      { invoiceId, amountMinor: 12_100, executionDate: null },
      stage.creator.actor
    )
    await approveFully(stage, id)

    await cancelOrder(id, 'Ya no hace falta', stage.approvers[0]?.actor ?? SYSTEM)

    assert.deepEqual(await position(stage), before)
    await move(stage, 'release', 20_000)
  })

  test('other payments do not spend what is set aside', async ({ assert }) => {
    const stage = await makePaymentStage()
    await makeFund(stage, { targetMinor: 10_000_000 })
    const { available } = await position(stage)
    await move(stage, 'contribution', available - 10_000)

    const order = await makeApprovedOrder(stage, 'FONDO-6', 12_100)

    const { free } = await oneRow<{ free: number }>(
      `select available_minor as free from bank_account_positions where bank_account_id = :id`,
      { id: stage.accountId }
    )
    assert.equal(order.status, 'approved')
    assert.equal(free, 10_000 - 12_100)
    const { released, heldBack } = await releaseOrders([order.id], stage.approvers[0]?.actor ?? SYSTEM)
    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /Saldo insuficiente/)
  })

  test('whatever is moved in whatever order, the fund never owes and the account keeps its sum', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const fundId = await makeFund(stage, { targetMinor: 10_000_000 })
    const { balance } = await position(stage)
    const act = fc.record({
      kind: fc.constantFrom('contribution' as const, 'release' as const),
      amountMinor: fc.integer({ min: 1, max: 700_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        await Promise.all(acts.map(({ kind, amountMinor }) => move(stage, kind, amountMinor).catch(() => {})))
        const now = await position(stage)
        const fund = (await balanceOf(fundId)) ?? 0
        assert.isAtLeast(fund, 0)
        assert.isAtLeast(now.available, 0)
        assert.equal(now.balance, balance)
        assert.equal(now.available, balance - fund)
      }),
      { numRuns: 8 }
    )
  })
})
