import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { lockMonth } from '#app/ledger/actions/lock_month'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { firstOpenDay } from '#app/ledger/queries/periods'
import { returnOrder } from '#app/payments/orders/fail_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { makeBookedInvoice, makeSentOrder, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

/** A payment of 9 April that its bank has executed in a month that was locked before anybody told. */
async function makeLateTold() {
  const treasury = await makeTreasury()
  const invoice = await makeBookedInvoice(treasury, `CM-${Math.random()}`)
  const order = await makeSentOrder(treasury, invoice.id)
  const lock = (month: string) =>
    lockMonth({
      siteId: treasury.siteId,
      month: calendarDate(month),
      reason: 'Mes revisado',
      actor: treasury.person.actor,
    })
  return { ...treasury, order, lock }
}

const entriesOf = (orderId: number) =>
  rows<{ kind: string; postedOn: string; description: string }>(
    `select kind, posted_on, description from journal_entries where source_type = 'payment_order' and source_id = :orderId and kind <> 'payment.sent' order by id`,
    { orderId }
  )

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkInvariants()).filter((result) => result.violations > 0),
    []
  )

test.group('Payments told after their month was locked', () => {
  test('are posted on the first open day, which says the day of the bank', async ({ assert }) => {
    const { order, lock, person } = await makeLateTold()
    await lock('2026-04-01')

    await settleByHand({
      orderId: order.id,
      settledOn: calendarDate('2026-04-20'),
      actor: person.actor,
      proof: 'Extracto',
    })
    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: person.actor,
      returnedOn: calendarDate('2026-04-25'),
    })

    const told = (verb: string, day: string) => ({
      postedOn: '2026-05-01',
      description: `${verb} ${order.number} ${verb === 'Pago devuelto' ? 'de' : 'a'} Suministros de prueba (operación del ${day}, mes cerrado)`,
    })
    assert.deepEqual(await entriesOf(order.id), [
      { kind: 'payment.settled', ...told('Pago ejecutado', '20/04/2026') },
      { kind: 'payment.returned', ...told('Pago devuelto', '25/04/2026') },
    ])
    const { paidOn } = await oneRow<{ paidOn: string }>(
      `select (paid_at at time zone 'Europe/Madrid')::date as paid_on from payment_orders where id = :id`,
      { id: order.id }
    )
    assert.equal(paidOn, '2026-04-20')
    await assertSound(assert)
  })

  test('skip every locked month, and are paid on the day of the movement that proves them', async ({
    assert,
  }) => {
    const { order, person, accountId, siteId } = await makeLateTold()
    await importBytes(
      accountId,
      csvStatement([{ on: '2026-04-14', cents: -12_100, text: `TRANSFERENCIA ${order.endToEndId}` }])
    )
    const [line] = await linesOf(accountId)
    await lockWithoutBank(siteId, ['2026-04-01', '2026-05-01'])

    await acceptMatch({
      lineId: line?.id ?? 0,
      items: [{ journalLineId: order.journalLineId, amountMinor: -12_100 }],
      actor: person.actor,
    })

    const { day, postedOn } = await oneRow<{ day: string; postedOn: string }>(
      `select (o.paid_at at time zone 'Europe/Madrid')::date as day, e.posted_on from payment_orders o
         join journal_entries e on e.idempotency_key = 'payment_order:' || o.id || ':settled:1' where o.id = :id`,
      { id: order.id }
    )
    assert.deepEqual({ day, postedOn }, { day: '2026-04-14', postedOn: '2026-06-01' })
    await assertSound(assert)
  })

  test('a day of an open month is its own; where every month until today is locked there is none', async ({
    assert,
  }) => {
    const { siteId } = await makeTreasury()
    const day = calendarDate('2026-04-20')

    assert.equal(await firstOpenDay(siteId, day), '2026-04-20')
    await lockWithoutBank(
      siteId,
      Array.from({ length: 12 }, (_, month) => `2026-${`${month + 1}`.padStart(2, '0')}-01`)
    )
    assert.isNull(await firstOpenDay(siteId, day))
  })
})

/** Months locked whatever their bank says: what is tried here is what comes after. */
async function lockWithoutBank(siteId: number, months: string[]): Promise<void> {
  for (const month of months)
    await oneRow(
      `insert into period_locks (site_id, month, scope) values (:siteId, :month, 'all') returning site_id`,
      { siteId, month }
    )
}
