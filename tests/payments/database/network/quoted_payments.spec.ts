import { test } from '@japa/runner'
import type { SubmitAnswer, Transfer } from '#app/banking/gateway/transfer_gateway'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { today } from '#app/kernel/time/calendar_date'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { bufferOrder } from '#app/payments/approvals/decide_order'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { createDirect } from '#app/payments/kinds/direct/create_direct'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { payableList } from '#app/payments/kinds/supplier/list_payable_invoices'
import { payingAccounts } from '#app/payments/kinds/supplier/paying_accounts'
import { BY_CONNECTION, NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { statesOf } from '#tests/factories/api_payments'
import { makeAccount, makeFurtherAccount } from '#tests/factories/books'
import { payWithoutIban } from '#tests/factories/foreign_accounts'
import { bookedDebt, publishRate } from '#tests/factories/other_currencies'
import {
  keepQuote,
  makeBeneficiary,
  makePayingStage,
  openBalance,
  type PayingStage,
  quoted,
} from '#tests/factories/paying_bank'
import { approveFully, approverOf } from '#tests/factories/payments'
import { letApprove, makeUser } from '#tests/factories/people'

/** 1.000,00 USD for 915,00 €, of them 5,00 € of the provider. */
const OFFER = { sourceMinor: 91_500, targetMinor: 100_000, feeMinor: 500 }

const FIRST_PAGE = {
  page: 1,
  perPage: 25 as const,
  sort: 'due_on',
  direction: 'asc' as const,
  cursor: null,
  exactCount: false,
}

async function payDollars(stage: PayingStage, quoteId: number): Promise<PaymentOrder> {
  return createDirect(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      payee: { beneficiaryId: await makeBeneficiary(stage) },
      amountMinor: OFFER.targetMinor,
      currency: 'USD',
      quoteId,
      concept: 'Consultoría de marzo',
      purpose: null,
      ledgerAccountId: await makeAccount(stage.siteId, '623'),
      attachmentFileIds: [],
      executionDate: null,
      asDraft: false,
    },
    stage.person.actor
  )
}

async function sendNow(stage: PayingStage, orderId: number): Promise<void> {
  const { batchIds, heldBack } = await releaseOrders([orderId], approverOf(stage).actor)
  if (heldBack.length > 0) throw new Error(heldBack[0]?.reason)
  for (const batchId of batchIds) await submitBatch(batchId)
}

const heldUnder = async (siteId: number, prefix: string) => {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(b.base_minor), 0)::bigint as minor from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return minor
}

