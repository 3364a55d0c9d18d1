import { test } from '@japa/runner'
import fc from 'fast-check'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, calendarDate, today } from '#app/kernel/time/calendar_date'
import { isTargetDay } from '#app/kernel/time/working_days'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { enterAmount, moveRecurrent, skipOccurrence } from '#app/payments/kinds/recurring/move_recurrent'
import { orderOccurrences } from '#app/payments/kinds/recurring/order_occurrences'
import {
  createRecurrent,
  reviseRecurrent,
  updateRecurrent,
} from '#app/payments/kinds/recurring/save_recurrent'
import { dueDays, FREQUENCIES, type Frequency, payDay } from '#app/payments/kinds/recurring/schedule'
import { returnOrder } from '#app/payments/orders/fail_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { makeAccount } from '#tests/factories/books'
import { approveFully, makePaymentStage, rentAgreement, sendOne, settleOne } from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const schedule = (over: Partial<Parameters<typeof dueDays>[0]> = {}) => ({
  frequency: 'monthly' as Frequency,
  day: 31,
  startOn: calendarDate('2026-01-15'),
  endOn: null,
  occurrences: null,
  ...over,
})

type Day = { id: number; dueOn: string; status: string; amountMinor: number | null; problem: string | null }
const daysOf = (recurrentId: number) =>
  rows<Day>(
    `select id, due_on, status, amount_minor, problem from recurrent_occurrences where recurrent_payment_id = :recurrentId order by due_on`,
    { recurrentId }
  )
const ordersOf = (recurrentId: number) =>
  rows<{ id: number; status: string; amountMinor: number; createdBy: number }>(
    `select o.id, o.status, o.amount_minor, o.created_by from payment_orders o join recurrent_occurrences c on o.source_type = 'recurrent_occurrence' and c.id = o.source_id
      where c.recurrent_payment_id = :recurrentId order by o.id`,
    { recurrentId }
  )

test.group('When recurring payments fall due', () => {
  test('the 31st is the last day of months that have none, and the 31st again afterwards', ({ assert }) => {
    assert.deepEqual(dueDays(schedule(), calendarDate('2026-01-01'), 4), [
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
  })

  test('an end and a number of payments are kept, counted from the start', ({ assert }) => {
    const three = schedule({ occurrences: 3 })
    assert.deepEqual(dueDays(three, calendarDate('2026-02-01'), 9), ['2026-02-28', '2026-03-31'])
    const ending = schedule({ endOn: calendarDate('2026-03-01') })
    assert.deepEqual(dueDays(ending, calendarDate('2026-01-01'), 9), ['2026-01-31', '2026-02-28'])
  })

  test('whatever the agreement, days rise, lie within it, and asking from later gives the same ones', ({
    assert,
  }) => {
    const start = fc.integer({ min: 0, max: 1500 }).map((days) => addDays(calendarDate('2024-01-01'), days))
    const any = fc.record({
      frequency: fc.constantFrom(...(Object.keys(FREQUENCIES) as Frequency[])),
      day: fc.integer({ min: 1, max: 31 }),
      startOn: start,
      endOn: fc.constant(null),
      occurrences: fc.option(fc.integer({ min: 1, max: 40 })),
    })
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 20 }), (given, skipped) => {
        const days = dueDays(given, given.startOn, 30)
        const later = days[skipped]
        assert.deepEqual(days, [...new Set(days)].toSorted())
        assert.isTrue(days.every((day) => day >= given.startOn))
        if (later) assert.deepEqual(dueDays(given, later, 30 - skipped), days.slice(skipped))
      })
    )
  })

  test('on a closed day of the banks it is paid after or before, as agreed', ({ assert }) => {
    const goodFriday = calendarDate('2026-04-03')
    assert.equal(payDay(goodFriday, 'next'), '2026-04-07')
    assert.equal(payDay(goodFriday, 'previous'), '2026-04-02')
    assert.isTrue(isTargetDay(payDay(calendarDate('2026-12-26'), 'previous')))
  })
})

