import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveCost, cancelCost } from '#app/legal/actions/move_cost'
import { offsetCost, undoOffset } from '#app/legal/actions/offsets'
import { listOffsets } from '#app/legal/queries/procedure_papers'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { linkCostInvoice } from '#app/payments/kinds/legal_procedure/link_cost_invoice'
import { orderLegalCost } from '#app/payments/kinds/legal_procedure/order_legal_cost'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { makeIban } from '#tests/factories/books'
import {
  bookOf,
  costOf,
  makeCost,
  makeLegalStage,
  makeOpenProcedure,
  makePayableCost,
  offsetInput,
} from '#tests/factories/legal'
import { approveFully, approverOf, type PaymentStage, sendOne, settleOne } from '#tests/factories/payments'
import { letApprove } from '#tests/factories/people'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function pay(stage: PaymentStage, costId: number): Promise<number> {
  const order = await orderLegalCost(costId, {}, stage.creator.actor)
  await approveFully(stage, order.id)
  await sendOne(stage, order.id)
  await settleOne(stage, order.id)
  return order.id
}

const outstandingOf = async (id: number) =>
  (await oneRow<{ minor: number }>(`select outstanding_minor as minor from invoices where id = :id`, { id }))
    .minor

const openOf = async (siteId: number, prefix: string) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(o.open_minor), 0)::bigint as minor from open_items o join ledger_accounts a on a.id = o.account_id where a.site_id = :siteId and a.code like :prefix || '%'`,
      { siteId, prefix }
    )
  ).minor

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Payments of legal costs', () => {
  test('funds on account wait on 407, a court deposit stays ours on 566 or 265', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const funds = await makePayableCost(stage, procedureId, { concept: 'funds', baseMinor: 50_000 })
    const short = await makePayableCost(stage, procedureId, {
      concept: 'deposit',
      baseMinor: 20_000,
      depositTerm: 'short',
    })
    const long = await makePayableCost(stage, procedureId, {
      concept: 'deposit',
      baseMinor: 30_000,
      depositTerm: 'long',
    })

    for (const costId of [funds, short, long]) await pay(stage, costId)

    assert.deepEqual(
      await Promise.all(['407', '566', '265'].map((prefix) => bookOf(stage.siteId, prefix))),
      [50_000, 20_000, 30_000]
    )
    assert.deepEqual((await costOf(funds)).status, 'paid')
    await assertSound(assert)
  })

  test('what no invoice will come for is an expense when it is approved, and its debt is lettered when it is paid', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId, {
      concept: 'court_fee',
      expenseCode: '631',
      baseMinor: 15_000,
    })
    assert.equal(await bookOf(stage.siteId, '631'), 15_000)

    await pay(stage, costId)
    assert.equal(await bookOf(stage.siteId, '631'), 15_000)
    assert.equal(await openOf(stage.siteId, '41'), 0)
    const other = await makePayableCost(stage, procedureId, {
      concept: 'court_fee',
      expenseCode: '631',
      baseMinor: 900,
    })
    await cancelCost({ procedureId, costId: other }, 'No procede', stage.person.actor)
    assert.equal(await bookOf(stage.siteId, '631'), 15_000)
    await assertSound(assert)
  })

  test('a part by hand and the rest by order are never more than the cost', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId, { baseMinor: 50_000 })
    await offsetCost(costId, offsetInput(20_000), stage.person.actor)
    assert.deepInclude(await costOf(costId), { status: 'payable', paidMinor: 20_000 })

    const wanted = await Promise.allSettled([
      orderLegalCost(costId, {}, stage.creator.actor),
      orderLegalCost(costId, {}, stage.person.actor),
      offsetCost(costId, offsetInput(30_000), stage.person.actor),
      offsetCost(costId, offsetInput(25_000), stage.person.actor),
    ])
    const { ordered, offset } = await oneRow<{ ordered: number; offset: number }>(
      `select (select coalesce(sum(amount_minor), 0)::bigint from payment_orders where source_type = 'legal_cost' and source_id = :costId and status not in ('cancelled', 'failed', 'returned')) as ordered,
          (select coalesce(sum(amount_minor), 0)::bigint from manual_payment_offsets where cost_id = :costId and reversed_at is null) as offset`,
      { costId }
    )

    assert.isAtMost(ordered + offset, 50_000)
    assert.isAtLeast(wanted.filter(({ status }) => status === 'rejected').length, 2)
    await assert.rejects(() => offsetCost(costId, offsetInput(40_000), stage.person.actor))
    await assertSound(assert)
  }).timeout(60_000)

  test('the order of the rest pays it, and its return makes it owed again', async ({ assert }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId, { baseMinor: 50_000 })
    await offsetCost(costId, offsetInput(20_000), stage.person.actor)
    const orderId = await pay(stage, costId)
    assert.deepInclude(await costOf(costId), { status: 'paid', paidMinor: 50_000 })

    await returnOrder({ orderId, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })

    assert.deepInclude(await costOf(costId), { status: 'payable', paidMinor: 20_000 })
    await assertSound(assert)
  })

  test('taking an offset back makes the cost owed again, and leaves the books as they were', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId, {
      concept: 'court_fee',
      expenseCode: '631',
      baseMinor: 5_000,
    })
    const before = [
      await bookOf(stage.siteId, '570'),
      await bookOf(stage.siteId, '41'),
      await openOf(stage.siteId, '41'),
    ]
    const offsetId = await offsetCost(costId, offsetInput(5_000), stage.person.actor)
    assert.deepInclude(await costOf(costId), { status: 'offset', paidMinor: 5_000 })
    assert.deepEqual([await bookOf(stage.siteId, '570'), await openOf(stage.siteId, '41')], [-5_000, 0])

    await undoOffset({ costId, offsetId }, 'No era de este coste', stage.person.actor)

    assert.deepInclude(await costOf(costId), { status: 'payable', paidMinor: 0 })
    assert.deepEqual(
      [await bookOf(stage.siteId, '570'), await bookOf(stage.siteId, '41'), await openOf(stage.siteId, '41')],
      before
    )
    await assert.rejects(
      () => undoOffset({ costId, offsetId }, 'Otra vez lo mismo', stage.person.actor),
      /ya está deshecho/
    )
    await assertSound(assert)
  })

  test('a movement of the bank proves one offset and no other, and waits again when it is taken back', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const [first, second] = [
      await makePayableCost(stage, procedureId, { baseMinor: 12_300 }),
      await makePayableCost(stage, procedureId, { baseMinor: 12_300 }),
    ]
    await importBytes(
      stage.accountId,
      csvStatement([{ on: '2026-04-10', cents: -12_300, text: 'TRANSFERENCIA LETRADO', balance: 987_700 }])
    )
    const [line] = await linesOf(stage.accountId)
    const lineId = line?.id ?? 0
    const transfer = { method: 'transfer', lineId }
    await assert.rejects(
      () => offsetCost(first, offsetInput(9_000, transfer), stage.person.actor),
      /el importe debe ser el mismo/
    )

    const offsetId = await offsetCost(first, offsetInput(12_300, transfer), stage.person.actor)
    assert.equal((await linesOf(stage.accountId))[0]?.status, 'matched')
    await assert.rejects(
      () => offsetCost(second, offsetInput(12_300, transfer), stage.person.actor),
      'Este movimiento ya está conciliado.'
    )
    await undoOffset({ costId: first, offsetId }, 'Era de otro coste', stage.person.actor)
    assert.equal((await linesOf(stage.accountId))[0]?.status, 'pending')
    await offsetCost(second, offsetInput(12_300, transfer), stage.person.actor)

    assert.equal((await costOf(second)).status, 'offset')
    await undoMatch({ lineId, actor: stage.person.actor })
    const [shown] = await listOffsets(procedureId, 'open', 's1st3ma')
    assert.equal(shown?.status.label, 'Sin soporte bancario')
    await assertSound(assert)
  })

  test('what left the bank without its movement waits on 5559, what is compensated is charged to who owes us', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const transferred = await makePayableCost(stage, procedureId, { baseMinor: 7_000 })
    await offsetCost(transferred, offsetInput(7_000, { method: 'transfer' }), stage.person.actor)
    const compensated = await makePayableCost(stage, procedureId, { baseMinor: 8_000 })
    const { id: counterAccountId } = await oneRow<{ id: number }>(
      `insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, currency, is_postable, reconcilable, subledger, allow_negative, origin)
       select site_id, '43000077', id, 'Cliente deudor', type, normal_side, currency, true, true, 'none', true, 'auto' from ledger_accounts where site_id = :siteId and code = '430' returning id`,
      { siteId: stage.siteId }
    )
    await offsetCost(
      compensated,
      offsetInput(8_000, { method: 'compensation', counterAccountId }),
      stage.person.actor
    )

    assert.deepEqual(
      [await bookOf(stage.siteId, '5559'), await bookOf(stage.siteId, '430')],
      [-7_000, -8_000]
    )
    const bank = await oneRow<{ id: number }>(
      `select ledger_account_id as id from bank_accounts where id = :id`,
      {
        id: stage.accountId,
      }
    )
    const third = await makePayableCost(stage, procedureId, { baseMinor: 900 })
    await assert.rejects(
      () =>
        offsetCost(
          third,
          offsetInput(900, { method: 'compensation', counterAccountId: bank.id }),
          stage.person.actor
        ),
      /43x o 5523/
    )
    await assertSound(assert)
  })

  test('a cost with an invoice is paid with it alone, and follows it', async ({ assert }) => {
    const stage = await makeLegalStage()
    for (const approver of stage.approvers)
      await letApprove(stage.siteId, approver, ['payment_supplier'], null).catch(() => undefined)
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost(stage, procedureId, { baseMinor: 10_000 })
    const invoice = await makeBookedInvoice(stage, 'MIN-1', 24_200)
    await linkCostInvoice({ costId, invoiceId: invoice.id }, stage.person.actor)
    assert.deepInclude(await costOf(costId), { status: 'payable', totalMinor: 24_200 })

    const order = await orderLegalCost(costId, {}, stage.creator.actor)
    assert.deepEqual([order.sourceType, order.sourceId, order.amountMinor], ['invoice', invoice.id, 24_200])
    assert.equal((await costOf(costId)).status, 'ordered')
    await assert.rejects(() => orderLegalCost(costId, {}, stage.creator.actor), /Ya existe un pago en curso/)
    await assert.rejects(() => offsetCost(costId, offsetInput(24_200), stage.person.actor))
    await approveFully(stage, order.id)
    await sendOne(stage, order.id)
    await settleOne(stage, order.id)

    assert.deepInclude(await costOf(costId), { status: 'paid', paidMinor: 24_200 })
    await assertSound(assert)
  })

  test('what was paid before its invoice came pays the invoice, and its return makes the invoice owed', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    for (const concept of ['funds', 'fee'] as const) {
      const costId = await makePayableCost(stage, procedureId, {
        concept,
        baseMinor: concept === 'fee' ? 10_000 : 11_000,
      })
      const orderId = await pay(stage, costId)
      const { paidMinor } = await costOf(costId)
      const invoice = await makeBookedInvoice(stage, `ANT-${concept}`, 24_200)

      await linkCostInvoice({ costId, invoiceId: invoice.id }, stage.person.actor)
      assert.equal(await outstandingOf(invoice.id), 24_200 - paidMinor)
      await assert.rejects(
        () => createOrder({ invoiceId: invoice.id, amountMinor: 24_200 }, stage.creator.actor),
        /supera lo pendiente/
      )
      await returnOrder({ orderId, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })

      assert.equal(await outstandingOf(invoice.id), 24_200)
      assert.deepInclude(await costOf(costId), { status: 'payable', paidMinor: 0 })
      await assertSound(assert)
    }
    assert.equal(await bookOf(stage.siteId, '407'), 0)
  })

  test('who wrote the cost does not approve its payment, by no door', async ({ assert }) => {
    const stage = await makeLegalStage()
    const writer = approverOf(stage)
    const procedureId = await makeOpenProcedure(stage)
    const costId = await makePayableCost({ ...stage, person: writer }, procedureId, { baseMinor: 10_000 })
    const order = await orderLegalCost(costId, {}, stage.creator.actor)
    await bufferOrder(order.id, stage.creator.actor)
    const { fingerprint } = await PaymentOrder.findOrFail(order.id)
    const approve = (index: number) =>
      approveOrder({
        orderId: order.id,
        shownFingerprint: fingerprint,
        actor: approverOf(stage, index).actor,
      })

    await assert.rejects(() => approve(0))
    await approve(1)
    // Also where somebody passes the code by: his approval in the table does not count for the database.
    const before = await PaymentOrder.findOrFail(order.id)
    if (before.status === 'buffered') {
      await execute(
        `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
         select 'payment_order', id, site_id, :userId, 'approve', fingerprint, amount_minor from payment_orders where id = :id`,
        { id: order.id, userId: writer.id }
      )
      await assert.rejects(
        () => execute(`update payment_orders set status = 'approved' where id = :id`, { id: order.id }),
        /payment_order_not_approved/
      )
      await execute(
        `update approval_decisions set revoked_at = now() where document_id = :id and user_id = :userId and document_type = 'payment_order' and revoked_at is null`,
        {
          id: order.id,
          userId: writer.id,
        }
      )
    }
    assert.isTrue(before.requiredApprovals !== null)
    await assertSound(assert)
  })

  test('an account that nobody verified is approved by somebody else than who wrote it down', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const payeeIban = makeIban()
    const costId = await makeCost(stage, procedureId, {
      concept: 'registry',
      providerId: null,
      payeeName: 'Registro Mercantil de Sevilla',
      payeeIban,
      expenseCode: '623',
      baseMinor: 9_900,
    })
    await assert.rejects(
      () => approveCost({ procedureId, costId }, stage.person.actor),
      /debe aprobarlo otra persona/
    )
    await approveCost({ procedureId, costId }, stage.creator.actor)

    const orderId = await pay(stage, costId)

    const order = await PaymentOrder.findOrFail(orderId)
    assert.deepEqual(
      [order.creditorType, order.creditorIban, order.creditorName],
      ['other', payeeIban, 'Registro Mercantil de Sevilla']
    )
    assert.equal(await bookOf(stage.siteId, '623'), 9_900)
    assert.deepEqual([await bookOf(stage.siteId, '4100'), await openOf(stage.siteId, '4100')], [0, 0])
    await assertSound(assert)
  })

  test('nothing is approved without a document, and a blocked account is not written down', async ({
    assert,
  }) => {
    const stage = await makeLegalStage()
    const procedureId = await makeOpenProcedure(stage)
    const bare = await makeCost(stage, procedureId, { documentId: null })
    await assert.rejects(
      () => approveCost({ procedureId, costId: bare }, stage.creator.actor),
      /Adjunte el documento/
    )
    const blocked = makeIban()
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :blocked, 'block', 'fraude', 'Cuenta de prueba')`,
      { blocked }
    )

    await assert.rejects(
      () =>
        makeCost(stage, procedureId, {
          providerId: null,
          payeeName: 'Estafador',
          payeeIban: blocked,
          expenseCode: '623',
        }),
      /lista negra/
    )
    await assert.rejects(
      () => offsetCost(bare, offsetInput(100, { paidOn: calendarDate('2099-01-01') }), stage.person.actor),
      /posterior a hoy/
    )
    assert.isString(today())
  })
})
