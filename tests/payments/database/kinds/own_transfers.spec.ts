import { test } from '@japa/runner'
import { tellOwnAccountChanged } from '#app/accounts/own_account_followers'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approveOrder, bufferOrder, cancelOrder } from '#app/payments/approvals/decide_order'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'
import { returnOrder } from '#app/payments/orders/fail_order'
import { modifyOrder } from '#app/payments/orders/modify_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { makeFurtherAccount, makeIban } from '#tests/factories/books'
import {
  approveFully,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  sendOne,
  settleOne,
} from '#tests/factories/payments'
import { letApprove } from '#tests/factories/people'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Stage = PaymentStage & { savingsId: number }

async function makeTransferStage(): Promise<Stage> {
  const stage = await makePaymentStage()
  for (const approver of stage.approvers)
    await letApprove(stage.siteId, approver, ['internal_transfer'], null)
  return { ...stage, savingsId: await makeFurtherAccount(stage.siteId, 'Ahorro') }
}

const transfer = (stage: Stage, over: Partial<Parameters<typeof createTransfer>[0]> = {}) =>
  createTransfer(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      toAccountId: stage.savingsId,
      amountMinor: 250_000,
      concept: 'a la cuenta de ahorro',
      executionDate: null,
      ...over,
    },
    stage.creator.actor
  )

