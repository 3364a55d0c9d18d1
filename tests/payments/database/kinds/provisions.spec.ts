import { test } from '@japa/runner'
import { applyProvision } from '#app/invoices/provisions/apply_provision'
import { cancelProvision } from '#app/invoices/provisions/cancel_provision'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { returnOrder } from '#app/payments/orders/fail_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { makeAccount } from '#tests/factories/books'
import { approveFully, makePaymentStage, type PaymentStage, sendOne } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

type Given = { amountMinor?: number; reserve?: boolean }

async function makeProvision(stage: PaymentStage, { amountMinor = 50_000, reserve = false }: Given = {}) {
  return createProvision(
    {
      siteId: stage.siteId,
      providerId: stage.provider.id,
      concept: 'Reforma de la cocina',
      amountMinor,
      expectedOn: calendarDate('2026-03-30'),
      expenseAccountId: await makeAccount(stage.siteId, '622'),
      reserveAccountId: reserve ? stage.accountId : null,
    },
    stage.person.actor
  )
}

async function payProvision(stage: PaymentStage, provisionId: number): Promise<number> {
  const order = await orderProvision(provisionId, {}, stage.creator.actor)
  await approveFully(stage, order.id)
  await sendOne(stage, order.id)
  await inTransaction((trx) =>
    settleOrder(
      {
        orderId: order.id,
        settledOn: calendarDate('2026-04-01'),
        bankAccountId: stage.accountId,
        actor: stage.person.actor,
      },
      trx
    )
  )
  return order.id
}

const balanceOf = async ({ siteId }: PaymentStage, prefix: string) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as minor from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code like :prefix || '%'`,
      { siteId, prefix }
    )
  ).minor

const heldOf = async ({ accountId }: PaymentStage) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(amount_minor), 0)::bigint as minor from account_holds where bank_account_id = :accountId and released_at is null and kind = 'hard'`,
      { accountId }
    )
  ).minor

const outstandingOf = async (id: number) =>
  (await oneRow<{ minor: number }>(`select outstanding_minor as minor from invoices where id = :id`, { id }))
    .minor

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Provisions', () => {
  test('are accrued, keep the money, and free both when cancelled', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await makeProvision(stage, { reserve: true })

    assert.deepEqual([await balanceOf(stage, '622'), await balanceOf(stage, '4009')], [50_000, -50_000])
    assert.equal(await heldOf(stage), 50_000)

    await cancelProvision({ provisionId: id, reason: 'No se hará la obra' }, stage.person.actor)
    assert.deepEqual(
      [await balanceOf(stage, '622'), await balanceOf(stage, '4009'), await heldOf(stage)],
      [0, 0, 0]
    )
    await assert.rejects(() => orderProvision(id, {}, stage.creator.actor), /ya está vinculada o cancelada/)
    await assertSound(assert)
  })

  test('are paid in advance on 407, and their invoice takes it off', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await makeProvision(stage)
    await payProvision(stage, id)
    assert.equal(await balanceOf(stage, '407'), 50_000)
    const invoice = await makeBookedInvoice(stage, 'OBRA-1', 72_600)

    await applyProvision({ provisionId: id, invoiceId: invoice.id }, stage.person.actor)

    assert.deepEqual([await balanceOf(stage, '407'), await balanceOf(stage, '4009')], [0, 0])
    assert.equal(await outstandingOf(invoice.id), 22_600)
    const lettered = await oneRow<{ minor: number }>(
      `select coalesce(sum(abs(r.amount_minor)), 0)::bigint as minor from reconciliation_lines r where r.journal_line_id = :id`,
      { id: invoice.journalLineId }
    )
    assert.equal(lettered.minor, 50_000)
    await assert.rejects(
      () => applyProvision({ provisionId: id, invoiceId: invoice.id }, stage.person.actor),
      /ya está vinculada/
    )
    await assertSound(assert)
  })

  test('given back by the bank after their invoice took them, the invoice owes it again', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const id = await makeProvision(stage)
    const orderId = await payProvision(stage, id)
    const invoice = await makeBookedInvoice(stage, 'OBRA-2', 72_600)
    await applyProvision({ provisionId: id, invoiceId: invoice.id }, stage.person.actor)

    await returnOrder({
      orderId,
      code: 'MS03',
      comment: 'Devuelta',
      actor: stage.person.actor,
      returnedOn: today(),
    })

    assert.equal(await outstandingOf(invoice.id), 72_600)
    assert.equal(await balanceOf(stage, '407'), 0)
    await assertSound(assert)
  })

  test('never more is ordered of one than it is', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await makeProvision(stage)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => orderProvision(id, { amountMinor: 20_000 }, stage.creator.actor))
    )

    assert.lengthOf(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      2
    )
  })

  test('neither cancelled nor linked while a payment is under way, nor cancelled once paid', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const id = await makeProvision(stage)
    const invoice = await makeBookedInvoice(stage, 'OBRA-3', 72_600)
    const order = await orderProvision(id, {}, stage.creator.actor)
    const cancel = () => cancelProvision({ provisionId: id, reason: 'No procede' }, stage.person.actor)

    await assert.rejects(cancel, /tiene un pago en curso/)
    await assert.rejects(
      () => applyProvision({ provisionId: id, invoiceId: invoice.id }, stage.person.actor),
      /tiene un pago en curso/
    )
    await cancelOrder(order.id, 'Se rehace', stage.person.actor)
    await payProvision(stage, id)
    await assert.rejects(cancel, /ya está pagada/)
    await assert.rejects(
      () =>
        execute(`update supplier_provisions set status = 'cancelled', cancel_reason = 'x' where id = :id`, {
          id,
        }),
      /supplier_provision_paid/
    )
  })

  test('of another supplier or company take no invoice', async ({ assert }) => {
    const [stage, other] = [await makePaymentStage(), await makePaymentStage()]
    const id = await makeProvision(stage)
    const invoice = await makeBookedInvoice(other, 'AJENA-1', 72_600)

    await assert.rejects(
      () => applyProvision({ provisionId: id, invoiceId: invoice.id }, stage.person.actor),
      /otra empresa o de otro proveedor/
    )
    assert.equal(await outstandingOf(invoice.id), 72_600)
    assert.lengthOf(
      await rows(`select 1 from supplier_provisions where id = :id and status = 'open'`, { id }),
      1
    )
  })
})
