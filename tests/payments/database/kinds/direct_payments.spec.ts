import { test } from '@japa/runner'
import { storeFile } from '#app/files/store_file'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approvalsAhead } from '#app/payments/approvals/approval_needs'
import { bufferOrder, cancelOrder } from '#app/payments/approvals/decide_order'
import { handsIn } from '#app/payments/approvals/payment_hands'
import { addAttachment } from '#app/payments/attachments/add_attachment'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { createDirect, type WantedDirect } from '#app/payments/kinds/direct/create_direct'
import { createTransfer } from '#app/payments/kinds/internal/create_transfer'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { previewOrder } from '#app/payments/orders/checks/check_order'
import { returnOrder } from '#app/payments/orders/fail_order'
import { ordersList } from '#app/payments/orders/page/list_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { retryOrder } from '#app/payments/orders/retry_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { statesOf } from '#tests/factories/api_payments'
import { makeAccount, makeIban } from '#tests/factories/books'
import { makeBeneficiary, makePayingStage, openBalance, type PayingStage } from '#tests/factories/paying_bank'
import { approveFully, approverOf, makePaymentStage } from '#tests/factories/payments'
import { makeEmployee } from '#tests/factories/staff'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

const direct = async (stage: PayingStage, over: Partial<WantedDirect> = {}) =>
  createDirect(
    {
      siteId: stage.siteId,
      fromAccountId: stage.accountId,
      payee: { name: 'Gestoría Ruiz', iban: makeIban() },
      amountMinor: 45_000,
      currency: 'EUR',
      quoteId: null,
      concept: 'Gestión de licencias',
      purpose: null,
      ledgerAccountId: await makeAccount(stage.siteId, '623'),
      attachmentFileIds: [],
      executionDate: null,
      asDraft: false,
      ...over,
    },
    stage.person.actor
  )

async function sendNow(stage: PayingStage, orderId: number): Promise<void> {
  const { batchIds } = await releaseOrders([orderId], approverOf(stage).actor)
  for (const batchId of batchIds) await submitBatch(batchId)
}

const heldUnder = async (siteId: number, prefix: string) => {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(b.base_minor), 0)::bigint as minor from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return minor
}

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

