import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { lackingApprovers, lackText } from '#app/payments/approvals/lacking_approvers'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { setPaidFor } from '#app/sites/actions/set_paid_for'
import { balanceOf, makeSite } from '#tests/factories/books'
import {
  approveAs,
  letPayFor,
  makePayerApproved,
  makePayerBuffered,
  makePayerSent,
  makePayerStage,
  type PayerStage,
} from '#tests/factories/paid_by_another'
import { makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { confirmOpen } from '#tests/factories/second_person'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const SETTLED_ON = calendarDate('2026-04-01')

const between = async (siteId: number, partnerId: number): Promise<number> =>
  (
    await row<{ minor: number }>(
      `select sum(amount_minor)::bigint as minor from group_lines where site_id = :siteId and partner_id = :partnerId`,
      { siteId, partnerId }
    )
  )?.minor ?? 0

const codeBalance = async (siteId: number, prefix: string): Promise<number> =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(b.balance_minor), 0)::bigint as minor from ledger_accounts a join account_balances b on b.account_id = a.id where a.site_id = :siteId and a.code ^@ :prefix`,
      { siteId, prefix }
    )
  ).minor

const bankOf = async ({ accountId }: { accountId: number }): Promise<number> => {
  const { id } = await oneRow<{ id: number }>(
    `select ledger_account_id as id from bank_accounts where id = :accountId`,
    { accountId }
  )
  return balanceOf(id)
}

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

const settle = (found: PayerStage, orderId: number) =>
  inTransaction((trx) =>
    settleOrder({ orderId, settledOn: SETTLED_ON, bankAccountId: found.payer.accountId, actor: SYSTEM }, trx)
  )

test.group('Which company may pay for another one', () => {
  test('takes two people to allow and one to end', async ({ assert }) => {
    const [payer, debtor] = [await makeSite(), await makeSite()]
    const { actor } = await makeUser('s1st3ma')
    const held = async () =>
      (await rows(`select 1 from company_payers where payer_site_id = :siteId`, payer)).length

    const asked = await setPaidFor(
      { payerId: payer.siteId, siteIds: [debtor.siteId], reason: 'Caja única' },
      actor
    )
    const meanwhile = await held()
    await confirmOpen(payer.siteId)
    const confirmed = await held()
    const ended = await setPaidFor({ payerId: payer.siteId, siteIds: [], reason: null }, actor)

    assert.deepEqual([asked, meanwhile, confirmed, ended, await held()], ['proposed', 0, 1, 'applied', 0])
  })

  test('nobody writes it past the second person', async ({ assert }) => {
    const [payer, debtor] = [await makeSite(), await makeSite()]

    await assert.rejects(
      () =>
        execute(`insert into company_payers (payer_site_id, site_id) values (:payer, :debtor)`, {
          payer: payer.siteId,
          debtor: debtor.siteId,
        }),
      /setting_loosened/
    )
  })

  test('without it no payment leaves from the account of another company', async ({ assert }) => {
    const debtor = await makePaymentStage()
    const payer = await makeTreasury()
    const invoice = await makeBookedInvoice(debtor, 'SIN-PERMISO')

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id, debtorAccountId: payer.accountId }, debtor.creator.actor),
      /La cuenta de origen no pertenece a la empresa/
    )
    const own = await createOrder({ invoiceId: invoice.id }, debtor.creator.actor)
    await assert.rejects(
      () =>
        execute(`update payment_orders set debtor_account_id = :accountId where id = :id`, {
          id: own.id,
          accountId: payer.accountId,
        }),
      /payment_order_payer/
    )
  })

  test('who does not work with the paying company does not choose its account', async ({ assert }) => {
    const found = await makePayerStage()
    const creator = await makeUser('c0ntab1l1dad', { siteIds: [found.debtor.siteId] })
    const invoice = await makeBookedInvoice(found.debtor, 'AJENA')

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id, debtorAccountId: found.payer.accountId }, creator.actor),
      /La cuenta de origen no pertenece a la empresa/
    )
  })

  test('what was allowed and is not any more does not leave', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerApproved(found, 'RETIRADA')
    await setPaidFor(
      { payerId: found.payer.siteId, siteIds: [], reason: null },
      (await makeUser('s1st3ma')).actor
    )

    const { batchIds, heldBack } = await releaseOrders([order.id], found.people.both.actor)

    assert.deepEqual(batchIds, [])
    assert.match(heldBack[0]?.reason ?? '', /no puede pagar por la empresa que lo debe/)
    await assert.rejects(
      () =>
        execute(`update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`, {
          id: order.id,
        }),
      /payment_order_payer/
    )
  })
})

test.group('Approvals of a payment for another company', () => {
  test('each company decides: those of one alone are not enough', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'DOS-EMPRESAS')
    const ofDebtor = found.debtor.approvers.slice(0, order.requiredApprovals ?? 1)

    const after = await approveAs(order.id, ofDebtor)

    assert.equal(after.status, 'buffered')
    assert.isNotNull(after.payerRequiredApprovals)
    await assert.rejects(
      () => execute(`update payment_orders set status = 'approved' where id = :id`, { id: order.id }),
      /payment_order_not_approved/
    )
  })

  test('somebody with rights in both decides for both at once', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'AMBAS')

    await approveAs(order.id, [found.people.both])

    const decided = await rows<{ siteId: number }>(
      `select site_id from approval_decisions where document_type = 'payment_order' and document_id = :id order by site_id`,
      { id: order.id }
    )
    assert.deepEqual(
      decided.map(({ siteId }) => siteId),
      [found.debtor.siteId, found.payer.siteId].toSorted((a, b) => a - b)
    )
  })

  test('approvers of each of the two together are enough', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'JUNTOS')
    const { requiredApprovals, payerRequiredApprovals } = await PaymentOrder.findOrFail(order.id)
    const more: Person[] = [found.people.payer]
    while (more.length < (payerRequiredApprovals ?? 1)) {
      const person = await makeUser('aprobador')
      await letApprove(found.payer.siteId, person, ['payment_supplier'], null)
      more.push(person)
    }

    const after = await approveAs(order.id, [
      ...found.debtor.approvers.slice(0, requiredApprovals ?? 1),
      ...more,
    ])

    assert.equal(after.status, 'approved')
  })

  test('its creator approves for neither', async ({ assert }) => {
    const found = await makePayerStage()
    const creator = found.people.both
    const invoice = await makeBookedInvoice(found.debtor, 'PROPIA')
    const order = await createOrder(
      { invoiceId: invoice.id, debtorAccountId: found.payer.accountId },
      creator.actor
    )
    await bufferOrder(order.id, creator.actor)

    await assert.rejects(() => approveAs(order.id, [creator]), /No puede aprobar un pago que usted ha creado/)
  })

  test('a limit in the paying company holds there', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'LIMITE')
    const small = await makeUser('aprobador')
    await letApprove(found.payer.siteId, small, ['payment_supplier'], 5_000)

    await assert.rejects(() => approveAs(order.id, [small]), /supera su límite/)
  })

  test('too few approvers in the paying company are told with its name', async ({ assert }) => {
    const debtor = await makePaymentStage()
    const payer = await makeTreasury()
    await letPayFor(payer.siteId, [debtor.siteId])
    const invoice = await makeBookedInvoice(debtor, 'NADIE')
    const order = await createOrder(
      { invoiceId: invoice.id, debtorAccountId: payer.accountId },
      debtor.creator.actor
    )
    await bufferOrder(order.id, debtor.creator.actor)
    const { name } = await oneRow<{ name: string }>(
      `select legal_name::text as name from sites where id = :siteId`,
      payer
    )

    assert.deepEqual(await lackingApprovers([order.id]), [`${order.number}: ${lackText(name)}`])
  })
})

test.group('Books of a payment for another company', () => {
  test('the debtor owes the payer from the day it is sent; the bank is the payer’s', async ({ assert }) => {
    const found = await makePayerStage()
    const { debtor, payer } = found
    const before = { debtor: await bankOf(debtor), payer: await bankOf(payer) }

    const order = await makePayerSent(found, 'LIBROS')

    assert.equal(await between(debtor.siteId, payer.siteId), -12_100)
    assert.equal(await between(payer.siteId, debtor.siteId), 12_100)
    assert.equal(await codeBalance(payer.siteId, '5550'), -12_100)
    assert.deepEqual(await violations(), [])

    await settle(found, order.id)

    assert.equal(await codeBalance(payer.siteId, '5550'), 0)
    assert.equal((await bankOf(payer)) - before.payer, -12_100)
    assert.equal(await bankOf(debtor), before.debtor)
    const invoice = await oneRow<{ outstandingMinor: number }>(
      `select outstanding_minor from invoices where id = :id`,
      { id: order.sourceId }
    )
    assert.equal(invoice.outstandingMinor, 0)
    assert.deepEqual(await violations(), [])
  })

  test('its batch and its file are the payer’s', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'REMESA')

    const batch = await oneRow<{ siteId: number }>(`select site_id from payment_batches where id = :id`, {
      id: order.batchId,
    })

    assert.equal(batch.siteId, found.payer.siteId)
  })

  test('refused by the bank, both books are taken back', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'RECHAZADO')

    await failOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: found.payer.person.actor,
    })

    assert.equal(await between(found.debtor.siteId, found.payer.siteId), 0)
    assert.equal(await codeBalance(found.payer.siteId, '5550'), 0)
    assert.deepEqual(await violations(), [])
  })

  test('given back by the bank, the debtor owes its supplier again and the payer nothing', async ({
    assert,
  }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'DEVUELTO')
    await settle(found, order.id)
    const before = await bankOf(found.payer)

    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: SYSTEM,
      returnedOn: calendarDate('2026-04-03'),
    })

    assert.equal(await between(found.payer.siteId, found.debtor.siteId), 0)
    assert.equal((await bankOf(found.payer)) - before, 12_100)
    const invoice = await oneRow<{ outstandingMinor: number }>(
      `select outstanding_minor from invoices where id = :id`,
      { id: order.sourceId }
    )
    assert.equal(invoice.outstandingMinor, 12_100)
    assert.deepEqual(await violations(), [])
  })

  test('in a month that one of the two has closed it is posted on the first day open in both', async ({
    assert,
  }) => {
    const found = await makePayerStage()
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'all')`,
      found.debtor
    )

    const order = await makePayerSent(found, 'CERRADO')

    const days = await rows<{ postedOn: string }>(
      `select distinct posted_on from journal_entries where source_type = 'payment_order' and source_id = :id`,
      { id: order.id }
    )
    assert.deepEqual(
      days.map(({ postedOn }) => postedOn),
      ['2026-04-01']
    )
    assert.deepEqual(await violations(), [])
  })

  test('the movement of the payer’s bank settles it; taken apart, the payment stays paid', async ({
    assert,
  }) => {
    const found = await makePayerStage()
    const order = await makePayerSent(found, 'EXTRACTO')
    await importBytes(
      found.payer.accountId,
      csvStatement([{ on: '2026-04-09', cents: -12_100, text: order.endToEndId }])
    )
    const lineId = (await linesOf(found.payer.accountId)).at(-1)?.id ?? 0
    const transit = await oneRow<{ id: number }>(
      `select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'payment_order' and l.document_id = :id and a.subledger = 'bank'`,
      { id: order.id }
    )

    await acceptMatch({
      lineId,
      items: [{ journalLineId: transit.id, amountMinor: -12_100 }],
      actor: SYSTEM,
    })
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'reconciled')
    await undoMatch({ lineId, actor: SYSTEM })

    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'paid')
    assert.equal(await between(found.payer.siteId, found.debtor.siteId), 12_100)
    assert.deepEqual(await violations(), [])
  })

  test('two companies that pay for each other at once do not wait for each other', async ({ assert }) => {
    const found = await makePayerStage()
    const back: PaymentStage = {
      ...found.payer,
      creator: await makeUser('c0ntab1l1dad'),
      approvers: [],
    }
    await letPayFor(found.debtor.siteId, [found.payer.siteId])
    const mirrored: PayerStage = { debtor: back, payer: found.debtor, people: found.people }
    const one = await makePayerSent(found, 'IDA')
    const other = await makePayerSent(mirrored, 'VUELTA')

    await Promise.all([settle(found, one.id), settle(mirrored, other.id)])

    assert.deepEqual(await violations(), [])
  })
})
