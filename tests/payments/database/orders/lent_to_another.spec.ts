import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { type CalendarDate, calendarDate, today } from '#app/kernel/time/calendar_date'
import { reverseMovement } from '#app/loans/actions/undo_movement'
import { takeBalance } from '#app/loans/debts/take_balance'
import { askPayment } from '#app/loans/payments/ask_payment'
import { cancelOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { failOrder, returnOrder } from '#app/payments/orders/fail_order'
import { chosenLoan, dropLoan } from '#app/payments/orders/lending/choose_loan'
import { lendChosen } from '#app/payments/orders/lending/lend_chosen'
import { lendOrder } from '#app/payments/orders/lending/lend_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { assertSound, bookBalance, owedOf } from '#tests/factories/loan_books'
import { payOrder } from '#tests/factories/loans'
import {
  makePayerApproved,
  makePayerDraft,
  makePayerSent,
  type PayerStage,
} from '#tests/factories/paid_by_another'
import { makeDraftOrder, SENT_ON, withNewProvider } from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { type LendingStage, makeLendingStage, makeLine, settlePaid } from '#tests/factories/taken_debts'

const SETTLED_ON = calendarDate('2026-04-01')
const PAID = 12_100

const lend = ({ found, loanId }: LendingStage, { id }: PaymentOrder, valueOn: CalendarDate = SENT_ON) =>
  lendOrder({ orderId: id, loanId, valueOn, actor: found.payer.person.actor })

/** To another supplier: the same amount to the same account would be taken for the same payment. */
const toAnother = async (found: PayerStage): Promise<PayerStage> => ({
  ...found,
  debtor: await withNewProvider(found.debtor),
})

/** What both books hold of the two companies: on the current account, and of the loan by its roles. */
const books = async ({ found: { payer, debtor }, loanId }: LendingStage) => ({
  current: [await bookBalance(payer.siteId, '5523'), await bookBalance(debtor.siteId, '5523')],
  lent: [
    (await bookBalance(payer.siteId, '2423')) + (await bookBalance(payer.siteId, '5323')),
    (await bookBalance(debtor.siteId, '1633')) + (await bookBalance(debtor.siteId, '5133')),
  ],
  owed: await owedOf(loanId),
})

const ON_ACCOUNT = { current: [PAID, -PAID], lent: [0, 0], owed: 0 }
const IN_LOAN = { current: [0, 0], lent: [PAID, -PAID], owed: PAID }
const NOTHING = { current: [0, 0], lent: [0, 0], owed: 0 }

const messageOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: Error) => error.message
  )

const movementOf = async (loanId: number): Promise<number> =>
  (
    await oneRow<{ id: number }>(
      `select movement_id as id from loan_taken_debts where loan_id = :loanId order by id desc limit 1`,
      { loanId }
    )
  ).id

