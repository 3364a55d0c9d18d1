import { test } from '@japa/runner'
import { readFileBytes } from '#app/files/store_file'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { markDuplicate } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeNumber } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { readPain001 } from '#app/payments/files/read_pain001'
import { validateXml } from '#app/payments/files/validate_xml'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { letterSettled } from '#app/payments/postings/letter_settled'
import { releaseOrders } from '#app/payments/release/release_orders'
import { OPEN_ON_DAY } from '#app/reconciliation/queries/open_items/open_item_parts'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

type Stage = {
  siteId: number
  bankAccountId: number
  accountant: Person
  approver: Person
  second: Person
  providerId: number
}

async function setStage(): Promise<Stage> {
  const [{ siteId }, accountant, approver, second, senior] = [
    await makeSite(),
    await makeUser('c0ntab1l1dad'),
    await makeUser('aprobador'),
    await makeUser('aprobador'),
    await makeUser('superC0ntab1l1dad'),
  ]
  const bankAccountId = await makeBankAccount(siteId)
  for (const person of [approver, second])
    await letApprove(siteId, person, ['invoice', 'payment_supplier'], null)
  const provider = await makeProvider(senior)
  return { siteId, bankAccountId, accountant, approver, second, providerId: provider.id }
}

async function bookedInvoice(stage: Stage, totalMinor = 12_100, withholdingMinor = 0): Promise<number> {
  const id = await makeInvoice({
    siteId: stage.siteId,
    providerId: stage.providerId,
    creator: stage.accountant,
    totalMinor,
    withholdingMinor,
  })
  await submitInvoice(id, stage.accountant.actor)
  for (const person of [stage.approver, stage.second]) {
    const invoice = await Invoice.findOrFail(id)
    if (invoice.status === 'pending_approval')
      await approveInvoice({
        invoiceId: id,
        shownFingerprint: await invoiceFingerprint(id),
        justifications: 'Comprobado con el proveedor',
        actor: person.actor,
      })
  }
  return id
}

async function approvedOrder(stage: Stage, invoiceId: number): Promise<PaymentOrder> {
  const order = await createOrder({ invoiceId }, stage.accountant.actor)
  await bufferOrder(order.id, stage.accountant.actor)
  for (const person of [stage.approver, stage.second]) {
    const current = await PaymentOrder.findOrFail(order.id)
    if (current.status === 'buffered')
      await approveOrder({ orderId: order.id, shownFingerprint: current.fingerprint, actor: person.actor })
  }
  return PaymentOrder.findOrFail(order.id)
}

async function sentOrder(stage: Stage, invoiceId: number): Promise<PaymentOrder> {
  const order = await approvedOrder(stage, invoiceId)
  const { batchIds } = await releaseOrders([order.id], stage.approver.actor)
  await markBatchSent(batchIds[0] ?? 0, stage.approver.actor, calendarDate('2026-03-30'))
  return PaymentOrder.findOrFail(order.id)
}

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkInvariants()).filter((result) => result.violations > 0),
    []
  )

