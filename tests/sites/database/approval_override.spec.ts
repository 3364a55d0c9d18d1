import { test } from '@japa/runner'
import { overrideInvoiceApproval } from '#app/invoices/approval/approve_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { bufferOrder, overrideOrderApproval } from '#app/payments/approvals/decide_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { submitted } from '#tests/factories/invoice_stage'
import { makeDraftOrder, makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'

const REASON = 'Los aprobadores están de baja y vence hoy'

/** A company that has nobody to approve its payments. */
async function lonelyStage(): Promise<PaymentStage> {
  return { ...(await makeTreasury()), creator: await makeUser('c0ntab1l1dad'), approvers: [] }
}

async function buffered(stage: PaymentStage, number: string, totalMinor?: number): Promise<PaymentOrder> {
  const { id } = await makeDraftOrder(stage, number, totalMinor)
  return bufferOrder(id, stage.creator.actor)
}

async function override(orderId: number, { actor }: Person, reason = REASON) {
  const { fingerprint } = await PaymentOrder.findOrFail(orderId)
  return overrideOrderApproval({ orderId, shownFingerprint: fingerprint, reason, actor })
}

/** As many of the system role as the payment needs: its first one to a new account needs one more. */
async function overrideFully({ id, requiredApprovals }: PaymentOrder): Promise<Person[]> {
  const people: Person[] = []
  for (let given = 0; given < (requiredApprovals ?? 1); given++) people.push(await makeUser('s1st3ma'))
  for (const person of people) await override(id, person)
  return people
}

const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none'

async function refusalOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'accepted'
  } catch (error) {
    return codeOf(error)
  }
}