test.group('What one company paid for another, registered as a loan', () => {
  test('goes from the current account into the loan, in both books', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'PRESTADO')
    await settlePaid(stage.found, order.id, SETTLED_ON)
    assert.deepEqual(await books(stage), ON_ACCOUNT)

    const { loanNumber } = await lend(stage, order)

    assert.deepEqual(await books(stage), IN_LOAN)
    const movement = await oneRow<{ type: string; valueOn: string; note: string }>(
      `select type, value_on, note from loan_movements where loan_id = :loanId`,
      stage
    )
    assert.deepEqual(movement, { type: 'withdrawal', valueOn: SENT_ON, note: order.number })
    assert.equal(
      await messageOf(lend(stage, order)),
      `${order.number} ya está registrado en el préstamo ${loanNumber}.`
    )
    await assertSound(assert)
  })

  test('while the payment is on its way, too', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'EN-CAMINO')

    await lend(stage, order)
    await settlePaid(stage.found, order.id, SETTLED_ON)

    assert.deepEqual(await books(stage), IN_LOAN)
    await assertSound(assert)
  })

  test('into an open balance, which stands on the same account as a loan', async ({ assert }) => {
    const stage = await makeLendingStage({ kind: 'current_account' })
    const order = await makePayerSent(stage.found, 'CUENTA')

    await lend(stage, order)

    assert.deepEqual(await books(stage), { current: [PAID, -PAID], lent: [0, 0], owed: PAID })
    const { payer, debtor } = stage.found
    assert.match(
      String(
        await messageOf(
          takeBalance({
            pair: { lenderId: payer.siteId, borrowerId: debtor.siteId },
            loanId: stage.loanId,
            amountMinor: 1,
            valueOn: SENT_ON,
            actor: payer.person.actor,
          })
        )
      ),
      /^El importe supera lo que se debe en la cuenta corriente \(0,00/
    )
    await assertSound(assert)
  })

  test('two at once register it once', async ({ assert }) => {
    const stage = await makeLendingStage()
    const other = { ...stage, loanId: await makeLine(stage.stage, { limitMinor: 900_000 }) }
    const order = await makePayerSent(stage.found, 'DOS-VECES')

    const told = await Promise.all([
      messageOf(lend(stage, order)),
      messageOf(lend(other, order)),
      messageOf(lend(stage, order)),
    ])

    assert.lengthOf(
      told.filter((message) => message === null),
      1
    )
    for (const message of told.filter((said) => said !== null)) assert.match(message, /ya está registrado en/)
    assert.equal((await owedOf(stage.loanId)) + (await owedOf(other.loanId)), PAID)
    await assertSound(assert)
  })

  test('two payments at once never exceed the limit', async ({ assert }) => {
    const stage = await makeLendingStage({ limitMinor: PAID + 5_000 })
    const orders = [
      await makePayerSent(stage.found, 'UNO'),
      await makePayerSent(await toAnother(stage.found), 'OTRO'),
    ]

    const told = await Promise.all(orders.map((order) => messageOf(lend(stage, order))))

    assert.deepEqual(told.map((message) => message?.replace(/ \(.*/, '') ?? 'hecho').toSorted(), [
      'El importe supera el límite disponible',
      'hecho',
    ])
    assert.equal(await owedOf(stage.loanId), PAID)
    await assertSound(assert)
  })

  test('what is not owed, or not yet, is refused', async ({ assert }) => {
    const stage = await makeLendingStage()
    const over = await makePayerDraft(stage.found, 'ANULADA')
    await cancelOrder(over.id, 'Ya no hace falta', stage.found.debtor.creator.actor)
    const own = await makeDraftOrder(stage.found.debtor, 'PROPIA')
    const order = await makePayerSent(await toAnother(stage.found), 'ENVIADA')

    assert.match(String(await messageOf(lend(stage, over))), /no ha llegado a hacerse/)
    assert.match(String(await messageOf(lend(stage, own))), /no se ha hecho por cuenta de otra/)
    assert.match(
      String(await messageOf(lend(stage, order, calendarDate('2026-03-29')))),
      /^La deuda existe desde el/
    )
    assert.match(String(await messageOf(lend(stage, order, calendarDate('2199-01-01')))), /posterior a hoy/)
    const turned = { ...stage.stage, lender: stage.stage.borrower, borrower: stage.stage.lender }
    const wrong = await makeLine(turned)
    assert.match(
      String(await messageOf(lend({ ...stage, loanId: wrong }, order))),
      /no es de la empresa que debe cobrar/
    )
    assert.deepEqual(await books(stage), ON_ACCOUNT)
  })
})

test.group('A loan chosen before the bank has the payment', () => {
  const send = async ({ found }: LendingStage, { id }: PaymentOrder) => {
    const { batchIds } = await releaseOrders([id], found.people.both.actor)
    await markBatchSent(batchIds[0] ?? 0, found.payer.person.actor, SENT_ON)
  }
  const queued = async ({ id }: PaymentOrder) =>
    (
      await rows(
        `select 1 from job_runs where queue = 'payments.lend_sent' and object_type = 'payment_order' and object_id = :id`,
        { id }
      )
    ).length

  test('nothing is owed until then; then it goes into the loan, once', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerApproved(stage.found, 'ELEGIDO')

    const { isTaken } = await lend(stage, order)
    assert.isFalse(isTaken)
    assert.deepEqual(await books(stage), NOTHING)
    await send(stage, order)
    assert.deepEqual(await books(stage), ON_ACCOUNT)
    assert.equal(await queued(order), 1)

    const [first, second] = await Promise.all([lendChosen(order.id), lendChosen(order.id)])

    assert.sameMembers([first.isTaken, second.isTaken], [true, false])
    assert.deepEqual(await books(stage), IN_LOAN)
    assert.isNull(await chosenLoan(order.id))
    await assertSound(assert)
  })

  test('where the loan has no room any more it stays on the current account and says so', async ({
    assert,
  }) => {
    const stage = await makeLendingStage({ limitMinor: PAID + 5_000 })
    const order = await makePayerApproved(stage.found, 'SIN-SITIO')
    await lend(stage, order)
    await lend(stage, await makePayerSent(await toAnother(stage.found), 'OTRO-ANTES'))
    await send(stage, order)

    const { isTaken, message } = await lendChosen(order.id)

    assert.isFalse(isTaken)
    assert.match(message, /^Sigue en la cuenta corriente: El importe supera el límite disponible/)
    assert.deepEqual(await books(stage), { ...IN_LOAN, current: [PAID, -PAID] })
    const { told } = await oneRow<{ told: string }>(
      `select reason as told from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.not_lent'`,
      { id: order.id }
    )
    assert.match(told, /límite disponible/)
    await assertSound(assert)
  })

  test('what was dropped again stays on the current account', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerApproved(stage.found, 'DEJADO')
    await lend(stage, order)

    await dropLoan(order.id, stage.found.payer.person.actor)
    await send(stage, order)

    assert.equal(await queued(order), 0)
    assert.deepEqual(await books(stage), ON_ACCOUNT)
  })
})

