import { test } from '@japa/runner'
import { findFile, readFileBytes } from '#app/files/store_file'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { batchPage } from '#app/payments/batches/batch_page'
import { cancelBatch } from '#app/payments/batches/cancel_batch'
import { markBatchSent, noteDownload } from '#app/payments/batches/send_batch'
import { takeOutOfBatch } from '#app/payments/batches/take_out_of_batch'
import { readPain001 } from '#app/payments/files/read_pain001'
import { createGroupedOrders } from '#app/payments/kinds/supplier/create_grouped_orders'
import { returnOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { holdLabel } from '#app/payments/orders/payment_order_workflow'
import { releaseOrders } from '#app/payments/release/release_orders'
import { moveProvider, setProviderActive } from '#app/providers/actions/move_provider'
import { addBank, disableBank, makeDefaultBank, rejectBank } from '#app/providers/actions/provider_banks'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban } from '#tests/factories/books'
import { changeInvoiceAsOwner } from '#tests/factories/change_invoice_as_owner'
import {
  approveFully,
  approverOf,
  makeApprovedOrder,
  makeDraftOrder,
  makePaymentStage,
  type PaymentStage,
  releaseOne,
  sendOne,
  settleOne,
  withNewProvider,
} from '#tests/factories/payments'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const batchState = (batchId: number) =>
  oneRow<{ status: string; downloads: number }>(
    `select status, downloads from payment_batches where id = :batchId`,
    { batchId }
  )

const bankOf = (order: PaymentOrder) => ({
  providerId: order.creditorId ?? 0,
  bankId: order.providerBankId ?? 0,
})

/** What becomes of an account after its payment is in a file, and what is said of it. */
const BLOCKS: Record<
  string,
  { block: (stage: PaymentStage, order: PaymentOrder) => Promise<unknown>; says: RegExp; label: string }
> = {
  'was listed': {
    block: (stage, order) => makeListed(stage.person, { value: order.creditorIban ?? '' }),
    says: /lista negra/i,
    label: 'Congelado: lista negra',
  },
  'was rejected': {
    block: (stage, order) =>
      rejectBank(bankOf(order), 'El proveedor no la reconoce', approverOf(stage).actor),
    says: /cuenta.*verificada/,
    label: 'Congelado: la cuenta no está verificada',
  },
  'was retired': {
    block: (stage, order) => disableBank(bankOf(order), approverOf(stage).actor),
    says: /cuenta.*(verificada|uso)/,
    label: 'Congelado: la cuenta no está verificada',
  },
  'is of a supplier that was blocked': {
    block: (stage, order) =>
      moveProvider(order.creditorId ?? 0, 'block', 'Se ha declarado insolvente', approverOf(stage).actor),
    says: /proveedor (está bloqueado|se bloqueó)/,
    label: 'Congelado: proveedor bloqueado',
  },
  'is of a supplier that was switched off': {
    block: (stage, order) =>
      setProviderActive(order.creditorId ?? 0, { active: false, isConfirmed: true }, approverOf(stage).actor),
    says: /(proveedor está inactivo|beneficiario dejó de estar activo)/,
    label: 'Congelado: beneficiario inactivo',
  },
  'is of a supplier that collects by direct debit now': {
    block: (_stage, order) =>
      execute(`update providers set payment_method = 'direct_debit' where id = :id`, {
        id: order.creditorId,
      }),
    says: /domiciliación/,
    label: 'Congelado: cobra por domiciliación',
  },
}

