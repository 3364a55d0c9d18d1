import { test } from '@japa/runner'
import { storeMovements } from '#app/banking/sync/store_movements'
import { writeLines } from '#app/banking/sync/write_lines'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { createDirect } from '#app/payments/kinds/direct/create_direct'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { statesOf } from '#tests/factories/api_payments'
import { makeAccount } from '#tests/factories/books'
import { feedMovement } from '#tests/factories/fake_bank'
import { publishRate } from '#tests/factories/other_currencies'
import { keepQuote, makeBeneficiary, makePayingStage, type PayingStage } from '#tests/factories/paying_bank'
import { approveFully, approverOf } from '#tests/factories/payments'
import { linesOf } from '#tests/factories/statements'

/** 1.000,00 USD for 915,00 €, of them 5,00 € of the provider. */
const OFFER = { sourceMinor: 91_500, targetMinor: 100_000, feeMinor: 500 }

/** A payment in dollars that the bank has. */
async function sendDollars(stage: PayingStage): Promise<PaymentOrder> {
  const order = await createDirect(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      payee: { beneficiaryId: await makeBeneficiary(stage) },
      amountMinor: OFFER.targetMinor,
      currency: 'USD',
      quoteId: await keepQuote(stage, OFFER),
      concept: 'Consultoría de marzo',
      purpose: null,
      ledgerAccountId: await makeAccount(stage.siteId, '623'),
      attachmentFileIds: [],
      executionDate: null,
      asDraft: false,
    },
    stage.person.actor
  )
  await approveFully(stage, order.id)
  const { batchIds } = await releaseOrders([order.id], approverOf(stage).actor)
  for (const batchId of batchIds) await submitBatch(batchId)
  return order
}

/** The bank charges the order and, apart, its fee. */
async function charge(
  stage: PayingStage,
  order: PaymentOrder,
  { mainMinor = -91_000, feeMinor = -500 } = {}
) {
  const { id: providerAccountId } = await oneRow<{ id: number }>(
    `select id from provider_accounts where connector_id = :connectorId`,
    { connectorId: stage.connectorId }
  )
  const shared = { bookedOn: today() }
  const [transfer] = stage.bank.held
  const key = `M-${order.id}`
  await inTransaction((trx) =>
    storeMovements(
      [
        feedMovement({
          ...shared,
          externalId: key,
          amountMinor: mainMinor,
          transferRef: transfer?.ref ?? '',
        }),
        feedMovement({
          ...shared,
          externalId: `${key}:fee`,
          amountMinor: feeMinor,
          type: 'fee',
          parentExternalId: key,
        }),
      ],
      { connectorId: stage.connectorId, providerAccountId },
      trx
    )
  )
  await writeLines({ providerAccountId, span: null, userId: null })
}

const statusesOf = async ({ accountId }: PayingStage) =>
  (await linesOf(accountId)).map(({ status, amountMinor }) => [amountMinor, status])

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Payments that a bank charges with the fee apart', (group) => {
  group.setup(() => publishRate('USD', today(), '1.1'))

  test('are settled and reconciled by the two movements together, which is what was agreed on', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await sendDollars(stage)
    await charge(stage, order)

    const { matched } = await suggestMatches(stage.accountId)

    assert.equal(matched, 2)
    assert.deepEqual(await statesOf([order.id]), ['reconciled'])
    assert.deepEqual(await statusesOf(stage), [
      [-91_000, 'matched'],
      [-500, 'matched'],
    ])
    assert.isEmpty(await broken())
  })

  test('are reconciled as well when the bank said before that they are paid', async ({ assert }) => {
    const stage = await makePayingStage()
    const order = await sendDollars(stage)
    stage.bank.become(order.number, { state: 'executed' })
    await recoverPayments({ pollSeconds: 0 })
    assert.deepEqual(await statesOf([order.id]), ['paid'])
    await charge(stage, order)

    await suggestMatches(stage.accountId)

    assert.deepEqual(await statesOf([order.id]), ['reconciled'])
    assert.isEmpty(await broken())
  })

  test('wait for a person where the two are not what was agreed on, or the company reconciles nothing by itself', async ({
    assert,
  }) => {
    const dearer = await makePayingStage()
    const first = await sendDollars(dearer)
    await charge(dearer, first, { feeMinor: -501 })
    await suggestMatches(dearer.accountId)
    assert.notDeepEqual(await statesOf([first.id]), ['reconciled'])

    const careful = await makePayingStage()
    const second = await sendDollars(careful)
    await charge(careful, second)
    await execute(`update sites set auto_reconcile = false where id = :siteId`, { siteId: careful.siteId })
    await suggestMatches(careful.accountId)
    assert.notDeepEqual(await statesOf([second.id]), ['reconciled'])
    assert.isEmpty(await broken())
  })

  test('are not matched again once somebody has taken that back', async ({ assert }) => {
    const stage = await makePayingStage()
    const order = await sendDollars(stage)
    await charge(stage, order)
    await suggestMatches(stage.accountId)
    const [, fee] = await linesOf(stage.accountId)

    await undoMatch({ lineId: fee?.id ?? 0, actor: stage.person.actor })
    await suggestMatches(stage.accountId)

    assert.deepEqual(await statesOf([order.id]), ['paid'])
    assert.notInclude((await statusesOf(stage)).at(-1) ?? [], 'matched')
    assert.isEmpty(await broken())
  })
})