const balanceOf = async ({ siteId }: Stage, prefix: string) =>
  (
    await oneRow<{ minor: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as minor from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code like :prefix || '%'`,
      { siteId, prefix }
    )
  ).minor

const openOn5729 = ({ siteId }: Stage) =>
  rows<{ id: number; openMinor: number }>(
    `select o.journal_line_id as id, o.open_minor from open_items o join ledger_accounts a on a.id = o.account_id where a.site_id = :siteId and a.code like '5729%' order by 1`,
    { siteId }
  )

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Transfers between own accounts', () => {
  test('wait on 5729 until the other account has the money, whose movement settles them', async ({
    assert,
  }) => {
    const stage = await makeTransferStage()
    const order = await transfer(stage)
    assert.deepInclude(order.serialize(), { kind: 'internal', status: 'draft' })
    await approveFully(stage, order.id)
    await sendOne(stage, order.id)
    assert.deepEqual([await balanceOf(stage, '5729'), await balanceOf(stage, '5550')], [250_000, -250_000])
    await settleOne(stage, order.id)
    assert.deepEqual([await balanceOf(stage, '5729'), await balanceOf(stage, '5550')], [250_000, 0])

    await importBytes(
      stage.savingsId,
      csvStatement([{ on: '2026-04-01', cents: 250_000, text: 'TRANSFERENCIA RECIBIDA', balance: 1_250_000 }])
    )
    const [line] = await linesOf(stage.savingsId)
    await suggestMatches(stage.savingsId)
    const [waiting] = await openOn5729(stage)
    assert.equal(waiting?.openMinor, 250_000)
    await acceptMatch({
      lineId: line?.id ?? 0,
      items: [{ journalLineId: waiting?.id ?? 0, amountMinor: 250_000 }],
      actor: stage.person.actor,
    })

    assert.equal((await linesOf(stage.savingsId))[0]?.status, 'matched')
    assert.deepEqual([await balanceOf(stage, '5729'), await openOn5729(stage)], [0, []])
    await assertSound(assert)
  })

  test('nobody approves one that they made, nor to an account that they opened', async ({ assert }) => {
    const stage = await makeTransferStage()
    const [opener, other] = stage.approvers
    await execute(`update bank_accounts set created_by = :id where id = :savingsId`, {
      id: opener?.id ?? 0,
      savingsId: stage.savingsId,
    })
    const order = await transfer(stage)
    await bufferOrder(order.id, stage.creator.actor)
    const { fingerprint } = await PaymentOrder.findOrFail(order.id)
    const approve = (actor = opener?.actor) =>
      approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor: actor ?? stage.creator.actor })

    await assert.rejects(() => approve(), /dio de alta o cambió la cuenta de destino/)
    await assert.rejects(() => approve(stage.creator.actor))
    await approve(other?.actor)
  })

  test('what the bank gives back is on the account again, lettered, and may be sent again', async ({
    assert,
  }) => {
    const stage = await makeTransferStage()
    const order = await transfer(stage)
    await approveFully(stage, order.id)
    await sendOne(stage, order.id)
    await settleOne(stage, order.id)

    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cerrada',
      actor: stage.person.actor,
      returnedOn: calendarDate('2026-04-02'),
    })
    assert.deepEqual([await balanceOf(stage, '5729'), await openOn5729(stage)], [0, []])
    const again = await retryOrder(order.id, stage.person.actor)
    assert.deepInclude(again.serialize(), { kind: 'internal', status: 'draft' })
    await assertSound(assert)
  })

  test('the database refuses more than is left of it, another account, and any change of it', async ({
    assert,
  }) => {
    const stage = await makeTransferStage()
    const order = await transfer(stage)
    const copy = (change: string) =>
      execute(
        `insert into payment_orders (number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_name, creditor_iban, amount_minor, execution_date, remittance, end_to_end_id, channel, fingerprint)
         select o.number || 'B', o.kind, o.site_id, o.source_type, o.source_id, 2, o.debtor_account_id, o.creditor_type, o.creditor_name, ${change}, o.execution_date, o.remittance, o.end_to_end_id || 'B', o.channel, 'x' from payment_orders o where o.id = :id`,
        { id: order.id }
      )
    await assert.rejects(() => copy('o.creditor_iban, 1'), /own_transfer/)
    await cancelOrder(order.id, 'Ya no hace falta', stage.person.actor)
    await assert.rejects(() => copy(`'${makeIban()}', 1`), /own_transfer/)
    await assert.rejects(
      () => execute(`update own_transfers set amount_minor = 1 where site_id = :siteId`, stage),
      /own_transfer_frozen/
    )
    await assert.rejects(() => transfer(stage, { toAccountId: stage.accountId }), /cuenta distinta/)
    const elsewhere = await makeTransferStage()
    await assert.rejects(() => transfer(stage, { toAccountId: elsewhere.savingsId }), /no es de la empresa/)
  })

  test('its account of charge stays, and an account that is closed or got another IBAN stops it', async ({
    assert,
  }) => {
    const stage = await makeTransferStage()
    const third = await makeFurtherAccount(stage.siteId, 'Tercera')
    const order = await transfer(stage)
    await assert.rejects(
      () =>
        modifyOrder({
          orderId: order.id,
          shownFingerprint: order.fingerprint,
          direction: { debtorAccountId: third, executionDate: null },
          reason: null,
          actor: stage.creator.actor,
        }),
      /La cuenta de cargo de un traspaso no se cambia/
    )
    await execute(
      `update bank_accounts set status = 'closed', closed_on = current_date where id = :savingsId`,
      {
        savingsId: stage.savingsId,
      }
    )
    await assert.rejects(() => bufferOrder(order.id, stage.creator.actor), /ya no está activa/)
  })

  test('a file with one is frozen as soon as its target gets another IBAN, and the first payment there asks for one approval more', async ({
    assert,
  }) => {
    const stage = await makeTransferStage()
    const order = await transfer(stage)
    await approveFully(stage, order.id)
    await releaseOne(stage, order.id)
    await execute(`update bank_accounts set iban = :iban where id = :id`, {
      iban: makeIban(),
      id: stage.savingsId,
    })
    await assert.rejects(
      () => execute(`update payment_orders set sub_status = 'processing' where id = :id`, { id: order.id }),
      /own_transfer_target/
    )
    await tellOwnAccountChanged(stage.savingsId)

    const frozen = await PaymentOrder.findOrFail(order.id)
    assert.equal(frozen.holdReason, 'source_changed')
    const [event] = await rows<{ reason: string }>(
      `select reason from audit_events where object_type = 'payment_order' and object_id = :id order by id desc limit 1`,
      { id: order.id }
    )
    assert.match(event?.reason ?? '', /El IBAN de la cuenta de destino del traspaso ha cambiado/)
    const again = await transfer(stage)
    await bufferOrder(again.id, stage.creator.actor, true)
    assert.include(
      (await PaymentOrder.findOrFail(again.id)).reinforcedReasons,
      'Primer pago a este beneficiario'
    )
  })
})