const reservedOf = async (orderId: number) =>
  (
    await row<{ minor: number }>(
      `select amount_minor as minor from account_holds where document_type = 'payment_order' and document_id = :orderId and released_at is null`,
      { orderId }
    )
  )?.minor ?? null

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Payments in another currency by quote', (group) => {
  group.setup(async () => {
    await publishRate('USD', today(), '1.1')
    await publishRate('USD', '2026-03-10', '1.1')
  })

  test('reserve and pay what was agreed: the debt at the rate of the day, the fee and the exchange apart', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await payDollars(stage, await keepQuote(stage, OFFER))
    assert.deepEqual([order.channel, order.chargeMinor, order.chargeCurrency], ['api', 91_500, 'EUR'])
    await approveFully(stage, order.id)
    assert.equal(await reservedOf(order.id), 91_500)
    let asked: Transfer | null = null
    stage.bank.answer = (transfer) => {
      asked = transfer
      return stage.bank.take(transfer)
    }
    await sendNow(stage, order.id)
    const { quote, toleranceMinor, payee, debtorRef } = asked as unknown as Transfer
    assert.deepEqual(quote?.source, { minor: 91_500, currency: 'EUR' })
    assert.deepEqual([toleranceMinor, payee.kind, debtorRef], [457, 'beneficiary', 'ACC-1'])
    stage.bank.become(order.number, { state: 'executed' })
    const before = await heldUnder(stage.siteId, '572')

    await recoverPayments({ pollSeconds: 0 })

    assert.deepEqual(await statesOf([order.id]), ['paid'])
    assert.equal((await heldUnder(stage.siteId, '572')) - before, -91_500)
    assert.equal(await heldUnder(stage.siteId, '623'), 90_909)
    assert.equal(await heldUnder(stage.siteId, '626'), 500)
    assert.equal(await heldUnder(stage.siteId, '668'), 91)
    assert.equal(await heldUnder(stage.siteId, '5550'), 0)
    assert.isEmpty(await broken())
  })

  test('without a quote, with one of another, or with an old one, none is made', async ({ assert }) => {
    const stage = await makePayingStage()
    const quoteId = await keepQuote(stage, OFFER)
    await payDollars(stage, quoteId)
    await assert.rejects(() => payDollars(stage, quoteId), /Otro pago ya usa este presupuesto/)
    const old = await keepQuote(stage, OFFER)
    await execute(`update provider_quotes set expires_at = now() where id = :old`, { old })
    await assert.rejects(() => payDollars(stage, old), /El presupuesto ha caducado\. Solicite uno nuevo\./)
    const other = await keepQuote(stage, { ...OFFER, targetMinor: 100_001 })
    await assert.rejects(() => payDollars(stage, other), /otro importe/)
    const elsewhere = await makePayingStage()
    const foreign = await keepQuote(elsewhere, OFFER)
    await assert.rejects(() => payDollars(stage, foreign), /no es de la cuenta de cargo/)
  })

  test('expired and dearer than tolerated, they wait for approval with the new cost and nothing was sent', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await payDollars(stage, await keepQuote(stage, OFFER))
    const approved = await approveFully(stage, order.id)
    const dearer = quoted({ ...OFFER, sourceMinor: 91_958 })
    stage.bank.answer = (): SubmitAnswer => ({
      kind: 'requoted',
      httpStatus: 200,
      quote: dearer,
      message: '',
    })

    await sendNow(stage, order.id)

    const waiting = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([waiting.status, waiting.chargeMinor, waiting.batchId], ['buffered', 91_958, null])
    assert.notEqual(waiting.fingerprint, approved.fingerprint)
    const { standing } = await oneRow<{ standing: number }>(
      `select count(*)::int as standing from approval_decisions where document_type = 'payment_order' and document_id = :id and revoked_at is null`,
      { id: order.id }
    )
    assert.equal(standing, 0)
    assert.equal(await reservedOf(order.id), 91_958)
    assert.equal(await heldUnder(stage.siteId, '5550'), 0)
    assert.lengthOf(stage.bank.held, 0)

    stage.bank.answer = (transfer) => stage.bank.take(transfer)
    const { approveOrder } = await import('#app/payments/approvals/decide_order')
    for (const { actor } of stage.approvers) {
      const { status, fingerprint } = await PaymentOrder.findOrFail(order.id)
      if (status === 'buffered')
        await approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor })
    }
    await sendNow(stage, order.id)
    assert.deepEqual(await statesOf([order.id]), ['sent.processing'])
  })

  test('that left at more than tolerated all the same are told to who approves, and stand among the incidents', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await payDollars(stage, await keepQuote(stage, OFFER))
    await approveFully(stage, order.id)
    const dearer = quoted({ ...OFFER, sourceMinor: 95_000 })
    stage.bank.answer = (transfer) => stage.bank.take(transfer, { quote: dearer })

    await sendNow(stage, order.id)

    const sent = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([sent.status, sent.chargeMinor, sent.holdReason], ['sent', 91_500, 'quote_dearer'])
    const { told } = await oneRow<{ told: number }>(
      `select count(*)::int as told from outgoing_mails m join users u on u.email::text = m."to" and u.id = any(:approvers::bigint[])
        where m.object_type = 'payment_order' and m.object_id = :id and m.subject like '%ha salido a otro coste que el aprobado' and m.body like '%ahora cuesta 950,00%'`,
      { id: order.id, approvers: stage.approvers.map(({ id }) => id) }
    )
    assert.equal(told, stage.approvers.length)
  })

  test('are never charged by another offer under the key of one that is known', async ({ assert }) => {
    const stage = await makePayingStage()
    const quoteId = await keepQuote(stage, OFFER)
    const order = await payDollars(stage, quoteId)
    await approveFully(stage, order.id)
    const { externalId } = await oneRow<{ externalId: string }>(
      `select external_id from provider_quotes where id = :quoteId`,
      { quoteId }
    )
    stage.bank.answer = (): SubmitAnswer => ({
      kind: 'requoted',
      httpStatus: 200,
      quote: { ...quoted({ ...OFFER, sourceMinor: 93_000 }), externalId },
      message: '',
    })

    await sendNow(stage, order.id)

    const waiting = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual(
      [waiting.status, waiting.chargeMinor, waiting.holdReason],
      ['draft', 91_500, 'quote_dearer']
    )
    assert.deepEqual(
      await oneRow(`select source_minor from provider_quotes where id = :quoteId`, { quoteId }),
      {
        sourceMinor: 91_500,
      }
    )
    await assert.rejects(
      () => execute(`update provider_quotes set source_minor = 1 where id = :quoteId`, { quoteId }),
      /provider_record_is_kept/
    )
  })

  test('expired and little dearer, they leave and what they cost is on record', async ({ assert }) => {
    const stage = await makePayingStage()
    const order = await payDollars(stage, await keepQuote(stage, OFFER))
    await approveFully(stage, order.id)
    const again = quoted({ ...OFFER, sourceMinor: 91_957 })
    stage.bank.answer = (transfer) => stage.bank.take(transfer, { quote: again })

    await sendNow(stage, order.id)

    const sent = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([sent.status, sent.chargeMinor], ['sent', 91_957])
    await assert.rejects(
      () => execute(`update payment_orders set charge_minor = 99_999 where id = :id`, { id: order.id }),
      /payment_order_frozen/
    )
  })

  test('little dearer and without an answer, what they cost is on record once the bank is asked', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await payDollars(stage, await keepQuote(stage, OFFER))
    await approveFully(stage, order.id)
    const again = quoted({ ...OFFER, sourceMinor: 91_957 })
    stage.bank.answer = (transfer) => {
      stage.bank.take(transfer, { quote: again })
      return { kind: 'unknown', httpStatus: null, reason: 'No answer' }
    }
    await sendNow(stage, order.id)
    assert.deepEqual(await statesOf([order.id]), ['sent.unknown'])

    await recoverPayments({ pollSeconds: 0 })

    const { status, chargeMinor } = await PaymentOrder.findOrFail(order.id)
    assert.deepEqual([status, chargeMinor], ['sent', 91_957])
  })

  test('the form of a payment offers the accounts that can pay it, and the list says from where', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const dollars = await openBalance(stage, 'USD')
    const plain = await makeFurtherAccount(stage.siteId, 'Sin conexión')
    const providerBankId = await payWithoutIban(stage.provider, await makeUser('superC0ntab1l1dad'))
    const invoiceId = await bookedDebt(stage, {
      currency: 'USD',
      issuedOn: '2026-03-10',
      totalMinor: 100_000,
      bankId: providerBankId,
    })
    const told = async () => {
      const { rows: found } = await listOf(payableList(), FIRST_PAGE, {
        where: ['i.id = :invoiceId'],
        bindings: { invoiceId },
      })
      return [found[0]?.hindrance, found[0]?.actions]
    }
    assert.deepEqual(await told(), [NO_IBAN, []])
    assert.deepEqual(await payingAccounts(invoiceId, stage.creator.id), [])

    const beneficiaryId = await makeBeneficiary(stage, { providerBankId })

    assert.deepEqual(await told(), [BY_CONNECTION, ['order']])
    await assert.rejects(() => createOrder({ invoiceId }, stage.creator.actor), new RegExp(BY_CONNECTION))
    const accounts = await payingAccounts(invoiceId, stage.creator.id)
    assert.deepEqual(
      accounts.map(({ id, quote }) => [id, quote?.beneficiaryId ?? null]),
      [
        [dollars, null],
        [stage.accountId, beneficiaryId],
      ]
    )
    assert.notInclude(
      accounts.map(({ id }) => id),
      plain
    )
    assert.equal(accounts[1]?.quote?.url, `/paybanks/${stage.connectorId}/quotes`)
  })

  test('an invoice in dollars is paid from euros by quote, and from dollars without one, to an account without IBAN', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const dollars = await openBalance(stage, 'USD')
    const providerBankId = await payWithoutIban(stage.provider, await makeUser('superC0ntab1l1dad'))
    await makeBeneficiary(stage, { providerBankId })
    const pay = async (debtorAccountId: number, quoteId: number | null, totalMinor: number) => {
      const invoiceId = await bookedDebt(stage, {
        currency: 'USD',
        issuedOn: '2026-03-10',
        totalMinor,
        bankId: providerBankId,
      })
      const order = await createOrder({ invoiceId, debtorAccountId, quoteId }, stage.creator.actor)
      await approveFully(stage, order.id)
      await sendNow(stage, order.id)
      stage.bank.become(order.number, { state: 'executed' })
      await recoverPayments({ pollSeconds: 0 })
      return order
    }

    const byQuote = await pay(stage.accountId, await keepQuote(stage, OFFER), 100_000)
    const same = await pay(dollars, null, 90_000)

    assert.deepEqual(await statesOf([byQuote.id, same.id]), ['paid', 'paid'])
    assert.equal(await heldUnder(stage.siteId, '400'), 0)
    assert.isEmpty(await broken())
  })
})

