import { test } from '@japa/runner'
import { refusalOf } from '#app/kernel/database/refusals'
import { execute, oneRow } from '#app/kernel/database/sql'
import { approveCharge, overrideChargeApproval } from '#app/rebilling/charges/approve_charge'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { editAmounts } from '#app/rebilling/charges/edit_amounts'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { letApprove, makeUser } from '#tests/factories/people'
import {
  approveAs,
  asInvoice,
  chargeOf,
  chargesOf,
  findCharge,
  ISSUED_ON,
  makeApprovedCharge,
  makeBill,
  makeIssuedCharge,
  makeRebillingStage,
  ofLine,
  shownOf,
} from '#tests/factories/rebilling'

const versionOf = async (chargeId: number): Promise<number> =>
  (
    await oneRow<{ version: number }>(
      `select lock_version as version from rebilling_transactions where id = :chargeId`,
      { chargeId }
    )
  ).version

test.group('Charges by hand', () => {
  test('two at once never take more of a cost than it is', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const { lineId } = await makeBill(stage)
    const take = () => createCharges(chargeOf(stage, { costs: [ofLine(lineId, 6_000)] }), stage.author.actor)

    const clicks = await Promise.allSettled([take(), take(), take()])

    assert.deepEqual(clicks.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected'])
    const { taken } = await oneRow<{ taken: number }>(
      `select sum(amount_minor)::bigint as taken from rebilling_sources where source_type = 'invoice_line' and source_id = :lineId`,
      { lineId }
    )
    assert.equal(taken, 6_000)
  })

  test('beyond what is left it is said how much that is', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    await createCharges(chargeOf(stage, { costs: [ofLine(lineId, 6_000)] }), stage.author.actor)

    await assert.rejects(
      () => createCharges(chargeOf(stage, { costs: [ofLine(lineId, 4_001)] }), stage.author.actor),
      /El importe supera lo pendiente de refacturar \(40,00/
    )
  })

  test('an amount that no document is behind is charged too', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const manual = { amountMinor: 10_001, accountCode: '629' }
    const targets = stage.targetIds.map((siteId) => ({ siteId, percentage: null, amountMinor: null }))

    const made = await createCharges(chargeOf(stage, { manual, targets }), stage.author.actor)

    assert.lengthOf(made, 2)
    assert.deepEqual(
      (await chargesOf(stage)).map(({ baseMinor }) => baseMinor),
      [5_001, 5_000]
    )
  })

  test('the company that bore it cannot be the only one, and percentages make up the whole', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const manual = { amountMinor: 10_000, accountCode: '629' }
    const own = [{ siteId: stage.originId, percentage: null, amountMinor: null }]
    await assert.rejects(
      () => createCharges(chargeOf(stage, { manual, targets: own }), stage.author.actor),
      'La empresa de origen no puede ser el único destino.'
    )
    const short = stage.targetIds.map((siteId) => ({ siteId, percentage: '49.99', amountMinor: null }))
    await assert.rejects(
      () =>
        createCharges(
          chargeOf(stage, { manual, allocation: 'percentage', targets: short }),
          stage.author.actor
        ),
      'Los porcentajes deben sumar 100 %.'
    )
  })

  test('editing amounts keeps every cent of the sum, and what is taken off stays with the origin', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const { lineId } = await makeBill(stage)
    const targets = stage.targetIds.map((siteId) => ({ siteId, percentage: null, amountMinor: null }))
    const [first = 0, second = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)], targets }),
      stage.author.actor
    )
    const edit = async (one: number, other: number) =>
      editAmounts(
        {
          chargeId: first,
          parts: [
            { chargeId: first, baseMinor: one },
            { chargeId: second, baseMinor: other },
          ],
          dueOn: null,
          lockVersion: await versionOf(first),
        },
        stage.author.actor
      )
    await assert.rejects(() => edit(7_000, 3_001), /supera|suma/)

    await edit(7_000, 2_000)

    assert.deepEqual(
      (await chargesOf(stage)).map(({ baseMinor }) => baseMinor),
      [7_000, 2_000]
    )
    const { taken } = await oneRow<{ taken: number }>(
      `select sum(amount_minor)::bigint as taken from rebilling_sources where source_id = :lineId`,
      { lineId }
    )
    assert.equal(taken, 9_000)
  })
})