test.group('The emergency approval of the system role', () => {
  test('approves a payment that nobody may approve, stays on record and is told to every approver', async ({
    assert,
  }) => {
    const stage = await lonelyStage()
    const [system, approver] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const order = await buffered(stage, 'U-1')

    assert.equal((await override(order.id, system)).given, 1)

    const event = await oneRow<{ userId: number; reason: string; siteId: number }>(
      `select user_id, reason, site_id from audit_events where event = 'approval.override' and object_type = 'payment_order' and object_id = :id`,
      { id: order.id }
    )
    assert.deepEqual(event, { userId: system.id, reason: REASON, siteId: stage.siteId })
    const told = await rows<{ to: string; body: string }>(
      `select "to", body from outgoing_mails where object_type = 'payment_order' and object_id = :id order by id`,
      { id: order.id }
    )
    const approvers = await rows<{ email: string }>(
      `select email::text from users where role = 'aprobador' and status = 'active' order by id`
    )
    assert.deepEqual(
      told.map(({ to }) => to),
      approvers.map(({ email }) => email)
    )
    assert.isTrue(told.some(({ to, body }) => to === approver.email && body.includes(REASON)))
  })

  test('is refused while somebody may approve it, and names them', async ({ assert }) => {
    const stage = await makePaymentStage()
    const order = await buffered(stage, 'U-2')

    await assert.rejects(
      async () => override(order.id, await makeUser('s1st3ma')),
      /^Hay quien puede aprobarlo: Persona \d+ Prueba, Persona \d+ Prueba, Persona \d+ Prueba\.$/
    )
  })

  test('takes the place of the approver whose limit the amount exceeds', async ({ assert }) => {
    const stage = await lonelyStage()
    await letApprove(stage.siteId, await makeUser('aprobador'), ['payment_supplier'], 10_000)
    const order = await buffered(stage, 'U-3', 12_100)

    const outcome = await override(order.id, await makeUser('s1st3ma'))

    assert.equal(outcome.given, 1)
  })

  test('needs two of them where two approvals are needed: one person counts once', async ({ assert }) => {
    const stage = await lonelyStage()
    const order = await buffered(stage, 'U-4')
    const [first, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]

    assert.deepEqual(await override(order.id, first), { given: 1, required: 2 })
    assert.equal(await refusalOf(() => override(order.id, first)), 'E_ALREADY')
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'buffered')
    assert.deepEqual(await override(order.id, second), { given: 2, required: 2 })
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })

  test('is of the system role alone, of nobody who had a hand in it, with reason and second factor', async ({
    assert,
  }) => {
    const creator = await makeUser('s1st3ma')
    const stage = { ...(await lonelyStage()), creator }
    const order = await buffered(stage, 'U-5')
    const withoutFactor = await makeUser('s1st3ma', { twoFactor: false })
    const approver = await makeUser('aprobador')

    assert.equal(await refusalOf(() => override(order.id, approver)), 'E_FORBIDDEN')
    assert.equal(await refusalOf(() => override(order.id, creator)), 'E_FOUR_EYES')
    assert.equal(await refusalOf(() => override(order.id, withoutFactor)), 'E_SECOND_FACTOR')
    const other = await makeUser('s1st3ma')
    assert.equal(await refusalOf(() => override(order.id, other, '   urgente   ')), 'E_REASON')
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'buffered')
  })

  test('of a payment that changed meanwhile is refused', async ({ assert }) => {
    const stage = await lonelyStage()
    const order = await buffered(stage, 'U-6')
    const { actor } = await makeUser('s1st3ma')

    const refusal = await refusalOf(() =>
      overrideOrderApproval({ orderId: order.id, shownFingerprint: '0'.repeat(64), reason: REASON, actor })
    )

    assert.equal(refusal, 'E_CHANGED')
  })

  test('holds when the payment leaves, while who gave it keeps the role', async ({ assert }) => {
    const stage = await lonelyStage()
    const [kept, lost] = [await buffered(stage, 'U-7'), await buffered(stage, 'U-8', 24_200)]
    await overrideFully(kept)
    const [gone] = await overrideFully(lost)
    await execute(
      `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
      { id: gone?.id ?? 0 }
    )

    const { batchIds, heldBack } = await releaseOrders([kept.id, lost.id], stage.person.actor)

    assert.lengthOf(batchIds, 1)
    assert.deepEqual(
      heldBack.map(({ number }) => number),
      [lost.number]
    )
    assert.equal((await PaymentOrder.findOrFail(lost.id)).status, 'buffered')
  })

  test('books an invoice that nobody may approve', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [accountant, senior, system] = [
      await makeUser('c0ntab1l1dad'),
      await makeUser('superC0ntab1l1dad'),
      await makeUser('s1st3ma'),
    ]
    const provider = await makeProvider(senior)
    const stage = { siteId, provider, accountant, approver: senior, second: senior, senior }
    const invoiceId = await submitted(stage, { number: 'U-9' })

    const outcome = await overrideInvoiceApproval({
      invoiceId,
      shownFingerprint: await invoiceFingerprint(invoiceId),
      reason: REASON,
      actor: system.actor,
    })

    assert.isTrue(outcome.booked)
    assert.equal((await Invoice.findOrFail(invoiceId)).status, 'booked')
  })

  test('is refused by the database from anybody else, and without a reason', async ({ assert }) => {
    const { siteId } = await makeSite()
    const creator = await makeUser('c0ntab1l1dad')
    const invoiceId = await makeInvoice({ siteId, providerId: (await makeProvider(creator)).id, creator })
    const write = (person: Person, comment: string | null) =>
      refusalOf(() =>
        inTransaction((trx) =>
          execute(
            `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, comment, is_override)
             values ('invoice', :invoiceId, :siteId, :userId, 'approve', 'f', 1, :comment, true)`,
            { invoiceId, siteId, userId: person.id, comment },
            trx
          )
        )
      )

    assert.equal(await write(await makeUser('aprobador'), REASON), 'CS006')
    assert.equal(await write(await makeUser('s1st3ma', { twoFactor: false }), REASON), 'CS006')
    assert.equal(await write(await makeUser('s1st3ma'), null), '23514')
    assert.equal(await write(await makeUser('s1st3ma'), 'corto'), '23514')
  })
})
