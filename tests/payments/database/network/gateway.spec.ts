import { test } from '@japa/runner'
import { seededRandom } from '#app/demo/seeded_random'
import { storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { cancelAtBank, confirmPayee } from '#app/payments/bank/cancel_at_bank'
import { closeUnknown } from '#app/payments/bank/close_unknown'
import {
  applyNotification,
  applyOpenNotifications,
  storeNotification,
} from '#app/payments/bank/notifications'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { submitOrder } from '#app/payments/bank/submit_order'
import { registerGateway } from '#app/payments/gateway/gateways'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { failOrder } from '#app/payments/orders/fail_order'
import { settleByHand } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import type { Fault } from '#app/payments/sandbox_bank/bank_faults'
import type { SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'
import {
  type ApiStage,
  ageAttempts,
  bindAccount,
  makeApiStage,
  makeQueuedOrders,
  outstandingOf,
  standOf,
  statesOf,
  takenOf,
} from '#tests/factories/api_payments'
import { approverOf, makeApprovedOrder, makePaymentStage } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'

const EACH = 2

/** What each fault must come to: how often the bank has the transfer, where the order is before and after the bank works. */
const OUTCOMES: Record<Fault, { taken: number; sent: string; end: string }> = {
  none: { taken: 1, sent: 'sent.processing', end: 'paid' },
  declined: { taken: 0, sent: 'failed', end: 'failed' },
  timeout_after_accepting: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  lost_before_accepting: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  error_500_after_accepting: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  bad_gateway: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  empty_body: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  slow: { taken: 1, sent: 'sent.unknown', end: 'paid' },
  rate_limited: { taken: 1, sent: 'sent.processing', end: 'paid' },
  notified_twice: { taken: 1, sent: 'sent.processing', end: 'paid' },
  notified_out_of_order: { taken: 1, sent: 'sent.processing', end: 'paid' },
  notified_before_answer: { taken: 1, sent: 'paid', end: 'paid' },
  needs_authorisation: { taken: 1, sent: 'sent.awaiting_authorisation', end: 'sent.awaiting_authorisation' },
  payee_mismatch: { taken: 1, sent: 'sent.vop_pending_decision', end: 'sent.vop_pending_decision' },
  late_rejection: { taken: 1, sent: 'sent.processing', end: 'failed' },
  returned_after_payment: { taken: 1, sent: 'sent.processing', end: 'returned' },
}

const recover = () => recoverPayments({ staleSeconds: 0, pollSeconds: 0 })

/** The bank works until nothing moves any more, and we ask it each time. */
async function settleAll(bank: SandboxBank): Promise<void> {
  await recover()
  for (let round = 0; round < 2; round++) {
    bank.work()
    await recover()
  }
}

async function sendAll(batchIds: number[]): Promise<void> {
  for (const batchId of batchIds) await submitBatch(batchId)
}

const violations = async () => (await checkInvariants()).filter((result) => result.violations > 0)

const storeNotice = (stage: ApiStage, notice: ApiStage['notices'][number]) =>
  storeNotification(
    stage.gateway.name,
    { externalId: notice.id, reference: notice.reference, providerRef: notice.transferId },
    notice
  )

test.group('Payments by network', (group) => {
  let stage: ApiStage
  group.setup(async () => {
    stage = await makeApiStage()
    return () => stage.close()
  })
  group.each.setup(() => {
    stage.bank.faultOf = () => 'none'
    stage.notices.length = 0
  })

  for (const [fault, { taken, sent, end }] of Object.entries(OUTCOMES)) {
    test(`a bank with the fault «${fault}» has each payment ${taken} times, and none is lost`, async ({
      assert,
    }) => {
      stage.bank.faultOf = () => fault as Fault
      const { batchIds, orderIds } = await makeQueuedOrders(stage, EACH)

      await sendAll(batchIds)
      const asSent = await statesOf(orderIds)
      await settleAll(stage.bank)

      assert.deepEqual(asSent, Array(EACH).fill(sent))
      assert.deepEqual(await statesOf(orderIds), Array(EACH).fill(end))
      assert.deepEqual(await takenOf(stage.bank, orderIds), Array(EACH).fill(taken))
      const stand = await standOf(orderIds)
      const postings = { paid: 2, returned: 3, failed: taken === 0 ? 0 : 2 }[end] ?? 0
      assert.deepEqual(
        stand.map((order) => order.postings),
        Array(EACH).fill(postings)
      )
      assert.deepEqual(await violations(), [])
    })
  }

  test('fifty senders at once ask the bank once', async ({ assert }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)

    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? submitBatch(batchIds[0] ?? 0) : submitOrder(orderIds[0] ?? 0, stage.gateway)
      )
    )

    assert.deepEqual(await takenOf(stage.bank, orderIds), [1])
    const [order] = await standOf(orderIds)
    assert.deepEqual([order?.state, order?.attempts, order?.postings], ['sent.processing', 1, 1])
  })

  test('after three quarters of the time that the bank remembers a key, nothing is repeated', async ({
    assert,
  }) => {
    stage.bank.faultOf = () => 'lost_before_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)
    await ageAttempts(orderIds, 1351)

    const resolution = await resolveUnknown(orderIds[0] ?? 0)

    assert.equal(resolution, 'waiting')
    assert.deepEqual(await takenOf(stage.bank, orderIds), [0])
    assert.deepEqual(await statesOf(orderIds), ['sent.unknown'])
  })

  test('a payment without an answer cannot be cancelled, failed, paid or ordered again', async ({
    assert,
  }) => {
    stage.bank.faultOf = () => 'lost_before_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)
    const orderId = orderIds[0] ?? 0
    const { actor } = approverOf(stage)

    const acts = [
      () => cancelOrder(orderId, 'No se paga', actor),
      () => cancelAtBank(orderId, 'No se paga', actor),
      () => failOrder({ orderId, code: 'AM04', comment: 'Sin saldo', actor }),
      () => settleByHand({ orderId, settledOn: today(), proof: 'Extracto', actor }),
    ]
    for (const act of acts)
      await assert.rejects(act, /aún no se conoce|no es posible|No se puede|no se puede/)
    const { invoiceId } = await oneRow<{ invoiceId: number }>(
      `select source_id as invoice_id from payment_orders where id = :orderId`,
      { orderId }
    )
    await assert.rejects(() => createOrder({ invoiceId }, stage.creator.actor), /pago en curso/)
    for (const end of [`'failed'`, `'paid'`, `'cancelled'`])
      await assert.rejects(
        () =>
          execute(`update payment_orders set status = ${end}, sub_status = null where id = :orderId`, {
            orderId,
          }),
        /payment_order_(unanswered|no_way_back)/
      )
    assert.deepEqual(await statesOf(orderIds), ['sent.unknown'])
  })

  test('an unknown payment is closed by the system role alone, with proof, once nothing can arrive any more', async ({
    assert,
  }) => {
    stage.bank.faultOf = () => 'lost_before_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await sendAll(batchIds)
    const system = await makeUser('s1st3ma')
    const file = await inTransaction((trx) =>
      storeFile({ name: 'extracto.pdf', bytes: Buffer.from('%PDF-1.4 extracto'), createdBy: system.id }, trx)
    )
    const [executed = 0, lost = 0] = orderIds
    const closing = { isExecuted: true, proof: 'Carta del banco de hoy', proofFileId: file.id, on: today() }

    await assert.rejects(
      () => closeUnknown({ orderId: executed, ...closing, actor: approverOf(stage).actor }),
      /Solo el rol de sistema/
    )
    await assert.rejects(
      () => closeUnknown({ orderId: executed, ...closing, actor: system.actor }),
      /todavía lo busca/
    )
    await ageAttempts(orderIds, 1801)
    await closeUnknown({ orderId: executed, ...closing, actor: system.actor })
    await closeUnknown({ orderId: lost, ...closing, isExecuted: false, actor: system.actor })

    assert.deepEqual(await statesOf(orderIds), ['paid', 'failed'])
    assert.equal(await outstandingOf(executed), 0)
    assert.isAbove(await outstandingOf(lost), 0)
    assert.deepEqual(await violations(), [])
  })

  test('twenty-four hours without an answer raise the alarm, once', async ({ assert }) => {
    stage.bank.faultOf = () => 'lost_before_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)
    await ageAttempts(orderIds, 24 * 3600 + 1)

    for (let round = 0; round < 3; round++) await resolveUnknown(orderIds[0] ?? 0)

    const alarms = await rows(
      `select 1 as found from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.unknown_alarm'`,
      { id: orderIds[0] }
    )
    assert.lengthOf(alarms, 1)
    const told = await rows<{ to: string }>(
      `select distinct "to" from outgoing_mails where object_type = 'payment_order' and object_id = :id and subject like '%sin confirmar%'`,
      { id: orderIds[0] }
    )
    const mails = await rows(
      `select 1 as found from outgoing_mails where object_type = 'payment_order' and object_id = :id`,
      { id: orderIds[0] }
    )
    assert.isAbove(told.length, 0)
    assert.lengthOf(mails, told.length)
    assert.deepEqual(await statesOf(orderIds), ['sent.unknown'])
  })

  test('what the bank tells thrice and shuffled changes the payment once', async ({ assert }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)
    stage.bank.work()
    const told = [...stage.notices, ...stage.notices, ...stage.notices].toReversed()

    const kept = (await Promise.all(told.map((notice) => storeNotice(stage, notice)))).filter(
      (id) => id !== null
    )
    await Promise.all(kept.map((id) => applyNotification(id)))

    assert.lengthOf(kept, stage.notices.length)
    const [order] = await standOf(orderIds)
    assert.deepEqual([order?.state, order?.postings], ['paid', 2])
  })

  test('news that come before the answer wait until it is known', async ({ assert }) => {
    stage.bank.faultOf = () => 'slow'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    const sending = sendAll(batchIds)
    while (stage.notices.length === 0) await new Promise((later) => setTimeout(later, 10))
    const [early] = stage.notices
    if (!early) throw new Error('The bank told nothing')
    const id = (await storeNotice(stage, early)) ?? 0

    const isOver = await applyNotification(id)
    const during = await statesOf(orderIds)
    await sending
    await applyOpenNotifications()

    assert.isFalse(isOver)
    assert.deepEqual(during, ['sent.submitting'])
    assert.deepEqual(await statesOf(orderIds), ['sent.processing'])
  })

  test('news that cannot be acted on do not hold up those of other payments', async ({ assert, cleanup }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await sendAll(batchIds)
    stage.bank.work()
    const [broken] = await standOf(orderIds)
    const [transfer] = stage.bank.find(broken?.number ?? '')
    for (const notice of stage.notices) await storeNotice(stage, notice)
    registerGateway(stage.gateway.name, async () => ({
      ...stage.gateway,
      getStatus: async (ref) => {
        if (ref === transfer?.id) throw new Error('El mes está cerrado')
        return stage.gateway.getStatus(ref)
      },
    }))
    cleanup(() => registerGateway(stage.gateway.name, async () => stage.gateway))

    const { troubles } = await recoverPayments({ pollSeconds: 3600 })

    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'paid'])
    assert.include(troubles.join(), 'El mes está cerrado')
  })

  test('money that left in another transfer under the same number is told', async ({ assert }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await sendAll(batchIds)
    await settleAll(stage.bank)
    const [first, second] = await standOf(orderIds)
    const [other] = stage.bank.find(second?.number ?? '')
    const id = await storeNotification(
      stage.gateway.name,
      { externalId: `other-${other?.id}`, reference: first?.number ?? '', providerRef: other?.id ?? '' },
      {}
    )

    await applyNotification(id ?? 0)

    const told = await rows<{ reason: string }>(
      `select reason from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.duplicate_at_bank'`,
      { id: orderIds[0] ?? 0 }
    )
    assert.lengthOf(told, 1)
    assert.include(told[0]?.reason ?? '', other?.id ?? 'none')
  })

  test('a payment to be authorised has no posting until it is, and is cancelled only when the bank says so', async ({
    assert,
  }) => {
    stage.bank.faultOf = () => 'needs_authorisation'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 2)
    await sendAll(batchIds)
    const [authorised = 0, cancelled = 0] = orderIds
    const waiting = await standOf(orderIds)

    const [transfer] = stage.bank.find(waiting[0]?.number ?? '')
    stage.bank.proceed(transfer?.id ?? '')
    await cancelAtBank(cancelled, 'No hace falta', approverOf(stage).actor)
    await recover()

    assert.deepEqual(
      waiting.map(({ postings }) => postings),
      [0, 0]
    )
    assert.deepEqual(await statesOf(orderIds), ['sent.processing', 'cancelled'])
    await assert.rejects(
      () => cancelAtBank(authorised, 'Demasiado tarde', approverOf(stage).actor),
      /ya está ejecutando/
    )
  })

  test('a payee whose name does not match goes on only when somebody decides it', async ({ assert }) => {
    stage.bank.faultOf = () => 'payee_mismatch'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)

    await confirmPayee(orderIds[0] ?? 0, approverOf(stage).actor)
    await settleAll(stage.bank)

    assert.deepEqual(await statesOf(orderIds), ['paid'])
    await assert.rejects(() => confirmPayee(orderIds[0] ?? 0, approverOf(stage).actor), /no espera/)
  })

  test('an account that is blocked between the release and the sending stops the payment', async ({
    assert,
  }) => {
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await execute(
      `update provider_banks set verification = 'unverified', verified_by = null where id = :bankId`,
      stage.provider
    )

    const totals = await submitBatch(batchIds[0] ?? 0)
    await execute(
      `update provider_banks set verification = 'verified', verified_by = :by, verified_at = now() where id = :bankId`,
      { by: stage.person.id, bankId: stage.provider.bankId }
    )

    assert.equal(totals.withdrawn, 1)
    assert.deepEqual(await statesOf(orderIds), ['cancelled'])
    assert.deepEqual(await takenOf(stage.bank, orderIds), [0])
  })
})

