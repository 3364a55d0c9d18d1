import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { cancelAtBank, confirmPayee } from '#app/payments/bank/cancel_at_bank'
import { importStatusReport } from '#app/payments/batches/import_status_report'
import { markBatchSent } from '#app/payments/batches/send_batch'
import { orderActions } from '#app/payments/orders/controllers/payment_order_actions'
import { failOrder } from '#app/payments/orders/fail_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import {
  approverOf,
  makeApprovedOrder,
  makePaymentStage,
  type PaymentStage,
  SENT_ON,
  withNewProvider,
} from '#tests/factories/payments'

type Sent = { stage: PaymentStage; batchId: number; messageId: string; orders: PaymentOrder[] }

/** One file with as many payments, each to a supplier of its own. */
async function makeFile(count: number, isSent = true): Promise<Sent> {
  const stage = await makePaymentStage()
  const ids: number[] = []
  for (let index = 0; index < count; index++)
    ids.push((await makeApprovedOrder(await withNewProvider(stage), `RESP-${index}`, 12_100 + index)).id)
  const { batchIds } = await releaseOrders(ids, approverOf(stage).actor)
  const batchId = batchIds[0] ?? 0
  if (isSent) await markBatchSent(batchId, stage.person.actor, SENT_ON)
  const { messageId } = await oneRow<{ messageId: string }>(
    `select message_id from payment_batches where id = :batchId`,
    { batchId }
  )
  return {
    stage,
    batchId,
    messageId,
    orders: await PaymentOrder.query().where('batch_id', batchId).orderBy('id'),
  }
}

type Said = { status: string; code?: string; name?: string }

