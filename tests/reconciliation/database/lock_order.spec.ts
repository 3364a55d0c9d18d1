import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { oneRow } from '#app/kernel/database/sql'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { makeBatch, makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function importCharge(accountId: number): Promise<number> {
  await importBytes(accountId, csvStatement([{ on: '2026-04-09', cents: -12_100, text: 'CARGO' }]))
  return (await linesOf(accountId)).at(-1)?.id ?? 0
}

type Held = { held: string; id: number; wanted: string; wantedId: number }

/** Whether somebody who holds one row still gets another one while a movement is being matched. */
async function getsBoth(matching: () => Promise<void>, { held, id, wanted, wantedId }: Held) {
  const other = await db.transaction()
  await other.rawQuery(`select id from ${held} where id = ? for update`, [id])
  const matched = matching()
  await sleep(500)
  const got = await other
    .rawQuery(`select id from ${wanted} where id = ? for update nowait`, [wantedId])
    .then(
      () => true,
      () => false
    )
  await other.rollback()
  await matched
  return got
}

test.group('The order of locks while a movement is matched', () => {
  test('is that of payments: the batch before its orders', async ({ assert }) => {
    const treasury = await makeTreasury()
    const batchId = await makeBatch(treasury)
    const invoice = await makeBookedInvoice(treasury, 'ORDEN-1')
    const order = await makeSentOrder(treasury, invoice.id, 12_100, batchId)
    const lineId = await importCharge(treasury.accountId)
    const items = [{ journalLineId: order.journalLineId, amountMinor: -12_100 }]

    const got = await getsBoth(() => acceptMatch({ lineId, items, actor: SYSTEM }), {
      held: 'payment_batches',
      id: batchId,
      wanted: 'payment_orders',
      wantedId: order.id,
    })

    assert.isTrue(got)
    const { status } = await oneRow<{ status: string }>(`select status from payment_orders where id = :id`, {
      id: order.id,
    })
    assert.equal(status, 'reconciled')
  })

  test('is that of payments: the orders of an invoice before the invoice', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'ORDEN-2')
    const order = await createOrder({ invoiceId: invoice.id }, treasury.person.actor)
    const lineId = await importCharge(treasury.accountId)
    const items = [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }]

    const got = await getsBoth(() => acceptMatch({ lineId, items, actor: SYSTEM }), {
      held: 'payment_orders',
      id: order.id,
      wanted: 'invoices',
      wantedId: invoice.id,
    })

    assert.isTrue(got)
    const { outstanding } = await oneRow<{ outstanding: number }>(
      `select outstanding_minor as outstanding from invoices where id = :id`,
      { id: invoice.id }
    )
    assert.equal(outstanding, 0)
  })
})