test.group('A process that dies', () => {
  test('before or after it asked the bank, over and over, sends each payment once', async ({ assert }) => {
    const stage = await makeApiStage()
    const random = seededRandom(28)
    registerGateway(stage.gateway.name, async () => ({
      ...stage.gateway,
      async submit(transfer, key) {
        const moment = random()
        if (moment < 0.3) throw new Error('killed before')
        const answer = await stage.gateway.submit(transfer, key)
        if (moment < 0.6) throw new Error('killed after')
        return answer
      },
    }))
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 12)

    for (let life = 0; life < 25; life++) {
      await submitBatch(batchIds[0] ?? 0).catch(() => undefined)
      await recover()
    }
    await stage.close()

    assert.deepEqual(await takenOf(stage.bank, orderIds), Array(12).fill(1))
    assert.deepEqual(await statesOf(orderIds), Array(12).fill('sent.processing'))
    assert.deepEqual(await violations(), [])
  }).timeout(120_000)
})

test.group('A bank that is not there', () => {
  test('keeps its payments approved; they leave when it is back', async ({ assert }) => {
    const stage = await makePaymentStage()
    await bindAccount(stage.accountId, 'bank-of-nobody')
    const order = await makeApprovedOrder(stage, 'AWAY-1')

    const away = await releaseOrders([order.id], approverOf(stage).actor)
    const held = await oneRow(`select status, hold_reason from payment_orders where id = :id`, {
      id: order.id,
    })
    const back = await makeApiStage()
    registerGateway('bank-of-nobody', async () => back.gateway)
    const { batchIds } = await releaseOrders([order.id], approverOf(stage).actor)
    await sendAll(batchIds)
    await back.close()

    assert.equal(away.released, 0)
    assert.deepEqual(held, { status: 'approved', holdReason: 'connector_down' })
    assert.deepEqual(await statesOf([order.id]), ['sent.processing'])
    assert.deepEqual(await takenOf(back.bank, [order.id]), [1])
  })

  test('that refuses the connection has certainly nothing: the payment waits in the queue', async ({
    assert,
  }) => {
    const stage = await makeApiStage()
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await stage.close()

    await sendAll(batchIds)

    const [order] = await standOf(orderIds)
    assert.deepEqual([order?.state, order?.attempts], ['sent.queued', 2])
    assert.deepEqual(await violations(), [])
  })

  test('forgets keys: what it may have taken before is never asked again', async ({ assert }) => {
    const stage = await makeApiStage(60)
    stage.bank.faultOf = () => 'timeout_after_accepting'
    const { orderIds, batchIds } = await makeQueuedOrders(stage, 1)
    await sendAll(batchIds)
    stage.bank.aheadSeconds = 120
    await ageAttempts(orderIds, 120)

    await recover()
    await stage.close()

    assert.deepEqual(await takenOf(stage.bank, orderIds), [1])
    assert.deepEqual(await statesOf(orderIds), ['sent.processing'])
  })
})