test.group('Direct payments', () => {
  test('are approved like any other and booked on the account chosen for them', async ({ assert }) => {
    const stage = await makePayingStage()
    const order = await direct(stage)
    assert.deepInclude(order.serialize(), { kind: 'direct', status: 'draft', channel: 'api' })
    const approved = await approveFully(stage, order.id)
    assert.include(approved.reinforcedReasons, 'Primer pago a este beneficiario')
    await sendNow(stage, order.id)
    assert.deepEqual(
      [await heldUnder(stage.siteId, '623'), await heldUnder(stage.siteId, '5550')],
      [45_000, -45_000]
    )
    stage.bank.become(order.number, { state: 'executed' })

    await recoverPayments({ pollSeconds: 0 })

    assert.deepEqual(await statesOf([order.id]), ['paid'])
    assert.equal(await heldUnder(stage.siteId, '5550'), 0)
    await returnOrder({
      orderId: order.id,
      code: 'AC04',
      comment: 'Cuenta cerrada',
      actor: stage.person.actor,
    })
    assert.equal(await heldUnder(stage.siteId, '623'), 0)
    const again = await retryOrder(order.id, stage.person.actor)
    assert.deepInclude(again.serialize(), { kind: 'direct', status: 'draft', amountMinor: 45_000 })
    assert.isEmpty(await broken())
  })

  test('to a beneficiary of a supplier stand on its advances unless told, and count as paid to it', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const bank = await oneRow<{ id: number; iban: string }>(
      `select id, iban from provider_banks where provider_id = :id and verification = 'verified' limit 1`,
      { id: stage.provider.id }
    )
    const beneficiaryId = await makeBeneficiary(stage, {
      currency: 'EUR',
      iban: bank.iban,
      providerBankId: bank.id,
    })

    const order = await direct(stage, { payee: { beneficiaryId }, ledgerAccountId: null })

    assert.deepEqual(
      [order.creditorType, order.creditorId, order.providerBankId],
      ['provider', stage.provider.id, bank.id]
    )
    await approveFully(stage, order.id)
    await sendNow(stage, order.id)
    assert.equal(await heldUnder(stage.siteId, '407'), 45_000)
    assert.isEmpty(await broken())
  })

  test('to a beneficiary that nobody else has verified are not made, nor does one leave that changed', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const unverified = await makeBeneficiary(stage, { currency: 'EUR', isVerified: false })
    await assert.rejects(
      () => direct(stage, { payee: { beneficiaryId: unverified } }),
      /otra persona debe verificarlo antes del primer pago/
    )
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR' })
    const order = await direct(stage, { payee: { beneficiaryId } })
    assert.equal(order.creditorIban, null)
    await approveFully(stage, order.id)
    await execute(`update provider_beneficiaries set status = 'deleted' where id = :beneficiaryId`, {
      beneficiaryId,
    })
    await assert.rejects(
      () =>
        execute(`update payment_orders set status = 'sent', sub_status = 'queued' where id = :id`, {
          id: order.id,
        }),
      /direct_payment_target/
    )

    await releaseOrders([order.id], approverOf(stage).actor)

    assert.deepEqual(await statesOf([order.id]), ['draft'])
    assert.lengthOf(stage.bank.asked, 0)
  })

  test('whoever made the beneficiary or verified it approves none of its payments', async ({ assert }) => {
    const stage = await makePayingStage()
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR' })
    const [first] = stage.approvers
    await execute(`update provider_beneficiaries set verified_by = :id where id = :beneficiaryId`, {
      id: first?.id ?? 0,
      beneficiaryId,
    })
    const order = await direct(stage, { payee: { beneficiaryId } })
    await bufferOrder(order.id, stage.creator.actor)
    const hands = await oneRow<{ found: boolean }>(
      `select exists (select 1 from payment_order_hands where order_id = :id and user_id = :userId) as found`,
      { id: order.id, userId: first?.id ?? 0 }
    )
    assert.isTrue(hands.found)
  })

  test('for which the bank asks a purpose are made with one of its words, as the database wants too', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    await execute(
      `insert into provider_purposes (connector_id, country, currency, code, title) values (:connectorId, 'MX', 'EUR', 'services', 'Servicios')`,
      stage
    )
    const asked = await makeBeneficiary(stage, { currency: 'EUR', country: 'MX' })
    const free = await makeBeneficiary(stage, { currency: 'EUR', country: 'ES' })

    for (const purpose of [null, 'goods'])
      await assert.rejects(
        () => direct(stage, { payee: { beneficiaryId: asked }, purpose }),
        /Elija el motivo del pago/
      )
    const order = await direct(stage, { payee: { beneficiaryId: asked }, purpose: 'services' })
    await direct(stage, { payee: { beneficiaryId: free }, amountMinor: 46_000 })
    await assert.rejects(
      () =>
        execute(
          `insert into direct_payments (site_id, from_account_id, beneficiary_id, creditor_name, amount_minor, currency, concept, ledger_account_id)
           select site_id, from_account_id, beneficiary_id, creditor_name, amount_minor, currency, concept, ledger_account_id from direct_payments where id = :id`,
          { id: order.sourceId }
        ),
      /direct_payment_purpose/
    )
  })

  test('are shown with the account that they go to, and never approved by who has it by now', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const known = await direct(stage, {
      payee: { beneficiaryId: await makeBeneficiary(stage, { currency: 'EUR' }) },
    })
    const iban = makeIban()
    const mere = await direct(stage, { payee: { name: 'Luis Gil', iban }, amountMinor: 45_100 })
    const approver = approverOf(stage)
    const { id: employeeId } = await makeEmployee(stage.siteId, stage.creator)
    await execute(`update employees set user_id = :userId where id = :employeeId`, {
      userId: approver.id,
      employeeId,
    })
    await execute(
      `insert into employee_banks (employee_id, iban, holder_name, created_by) values (:employeeId, :iban, 'Luis Gil', :userId)`,
      { employeeId, iban, userId: stage.creator.id }
    )

    const list = ordersList(
      { id: stage.creator.id, role: 'c0ntab1l1dad', siteIds: 'all' },
      { name: 'x', showsWorth: false }
    )
    const { rows: listed } = await listOf(
      list,
      { page: 1, perPage: 25, sort: 'number', direction: 'desc', cursor: null, exactCount: false },
      { where: ['o.site_id = :siteId'], bindings: { siteId: stage.siteId } }
    )
    assert.deepEqual(
      listed.map(({ iban: account }) => account),
      [`•••• ${iban.slice(-4)}`, '•••• 4821']
    )
    assert.equal(
      (await kindOf('direct').describe(known.sourceId))?.label,
      'Pago directo a Acme Inc: Gestión de licencias'
    )
    const hands = await inTransaction(async (trx) => handsIn([mere], trx))
    assert.isTrue(hands.get(mere.id)?.some(({ userId, part }) => userId === approver.id && part === 'payee'))
    assert.isNotNull(
      await row(
        `select 1 from payment_order_hands where order_id = :id and user_id = :userId and part = 'payee'`,
        { id: mere.id, userId: approver.id }
      )
    )
  })

  test('to one beneficiary count together and are told as a possible duplicate; an own account with the same key does not', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const beneficiaryId = await makeBeneficiary(stage, { currency: 'EUR' })
    const first = await direct(stage, { payee: { beneficiaryId }, amountMinor: 300_000 })
    const twin = await direct(stage, { payee: { beneficiaryId }, amountMinor: 300_000 })
    const stranger = await direct(stage, {
      payee: { beneficiaryId: await makeBeneficiary(stage, { currency: 'EUR' }) },
      amountMinor: 300_000,
    })
    // The key of who is neither supplier nor employee is another thing in each kind of payment.
    const transfer = await createTransfer(
      {
        siteId: stage.siteId,
        fromAccountId: stage.accountId,
        toAccountId: await openBalance(stage, 'EUR'),
        amountMinor: 900_000,
        concept: 'al otro saldo',
        executionDate: null,
      },
      stage.creator.actor
    )
    await execute(`update payment_orders set creditor_id = :creditorId where id = :id`, {
      creditorId: stranger.creditorId,
      id: transfer.id,
    })
    await bufferOrder(transfer.id, stage.creator.actor)

    const told = async (order: PaymentOrder) =>
      (await inTransaction((trx) => previewOrder(order, stage.creator.id, trx))).checks
        .filter(({ code }) => code === 'duplicate')
        .map(({ message }) => message)
    assert.match((await told(twin))[0] ?? '', new RegExp(first.number))
    assert.isEmpty(await told(stranger))
    await assert.rejects(
      () => bufferOrder(twin.id, stage.creator.actor),
      /Confirme que no es un pago duplicado/
    )

    await bufferOrder(first.id, stage.creator.actor, true)
    // 3.000,00 alone need one approval, together with what the same beneficiary gets they are above 5.000,00.
    const [alone, together] = await inTransaction(async (trx) => [
      (await approvalsAhead(stranger, { reinforced: [] }, trx)).requiredApprovals,
      (await approvalsAhead(twin, { reinforced: [] }, trx)).requiredApprovals,
    ])
    assert.deepEqual([alone, together], [1, 2])
  })

  test('the database refuses more than is left, another payee and any change of what was agreed', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const order = await direct(stage)
    const copy = (change: string) =>
      execute(
        `insert into payment_orders (number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_name, creditor_iban, amount_minor, execution_date, remittance, end_to_end_id, channel, fingerprint)
         select o.number || 'B', o.kind, o.site_id, o.source_type, o.source_id, 2, o.debtor_account_id, o.creditor_type, o.creditor_name, ${change}, o.execution_date, o.remittance, o.end_to_end_id || 'B', o.channel, 'x' from payment_orders o where o.id = :id`,
        { id: order.id }
      )
    await assert.rejects(() => copy('o.creditor_iban, 1'), /payment_order_exceeds_direct/)
    await cancelOrder(order.id, 'Ya no hace falta', stage.person.actor)
    await assert.rejects(() => copy(`'${makeIban()}', 1`), /payment_order_exceeds_direct/)
    await assert.rejects(
      () =>
        execute(`update direct_payments set iban = :iban where site_id = :siteId`, {
          ...stage,
          iban: makeIban(),
        }),
      /direct_payment_frozen/
    )
    await assert.rejects(() => execute(`delete from direct_payments where site_id = :siteId`, stage), /./)
    const elsewhere = await makePayingStage()
    await assert.rejects(() => direct(stage, { fromAccountId: elsewhere.accountId }), /no es de la empresa/)
    const foreign = await makeBeneficiary(elsewhere, { currency: 'EUR' })
    await assert.rejects(() => direct(stage, { payee: { beneficiaryId: foreign } }), /no es de la conexión/)
    const bankAccount = await makeAccount(stage.siteId, '572')
    await assert.rejects(
      () => direct(stage, { ledgerAccountId: bankAccount }),
      /no se puede registrar un pago/
    )
  })

  test('to a listed account none is made, and from an account of no connection they leave in a file', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const iban = makeIban()
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :iban, 'block', 'fraude', 'Denunciada por el banco')`,
      { iban }
    )
    await assert.rejects(() => direct(stage, { payee: { name: 'Nadie', iban } }), /lista negra/)
  })

  test('an account of a supplier is not paid as a mere IBAN, past what its verification asks', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    const { iban } = await oneRow<{ iban: string }>(
      `select iban from provider_banks where iban is not null order by id desc limit 1`
    )

    await assert.rejects(() => direct(stage, { payee: { name: 'Otro nombre', iban } }), /Ese IBAN es de «/)
    const plain = { ...(await makePaymentStage()), connectorId: 0, bank: stage.bank }
    assert.equal((await direct(plain)).channel, 'sepa_file')
  })
})

test.group('Documents that a provider asks for', () => {
  test('above its limit nothing is approved or sent without one, and a person can add it', async ({
    assert,
  }) => {
    const stage = await makePayingStage()
    stage.bank.capabilities = { attachmentAboveMinor: 3_000_000 }
    const small = await direct(stage, { amountMinor: 3_000_000 })
    await approveFully(stage, small.id)
    const order = await direct(stage, { amountMinor: 3_000_001 })
    await assert.rejects(
      () => approveFully(stage, order.id),
      /Adjunte al menos un justificante: obligatorio por encima de 30\.000\s€\./
    )
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'buffered')
    const { id: fileId } = await storeFile({
      name: 'contrato.pdf',
      bytes: PDF,
      createdBy: stage.person.id,
    })

    await addAttachment(order.id, fileId, stage.person.actor)

    for (const { actor } of stage.approvers) {
      const { status, fingerprint } = await PaymentOrder.findOrFail(order.id)
      if (status === 'buffered') {
        const { approveOrder } = await import('#app/payments/approvals/decide_order')
        await approveOrder({ orderId: order.id, shownFingerprint: fingerprint, actor })
      }
    }
    assert.equal((await PaymentOrder.findOrFail(order.id)).status, 'approved')
  })
})
