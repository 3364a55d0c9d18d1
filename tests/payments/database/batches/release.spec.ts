import { test } from '@japa/runner'
import { readFileBytes } from '#app/files/store_file'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import {
  approverOf,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  withNewProvider,
} from '#tests/factories/payments'
import { letApprove } from '#tests/factories/people'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

/** An approved order to a supplier of its own. */
const makeOrderOfItsOwn = async (stage: PaymentStage, number: string, totalMinor = 12_100) =>
  makeApprovedOrder(await withNewProvider(stage), number, totalMinor)

test.group('Release', () => {
  test('of many orders those that no longer hold stay out, each with its reason, and the others go together', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const orders: PaymentOrder[] = []
    for (const number of ['R-1', 'R-2', 'R-3', 'R-4']) orders.push(await makeOrderOfItsOwn(stage, number))
    const [good, disputed, blocked, other] = orders
    await execute(`update invoices set status = 'disputed' where id = :id`, { id: disputed?.sourceId })
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Cuenta de prueba')`,
      { iban: blocked?.creditorIban }
    )

    const outcome = await releaseOrders(
      orders.map(({ id }) => id),
      approverOf(stage).actor
    )

    assert.deepEqual(
      outcome.heldBack.map(({ number }) => number),
      [disputed?.number, blocked?.number]
    )
    assert.match(outcome.heldBack[0]?.reason ?? '', /en disputa/)
    assert.match(outcome.heldBack[1]?.reason ?? '', /lista negra/)
    const told = await rows<{ objectId: number; body: string }>(
      `select object_id, body from outgoing_mails where "to" = :to and object_type = 'payment_order' and object_id = any(:ids::bigint[])`,
      { to: approverOf(stage, 1).email, ids: orders.map(({ id }) => id) }
    )
    assert.deepEqual(
      told.map(({ objectId }) => objectId),
      [blocked?.id]
    )
    assert.match(told[0]?.body ?? '', /lista negra.*Cuenta de prueba/)
    const batch = await oneRow(`select count, total_minor from payment_batches where id = :id`, {
      id: outcome.batchIds[0],
    })
    assert.deepEqual(batch, { count: 2, totalMinor: 24_200 })
    const sent = await rows<{ id: number }>(
      `select id from payment_orders where batch_id = :id and status = 'sent' order by id`,
      { id: outcome.batchIds[0] }
    )
    assert.deepEqual(sent, [{ id: good?.id }, { id: other?.id }])
  })

  test('every released order says in its history who released it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const orders = [await makeOrderOfItsOwn(stage, 'H-1'), await makeOrderOfItsOwn(stage, 'H-2')]

    await releaseOrders(
      orders.map(({ id }) => id),
      stage.person.actor
    )

    const events = await rows(
      `select object_id, user_id, from_status, to_status from audit_events where object_type = 'payment_order' and event = 'payment_order.release' and object_id = any(:ids::bigint[]) order by id`,
      { ids: orders.map(({ id }) => id) }
    )
    assert.deepEqual(
      events,
      orders.map(({ id }) => ({
        objectId: id,
        userId: stage.person.id,
        fromStatus: 'approved',
        toStatus: 'sent',
      }))
    )
  })

  test('a payment that the account cannot cover stays approved and says that it waits for money', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeOrderOfItsOwn(stage, 'S-1', 1_500_000)

    const { released, heldBack } = await releaseOrders([order.id], stage.person.actor)

    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /Saldo insuficiente: faltan 5\.000,00/)
    const { status, holdReason } = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual({ status, holdReason }, { status: 'approved', holdReason: 'no_funds' })
  })

  test('of three payments that the account cannot cover together, those leave that it can', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const large = await makeOrderOfItsOwn(stage, 'F-1', 600_000)
    const small = await makeOrderOfItsOwn(stage, 'F-2', 300_000)
    const middle = await makeOrderOfItsOwn(stage, 'F-3', 500_000)
    const actor = approverOf(stage).actor

    const { released, heldBack } = await releaseOrders([large.id, small.id, middle.id], actor)

    const statusOf = async ({ id }: PaymentOrder) => (await PaymentOrder.findOrFail(id)).status
    assert.equal(released, 2)
    assert.deepEqual(
      [await statusOf(small), await statusOf(middle), await statusOf(large)],
      ['sent', 'sent', 'approved']
    )
    assert.deepEqual(
      heldBack.map(({ number, reason }) => `${number} ${reason.replace(/\s/g, ' ')}`),
      [`${large.number} Saldo insuficiente: faltan 4.000,00 €.`]
    )
  })

  test('a payment that waited for money and leaves later does not say any more that it waits', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const first = await makeOrderOfItsOwn(stage, 'W-1', 600_000)
    const second = await makeOrderOfItsOwn(stage, 'W-2', 700_000)
    const actor = approverOf(stage).actor
    await releaseOrders([second.id], actor)
    const waiting = await PaymentOrder.findOrFail(second.id)
    await cancelOrder(first.id, 'Ya no hace falta', actor)

    await releaseOrders([second.id], actor)

    const left = await PaymentOrder.findOrFail(second.id)
    assert.deepEqual([waiting.status, waiting.holdReason], ['approved', 'no_funds'])
    assert.deepEqual([left.status, left.holdReason], ['sent', null])
  })

  test('after ten thousand batches each still has a number of its own', async ({ assert }) => {
    const stage = await makePaymentStage()
    const orders = [await makeOrderOfItsOwn(stage, 'N-1'), await makeOrderOfItsOwn(stage, 'N-2')]
    await execute(`select nextval('payment_batch_numbers') from generate_series(1, 10000)`)

    const numbers: string[] = []
    for (const { id } of orders) {
      const { batchIds } = await releaseOrders([id], approverOf(stage).actor)
      const batch = await oneRow<{ number: string }>(`select number from payment_batches where id = :id`, {
        id: batchIds[0],
      })
      numbers.push(batch.number)
    }

    assert.equal(new Set(numbers).size, 2)
    for (const number of numbers) assert.match(number, /^RM-\d{4}-\d{5,}$/)
  })

  test('a payment that no file can carry stays behind and the others leave', async ({ assert }) => {
    const stage = await makePaymentStage()
    const own = await makeOrderOfItsOwn(stage, 'X-1')
    const good = await makeOrderOfItsOwn(stage, 'X-2')
    await execute(`update bank_accounts set iban = :iban where id = :id`, {
      iban: own.creditorIban,
      id: stage.accountId,
    })

    const { released, heldBack } = await releaseOrders([own.id, good.id], approverOf(stage).actor)

    assert.equal(released, 1)
    assert.match(heldBack[0]?.reason ?? '', /propia cuenta de cargo/)
    assert.equal((await PaymentOrder.findOrFail(good.id)).status, 'sent')
  })

  test('a payee outside SEPA is paid at the bank that is known of the account', async ({ assert }) => {
    const stage = await withNewProvider(await makePaymentStage())
    await execute(
      `update provider_banks set iban = 'TR330006100519786457841326', bic = 'TCZBTR2A' where provider_id = :id`,
      { id: stage.provider.id }
    )
    await execute(`update sites set city = 'Madrid' where id = :id`, { id: stage.siteId })
    const order = await makeApprovedOrder(stage, 'TR-1')

    const { released, batchIds } = await releaseOrders([order.id], approverOf(stage).actor)

    const { storageKey } = await oneRow<{ storageKey: string }>(
      `select f.storage_key from payment_batches b join files f on f.id = b.file_id where b.id = :id`,
      { id: batchIds[0] ?? 0 }
    )
    assert.equal(released, 1)
    const written = Buffer.from(await readFileBytes({ storageKey })).toString('utf8')
    assert.include(written, '<BICFI>TCZBTR2A</BICFI>')
    assert.include(written, '<TwnNm>Madrid</TwnNm><Ctry>ES</Ctry></PstlAdr>')
  })

  test('an account that is paused, or from which the person may not pay, charges nothing', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeOrderOfItsOwn(stage, 'A-1')
    const [denied, allowed] = [approverOf(stage, 0), approverOf(stage, 1)]
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_pay) values (:accountId, :userId, false)`,
      { accountId: stage.accountId, userId: denied.id }
    )

    const refused = await releaseOrders([order.id], denied.actor)
    await execute(`update bank_accounts set status = 'paused' where id = :id`, { id: stage.accountId })
    const paused = await releaseOrders([order.id], allowed.actor)

    assert.match(refused.heldBack[0]?.reason ?? '', /No tiene permiso para pagar/)
    assert.match(paused.heldBack[0]?.reason ?? '', /no está activa/)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })

  test('dollars do not become a payment by a SEPA file', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'USD-1')
    await changeInvoiceAsOwner(invoice.id, { currency: 'USD' })

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, stage.creator.actor),
      /no tiene una cuenta activa en USD/
    )
    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id, debtorAccountId: stage.accountId }, stage.creator.actor),
      /La cuenta de cargo está en EUR y el documento en USD/
    )
  })

  test('an approval that was taken from the approver does not count any more at the release', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const order = await makeOrderOfItsOwn(stage, 'V-1')
    await execute(`update approvals set status = 'ended' where user_id = :id`, { id: approverOf(stage).id })

    const { released, heldBack } = await releaseOrders([order.id], approverOf(stage, 2).actor)

    const back = await PaymentOrder.findOrFail(order.id)
    const { given } = await oneRow<{ given: number }>(
      `select count(*)::int as given from approval_decisions where document_type = 'payment_order' and document_id = :id and revoked_at is null`,
      { id: order.id }
    )
    assert.equal(released, 0)
    assert.match(heldBack[0]?.reason ?? '', /Falta una aprobación/)
    assert.deepEqual([back.status, given], ['buffered', (order.requiredApprovals ?? 0) - 1])
  })

  test('so it is with an approver who was suspended, moved away or limited to less', async ({ assert }) => {
    const ended = `with gone as (update approvals set status = 'ended' where user_id = :id returning id)
      update approval_kinds k set active = false from gone where k.approval_id = gone.id`
    const changes = [
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      `update users set all_sites = false, updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      `update users set role = 'c0ntab1l1dad', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      ended,
    ]
    for (const [index, change] of changes.entries()) {
      const stage = await makePaymentStage()
      const order = await makeOrderOfItsOwn(stage, `V-1${index}`)
      await execute(change, { id: approverOf(stage).id })
      if (change === ended) await letApprove(stage.siteId, approverOf(stage), ['payment_supplier'], 12_099)

      const { released } = await releaseOrders([order.id], approverOf(stage, 2).actor)

      assert.equal(released, 0, change)
      assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'buffered', change)
    }
  })

  test('a warning about the account that came after the approval asks for one more', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeOrderOfItsOwn(stage, 'V-20')
    await execute(`update payment_orders set reinforced_reasons = '{}' where id = :id`, { id: order.id })

    await releaseOrders([order.id], approverOf(stage).actor)

    const back = await PaymentOrder.findOrFail(order.id)
    assert.equal(back.status, 'buffered')
    assert.equal(back.requiredApprovals, (order.requiredApprovals ?? 0) + 1)
  })

  test('the database itself knows no short cut and no other content once approved', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await makeOrderOfItsOwn(stage, 'G-1')

    const changes = [
      `status = 'paid'`,
      `execution_date = execution_date + 1`,
      `required_approvals = 1`,
      `remittance = 'OTRO CONCEPTO'`,
      `provider_bank_id = null`,
    ]
    for (const change of changes)
      await assert.rejects(
        () => execute(`update payment_orders set ${change} where id = :id`, { id: order.id }),
        /payment_order_(frozen|no_way_back)/
      )
  })
})