test.group('A file with a payment that may not leave any more', () => {
  for (const [what, { block, says, label }] of Object.entries(BLOCKS))
    test(`is neither downloaded nor marked as sent when the account ${what}`, async ({ assert }) => {
      const stage = await makePaymentStage()
      const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'FB-1')).id)

      await block(stage, order)

      await assert.rejects(() => noteDownload(batchId, stage.person.actor), says)
      await assert.rejects(() => markBatchSent(batchId, stage.person.actor), says)
      assert.deepEqual(await batchState(batchId), { status: 'ready', downloads: 0 })
      const held = await PaymentOrder.findOrFail(order.id)
      assert.equal(held.subStatus, 'queued')
      assert.equal(holdLabel(held), label)
      // Said again of what is held by now, and on its page, it is the same.
      const shown = await batchPage(batchId, { id: stage.person.id, role: 's1st3ma' })
      const [reason] = shown?.orders.map((row) => row.obstacle) ?? []
      assert.match(reason ?? '', says)
    })

  test('nor when the bank answers AC04 to an earlier payment to it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const earlier = await sendOne(stage, (await makeApprovedOrder(stage, 'FB-2')).id)
    await settleOne(stage, earlier.id)
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'FB-3', 9_900)).id)

    await returnOrder({
      orderId: earlier.id,
      code: 'AC04',
      comment: 'Cuenta cancelada',
      actor: stage.person.actor,
    })

    await assert.rejects(() => noteDownload(batchId, stage.person.actor), /cuenta/)
    await assert.rejects(() => markBatchSent(batchId, stage.person.actor), /cuenta/)
    assert.equal((await PaymentOrder.findOrFail(order.id)).holdReason, 'bank_unverified')
  })

  test('for a closed account is closed for whoever of our payees has it', async ({ assert }) => {
    const stage = await makePaymentStage()
    const other = await withNewProvider(stage)
    const order = await sendOne(other, (await makeApprovedOrder(other, 'FB-7')).id)
    await settleOne(other, order.id)
    const bankId = await addBank(
      {
        providerId: stage.provider.id,
        siteId: null,
        iban: order.creditorIban ?? '',
        holderName: 'Cobra por otro',
        isConfirmed: true,
      },
      stage.person.actor
    )
    await execute(
      `update provider_banks set verification = 'verified', verified_by = :userId, verified_at = now(), payable_from = now() where id = :bankId`,
      { bankId, userId: (await makeUser('aprobador')).id }
    )

    await returnOrder({
      orderId: order.id,
      code: 'ac04',
      comment: 'Cuenta cancelada',
      actor: stage.person.actor,
    })

    assert.deepEqual(
      await rows(`select verification from provider_banks where id = any(:ids::bigint[])`, {
        ids: [bankId, order.providerBankId],
      }),
      [{ verification: 'unverified' }, { verification: 'unverified' }]
    )
  })

  test('nor when another account is paid from now on', async ({ assert }) => {
    const stage = await makePaymentStage()
    const draft = await makeDraftOrder(stage, 'FB-4')
    await changeInvoiceAsOwner(draft.sourceId, { namesNoBank: true })
    await execute(`update provider_banks set is_default = true where id = :id`, { id: draft.providerBankId })
    await approveFully(stage, draft.id)
    const { batchId } = await releaseOne(stage, draft.id)

    const { provider, person } = stage
    const other = await addBank(
      {
        providerId: provider.id,
        siteId: null,
        iban: makeIban(),
        holderName: 'Suministros',
        isConfirmed: true,
      },
      person.actor
    )
    await execute(
      `update provider_banks set verification = 'verified', verified_by = :userId, verified_at = now(), payable_from = now() where id = :other`,
      { other, userId: (await makeUser('aprobador')).id }
    )
    await makeDefaultBank({ providerId: provider.id, bankId: other }, approverOf(stage).actor)

    await assert.rejects(() => noteDownload(batchId, person.actor), /cambió/)
    await assert.rejects(() => markBatchSent(batchId, person.actor), /cambió/)
  })

  test('nor by whoever passes the code by: the database refuses it too', async ({ assert }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'FB-5')).id)
    await execute(`update provider_banks set disabled_at = now() where id = :id`, {
      id: order.providerBankId,
    })

    for (const change of [`status = 'sent', sent_at = now()`, 'downloads = downloads + 1'])
      await assert.rejects(
        () => execute(`update payment_batches set ${change} where id = :batchId`, { batchId }),
        /payment_batch_obstructed/
      )
    await assert.rejects(
      () => execute(`update payment_orders set sub_status = 'processing' where id = :id`, { id: order.id }),
      /payment_order_obstructed/
    )
    await assert.rejects(
      () =>
        execute(`update payment_batches set file_sha256 = repeat('a', 64) where id = :batchId`, { batchId }),
      /payment_batch_frozen/
    )
    await assert.rejects(
      () => execute(`update payment_orders set batch_id = null where id = :id`, { id: order.id }),
      /payment_order_frozen/
    )
  })

  test('is told once to who approves and to who has the file, and stays frozen when the account is good again', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const { order, batchId } = await releaseOne(stage, (await makeApprovedOrder(stage, 'FB-6')).id)
    const lead = await makeUser('s1st3ma')
    await noteDownload(batchId, stage.person.actor)

    await rejectBank(bankOf(order), 'El proveedor no la reconoce', approverOf(stage).actor)
    await assert.rejects(
      () => markBatchSent(batchId, stage.person.actor),
      /No suba al banco el fichero ya descargado/
    )

    const mails = await rows<{ to: string; body: string }>(
      `select "to", body from outgoing_mails where object_type = 'payment_batch' and object_id = :batchId order by id`,
      { batchId }
    )
    const to = (email: string) => mails.filter((mail) => mail.to === email).map(({ body }) => body)
    assert.lengthOf(to(lead.email), 1)
    assert.include(to(lead.email)[0], `${order.number}, 121,00`)
    assert.lengthOf(to(stage.person.email), 1)
    assert.include(to(stage.person.email)[0], 'Usted ha descargado su fichero')
    assert.notInclude(mails.map(({ body }) => body).join(), stage.providerName)
    await execute(
      `update provider_banks set verification = 'verified', verified_by = :userId, verified_at = now() where id = :id`,
      { id: order.providerBankId, userId: lead.id }
    )
    await assert.rejects(() => markBatchSent(batchId, stage.person.actor), /después de aprobarse/)
  })
})

