import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { approveOrder, bufferOrder, cancelOrder, rejectOrder } from '#app/payments/approvals/decide_order'
import { cancelAtBank, confirmPayee } from '#app/payments/bank/cancel_at_bank'
import { closeUnknown } from '#app/payments/bank/close_unknown'
import { resolveUnknown } from '#app/payments/bank/resolve_unknown'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { submitOrder } from '#app/payments/bank/submit_order'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { paymentOrderWorkflow } from '#app/payments/orders/payment_order_workflow'
import { retryOrder } from '#app/payments/orders/retry_order'
import { markReconciled, markUnreconciled, settleByHand } from '#app/payments/orders/settle_order'
import { payNow } from '#app/payments/release/pay_now'
import { releaseOrders } from '#app/payments/release/release_orders'
import type { Fault } from '#app/payments/sandbox_bank/bank_faults'
import { type ApiStage, ageAttempts, makeApiStage, makeQueuedOrders } from '#tests/factories/api_payments'
import {
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { makeUser, type Person } from '#tests/factories/people'

type Stages = { file: PaymentStage; api: ApiStage; system: Person; fileId: number }
type Act = (orderId: number, stages: Stages) => Promise<unknown>

let amounts = 3_000
/** Each payment of another amount: else they would look like duplicates of each other. */
const nextAmount = () => ++amounts

/** How an order gets into each state; `api` ones go by network. */
const STATES: Record<string, (stages: Stages, number: string) => Promise<number>> = {
  draft: async ({ file }, number) => (await makeDraftOrder(file, number, nextAmount())).id,
  buffered: async ({ file }, number) => {
    const { id } = await makeDraftOrder(file, number, nextAmount())
    await bufferOrder(id, file.creator.actor, true)
    return id
  },
  approved: async ({ file }, number) => (await makeApprovedOrder(file, number, nextAmount())).id,
  'file.queued': async ({ file }, number) =>
    (await releaseOne(file, (await makeApprovedOrder(file, number, nextAmount())).id)).order.id,
  'file.processing': async ({ file }, number) =>
    (await sendOne(file, (await makeApprovedOrder(file, number, nextAmount())).id)).id,
  paid: ({ file }, number) => makePaid(file, number),
  reconciled: async ({ file }, number) => {
    const id = await makePaid(file, number)
    await inTransaction((trx) => markReconciled(id, SYSTEM, trx))
    return id
  },
  returned: async ({ file }, number) => {
    const id = await makePaid(file, number)
    await returnOrder({ orderId: id, code: 'MS03', comment: 'Devuelta', actor: file.person.actor })
    return id
  },
  failed: async ({ file }, number) => {
    const { id } = await sendOne(file, (await makeApprovedOrder(file, number, nextAmount())).id)
    await failOrder({ orderId: id, code: 'AM04', comment: 'Sin saldo', actor: file.person.actor })
    return id
  },
  cancelled: async ({ file }, number) => {
    const { id } = await makeDraftOrder(file, number, nextAmount())
    await cancelOrder(id, 'No se paga', file.person.actor)
    return id
  },
  'api.queued': async ({ api }) => (await makeQueuedOrders(api, 1)).orderIds[0] ?? 0,
  'api.submitting': async ({ api }) => {
    const id = (await makeQueuedOrders(api, 1)).orderIds[0] ?? 0
    await execute(`update payment_attempts set status = 'in_flight' where order_id = :id`, { id })
    await execute(`update payment_orders set sub_status = 'submitting' where id = :id`, { id })
    return id
  },
  'api.unknown': async ({ api }) => {
    const id = await makeSent(api, 'lost_before_accepting')
    await ageAttempts([id], 1900)
    return id
  },
  'api.processing': ({ api }) => makeSent(api, 'none'),
  'api.awaiting_authorisation': ({ api }) => makeSent(api, 'needs_authorisation'),
  'api.vop_pending_decision': ({ api }) => makeSent(api, 'payee_mismatch'),
}

async function makePaid(stage: PaymentStage, number: string): Promise<number> {
  const { id } = await sendOne(stage, (await makeApprovedOrder(stage, number, nextAmount())).id)
  await settleOne(stage, id)
  return id
}

async function makeSent(api: ApiStage, fault: Fault): Promise<number> {
  const { orderIds, batchIds } = await makeQueuedOrders(api, 1)
  api.bank.faultOf = () => fault
  await submitBatch(batchIds[0] ?? 0)
  return orderIds[0] ?? 0
}

/** What can be done to an order, and the states it is an edge of. */
const ACTS: Record<string, { from: string[]; act: Act }> = {
  buffer: { from: ['draft'], act: (id, { file }) => bufferOrder(id, file.creator.actor, true) },
  pay_now: {
    from: ['draft'],
    act: (orderId, { file }) =>
      payNow({ orderId, reason: 'Pago urgente', confirmDuplicate: true, actor: file.creator.actor }),
  },
  approve: {
    from: ['buffered'],
    act: async (orderId, { file }) => {
      const { fingerprint } = await PaymentOrder.findOrFail(orderId)
      return approveOrder({ orderId, shownFingerprint: fingerprint, actor: approverOf(file, 2).actor })
    },
  },
  reject: {
    from: ['buffered'],
    act: (id, { file }) => rejectOrder(id, 'No procede', approverOf(file).actor),
  },
  cancel: {
    from: ['draft', 'buffered', 'approved'],
    act: (id, { file }) => cancelOrder(id, 'No se paga', file.person.actor),
  },
  release: { from: ['approved'], act: (id, { file }) => releaseOrders([id], approverOf(file).actor) },
  submit: { from: ['api.queued'], act: (id, { api }) => submitOrder(id, api.gateway) },
  settle: {
    from: ['file.processing'],
    act: (orderId, { file }) =>
      settleByHand({ orderId, settledOn: today(), proof: 'Extracto', actor: file.person.actor }),
  },
  fail: {
    from: ['file.processing'],
    act: (orderId, { file }) =>
      failOrder({ orderId, code: 'AM04', comment: 'Sin saldo', actor: file.person.actor }),
  },
  return: {
    from: ['paid', 'reconciled'],
    act: (orderId, { file }) =>
      returnOrder({ orderId, code: 'MS03', comment: 'Devuelta', actor: file.person.actor }),
  },
  retry: { from: ['failed', 'returned'], act: (id, { file }) => retryOrder(id, file.creator.actor) },
  cancel_at_bank: {
    from: ['api.queued', 'api.awaiting_authorisation', 'api.vop_pending_decision'],
    act: (id, { file }) => cancelAtBank(id, 'No se paga', approverOf(file).actor),
  },
  confirm_payee: {
    from: ['api.vop_pending_decision'],
    act: (id, { file }) => confirmPayee(id, approverOf(file).actor),
  },
  close_unknown: {
    from: ['api.unknown'],
    act: (orderId, { system, fileId }) =>
      closeUnknown({
        orderId,
        isExecuted: true,
        proof: 'Carta del banco de hoy',
        proofFileId: fileId,
        on: today(),
        actor: system.actor,
      }),
  },
  look_up: { from: ['api.unknown'], act: (id) => resolveUnknown(id) },
  reconcile: {
    from: ['paid'],
    act: (id) => inTransaction((trx) => markReconciled(id, SYSTEM, trx)),
  },
  unreconcile: {
    from: ['reconciled'],
    act: (id) => inTransaction((trx) => markUnreconciled(id, SYSTEM, trx)),
  },
}

/** Everything that hangs on an order, as one text. */
async function snapshotOf(orderId: number): Promise<string> {
  const { text } = await oneRow<{ text: string }>(
    `select concat_ws(' | ', (to_jsonb(o) - 'updated_at')::text,
        (select jsonb_agg(to_jsonb(a) order by a.id) from payment_attempts a where a.order_id = o.id)::text,
        (select count(*) from journal_entries e where e.source_type = 'payment_order' and e.source_id = o.id),
        (select jsonb_agg(to_jsonb(h) order by h.id) from account_holds h where h.document_type = 'payment_order' and h.document_id = o.id)::text,
        (select jsonb_agg(to_jsonb(d) order by d.id) from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id)::text,
        (select count(*) from audit_events e where e.object_type = 'payment_order' and e.object_id = o.id),
        (select i.outstanding_minor || ' ' || i.payment_state from invoices i where i.id = o.source_id),
        (select count(*) from payment_orders r where r.source_type = o.source_type and r.source_id = o.source_id),
        (select status || ' ' || count from payment_batches b where b.id = o.batch_id)) as text
       from payment_orders o where o.id = :orderId`,
    { orderId }
  )
  return text
}

test.group('Skipping steps', (group) => {
  let stages: Stages
  group.setup(async () => {
    const [file, api, system] = [await makePaymentStage(), await makeApiStage(), await makeUser('s1st3ma')]
    const { id: fileId } = await storeFile({
      name: 'extracto.pdf',
      bytes: Buffer.from('%PDF-1.4 extracto'),
      createdBy: system.id,
    })
    stages = { file, api, system, fileId }
    return () => api.close()
  })
  group.each.setup(() => {
    stages.api.bank.faultOf = () => 'none'
  })

  for (const [state, make] of Object.entries(STATES)) {
    test(`of a payment in the state «${state}» every act that is no edge of it is refused and leaves no trace`, async ({
      assert,
    }) => {
      const orderId = await make(stages, `SKIP-${state}`)
      stages.api.bank.faultOf = () => 'none'
      const before = await snapshotOf(orderId)

      for (const [name, { from, act }] of Object.entries(ACTS)) {
        if (from.includes(state)) continue
        await act(orderId, stages).catch(() => undefined)
        assert.equal(await snapshotOf(orderId), before, name)
      }
    }).timeout(120_000)
  }

  for (const [name, { from, act }] of Object.entries(ACTS)) {
    test(`«${name}» does something in each state that it is an edge of`, async ({ assert }) => {
      for (const state of from) {
        const make = STATES[state]
        if (!make) throw new Error(`No way into ${state}`)
        const orderId = await make(stages, `EDGE-${name}-${state}`.slice(0, 30))
        stages.api.bank.faultOf = () => 'none'
        const before = await snapshotOf(orderId)

        await act(orderId, stages)

        assert.notEqual(await snapshotOf(orderId), before, state)
      }
    }).timeout(120_000)
  }

  test('the database itself knows no step that is not in the table', async ({ assert }) => {
    const names = Object.keys(paymentOrderWorkflow.states)
    const edges = new Set(
      Object.values(paymentOrderWorkflow.transitions).flatMap(({ from, to }) =>
        from.map((state) => `${state} ${to}`)
      )
    )
    for (const [state, make] of Object.entries(STATES).filter(([name]) => !name.includes('.'))) {
      const orderId = await make(stages, `RAW-${state}`)
      for (const to of names.filter((name) => name !== state && !edges.has(`${state} ${name}`)))
        await assert.rejects(
          () =>
            execute(
              `update payment_orders set status = :to, sub_status = case when :to = 'sent' then 'queued' end, required_approvals = coalesce(required_approvals, 0) where id = :orderId`,
              { to, orderId }
            ),
          /payment_order_/
        )
    }
  }).timeout(120_000)
})
