import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { discardCharge } from '#app/rebilling/charges/discard_charge'
import { recoverCharge } from '#app/rebilling/charges/recover_charge'
import { feedKey } from '#app/rebilling/keys/feed_key'
import { saveKeys } from '#app/rebilling/keys/save_key'
import { computeProposals } from '#app/rebilling/proposals/compute_proposals'
import { recalculateProposals } from '#app/rebilling/proposals/recalculate_proposals'
import { createSetting, updateSetting } from '#app/rebilling/settings/save_setting'
import { showSetting } from '#app/rebilling/settings/setting_page'
import {
  approveAs,
  chargeOf,
  chargesOf,
  computeAll,
  makeBill,
  makeRebillingStage,
  makeRule,
  ofLine,
  ruleOf,
} from '#tests/factories/rebilling'

const percentages = (siteIds: number[], values: string[]) =>
  siteIds.map((siteId, index) => ({ siteId, percentage: values[index] ?? null, amountMinor: null }))

const amounts = async (stage: { originId: number }) =>
  (await chargesOf(stage)).map(({ baseMinor }) => baseMinor)

test.group('Proposals by rules', () => {
  test('an invoice is shared out by percentages, to the cent', async ({ assert }) => {
    const stage = await makeRebillingStage(3)
    await makeRule(stage, {
      allocation: 'percentage',
      targets: percentages(stage.targetIds, ['50', '30', '20']),
    })
    await makeBill(stage, { totalMinor: 12_101 })

    const computed = await computeAll(stage)

    assert.deepInclude(computed, { proposed: 3, costs: 1, problems: [] })
    assert.deepEqual(await amounts(stage), [5001, 3000, 2000])
    assert.deepEqual(
      (await chargesOf(stage)).map(({ status }) => status),
      ['proposed', 'proposed', 'proposed']
    )
  })

  test('the share of the company that bore the cost makes no charge', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0] = stage.targetIds
    const targets = percentages([stage.originId, first], ['40', '60'])
    await makeRule(stage, { allocation: 'percentage', targets })
    await makeBill(stage)

    await computeAll(stage)

    assert.deepEqual(await amounts(stage), [6000])
  })

  test('working them out twice proposes nothing new', async ({ assert }) => {
    const stage = await makeRebillingStage(3)
    await makeRule(stage)
    await makeBill(stage)
    await computeAll(stage)

    const again = await computeAll(stage)

    assert.deepInclude(again, { proposed: 0, costs: 0 })
    assert.lengthOf(await chargesOf(stage), 3)
  })

  test('two who work them out at once propose each cost once', async ({ assert }) => {
    const stage = await makeRebillingStage(3)
    await makeRule(stage)
    for (let n = 0; n < 4; n++) await makeBill(stage)

    const both = await Promise.all([computeAll(stage), computeAll(stage)])

    assert.equal(both[0].proposed + both[1].proposed, 12)
    assert.lengthOf(await chargesOf(stage), 12)
  })

  test('a month is one sum, and its cents add up to all of its invoices', async ({ assert }) => {
    const stage = await makeRebillingStage(3)
    await makeRule(stage, { frequency: 'monthly' })
    await makeBill(stage, { totalMinor: 12_101, issuedOn: '2026-03-02' })
    await makeBill(stage, { totalMinor: 24_202, issuedOn: '2026-03-28' })
    await makeBill(stage, { totalMinor: 12_100, issuedOn: '2026-04-01' })

    await computeAll(stage)

    const found = await chargesOf(stage)
    assert.lengthOf(found, 6)
    const march = found.slice(0, 3).map(({ baseMinor }) => baseMinor)
    assert.equal(
      march.reduce((sum, base) => sum + base, 0),
      10_001 + 20_002
    )
    const { parts } = await oneRow<{ parts: number }>(
      `select count(*)::int as parts from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id where t.origin_site_id = :originId`,
      { originId: stage.originId }
    )
    assert.equal(parts, 3 * 2 + 3)
  })

  test('a month by itself waits for the second day after it', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage, { frequency: 'monthly' })
    await makeBill(stage, { issuedOn: '2026-03-10' })
    const due = (until: string) =>
      computeProposals({ siteIds: [stage.originId], until: calendarDate(until), mode: 'due', actor: SYSTEM })

    const early = await due('2026-04-01')
    const onTime = await due('2026-04-02')

    assert.equal(early.proposed, 0)
    assert.equal(onTime.proposed, 1)
  })

  test('a rule that does not propose by itself waits for a person', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage, { autoPropose: false })
    await makeBill(stage)

    const night = await computeProposals({
      siteIds: [stage.originId],
      until: calendarDate('2026-06-30'),
      mode: 'due',
      actor: SYSTEM,
    })

    assert.equal(night.proposed, 0)
    assert.equal((await computeAll(stage)).proposed, 1)
  })

  test('margin and tax are rounded once, on the share', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const vat = await oneRow<{ id: number }>(`select id from tax_codes where code = 'IVA21'`)
    await makeRule(stage, { treatment: 'invoice', vatCodeId: vat.id, markupBasisPoints: 500 })
    await makeBill(stage, { totalMinor: 12_345 })

    await computeAll(stage)

    const [charge] = await chargesOf(stage)
    // 102,02 net; 5 % of it is 5,101; 21 % of 107,12 is 22,4952.
    assert.deepInclude(charge, { baseMinor: 10_202, markupMinor: 510, vatMinor: 2250, totalMinor: 12_962 })
  })

  test('fixed amounts are exhausted in their order and the rest stays', async ({ assert }) => {
    const stage = await makeRebillingStage(3)
    const caps = [4500, 3000, 4000]
    await makeRule(stage, {
      allocation: 'fixed_amount',
      targets: stage.targetIds.map((siteId, index) => ({
        siteId,
        percentage: null,
        amountMinor: caps[index] ?? null,
      })),
    })
    await makeBill(stage)

    await computeAll(stage)

    assert.deepEqual(await amounts(stage), [4500, 3000, 2500])
  })

  test('a key shares by what each company has in the month, and says where nobody has anything', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    await makeRule(stage, {
      allocation: 'key',
      allocationKey: 'habitaciones',
      name: `Por habitaciones ${first}`,
    })
    await makeBill(stage)

    const none = await computeAll(stage)
    await saveKeys(
      [
        { name: 'habitaciones', month: calendarDate('2026-03-01'), siteId: first, value: '120' },
        { name: 'habitaciones', month: calendarDate('2026-03-01'), siteId: second, value: '80.5' },
      ],
      stage.author.actor
    )
    await computeAll(stage)

    assert.deepEqual(none.problems, [
      `Por habitaciones ${first}: No hay valores para la clave habitaciones en marzo de 2026.`,
    ])
    assert.deepEqual(await amounts(stage), [5985, 4015])
  })

  test('the rooms of centres feed a key', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const [first = 0] = stage.targetIds
    await rows(
      `insert into site_centers (site_id, code, name, rooms) values (:first, 'H1', 'Hotel', 40), (:first, 'H2', 'Anexo', 15) returning id`,
      { first }
    )

    await feedKey(
      { name: 'habitaciones', month: calendarDate('2026-03-15'), siteIds: [first] },
      stage.author.actor
    )

    const { value } = await oneRow<{ value: string }>(
      `select value::text as value from allocation_keys where site_id = :first and month = '2026-03-01'`,
      { first }
    )
    assert.equal(value, '55.0000')
  })

  test('of two rules the one with the smaller number takes the cost', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    await makeRule(stage, { priority: 20, targets: percentages([first], []) })
    await makeRule(stage, { priority: 10, targets: percentages([second], []) })
    await makeBill(stage)

    await computeAll(stage)

    assert.deepEqual(
      (await chargesOf(stage)).map(({ targetSiteId }) => targetSiteId),
      [second]
    )
  })

  test('a changed rule holds for what was not proposed yet, until its proposals are worked out anew', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    const input = ruleOf(stage, { targets: percentages([first], []) })
    const settingId = await createSetting(input, stage.author.actor)
    await makeBill(stage)
    await computeAll(stage)
    await updateSetting(
      settingId,
      { ...input, targets: percentages([first, second], []), lockVersion: 0 },
      stage.author.actor
    )

    await computeAll(stage)
    const before = await amounts(stage)
    await recalculateProposals({
      settingId,
      siteId: stage.originId,
      until: calendarDate('2026-12-31'),
      actor: stage.author.actor,
    })

    assert.deepEqual(before, [10_000])
    assert.deepEqual(await amounts(stage), [5000, 5000])
  })

  test('what was approved is not worked out anew', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const settingId = await makeRule(stage)
    await makeBill(stage)
    await computeAll(stage)
    const [charge] = await chargesOf(stage)
    await approveAs(charge?.id ?? 0, stage.approver)

    await recalculateProposals({
      settingId,
      siteId: stage.originId,
      until: calendarDate('2026-12-31'),
      actor: stage.author.actor,
    })

    const after = await chargesOf(stage)
    assert.deepEqual(
      after.map(({ id, status }) => ({ id, status })),
      [{ id: charge?.id, status: 'approved' }]
    )
  })

  test('what was discarded is not proposed again until somebody recovers it', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage)
    await makeBill(stage)
    await computeAll(stage)
    const [charge] = await chargesOf(stage)
    await discardCharge(charge?.id ?? 0, 'Lo asume el holding', stage.author.actor)

    const again = await computeAll(stage)
    await recoverCharge(charge?.id ?? 0, stage.author.actor)

    assert.equal(again.proposed, 0)
    assert.deepEqual(
      (await chargesOf(stage)).map(({ status }) => status),
      ['proposed']
    )
  })

  test('what was charged on by hand meanwhile is not recovered', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage)
    const { lineId } = await makeBill(stage)
    await computeAll(stage)
    const [charge] = await chargesOf(stage)
    await discardCharge(charge?.id ?? 0, 'Lo hará el contable', stage.author.actor)
    await createCharges(chargeOf(stage, { costs: [ofLine(lineId)] }), stage.author.actor)

    await assert.rejects(
      () => recoverCharge(charge?.id ?? 0, stage.author.actor),
      /supera lo pendiente de refacturar \(0,00/
    )
  })

  test('an invoice that leaves the books takes its proposals along, and is proposed again once it is back', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage)
    const { invoiceId } = await makeBill(stage)
    await computeAll(stage)

    await unbookInvoice(invoiceId, 'Estaba mal clasificada', stage.author.actor)

    assert.deepEqual(
      (await chargesOf(stage)).map(({ status }) => status),
      ['discarded']
    )
  })

  test('two rules of one priority cannot catch the same', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeRule(stage, { name: `Primera ${stage.originId}` })

    await assert.rejects(
      () => makeRule(stage, { accountCodes: ['628'] }),
      `Ya existe una regla con la misma prioridad para este gasto. Es «Primera ${stage.originId}».`
    )
    await makeRule(stage, { providerIds: [], accountCodes: ['621'], priority: 101 })
  })

  test('percentages that are not the whole are refused, in the database too', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const wrong = percentages(stage.targetIds, ['50', '49.9999'])

    await assert.rejects(
      () => makeRule(stage, { allocation: 'percentage', targets: wrong }),
      'Los porcentajes deben sumar 100 %.'
    )
    await assert.rejects(
      () => makeRule(stage, { targets: percentages([stage.originId], []) }),
      'La empresa de origen no puede ser el único destino.'
    )
    const settingId = await makeRule(stage, {
      allocation: 'percentage',
      targets: percentages(stage.targetIds, ['50', '50']),
    })
    await assert.rejects(
      () =>
        rows(
          `update rebilling_setting_targets set percentage = 49 where setting_id = :settingId and position = 1`,
          { settingId }
        ),
      /rebilling_targets/
    )
    assert.lengthOf((await showSetting(settingId))?.targets ?? [], 2)
  })
})