/** What a bank answers: a status for each payment, and the reason or the name that it gives. */
function answerOf({ messageId, orders }: Sent, said: Said[], id = 'R1'): Uint8Array {
  const transactions = said.map(({ status, code, name }, index) => {
    const order = orders[index]
    const reason = code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : ''
    const payee = name ? `<OrgnlTxRef><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr></OrgnlTxRef>` : ''
    return `<TxInfAndSts><OrgnlInstrId>${order?.number}</OrgnlInstrId><OrgnlEndToEndId>${order?.endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}${payee}</TxInfAndSts>`
  })
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>X</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts></OrgnlPmtInfAndSts>
    ${transactions.join('')}</CstmrPmtStsRpt></Document>`)
}

const take = (sent: Sent, bytes: Uint8Array) =>
  importStatusReport({ batchId: sent.batchId, name: 'respuesta.xml', bytes, actor: sent.stage.person.actor })

const statesOf = async ({ batchId }: Sent) =>
  (
    await rows<{ state: string }>(
      `select status || coalesce('.' || sub_status, '') as state from payment_orders where batch_id = :batchId order by id`,
      { batchId }
    )
  ).map(({ state }) => state)

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

test.group('Answers of the bank on a file', () => {
  test('about names with a summary of the group doubts only the listed payments', async ({ assert }) => {
    const sent = await makeFile(3)
    const [, second] = sent.orders
    const answer = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>R9</MsgId></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${sent.messageId}</OrgnlMsgId><GrpSts>RVNM</GrpSts><NbOfTxsPerSts><DtldNbOfTxs>2</DtldNbOfTxs><DtldSts>RCVC</DtldSts></NbOfTxsPerSts>
      <NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RVNM</DtldSts></NbOfTxsPerSts></OrgnlGrpInfAndSts>
      <TxInfAndSts><OrgnlInstrId>${second?.number}</OrgnlInstrId><OrgnlEndToEndId>${second?.endToEndId}</OrgnlEndToEndId><TxSts>RVNM</TxSts></TxInfAndSts></CstmrPmtStsRpt></Document>`

    const outcome = await take(sent, Buffer.from(answer))

    assert.equal(outcome.doubted, 1)
    assert.deepEqual(await statesOf(sent), [
      'sent.processing',
      'sent.vop_pending_decision',
      'sent.processing',
    ])
    const found = await PaymentOrder.query().where('batch_id', sent.batchId).orderBy('id')
    assert.deepEqual(
      found.map(({ vopResult }) => vopResult),
      ['match', 'no_match', 'match']
    )
  })

  test('refused fails, executed is paid, another name waits, and what is in process stays', async ({
    assert,
  }) => {
    const sent = await makeFile(5)

    const outcome = await take(
      sent,
      answerOf(sent, [
        { status: 'RJCT', code: 'AC04' },
        { status: 'ACSC' },
        { status: 'RVMC', name: 'Suministros Reales SL' },
        { status: 'ACSP' },
        { status: 'RVNA' },
      ])
    )

    assert.deepEqual(outcome, { orders: 5, paid: 1, failed: 1, doubted: 1 })
    assert.deepEqual(await statesOf(sent), [
      'failed',
      'paid',
      'sent.vop_pending_decision',
      'sent.processing',
      'sent.processing',
    ])
    const doubted = await PaymentOrder.findOrFail(sent.orders[2]?.id ?? 0)
    assert.deepEqual([doubted.vopResult, doubted.vopName], ['close_match', 'Suministros Reales SL'])
    await assertSound(assert)
  })

  test('an answer counts once, and only for the file that it is of', async ({ assert }) => {
    const [sent, other] = [await makeFile(1), await makeFile(1)]
    const bytes = answerOf(sent, [{ status: 'RVNM' }])
    await take(sent, bytes)

    await assert.rejects(() => take(sent, bytes), /ya se importó/)
    await assert.rejects(() => take(other, bytes), /es de otro fichero/)
    await assert.rejects(() => take(other, Buffer.from('<Otra/>')), /No es una respuesta del banco/)
    assert.deepEqual(await statesOf(other), ['sent.processing'])
  })

  test('nothing is answered about a file that nobody marked as sent', async ({ assert }) => {
    const sent = await makeFile(1, false)

    await assert.rejects(
      () => take(sent, answerOf(sent, [{ status: 'ACSC' }])),
      /no está marcada como enviada/
    )
    assert.deepEqual(await statesOf(sent), ['sent.queued'])
  })

  test('an approver lets a payment go on or cancels it, nobody else does, and the books follow', async ({
    assert,
  }) => {
    const sent = await makeFile(2)
    const [goes, ends] = sent.orders.map(({ id }) => id)
    await take(sent, answerOf(sent, [{ status: 'RVNM' }, { status: 'RVNM' }]))
    const actionsFor = async (role: 'aprobador' | 'superC0ntab1l1dad') =>
      orderActions(await PaymentOrder.findOrFail(goes ?? 0), { id: 0, role })
    assert.includeMembers(await actionsFor('aprobador'), ['confirm_payee', 'cancel_at_bank'])
    assert.notIncludeMembers(await actionsFor('superC0ntab1l1dad'), ['confirm_payee'])
    assert.notInclude(await actionsFor('superC0ntab1l1dad'), 'pay')
    await assert.rejects(
      () =>
        failOrder({ orderId: goes ?? 0, code: 'AC01', comment: 'A mano', actor: sent.stage.person.actor }),
      /espera que se decida sobre su titular/
    )

    await confirmPayee(goes ?? 0, approverOf(sent.stage).actor)
    await cancelAtBank(ends ?? 0, 'No es el proveedor', approverOf(sent.stage).actor)

    assert.deepEqual(await statesOf(sent), ['sent.processing', 'cancelled'])
    // The same answer again, under another name, does not ask what somebody decided.
    await take(sent, answerOf(sent, [{ status: 'RVNM' }], 'R2'))
    assert.deepEqual((await statesOf(sent))[0], 'sent.processing')
    const { open } = await oneRow<{ open: number }>(
      `select outstanding_minor as open from invoices where id = :id`,
      { id: sent.orders[1]?.sourceId }
    )
    assert.equal(open, sent.orders[1]?.amountMinor)
    const { posted } = await oneRow<{ posted: number }>(
      `select coalesce(sum(l.amount_minor), 0)::bigint as posted from journal_lines l join ledger_accounts a on a.id = l.account_id and a.code like '5550%' where l.document_type = 'payment_order' and l.document_id = :ends`,
      { ends }
    )
    assert.equal(posted, 0)
    await assertSound(assert)
  })
})
