import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { setPaidFor } from '#app/sites/actions/set_paid_for'
import {
  makePayerApproved,
  makePayerBuffered,
  makePayerStage,
  type PayerStage,
} from '#tests/factories/paid_by_another'
import { SENT_ON } from '#tests/factories/payments'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

/** Until somebody waits for a lock of another transaction: what began before it goes no further. */
async function untilOneWaits(): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const { waiting } = await oneRow<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )
    if (waiting > 0) return
    await sleep(50)
  }
  throw new Error('Nobody waits for a lock')
}

async function approversFor(siteId: number, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let place = 0; place < count; place++) {
    const person = await makeUser('aprobador')
    await letApprove(siteId, person, ['payment_supplier'], null)
    people.push(person)
  }
  return people
}

/** Takes the permission back in a transaction that stays open until `meanwhile` is over. */
const withdrawDuring = ({ payer, debtor }: PayerStage, meanwhile: () => Promise<void>) =>
  inTransaction(async (trx) => {
    await execute(
      `delete from company_payers where payer_site_id = :payer and site_id = :debtor`,
      { payer: payer.siteId, debtor: debtor.siteId },
      trx
    )
    await meanwhile()
  })

test.group('Payments for another company, several at once', () => {
  test('approvers of both companies at the same time approve it once', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerBuffered(found, 'A-LA-VEZ')
    const { requiredApprovals, payerRequiredApprovals, fingerprint } = await PaymentOrder.findOrFail(order.id)
    const people = [
      ...(await approversFor(found.debtor.siteId, requiredApprovals ?? 0)),
      ...(await approversFor(found.payer.siteId, payerRequiredApprovals ?? 0)),
    ]

    const given = await Promise.all(
      people.map(({ actor }) => approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor }))
    )

    const decisions = await rows<{ siteId: number; decided: number }>(
      `select site_id, count(*)::int as decided from approval_decisions where document_type = 'payment_order' and document_id = :id group by 1 order by 1`,
      { id: order.id }
    )
    const { approved } = await oneRow<{ approved: number }>(
      `select count(*)::int as approved from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.approve'`,
      { id: order.id }
    )
    const required = (requiredApprovals ?? 0) + (payerRequiredApprovals ?? 0)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
    assert.sameMembers(
      given.map((one) => `${one.given}/${one.required}`),
      people.map((_, place) => `${place + 1}/${required}`)
    )
    assert.sameDeepMembers(decisions, [
      { siteId: found.debtor.siteId, decided: requiredApprovals ?? 0 },
      { siteId: found.payer.siteId, decided: payerRequiredApprovals ?? 0 },
    ])
    assert.equal(approved, 1)
  })

  test('what would leave while the permission is being taken back waits, and stays', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerApproved(found, 'MIENTRAS-SE-RETIRA')
    let release: ReturnType<typeof releaseOrders> = Promise.reject(new Error('Nothing was released'))
    release.catch(() => null)

    await withdrawDuring(found, async () => {
      release = releaseOrders([order.id], found.people.both.actor)
      await untilOneWaits()
    })
    const { batchIds, heldBack } = await release

    assert.deepEqual(batchIds, [])
    assert.match(heldBack[0]?.reason ?? '', /no puede pagar por la que lo debe/)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })

  test('who takes the permission back waits for what is leaving, which goes on', async ({ assert }) => {
    const found = await makePayerStage()
    const order = await makePayerApproved(found, 'MIENTRAS-SALE')
    const { actor } = await makeUser('s1st3ma')
    let isOver = false
    let withdrawal: Promise<unknown> = Promise.resolve()

    await inTransaction(async (trx) => {
      await execute(
        `update payment_orders set status = 'sent', sub_status = 'queued', sent_at = now() where id = :id`,
        { id: order.id },
        trx
      )
      withdrawal = setPaidFor({ payerId: found.payer.siteId, siteIds: [], reason: null }, actor).then(() => {
        isOver = true
      })
      await untilOneWaits()
      assert.isFalse(isOver)
    })
    await withdrawal

    assert.isTrue(isOver)
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'sent')
  })

  test('a company without an open month holds up the whole, is named, and nothing is posted in the other', async ({
    assert,
  }) => {
    const found = await makePayerStage()
    const order = await makePayerApproved(found, 'SIN-MES-ABIERTO')
    const { batchIds } = await releaseOrders([order.id], found.people.both.actor)
    await execute(
      `insert into period_locks (site_id, month, scope) select :siteId, m::date, 'all' from generate_series('2026-01-01'::date, '2027-12-01', '1 month') m`,
      { siteId: found.debtor.siteId }
    )
    const { name } = await oneRow<{ name: string }>(
      `select legal_name::text as name from sites where id = :siteId`,
      { siteId: found.debtor.siteId }
    )

    const refusal = await markBatchSent(batchIds[0] ?? 0, found.payer.person.actor, SENT_ON).then(
      () => null,
      (error: Error) => error.message
    )

    const { entries } = await oneRow<{ entries: number }>(
      `select count(*)::int as entries from journal_entries where source_type = 'payment_order' and source_id = :id`,
      { id: order.id }
    )
    assert.include(refusal ?? '', name)
    assert.equal(entries, 0)
    assert.equal((await PaymentOrder.findOrFail(order.id)).subStatus, 'queued')
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })
})