test.group('Recurring payments', () => {
  test('what falls due soon gets one draft order, however often the morning comes', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)

    for (let morning = 0; morning < 3; morning++) await orderOccurrences(today())

    const orders = await ordersOf(id)
    assert.lengthOf(orders, 1)
    assert.deepInclude(orders[0], { status: 'draft', amountMinor: 90_000, createdBy: stage.person.id })
    assert.deepEqual(
      (await daysOf(id)).map(({ status }) => status),
      ['ordered']
    )
  })

  test('after a stop of three months each day that was missed gets its own', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)

    await orderOccurrences(addMonths(today(), 3))

    const days = (await daysOf(id)).map(({ dueOn }) => dueOn)
    assert.isAtLeast(days.length, 3)
    assert.lengthOf([...new Set(days)], days.length)
    assert.lengthOf(await ordersOf(id), days.length)
  })

  test('it is approved by those of recurring payments, paid, posted to its account, returned and repeated', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    for (const approver of stage.approvers)
      await letApprove(stage.siteId, approver, ['payment_recurrent'], null)
    const expense = await makeAccount(stage.siteId, '621')
    const id = await createRecurrent(
      rentAgreement(stage, { booking: 'expense', expenseAccountId: expense }),
      stage.person.actor
    )
    await orderOccurrences(today())
    const [draft] = await ordersOf(id)

    const order = await approveFully(stage, draft?.id ?? 0)
    await sendOne(stage, order.id)
    await settleOne(stage, order.id)
    const { booked } = await oneRow<{ booked: number }>(
      `select coalesce(sum(amount_minor), 0)::bigint as booked from journal_lines where account_id = :expense`,
      { expense }
    )
    await returnOrder({ orderId: order.id, code: 'MS03', comment: 'Devuelta', actor: stage.person.actor })
    const again = await retryOrder(order.id, stage.person.actor)

    assert.equal(booked, 90_000)
    assert.deepEqual([again.retryOfId, again.amountMinor], [order.id, 90_000])
    assert.deepEqual(
      (await checkInvariants()).filter((result) => result.violations > 0),
      []
    )
  })

  test('those who may approve suppliers alone do not approve a rent', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    await orderOccurrences(today())
    const [draft] = await ordersOf(id)

    const order = await approveFully(stage, draft?.id ?? 0).catch((error: Error) => error)

    assert.instanceOf(order, Error)
  })

  test('the database itself refuses a second order for the same day', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    await orderOccurrences(today())
    const [draft] = await ordersOf(id)

    const copy = inTransaction((trx) =>
      execute(
        `insert into payment_orders (number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban,
            amount_minor, execution_date, remittance, end_to_end_id, channel, fingerprint)
          select 'OP-COPY-' || id, kind, site_id, source_type, source_id, 99, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban,
            1, execution_date, remittance, 'COPY' || id, channel, fingerprint from payment_orders where id = :id`,
        { id: draft?.id ?? 0 },
        trx
      )
    )

    await assert.rejects(() => copy, /payment_order_exceeds_occurrence/)
  })

  test('paused, nothing is made; resumed, it goes on from today; ended, it never does again', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    const move = (transition: 'pause' | 'resume' | 'end') =>
      moveRecurrent(id, { transition, reason: 'Lo pide el arrendador' }, stage.person.actor)

    await move('pause')
    await orderOccurrences(today())
    const whilePaused = await daysOf(id)
    await move('resume')
    await orderOccurrences(today())
    await move('end')
    await orderOccurrences(addMonths(today(), 6))

    assert.lengthOf(whilePaused, 0)
    assert.lengthOf(await daysOf(id), 1)
    await assert.rejects(() => move('resume'))
  })

  test('paused and resumed by somebody else, its orders stay in the name of who wrote it', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const other = await makeUser('c0ntab1l1dad')
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    await moveRecurrent(id, { transition: 'pause', reason: 'Lo pide el arrendador' }, other.actor)
    await moveRecurrent(id, { transition: 'resume', reason: 'Lo pide el arrendador' }, other.actor)

    await orderOccurrences(today())

    assert.deepEqual(
      (await ordersOf(id)).map(({ createdBy }) => createdBy),
      [stage.person.id]
    )
  })

  test('a variable one asks how much and takes no more than agreed', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(
      rentAgreement(stage, { amountMode: 'variable', amountMinor: null, maxMinor: 10_000 }),
      stage.person.actor
    )
    await orderOccurrences(today())
    const [day] = await daysOf(id)

    await assert.rejects(() => enterAmount(day?.id ?? 0, 10_001, stage.person.actor), /supera el máximo/)
    const order = await enterAmount(day?.id ?? 0, 9_900, stage.person.actor)

    assert.equal(order.amountMinor, 9_900)
    await assert.rejects(() => enterAmount(day?.id ?? 0, 100, stage.person.actor), /no se introduce a mano/)
  })

  test('one that waits for its invoice pays that invoice and nothing without', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(
      rentAgreement(stage, { amountMode: 'from_invoice', amountMinor: null }),
      stage.person.actor
    )
    await orderOccurrences(today())
    const waiting = await daysOf(id)
    const invoice = await makeBookedInvoice(stage, 'RENT-1', 12_100)
    await execute(`update recurrent_occurrences set due_on = '2026-04-09' where recurrent_payment_id = :id`, {
      id,
    })

    await orderOccurrences(today())

    const { orders } = await oneRow<{ orders: number }>(
      `select count(*)::int as orders from payment_orders where source_type = 'invoice' and source_id = :id`,
      { id: invoice.id }
    )
    assert.deepEqual(
      waiting.map(({ status }) => status),
      ['planned']
    )
    assert.equal(orders, 1)
    assert.deepEqual(
      (await daysOf(id)).map(({ status }) => status),
      ['ordered']
    )
  })

  test('a change makes the drafts anew and leaves alone what is in the buffer', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    await orderOccurrences(addMonths(today(), 1))
    const [first] = await ordersOf(id)
    await bufferOrder(first?.id ?? 0, stage.person.actor, true)

    const { siteId: _siteId, ...changed } = rentAgreement(stage, { amountMinor: 95_000 })
    await updateRecurrent(id, { ...changed, lockVersion: 0 }, stage.person.actor)
    await orderOccurrences(addMonths(today(), 1))

    const live = (await ordersOf(id)).filter(({ status }) => status !== 'cancelled')
    assert.deepEqual(
      live.map(({ status, amountMinor }) => `${status} ${amountMinor}`),
      ['buffered 90000', 'draft 95000']
    )
    await assert.rejects(
      () => updateRecurrent(id, { ...changed, lockVersion: 0 }, stage.person.actor),
      /recargue/
    )
  })

  test('the yearly revision is confirmed once a year', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(
      rentAgreement(stage, { revisionMonth: 1, revisionPercent: '2.50' }),
      stage.person.actor
    )

    await reviseRecurrent(id, 92_250, stage.person.actor)

    await assert.rejects(() => reviseRecurrent(id, 95_000, stage.person.actor), /no tiene una revisión/)
  })

  test('a day that is left out is not paid, and one with an order is not left out', async ({ assert }) => {
    const stage = await makePaymentStage()
    const id = await createRecurrent(rentAgreement(stage), stage.person.actor)
    await execute(
      `update provider_banks set verification = 'unverified', verified_by = null where id = :bankId`,
      stage.provider
    )
    await orderOccurrences(today())
    const [day] = await daysOf(id)
    await skipOccurrence(day?.id ?? 0, 'Mes de carencia', stage.person.actor)
    await orderOccurrences(today())

    assert.match(day?.problem ?? '', /cuenta bancaria verificada/)
    assert.lengthOf(await ordersOf(id), 0)
    await assert.rejects(
      () => skipOccurrence(day?.id ?? 0, 'Otra vez', stage.person.actor),
      /ya tiene un pago o está omitido/
    )
  })

  test('an end before the start is refused at its field', async ({ assert }) => {
    const stage = await makePaymentStage()
    await assert.rejects(
      () => createRecurrent(rentAgreement(stage, { endOn: today() }), stage.person.actor),
      /La fecha de fin debe ser posterior a la de inicio/
    )
  })
})
