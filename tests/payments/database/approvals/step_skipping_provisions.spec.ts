import { test } from '@japa/runner'
import { applyProvision } from '#app/invoices/provisions/apply_provision'
import { cancelProvision } from '#app/invoices/provisions/cancel_provision'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { rejectRun } from '#app/payments/kinds/payroll/decide_run'
import { orderPayroll } from '#app/payments/kinds/payroll/order_payroll'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import { returnOrder } from '#app/payments/orders/fail_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { cancelPayroll } from '#app/payroll/actions/cancel_payroll'
import { createPayroll } from '#app/payroll/actions/create_payroll'
import { makeAccount } from '#tests/factories/books'
import {
  approveFully,
  makePaymentStage,
  type PaymentStage,
  sendOne,
  settleOne,
  withNewProvider,
} from '#tests/factories/payments'
import {
  draftFor,
  makeApprovedRun,
  makePayrollStage,
  makeRun,
  ordersOfRun,
  type PayrollStage,
} from '#tests/factories/payroll'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const WHY = 'Porque no procede'
let sequence = 0

/** Everything that hangs on a document that is paid, as one text. */
async function snapshotOf(type: string, table: string, id: number): Promise<string> {
  const { text } = await oneRow<{ text: string }>(
    `select concat_ws(' | ', (to_jsonb(d) - 'updated_at')::text,
        (select jsonb_agg(to_jsonb(o) - 'updated_at' order by o.id) from payment_orders o where o.source_type = :type and o.source_id = d.id)::text,
        (select jsonb_agg(to_jsonb(h) order by h.id) from account_holds h where (h.document_type = :type and h.document_id = d.id)
           or (h.document_type = 'payment_order' and h.document_id in (select id from payment_orders o where o.source_type = :type and o.source_id = d.id)))::text,
        (select count(*) from journal_entries e where e.site_id = d.site_id), (select count(*) from audit_events e where e.site_id = d.site_id),
        (select jsonb_agg(i.outstanding_minor || ' ' || i.payment_state order by i.id) from invoices i where i.site_id = d.site_id)::text) as text
       from ${table} d where d.id = :id`,
    { type, id }
  )
  return text
}

async function lastOrder(type: string, id: number): Promise<number> {
  const { orderId } = await oneRow<{ orderId: number }>(
    `select coalesce(max(id), 0)::int as order_id from payment_orders where source_type = :type and source_id = :id`,
    { type, id }
  )
  return orderId
}

type Table<Stage> = {
  states: Record<string, (stage: Stage) => Promise<number>>
  acts: Record<string, { from: string[]; act: (id: number, stage: Stage) => Promise<unknown> }>
}

async function makeProvision(stage: PaymentStage): Promise<number> {
  sequence++
  return createProvision(
    {
      siteId: stage.siteId,
      providerId: stage.provider.id,
      concept: `Reforma ${sequence}`,
      amountMinor: 50_000 + sequence,
      expectedOn: calendarDate('2026-03-30'),
      expenseAccountId: await makeAccount(stage.siteId, '622'),
      reserveAccountId: stage.accountId,
    },
    stage.person.actor
  )
}

async function payProvision(stage: PaymentStage): Promise<number> {
  const id = await makeProvision(stage)
  const order = await orderProvision(id, {}, stage.creator.actor)
  await approveFully(stage, order.id)
  await sendOne(stage, order.id)
  await settleOne(stage, order.id)
  return id
}

const invoiceFor = async (stage: PaymentStage) =>
  (await makeBookedInvoice(stage, `OBRA-${++sequence}`, 72_600)).id
/** An invoice of the supplier that is there before anything is tried: making one would leave a trace. */
const waitingInvoice = async ({ provider }: PaymentStage) =>
  (
    await oneRow<{ id: number }>(`select max(id) as id from invoices where provider_id = :id`, {
      id: provider.id,
    })
  ).id