test.group('A payment that comes back after it was registered as a loan', () => {
  const refuse = (stage: LendingStage, { id }: PaymentOrder) =>
    failOrder({
      orderId: id,
      code: 'MS03',
      comment: 'Sin motivo',
      actor: stage.found.payer.person.actor,
    })

  test('is repeated into the same loan', async ({ assert }) => {
    const stage = await makeLendingStage()
    const lent = await makePayerSent(stage.found, 'REPETIDO')
    await lend(stage, lent)
    await refuse(stage, lent)

    const again = await retryOrder(lent.id, stage.found.payer.person.actor)
    assert.equal((await chosenLoan(again.id))?.id, stage.loanId)
    assert.deepEqual(await books(stage), NOTHING)
    await assertSound(assert)
  })

  test('is repeated all the same where the loan has no room for it by then, and says so', async ({
    assert,
  }) => {
    const stage = await makeLendingStage({ limitMinor: PAID + 5_000 })
    const lent = await makePayerSent(stage.found, 'REPETIDO-SIN-SITIO')
    await lend(stage, lent)
    await refuse(stage, lent)
    await lend(stage, await makePayerSent(await toAnother(stage.found), 'OTRO-MIENTRAS'))

    const again = await retryOrder(lent.id, stage.found.payer.person.actor)

    assert.isNull(await chosenLoan(again.id))
    const { told } = await oneRow<{ told: string }>(
      `select reason as told from audit_events where object_type = 'payment_order' and object_id = :id and event = 'payment_order.not_lent'`,
      { id: again.id }
    )
    assert.match(told, /límite disponible/)
  })

  test('given back by the bank, both books and the loan are taken back', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'DEVUELTO-PRESTADO')
    await settlePaid(stage.found, order.id, SETTLED_ON)
    await lend(stage, order)

    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.found.payer.person.actor,
      returnedOn: calendarDate('2026-04-03'),
    })

    assert.deepEqual(await books(stage), NOTHING)
    assert.match(String(await messageOf(lend(stage, order))), /el banco lo ha devuelto/)
    await assertSound(assert)
  })

  test('refused by the bank, too', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'RECHAZADO-PRESTADO')
    await lend(stage, order)

    await failOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.found.payer.person.actor,
    })

    assert.deepEqual(await books(stage), NOTHING)
    await assertSound(assert)
  })

  test('where the loan was paid off meanwhile, what came back is owed the other way', async ({ assert }) => {
    const stage = await makeLendingStage()
    const { found, loanId } = stage
    const order = await makePayerSent(found, 'YA-DEVUELTO')
    await settlePaid(found, order.id, SETTLED_ON)
    await lend(stage, order)
    const paidOn = calendarDate('2026-04-02')
    const { orderNumber } = await askPayment(
      loanId,
      { split: { amountMinor: PAID }, payOn: paidOn, accountId: null, paid: null },
      stage.stage.creator.actor
    )
    await payOrder(stage.stage, orderNumber ?? '', paidOn)

    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: found.payer.person.actor,
      returnedOn: calendarDate('2026-04-03'),
    })

    const left = await owedOf(loanId)
    assert.isBelow(left, PAID)
    assert.deepEqual((await books(stage)).current, [-PAID, PAID])
    await assertSound(assert)
  })

  test('at the same moment as somebody registers it, one of them comes first and the books agree', async ({
    assert,
  }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'A-LA-VEZ')
    await settlePaid(stage.found, order.id, SETTLED_ON)

    const [returned] = await Promise.all([
      messageOf(
        returnOrder({
          orderId: order.id,
          code: 'AC04',
          comment: 'Cuenta cancelada',
          actor: stage.found.payer.person.actor,
          returnedOn: calendarDate('2026-04-03'),
        })
      ),
      messageOf(lend(stage, order)),
    ])

    assert.isNull(returned)
    assert.deepEqual(await books(stage), NOTHING)
    await assertSound(assert)
  })
})