test.group('From the invoice to the bank', () => {
  test('an approved invoice is booked: expense and VAT against the supplier', async ({ assert }) => {
    const stage = await setStage()

    const id = await bookedInvoice(stage)

    const lines = await rows<{ code: string; amountMinor: number }>(
      `select left(a.code, 3) as code, l.amount_minor from invoices i join journal_lines l on l.entry_id = i.journal_entry_id join ledger_accounts a on a.id = l.account_id where i.id = :id order by l.line_no`,
      { id }
    )
    assert.deepEqual(lines, [
      { code: '628', amountMinor: 10_000 },
      { code: '472', amountMinor: 2_100 },
      { code: '400', amountMinor: -12_100 },
    ])
  })

  test('nobody approves an invoice of their own', async ({ assert }) => {
    const stage = await setStage()
    const id = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.providerId,
      creator: stage.approver,
    })
    await submitInvoice(id, stage.approver.actor)
    const shownFingerprint = await invoiceFingerprint(id)

    await assert.rejects(
      () => approveInvoice({ invoiceId: id, shownFingerprint, actor: stage.approver.actor }),
      /usted ha registrado/
    )
  })

  test('an invoice that changed after it was shown is not approved', async ({ assert }) => {
    const stage = await setStage()
    const id = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.providerId,
      creator: stage.accountant,
    })
    await submitInvoice(id, stage.accountant.actor)
    const shownFingerprint = await invoiceFingerprint(id)
    const { lockVersion } = await Invoice.findOrFail(id)
    await changeNumber({
      invoiceId: id,
      actor: stage.accountant.actor,
      lockVersion,
      invoiceNumber: 'F-CORREGIDA',
    })

    await assert.rejects(
      () => approveInvoice({ invoiceId: id, shownFingerprint, actor: stage.approver.actor }),
      /ha cambiado desde su revisión/
    )
  })

  test('the same number of the same supplier does not pass twice', async ({ assert }) => {
    const stage = await setStage()
    const first = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.providerId,
      creator: stage.accountant,
      number: 'A-0001',
    })
    const copy = await makeInvoice({
      siteId: stage.siteId,
      providerId: stage.providerId,
      creator: stage.accountant,
      number: 'a/1',
    })

    await assert.rejects(() => submitInvoice(copy, stage.accountant.actor), /Ya existe la factura/)
    await submitInvoice(first, stage.accountant.actor)
    await assert.rejects(() => submitInvoice(copy, stage.accountant.actor), /Ya existe la factura/)
    await markDuplicate(copy, first, stage.accountant.actor)

    assert.equal((await Invoice.findOrFail(first)).status, 'pending_approval')
    assert.equal((await Invoice.findOrFail(copy)).status, 'duplicate')
  })

  test('a payment is made, approved by another person, filed, sent and settled, and the books stay sound', async ({
    assert,
  }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage)
    const order = await approvedOrder(stage, invoiceId)

    const { batchIds, heldBack } = await releaseOrders([order.id], stage.approver.actor)
    await markBatchSent(batchIds[0] ?? 0, stage.approver.actor)
    await inTransaction((trx) =>
      settleOrder(
        {
          orderId: order.id,
          settledOn: calendarDate('2026-04-01'),
          bankAccountId: stage.bankAccountId,
          actor: stage.accountant.actor,
        },
        trx
      )
    )

    const paid = await Invoice.findOrFail(invoiceId)
    assert.deepEqual(heldBack, [])
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'paid')
    assert.equal(paid.outstandingMinor, 0)
    assert.equal(paid.paymentState, 'paid')
    await assertSound(assert)
  })

  test('the file is valid against the official schema and its totals are those of the batch', async ({
    assert,
  }) => {
    const stage = await setStage()
    const orders = [
      await approvedOrder(stage, await bookedInvoice(stage, 12_100)),
      await approvedOrder(stage, await bookedInvoice(stage, 99_999)),
    ]

    const { batchIds } = await releaseOrders(
      orders.map((order) => order.id),
      stage.approver.actor
    )

    const batch = await oneRow<{ storageKey: string; totalMinor: number }>(
      `select f.storage_key, b.total_minor from payment_batches b join files f on f.id = b.file_id where b.id = :id`,
      { id: batchIds[0] }
    )
    const xml = Buffer.from(await readFileBytes(batch)).toString('utf8')
    const read = readPain001(xml)
    assert.deepEqual((await validateXml(xml, 'pain.001.001.09')).errors, [])
    assert.equal(read.count, 2)
    assert.equal(read.totalMinor, 112_099)
    assert.equal(batch.totalMinor, 112_099)
  })

  test('nobody approves a payment of their own, nor twice', async ({ assert }) => {
    const stage = await setStage()
    const order = await createOrder({ invoiceId: await bookedInvoice(stage, 900_000) }, stage.approver.actor)
    await bufferOrder(order.id, stage.approver.actor, true)
    const shownFingerprint = (await PaymentOrder.findOrFail(order.id)).fingerprint

    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint, actor: stage.approver.actor }),
      /usted ha creado/
    )
    await approveOrder({ orderId: order.id, shownFingerprint, actor: stage.second.actor })
    await assert.rejects(
      () => approveOrder({ orderId: order.id, shownFingerprint, actor: stage.second.actor }),
      /Ya ha aprobado/
    )
  })

  test('twenty people clicking at once leave one order for an invoice', async ({ assert }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage)

    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => createOrder({ invoiceId }, stage.accountant.actor))
    )

    assert.equal(tries.filter((attempt) => attempt.status === 'fulfilled').length, 1)
  })

  test('partial payments never add up to more than the invoice', async ({ assert }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage, 10_000)

    await Promise.allSettled(
      Array.from({ length: 12 }, () => createOrder({ invoiceId, amountMinor: 3_000 }, stage.accountant.actor))
    )

    const { ordered } = await oneRow<{ ordered: number }>(
      `select sum(amount_minor)::bigint as ordered from payment_orders where source_id = :invoiceId and source_type = 'invoice'`,
      { invoiceId }
    )
    assert.equal(ordered, 9_000)
  })

  test('a changed bank detail stops an approved payment at the release', async ({ assert }) => {
    const stage = await setStage()
    const order = await approvedOrder(stage, await bookedInvoice(stage))
    await inTransaction((trx) =>
      trx.rawQuery(`update provider_banks set verification = 'rejected', verified_by = null where id = ?`, [
        order.providerBankId ?? 0,
      ])
    )

    const { released, heldBack } = await releaseOrders([order.id], stage.approver.actor)

    const stopped = await PaymentOrder.findOrFail(order.id)
    assert.equal(released, 0)
    assert.equal(heldBack.length, 1)
    assert.equal(stopped.status, 'draft')
    assert.equal(stopped.holdReason, 'bank_unverified')
  })

  test('the database itself refuses to approve an order that nobody approved', async ({ assert }) => {
    const stage = await setStage()
    const order = await createOrder({ invoiceId: await bookedInvoice(stage) }, stage.accountant.actor)
    await bufferOrder(order.id, stage.accountant.actor, true)

    await assert.rejects(
      () =>
        inTransaction((trx) =>
          trx.rawQuery(`update payment_orders set status = 'approved' where id = ?`, [order.id])
        ),
      /payment_order_not_approved/
    )
  })

  test('the database itself refuses another amount or account on an approved order', async ({ assert }) => {
    const stage = await setStage()
    const order = await approvedOrder(stage, await bookedInvoice(stage))

    for (const change of ['amount_minor = 1', `creditor_iban = 'ES9121000418450200051332X'`]) {
      await assert.rejects(
        () =>
          inTransaction((trx) =>
            trx.rawQuery(`update payment_orders set ${change} where id = ?`, [order.id])
          ),
        /payment_order_frozen/
      )
    }
  })

  test('a failed payment opens the debt again and is paid only by a new order', async ({ assert }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage)
    const order = await sentOrder(stage, invoiceId)

    await failOrder({
      orderId: order.id,
      code: 'AM04',
      comment: 'Saldo insuficiente según el banco',
      actor: stage.approver.actor,
    })
    const again = await createOrder({ invoiceId }, stage.accountant.actor)

    assert.notEqual(again.id, order.id)
    assert.equal(again.retryOfId, order.id)
    assert.equal((await Invoice.findOrFail(invoiceId)).outstandingMinor, 12_100)
    await assertSound(assert)
  })

  test('a returned payment leaves the invoice owed in full', async ({ assert }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage, 10_600, 1_500)
    const order = await sentOrder(stage, invoiceId)
    await inTransaction((trx) =>
      settleOrder(
        {
          orderId: order.id,
          settledOn: calendarDate('2026-04-01'),
          bankAccountId: stage.bankAccountId,
          actor: stage.accountant.actor,
        },
        trx
      )
    )

    await returnOrder({
      orderId: order.id,
      code: 'MD07',
      comment: 'Titular fallecido',
      actor: stage.approver.actor,
    })

    const invoice = await Invoice.findOrFail(invoiceId)
    const { deferred } = await oneRow<{ deferred: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as deferred from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code like '47519%'`,
      { siteId: stage.siteId }
    )
    assert.equal(invoice.outstandingMinor, 10_600)
    assert.equal(invoice.paymentState, 'unpaid')
    assert.equal(deferred, -1_500)
    await assertSound(assert)
  })

  test('withholding falls due with the payment, to the cent', async ({ assert }) => {
    const stage = await setStage()
    const order = await sentOrder(stage, await bookedInvoice(stage, 10_600, 1_500))

    await inTransaction((trx) =>
      settleOrder(
        {
          orderId: order.id,
          settledOn: calendarDate('2026-04-01'),
          bankAccountId: stage.bankAccountId,
          actor: stage.accountant.actor,
        },
        trx
      )
    )

    const due = await rows<{ code: string; balance: number }>(
      `select rpad(left(a.code, 5), 5) as code, b.balance_minor as balance from ledger_accounts a join account_balances b on b.account_id = a.id where a.site_id = :siteId and a.code like '4751%' order by a.code`,
      { siteId: stage.siteId }
    )
    assert.deepEqual(due, [
      { code: '47510', balance: -1_500 },
      { code: '47519', balance: 0 },
    ])
  })

  test('a settled payment is lettered with the debt it paid; given back, the debt is open again', async ({
    assert,
  }) => {
    const stage = await setStage()
    const invoiceId = await bookedInvoice(stage, 10_600, 1_500)
    const order = await sentOrder(stage, invoiceId)
    const settled = {
      orderId: order.id,
      settledOn: calendarDate('2026-03-31'),
      bankAccountId: stage.bankAccountId,
    }
    const before = await letteredOf(stage.siteId)

    await inTransaction((trx) => settleOrder({ ...settled, actor: stage.accountant.actor }, trx))
    const paid = await letteredOf(stage.siteId)
    const openWhenPaid = await openDebts(stage.siteId)
    const openTheDayBefore = await openDebtsOn(stage.siteId, '2026-03-29')
    await assertSound(assert)
    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cerrada',
      actor: stage.accountant.actor,
      returnedOn: calendarDate('2026-04-02'),
    })

    assert.deepEqual(before, [])
    assert.deepEqual(paid, [
      { status: 'full', subledger: 'none', kinds: 'invoice -1500, payment_order 1500' },
      { status: 'full', subledger: 'provider', kinds: 'invoice -10600, payment_order 10600' },
    ])
    assert.deepEqual(openWhenPaid, [])
    assert.deepEqual(openTheDayBefore, [{ openMinor: -10_600 }])
    assert.deepEqual(await letteredOf(stage.siteId), [
      { status: 'full', subledger: 'none', kinds: 'payment_order -1500, payment_order 1500' },
      { status: 'full', subledger: 'provider', kinds: 'payment_order -10600, payment_order 10600' },
    ])
    assert.deepEqual(await openDebts(stage.siteId), [{ documentType: 'invoice', openMinor: -10_600 }])
    await assertSound(assert)
  })

  test('a payment settled before settling lettered by itself is lettered once, and stays as people leave it', async ({
    assert,
  }) => {
    const stage = await setStage()
    const order = await sentOrder(stage, await bookedInvoice(stage, 10_600, 1_500))
    await inTransaction((trx) =>
      settleOrder(
        {
          orderId: order.id,
          settledOn: calendarDate('2026-03-31'),
          bankAccountId: stage.bankAccountId,
          actor: stage.accountant.actor,
        },
        trx
      )
    )
    const lettered = await letteredOf(stage.siteId)
    const unletter = () => execute(`delete from reconciliations where site_id = :siteId`, stage)
    await unletter()

    const looked = await letterSettled()

    assert.isAbove(looked, 0)
    assert.deepEqual(await letteredOf(stage.siteId), lettered)
    await assertSound(assert)
    await unletter()
    assert.equal(await letterSettled(), 0)
    assert.deepEqual(await letteredOf(stage.siteId), [])
  })
})

/** Every punteo of a company: where, and which amounts of what it binds. */
const letteredOf = (siteId: number) =>
  rows(
    `select c.status, a.subledger, string_agg(l.document_type || ' ' || r.amount_minor, ', ' order by l.document_type, r.amount_minor) as kinds
       from reconciliations c join ledger_accounts a on a.id = c.account_id join reconciliation_lines r on r.reconciliation_id = c.id join journal_lines l on l.id = r.journal_line_id
      where c.site_id = :siteId group by c.id, a.subledger order by a.subledger`,
    { siteId }
  )

/** What is open with suppliers, in cents. */
const openDebts = (siteId: number) =>
  rows(
    `select l.document_type, o.open_minor from open_items o join ledger_accounts a on a.id = o.account_id and a.subledger = 'provider' join journal_lines l on l.id = o.journal_line_id
      where o.site_id = :siteId order by o.journal_line_id`,
    { siteId }
  )

/** What was open with suppliers at the end of a day, as the list of open items reckons it back. */
const openDebtsOn = (siteId: number, asOf: string) =>
  rows(
    `select x.open_minor from (${OPEN_ON_DAY}) x join ledger_accounts a on a.id = x.account_id and a.subledger = 'provider' where x.site_id = :siteId`,
    { siteId, asOf }
  )