const PROVISIONS: Table<PaymentStage> = {
  states: {
    open: makeProvision,
    ordered: async (stage) => {
      const id = await makeProvision(stage)
      await orderProvision(id, {}, stage.creator.actor)
      return id
    },
    paid: payProvision,
    returned: async (stage) => {
      const id = await payProvision(stage)
      const orderId = await lastOrder('supplier_provision', id)
      await returnOrder({ orderId, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })
      return id
    },
    applied: async (stage) => {
      const id = await payProvision(stage)
      await applyProvision({ provisionId: id, invoiceId: await invoiceFor(stage) }, stage.person.actor)
      return id
    },
    cancelled: async (stage) => {
      const id = await makeProvision(stage)
      await cancelProvision({ provisionId: id, reason: WHY }, stage.person.actor)
      return id
    },
  },
  acts: {
    order: { from: ['open', 'returned'], act: (id, stage) => orderProvision(id, {}, stage.creator.actor) },
    apply: {
      from: ['open', 'paid', 'returned'],
      act: async (id, stage) =>
        applyProvision({ provisionId: id, invoiceId: await waitingInvoice(stage) }, stage.person.actor),
    },
    cancel: {
      from: ['open', 'returned'],
      act: (id, stage) => cancelProvision({ provisionId: id, reason: WHY }, stage.person.actor),
    },
    cancel_order: {
      from: ['ordered'],
      act: async (id, stage) =>
        cancelOrder(await lastOrder('supplier_provision', id), WHY, stage.person.actor),
    },
    return_payment: {
      from: ['paid', 'applied'],
      act: async (id, stage) =>
        returnOrder({
          orderId: await lastOrder('supplier_provision', id),
          code: 'MS03',
          comment: 'Devuelta',
          actor: stage.person.actor,
        }),
    },
    retry: {
      from: ['returned'],
      act: async (id, stage) => retryOrder(await lastOrder('supplier_provision', id), stage.creator.actor),
    },
  },
}

let hired = 0
/** A salary of the next of the people of the stage: nobody has two of one month. */
async function makeSalary(stage: PayrollStage): Promise<number> {
  const employee = stage.employees[hired++]
  if (!employee) throw new Error('The stage has too few people')
  const [id = 0] = await createPayroll([draftFor(stage, employee, { netMinor: 150_000 + ++sequence })], {
    actor: stage.person.actor,
  })
  return id
}

async function paySalary(stage: PayrollStage): Promise<number> {
  const id = await makeSalary(stage)
  const runId = await makeApprovedRun(stage, [id])
  const orderIds = (await ordersOfRun(runId)).map((order) => order.id)
  const { batchIds } = await releaseOrders(orderIds, stage.approvers[0].actor)
  await markBatchSent(batchIds[0] ?? 0, stage.person.actor, calendarDate('2026-04-01'))
  const settledOn = calendarDate('2026-04-02')
  for (const orderId of orderIds)
    await inTransaction((trx) =>
      settleOrder({ orderId, settledOn, bankAccountId: stage.accountId, actor: stage.person.actor }, trx)
    )
  return id
}

const runOf = async (id: number) =>
  (
    await oneRow<{ runId: number }>(
      `select coalesce(max(run_id), 0)::int as run_id from payment_orders where source_type = 'payroll_payment' and source_id = :id`,
      { id }
    )
  ).runId