test.group('Transfers between accounts of one connection', (group) => {
  group.setup(async () => {
    await publishRate('USD', today(), '1.1')
    await publishRate('USD', '2026-03-10', '1.1')
  })

  test('exchange by quote: what arrives waits for the other account, fee and difference are booked', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    for (const approver of stage.approvers)
      await letApprove(stage.siteId, approver, ['internal_transfer'], null)
    const dollars = await openBalance(stage, 'USD')
    const wanted = {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      toAccountId: dollars,
      amountMinor: OFFER.targetMinor,
      concept: 'a dólares',
      executionDate: null,
    }
    await assert.rejects(
      () => createTransfer(wanted, stage.creator.actor),
      /solicite un presupuesto de cambio/
    )
    const order = await createTransfer(
      { ...wanted, quoteId: await keepQuote(stage, OFFER) },
      stage.creator.actor
    )
    await approveFully(stage, order.id)
    let ref: string | null = null
    stage.bank.answer = (transfer) => {
      ref = transfer.toOwnRef
      return stage.bank.take(transfer)
    }
    await sendNow(stage, order.id)
    assert.equal(ref, 'BAL-USD')
    stage.bank.become(order.number, { state: 'executed' })
    await recoverPayments({ pollSeconds: 0 })

    assert.deepEqual(await statesOf([order.id]), ['paid'])
    assert.equal(await heldUnder(stage.siteId, '5729'), 90_909)
    assert.equal(await heldUnder(stage.siteId, '626'), 500)
    assert.equal(await heldUnder(stage.siteId, '668'), 91)
    assert.isEmpty(await broken())
  })

  test('go to the account that the provider had for it when they were made, or not at all', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    for (const approver of stage.approvers)
      await letApprove(stage.siteId, approver, ['internal_transfer'], null)
    const euros = await openBalance(stage, 'EUR')
    const wanted = {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      toAccountId: euros,
      amountMinor: 10_000,
      concept: 'entre saldos',
      executionDate: null,
    }
    const order = await createTransfer(wanted, stage.creator.actor)
    const words = await oneRow<{ fromRef: string; toRef: string }>(
      `select from_ref, to_ref from own_transfers where id = :id`,
      { id: order.sourceId }
    )
    assert.deepEqual(words, { fromRef: 'ACC-1', toRef: 'BAL-EUR' })
    for (const change of [`to_ref = 'BAL-X'`, 'to_ref = null', `from_ref = 'BAL-X'`])
      await assert.rejects(
        () => execute(`update own_transfers set ${change} where id = :id`, { id: order.sourceId }),
        /own_transfer_frozen/
      )
    await assert.rejects(
      () =>
        execute(`update provider_accounts set external_id = 'BAL-X' where bank_account_id = :euros`, {
          euros,
        }),
      /provider_account_renamed/
    )

    // While it is a draft somebody may lead the account to another one of the connection.
    await execute(
      `update provider_accounts set bank_account_id = null, linked_at = null where bank_account_id = :euros`,
      { euros }
    )
    await execute(
      `insert into provider_accounts (connector_id, external_id, kind, name, currency, balance_minor, balance_at, bank_account_id, linked_at)
       values (:connectorId, 'BAL-OTHER', 'balance', 'Otra', 'EUR', 0, now(), :euros, now())`,
      { connectorId: stage.connectorId, euros }
    )
    await assert.rejects(
      () => bufferOrder(order.id, stage.creator.actor),
      /ya no es la misma en el proveedor: cancele el pago y cree otro traspaso/
    )
  })

  test('an account of another connection without IBAN is not reached', async ({ assert }) => {
    const stage = await makePayingStage()
    const euros = await openBalance(stage, 'EUR')
    const transfer = () =>
      createTransfer(
        {
          siteId: stage.siteId,
          fromAccountId: stage.accountId,
          toAccountId: euros,
          amountMinor: 10_000,
          concept: 'entre saldos',
          executionDate: null,
        },
        stage.creator.actor
      )
    const order = await transfer()
    assert.deepEqual([order.channel, order.creditorIban], ['api', null])
    await execute(
      `update provider_accounts set bank_account_id = null, linked_at = null where bank_account_id = :euros`,
      { euros }
    )
    await execute(`update bank_accounts set connector_id = null where id = :euros`, { euros })
    await assert.rejects(transfer, /no tiene IBAN/)
  })
})