test.group('Approvals of charges', () => {
  test('people of both companies approve, and neither who wrote it', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const [targetId = 0] = stage.targetIds
    const author = { ...stage, author: await makeUser('aprobador') }
    await letApprove(stage.originId, author.author, ['rebilling'], null)
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      author.author.actor
    )
    await assert.rejects(
      () => approveAs(chargeId, author.author),
      'No puede aprobar una refacturación que usted ha creado o modificado.'
    )
    const [mine, theirs] = [await makeUser('aprobador'), await makeUser('aprobador')]
    await letApprove(stage.originId, mine, ['rebilling'], null)
    await letApprove(targetId, theirs, ['rebilling'], null)

    const first = await approveAs(chargeId, mine)
    assert.isFalse(first.isApproved)
    assert.equal((await findCharge(chargeId)).status, 'draft')
    const second = await approveAs(chargeId, theirs)

    assert.isTrue(second.isApproved)
    const { sites } = await oneRow<{ sites: number }>(
      `select count(distinct site_id)::int as sites from approval_decisions where document_type = 'rebilling_transaction' and document_id = :chargeId and revoked_at is null`,
      { chargeId }
    )
    assert.equal(sites, 2)
  })

  test('one person decides in both companies at once where they may in both', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage)
    assert.equal((await findCharge(chargeId)).status, 'approved')
  })

  test('what was edited since it was shown is not approved', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    const shownFingerprint = await shownOf(chargeId)
    await editAmounts(
      {
        chargeId,
        parts: [{ chargeId, baseMinor: 9_000 }],
        dueOn: null,
        lockVersion: await versionOf(chargeId),
      },
      stage.author.actor
    )

    await assert.rejects(
      () => approveCharge({ chargeId, shownFingerprint, actor: stage.approver.actor }),
      'La refacturación ha cambiado desde que la abrió. Revísela de nuevo.'
    )
  })

  test('the system role approves only where nobody else may', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const system = await makeUser('s1st3ma')
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )
    const emergency = async () =>
      overrideChargeApproval({
        chargeId,
        shownFingerprint: await shownOf(chargeId),
        reason: 'Cierre del mes sin nadie que pueda aprobarla',
        actor: system.actor,
      })
    await assert.rejects(emergency)
    await execute(`update approvals set status = 'ended' where site_id = any(:ids::bigint[])`, {
      ids: [stage.originId, ...stage.targetIds],
    })

    const { isApproved } = await emergency()

    assert.isTrue(isApproved)
  })

  test('the database lets nothing be approved or issued without them', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { lineId } = await makeBill(stage)
    const [chargeId = 0] = await createCharges(
      chargeOf(stage, { costs: [ofLine(lineId)] }),
      stage.author.actor
    )

    await assert.rejects(
      () =>
        execute(
          `update rebilling_transactions set status = 'approved', required_origin = 1, required_target = 1 where id = :chargeId`,
          { chargeId }
        ),
      /rebilling_not_approved/
    )
  })
})

test.group('Costs that came from another charge', () => {
  test('a company never gets back what it charged on; a third one may, and it is told', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const [nextId = 0, lastId = 0] = stage.targetIds
    const { chargeId } = await makeIssuedCharge(stage, await asInvoice())
    const { lineId } = await oneRow<{ lineId: number }>(
      `select l.id as line_id from rebilling_transactions t join invoice_lines l on l.invoice_id = t.target_invoice_id where t.id = :chargeId`,
      { chargeId }
    )
    const onTo = (siteId: number) =>
      createCharges(
        chargeOf(stage, {
          originSiteId: nextId,
          costs: [ofLine(lineId)],
          targets: [{ siteId, percentage: null, amountMinor: null }],
        }),
        stage.author.actor
      )

    const refused = await onTo(stage.originId).then(
      () => null,
      (error: unknown) => refusalOf(error)
    )
    assert.equal(refused?.message, 'Este gasto ya procede de una refacturación.')
    const [chainedId = 0] = await onTo(lastId)

    assert.isTrue((await findCharge(chainedId)).isChain)
    await approveAs(chainedId, stage.approver)
    const { number } = await issueCharge({ chargeId: chainedId, issuedOn: ISSUED_ON }, stage.author.actor)
    assert.isNotEmpty(number)
  })
})