const SALARIES: Table<PayrollStage> = {
  states: {
    pending: makeSalary,
    ordered: async (stage) => {
      const id = await makeSalary(stage)
      await makeRun(stage, [id])
      return id
    },
    paid: paySalary,
    returned: async (stage) => {
      const id = await paySalary(stage)
      const orderId = await lastOrder('payroll_payment', id)
      await returnOrder({ orderId, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })
      return id
    },
    cancelled: async (stage) => {
      const id = await makeSalary(stage)
      await cancelPayroll({ payrollIds: [id], reason: WHY, actor: stage.person.actor })
      return id
    },
  },
  acts: {
    order: {
      from: ['pending', 'returned'],
      act: (id, stage) =>
        inTransaction((trx) => orderPayroll(id, { debtorAccountId: null }, stage.person.actor, trx)),
    },
    run: { from: ['pending', 'returned'], act: (id, stage) => makeRun(stage, [id]) },
    cancel: {
      from: ['pending', 'returned'],
      act: (id, stage) => cancelPayroll({ payrollIds: [id], reason: WHY, actor: stage.person.actor }),
    },
    reject_run: {
      from: ['ordered'],
      act: async (id, stage) => rejectRun(await runOf(id), WHY, stage.approvers[1].actor),
    },
    cancel_order: {
      from: ['ordered'],
      act: async (id, stage) => cancelOrder(await lastOrder('payroll_payment', id), WHY, stage.person.actor),
    },
    return_payment: {
      from: ['paid'],
      act: async (id, stage) =>
        returnOrder({
          orderId: await lastOrder('payroll_payment', id),
          code: 'MS03',
          comment: 'Devuelta',
          actor: stage.person.actor,
        }),
    },
    retry: {
      from: ['returned'],
      act: async (id, stage) => retryOrder(await lastOrder('payroll_payment', id), stage.person.actor),
    },
  },
}

/** Every state with every act that is no edge of it, and every edge. */
function walk<Stage>(
  name: string,
  { type, table }: { type: string; table: string },
  { states, acts }: Table<Stage>,
  prepare: () => Promise<Stage>
): void {
  for (const [state, make] of Object.entries(states)) {
    test(`of a ${name} in the state «${state}» every act that is no edge of it is refused and leaves no trace`, async ({
      assert,
    }) => {
      const stage = await prepare()
      const id = await make(stage)
      const before = await snapshotOf(type, table, id)

      for (const [act, { from, act: run }] of Object.entries(acts)) {
        if (from.includes(state)) continue
        await run(id, stage).catch(() => undefined)
        assert.equal(await snapshotOf(type, table, id), before, act)
      }
    }).timeout(120_000)
  }

  for (const [act, { from, act: run }] of Object.entries(acts)) {
    test(`«${act}» of a ${name} does something in each state that it is an edge of`, async ({ assert }) => {
      for (const state of from) {
        const stage = await prepare()
        const id = (await states[state]?.(stage)) ?? 0
        const before = await snapshotOf(type, table, id)

        await run(id, stage)

        assert.notEqual(await snapshotOf(type, table, id), before, state)
      }
    }).timeout(120_000)
  }
}

test.group('Skipping steps of provisions and salaries', (group) => {
  let suppliers: PaymentStage
  let payroll: PayrollStage
  group.setup(async () => {
    suppliers = await makePaymentStage()
    payroll = await makePayrollStage(40)
  })

  walk('provision', { type: 'supplier_provision', table: 'supplier_provisions' }, PROVISIONS, async () => {
    const stage = await withNewProvider(suppliers)
    await invoiceFor(stage)
    return stage
  })
  walk('salary', { type: 'payroll_payment', table: 'payroll_payments' }, SALARIES, async () => payroll)

  test('the database itself takes no provision and no salary back', async ({ assert }) => {
    const stage = await withNewProvider(suppliers)
    const ended = await PROVISIONS.states.cancelled?.(stage)
    const paid = await payProvision(stage)
    const salary = await SALARIES.states.cancelled?.(payroll)
    const earned = await paySalary(payroll)

    await assert.rejects(
      () =>
        execute(`update supplier_provisions set status = 'open', cancel_reason = null where id = :ended`, {
          ended,
        }),
      /supplier_provision_no_way_back/
    )
    await assert.rejects(
      () =>
        execute(
          `update supplier_provisions set status = 'cancelled', cancel_reason = 'Nada' where id = :paid`,
          { paid }
        ),
      /supplier_provision_paid/
    )
    await assert.rejects(
      () =>
        execute(`update payroll_payments set status = 'pending', cancel_reason = null where id = :salary`, {
          salary,
        }),
      /payroll_payment_no_way_back/
    )
    await assert.rejects(
      () =>
        execute(
          `update payroll_payments set status = 'cancelled', cancel_reason = 'Nada' where id = :earned`,
          { earned }
        ),
      /payroll_payment/
    )
  }).timeout(60_000)
})