/** Two payments of one file, to two suppliers. */
async function makePair() {
  const stage = await makePaymentStage()
  const bad = await makeApprovedOrder(await withNewProvider(stage), 'TO-1')
  const good = await makeApprovedOrder(await withNewProvider(stage), 'TO-2', 24_200)
  const { batchIds } = await releaseOrders([bad.id, good.id], approverOf(stage).actor)
  return { stage, bad: await PaymentOrder.findOrFail(bad.id), good, batchId: batchIds[0] ?? 0 }
}

type Batch = {
  status: string
  messageId: string
  fileId: number
  fileSha256: string
  count: number
  totalMinor: number
  downloads: number
}
const batchOf = (batchId: number) =>
  oneRow<Batch>(
    `select status, message_id, file_id, file_sha256, count, total_minor, downloads from payment_batches where id = :batchId`,
    { batchId }
  )

async function transfersOf(fileId: number) {
  const file = await findFile(fileId)
  return readPain001(file ? Buffer.from(await readFileBytes(file)).toString('utf8') : '')
}

const unsound = async () => (await checkInvariants()).filter(({ violations }) => violations > 0)

const REASON = 'Cuenta en la lista negra'

test.group('A payment that is taken out of its file', () => {
  test('ends with its debt open, and the others leave in a file of their own', async ({ assert }) => {
    const { stage, bad, good, batchId } = await makePair()
    const old = await batchOf(batchId)
    await noteDownload(batchId, stage.person.actor)
    await makeListed(stage.person, { value: bad.creditorIban ?? '' })
    const actor = stage.person.actor

    await assert.rejects(
      () => takeOutOfBatch({ batchId, orderIds: [bad.id], reason: REASON, actor }),
      /compruebe en la banca/
    )
    await takeOutOfBatch({ batchId, orderIds: [bad.id], reason: REASON, isNotAtBank: true, actor })

    const batch = await batchOf(batchId)
    assert.deepEqual([batch.status, batch.count, batch.totalMinor, batch.downloads], ['ready', 1, 24_200, 0])
    assert.notEqual(batch.messageId, old.messageId)
    assert.notEqual(batch.fileSha256, old.fileSha256)
    const read = await transfersOf(batch.fileId)
    assert.deepEqual([read.messageId, read.count, read.totalMinor], [batch.messageId, 1, 24_200])
    const out = await PaymentOrder.findOrFail(bad.id)
    assert.deepEqual([out.status, out.batchId, out.holdReason], ['cancelled', null, null])
    const debt = await oneRow<{ paymentState: string; outstandingMinor: number }>(
      `select payment_state, outstanding_minor from invoices where id = :id`,
      { id: bad.sourceId }
    )
    assert.deepEqual(debt, { paymentState: 'unpaid', outstandingMinor: 12_100 })
    assert.deepEqual(
      await rows(
        `select f.message_id, f.downloads, f.withdrawn_by::int, r.order_id::int from payment_batch_files f join payment_batch_removals r on r.batch_file_id = f.id where f.batch_id = :batchId`,
        { batchId }
      ),
      [{ messageId: old.messageId, downloads: 1, withdrawnBy: stage.person.id, orderId: bad.id }]
    )
    assert.deepEqual(
      await rows(
        `select attempt_no, status from payment_attempts where batch_id = :batchId order by attempt_no`,
        {
          batchId,
        }
      ),
      [
        { attemptNo: 1, status: 'withdrawn' },
        { attemptNo: 2, status: 'planned' },
      ]
    )
    assert.equal(await noteDownload(batchId, actor), batch.fileId)
    await markBatchSent(batchId, actor)
    assert.equal((await PaymentOrder.findOrFail(good.id)).subStatus, 'processing')
    assert.deepEqual(await unsound(), [])
  })

  test('when it is the last one annuls the batch', async ({ assert }) => {
    const { stage, bad, good, batchId } = await makePair()
    const actor = stage.person.actor
    const take = (orderIds: number[]) => takeOutOfBatch({ batchId, orderIds, reason: REASON, actor })

    assert.deepEqual(await take([bad.id]), { orders: 1, isCancelled: false })
    await assert.rejects(() => take([bad.id]), /ya no están en la remesa/)
    assert.deepEqual(await take([good.id]), { orders: 1, isCancelled: true })

    assert.equal((await batchOf(batchId)).status, 'cancelled')
    await assert.rejects(() => noteDownload(batchId, actor), /anulada/)
    await assert.rejects(() => take([good.id]), /anulada/)
    assert.deepEqual(await unsound(), [])
  })

  test('while somebody marks it as sent, downloads it or annuls it: one of them is refused, never both done', async ({
    assert,
  }) => {
    const { stage, bad, good, batchId } = await makePair()
    const actor = stage.person.actor

    const done = await Promise.allSettled([
      markBatchSent(batchId, actor),
      takeOutOfBatch({ batchId, orderIds: [bad.id], reason: REASON, isNotAtBank: true, actor }),
      noteDownload(batchId, actor),
      makeListed(stage.person, { value: bad.creditorIban ?? '' }),
      cancelBatch({ batchId, reason: REASON, actor }),
    ])

    const { status } = await batchOf(batchId)
    const [first, second] = [await PaymentOrder.findOrFail(bad.id), await PaymentOrder.findOrFail(good.id)]
    const isSent = done[0]?.status === 'fulfilled'
    assert.equal(status, isSent ? 'sent' : 'cancelled')
    assert.equal(second.status, isSent ? 'sent' : 'cancelled')
    assert.isTrue(first.status === 'cancelled' || (isSent && first.subStatus === 'processing'))
    assert.deepEqual(await unsound(), [])
  })

  test('of several that leave as one transfer makes that transfer smaller', async ({ assert }) => {
    const stage = await makePaymentStage()
    const [first, second] = [
      await makeBookedInvoice(stage, 'TG-1', 12_100),
      await makeBookedInvoice(stage, 'TG-2', 24_200),
    ]
    await createGroupedOrders(
      { invoiceIds: [first.id, second.id], debtorAccountId: null, executionDate: null, nets: false },
      stage.creator.actor
    )
    const orders = await rows<{ id: number }>(
      `select id from payment_orders where site_id = :siteId order by id`,
      stage
    )
    for (const { id } of orders) await approveFully(stage, id)
    const ids = orders.map(({ id }) => id)
    const { batchIds } = await releaseOrders(ids, approverOf(stage).actor)
    const batchId = batchIds[0] ?? 0

    await takeOutOfBatch({ batchId, orderIds: ids.slice(0, 1), reason: REASON, actor: stage.person.actor })

    const read = await transfersOf((await batchOf(batchId)).fileId)
    assert.deepEqual([read.count, read.totalMinor], [1, 24_200])
    assert.deepEqual(await unsound(), [])
  })

  test('is not one of a batch that was sent', async ({ assert }) => {
    const { stage, bad, batchId } = await makePair()
    await markBatchSent(batchId, stage.person.actor)
    await assert.rejects(
      () => takeOutOfBatch({ batchId, orderIds: [bad.id], reason: REASON, actor: stage.person.actor }),
      /está enviada o anulada/
    )
  })
})