test.group('Registering a debt as a loan: months, taking back and the database', () => {
  test('in a month that one of the two has closed it is posted on the first day open in both', async ({
    assert,
  }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'MES-CERRADO')
    await execute(
      `insert into period_locks (site_id, month, scope) values (:siteId, '2026-03-01', 'all')`,
      stage.found.debtor
    )

    await lend(stage, order)

    const days = await rows<{ postedOn: string; valueOn: string }>(
      `select distinct e.posted_on, m.value_on from loan_movements m join journal_entries e on e.group_key = m.group_key where m.loan_id = :loanId`,
      stage
    )
    assert.deepEqual(days, [{ postedOn: '2026-04-01', valueOn: SENT_ON }])
    await assertSound(assert)
  })

  test('where one of them has no open month nothing is written in either', async ({ assert }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'SIN-MES')
    await execute(
      `insert into period_locks (site_id, month, scope) select :siteId, m::date, 'all' from generate_series('2026-01-01'::date, '2027-12-01', '1 month') m`,
      stage.found.debtor
    )

    assert.match(String(await messageOf(lend(stage, order))), /cerrado/)

    assert.deepEqual(await books(stage), ON_ACCOUNT)
    const { written } = await oneRow<{ written: number }>(
      `select count(*)::int as written from loan_movements where loan_id = :loanId`,
      stage
    )
    assert.equal(written, 0)
  })

  test('annulled on the loan it is owed on the current account again, and may be registered anew', async ({
    assert,
  }) => {
    const stage = await makeLendingStage()
    const order = await makePayerSent(stage.found, 'ANULADO')
    await lend(stage, order)

    await reverseMovement(
      await movementOf(stage.loanId),
      'No era un préstamo',
      (await makeUser('s1st3ma')).actor
    )

    assert.deepEqual(await books(stage), ON_ACCOUNT)
    await assertSound(assert)
    await lend(stage, order)
    assert.deepEqual(await books(stage), IN_LOAN)
    await assertSound(assert)
  })

  test('nobody takes back the movement and leaves the debt in the loan', async ({ assert }) => {
    const stage = await makeLendingStage()
    await lend(stage, await makePayerSent(stage.found, 'A-MEDIAS'))
    const movementId = await movementOf(stage.loanId)

    await assert.rejects(
      () =>
        execute(
          `insert into loan_movements (loan_id, type, value_on, principal_minor, interest_minor, long_minor, idempotency_key, group_key, reverses_id)
           select loan_id, 'reversal', value_on, -principal_minor, 0, -long_minor, 'A-MEDIAS:' || id, group_key, id from loan_movements where id = :movementId`,
          { movementId }
        ),
      /loan_taken_debt_stands/
    )
    await assert.rejects(
      () =>
        execute(`update loan_taken_debts set amount_minor = 1 where movement_id = :movementId`, {
          movementId,
        }),
      /loan_taken_debt_fixed/
    )
  })

  test('of the balance of two companies several at once take no more than is owed', async ({ assert }) => {
    const stage = await makeLendingStage()
    const { payer, debtor } = stage.found
    await makePayerSent(stage.found, 'SALDO')
    const take = (amountMinor: number) =>
      messageOf(
        takeBalance({
          pair: { lenderId: debtor.siteId, borrowerId: payer.siteId },
          loanId: stage.loanId,
          amountMinor,
          valueOn: today(),
          actor: payer.person.actor,
        })
      )

    const told = await Promise.all([take(8_000), take(8_000), take(8_000)])

    assert.lengthOf(
      told.filter((message) => message === null),
      1
    )
    assert.deepEqual(await books(stage), { current: [4_100, -4_100], lent: [8_000, -8_000], owed: 8_000 })
    assert.isNull(await take(4_100))
    assert.deepEqual(await books(stage), IN_LOAN)
    await assertSound(assert)
  })
})
