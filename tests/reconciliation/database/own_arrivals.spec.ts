import { test } from '@japa/runner'
import { storeMovements } from '#app/banking/sync/store_movements'
import { writeLines } from '#app/banking/sync/write_lines'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'
import { releaseOrders } from '#app/payments/release/release_orders'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { feedMovement } from '#tests/factories/fake_bank'
import { publishRate } from '#tests/factories/other_currencies'
import { keepQuote, makePayingStage, openBalance, type PayingStage } from '#tests/factories/paying_bank'
import { approveFully, approverOf } from '#tests/factories/payments'
import { letApprove } from '#tests/factories/people'
import { linesOf } from '#tests/factories/statements'

const YESTERDAY = addDays(today(), -1)
const ARRIVES_MINOR = 100_000

type Sent = { stage: PayingStage; targetId: number; currency: string; ref: string }

/** A transfer to another account of the connection that the bank has carried out; into dollars for 915,00 €, of them 5,00 € of fee. */
async function transferTo(currency: 'EUR' | 'USD'): Promise<Sent> {
  const stage = await makePayingStage()
  for (const approver of stage.approvers)
    await letApprove(stage.siteId, approver, ['internal_transfer'], null)
  const targetId = await openBalance(stage, currency)
  const offer = { sourceMinor: 91_500, targetMinor: ARRIVES_MINOR, feeMinor: 500 }
  const order = await createTransfer(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      toAccountId: targetId,
      amountMinor: ARRIVES_MINOR,
      quoteId: currency === 'EUR' ? null : await keepQuote(stage, offer),
      concept: 'a otra cuenta',
      executionDate: null,
    },
    stage.creator.actor
  )
  await approveFully(stage, order.id)
  const { batchIds } = await releaseOrders([order.id], approverOf(stage).actor)
  for (const batchId of batchIds) await submitBatch(batchId)
  stage.bank.become(order.number, { state: 'executed' })
  await recoverPayments({ pollSeconds: 0 })
  return { stage, targetId, currency, ref: stage.bank.held[0]?.ref ?? '' }
}

/** The other account tells what arrived, and its open movements are looked at. */
async function arrive(
  { stage, targetId, currency, ref }: Sent,
  some: { amountMinor?: number; transferRef?: string; bookedOn?: CalendarDate } = {}
): Promise<string[]> {
  const { id: providerAccountId } = await oneRow<{ id: number }>(
    `select id from provider_accounts where bank_account_id = :targetId`,
    { targetId }
  )
  const movement = feedMovement({
    externalId: `A-${targetId}`,
    accountExternalId: `BAL-${currency}`,
    currency,
    amountMinor: ARRIVES_MINOR,
    transferRef: ref,
    bookedOn: today(),
    ...some,
  })
  await inTransaction((trx) =>
    storeMovements([movement], { connectorId: stage.connectorId, providerAccountId }, trx)
  )
  await writeLines({ providerAccountId, span: null, userId: null })
  await suggestMatches(targetId)
  return statusesOf(targetId)
}

const statusesOf = async (accountId: number) => (await linesOf(accountId)).map(({ status }) => status)

const onTheWay = async ({ siteId }: PayingStage) => {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(b.base_minor), 0)::bigint as minor from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like '5729%'`,
    { siteId }
  )
  return minor
}

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Transfers that arrive on another account of the same connection', (group) => {
  group.setup(async () => {
    await publishRate('USD', '2026-03-10', '1.1')
    await publishRate('USD', YESTERDAY, '1.25')
    await publishRate('USD', today(), '1.1')
  })

  test('settle what was on its way, exchanged or not', async ({ assert }) => {
    for (const currency of ['USD', 'EUR'] as const) {
      const sent = await transferTo(currency)
      assert.notEqual(await onTheWay(sent.stage), 0)

      assert.deepEqual(await arrive(sent), ['matched'])

      assert.equal(await onTheWay(sent.stage), 0)
    }
    assert.isEmpty(await broken())
  })

  test('leave nothing on its way where the day of the arrival has another rate of exchange', async ({
    assert,
  }) => {
    const sent = await transferTo('USD')

    assert.deepEqual(await arrive(sent, { bookedOn: YESTERDAY }), ['matched'])

    assert.equal(await onTheWay(sent.stage), 0)
    assert.isEmpty(await broken())
  })

  test('wait for a person where it is another amount or another transfer, or the company reconciles nothing by itself', async ({
    assert,
  }) => {
    const less = await transferTo('USD')
    assert.notInclude(await arrive(less, { amountMinor: ARRIVES_MINOR - 1 }), 'matched')
    const other = await transferTo('USD')
    assert.notInclude(await arrive(other, { transferRef: 'T-OTHER' }), 'matched')
    const careful = await transferTo('USD')
    await execute(`update sites set auto_reconcile = false where id = :siteId`, {
      siteId: careful.stage.siteId,
    })
    assert.notInclude(await arrive(careful), 'matched')
    assert.isEmpty(await broken())
  })

  test('are not matched again once somebody has taken that back', async ({ assert }) => {
    const sent = await transferTo('USD')
    await arrive(sent)
    const [line] = await linesOf(sent.targetId)

    await undoMatch({ lineId: line?.id ?? 0, actor: sent.stage.person.actor })
    await suggestMatches(sent.targetId)

    assert.notInclude(await statusesOf(sent.targetId), 'matched')
    assert.isEmpty(await broken())
  })
})
