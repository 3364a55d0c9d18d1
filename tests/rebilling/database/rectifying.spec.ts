import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { lockCharge } from '#app/rebilling/charges/charge'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import { proposeRectifications } from '#app/rebilling/proposals/propose_rectifications'
import {
  approveAs,
  asInvoice,
  bookSum,
  chargeOf,
  chargesOf,
  computeAll,
  findCharge,
  ISSUED_ON,
  makeApprovedCharge,
  makeBill,
  makeIssuedCharge,
  makeRebillingStage,
  makeRule,
  ofLine,
  type RebillingStage,
} from '#tests/factories/rebilling'

const targetOf = ({ targetIds }: RebillingStage) => targetIds[0] ?? 0
const issue = (stage: RebillingStage, chargeId: number) =>
  issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor)

test.group('Rectifications', () => {
  for (const treatment of ['invoice', 'suplido', 'debit_note'] as const)
    test(`a ${treatment} and its rectification add up to zero, in figures and in both books`, async ({
      assert,
    }) => {
      const stage = await makeRebillingStage(1)
      const { chargeId } = await makeIssuedCharge(
        stage,
        treatment === 'invoice' ? await asInvoice() : { treatment }
      )
      const { id } = await rectifyCharge(chargeId, 'Se refacturó a la empresa equivocada', stage.author.actor)
      assert.equal((await findCharge(chargeId)).status, 'settled')
      await approveAs(id, stage.approver)
      await issue(stage, id)

      const [original, reversal] = [await findCharge(chargeId), await findCharge(id)]
      assert.deepEqual([original.status, reversal.status], ['rectified', 'settled'])
      assert.deepEqual(
        [
          original.baseMinor + reversal.baseMinor,
          original.markupMinor + reversal.markupMinor,
          original.vatMinor + reversal.vatMinor,
          original.totalMinor + reversal.totalMinor,
        ],
        [0, 0, 0, 0]
      )
      const [origin, target] = [stage.originId, targetOf(stage)]
      for (const prefix of ['5523', '759', '477', '472'])
        assert.deepEqual(
          [(await bookSum(origin, prefix)) - (prefix === '472' ? 2_100 : 0), await bookSum(target, prefix)],
          [0, 0],
          prefix
        )
      assert.equal(await bookSum(target, '6'), 0)
      assert.deepEqual(
        [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0),
        []
      )
    })

  test('its costs may be charged on again, and it is rectified once', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId, lineId } = await makeIssuedCharge(stage)
    const rectify = () => rectifyCharge(chargeId, 'Empresa equivocada', stage.author.actor)
    const clicks = await Promise.allSettled([rectify(), rectify()])
    assert.deepEqual(clicks.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const reversal = (await chargesOf(stage)).find(({ reversesId }) => reversesId === chargeId)
    await approveAs(reversal?.id ?? 0, stage.approver)
    const again = () =>
      createCharges(chargeOf(stage, { costs: [ofLine(lineId, 10_000)] }), stage.author.actor)
    await assert.rejects(again, /supera lo pendiente/)

    await issue(stage, reversal?.id ?? 0)

    assert.lengthOf(await again(), 1)
    await assert.rejects(() => rectifyCharge(chargeId, 'Otra vez', stage.author.actor))
  })

  test('is approved while somebody else holds the charge that it takes back', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage)
    const { id } = await rectifyCharge(chargeId, 'Empresa equivocada', stage.author.actor)

    // Whoever nets it holds it, and may wait for the approver that this takes.
    await inTransaction(async (trx) => {
      await lockCharge(chargeId, trx)
      await approveAs(id, stage.approver)
    })

    assert.equal((await findCharge(id)).status, 'approved')
  }).timeout(10_000)

  test('a reason is asked for', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage)
    await assert.rejects(() => rectifyCharge(chargeId, ' ', stage.author.actor), 'Indique el motivo.')
  })
})

test.group('Costs that change after they were charged on', () => {
  test('one that leaves the books discards what was not issued and tells of what was', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const issued = await makeIssuedCharge(stage)
    const approved = await makeApprovedCharge(stage)
    await unbookInvoice(issued.invoiceId, 'Estaba mal leída', stage.author.actor)
    await unbookInvoice(approved.invoiceId, 'Estaba mal leída', stage.author.actor)

    assert.equal((await findCharge(approved.chargeId)).status, 'discarded')
    assert.equal((await findCharge(issued.chargeId)).sourceAlert, 'cancelled')

    await proposeRectifications([stage.originId], SYSTEM)
    await proposeRectifications([stage.originId], SYSTEM)
    const reversals = (await chargesOf(stage)).filter(({ reversesId }) => reversesId === issued.chargeId)
    assert.lengthOf(reversals, 1)
    assert.deepInclude(reversals[0], { status: 'proposed', totalMinor: -10_000 })
  })

  test('a credit note of a cost is proposed as a correction of its charge, once', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    await makeRule(stage)
    const { invoiceId } = await makeBill(stage)
    await computeAll(stage)
    for (const { id } of await chargesOf(stage)) {
      await approveAs(id, stage.approver)
      await issue(stage, id)
    }
    await makeBill(stage, { totalMinor: -6_050, docType: 'credit_note', rectifies: invoiceId })

    await computeAll(stage)
    await computeAll(stage)

    const corrections = (await chargesOf(stage)).filter(({ correctsId }) => correctsId !== null)
    assert.deepEqual(
      corrections.map(({ baseMinor, status }) => [baseMinor, status]),
      [
        [-2_500, 'proposed'],
        [-2_500, 'proposed'],
      ]
    )
    const [correction] = corrections
    await approveAs(correction?.id ?? 0, stage.approver)
    await issue(stage, correction?.id ?? 0)
    assert.equal(await bookSum(targetOf(stage), '5523'), -2_500)
  })

  test('what is approved is held against its cost again when it is issued', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId, lineId } = await makeApprovedCharge(stage)
    const { minor } = await oneRow<{ minor: number }>(
      `select base_minor as minor from rebillable_costs where source_id = :lineId and source_type = 'invoice_line'`,
      { lineId }
    )
    assert.equal(minor, 10_000)
    await issue(stage, chargeId)
    assert.equal((await findCharge(chargeId)).status, 'settled')
  })
})
