import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { approveNote, undoApproval } from '#app/expenses/actions/approve_note'
import { editLine } from '#app/expenses/actions/edit_note'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { lockMonth } from '#app/ledger/actions/lock_month'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { saveKeys } from '#app/rebilling/keys/save_key'
import { removeShare, type ShareInput, saveShare } from '#app/rebilling/sharing/save_share'
import { showShares } from '#app/rebilling/sharing/show_shares'
import { makeSite } from '#tests/factories/books'
import { makeInvoice } from '#tests/factories/documents'
import { invoiceLine, makeExpenseStage, makeReviewed } from '#tests/factories/expenses'
import {
  bookSum,
  chargeOf,
  makeRebillingStage,
  ofLine,
  type RebillingStage,
} from '#tests/factories/rebilling'
import { approveByHand } from '#tests/factories/sent_payments'

let numbers = 0

/** An invoice in review of 121,01 € (100,01 and its tax, which is deducted). */
const makeOpen = async (stage: RebillingStage, totalMinor = 12_101): Promise<number> =>
  makeInvoice({
    siteId: stage.originId,
    providerId: stage.provider.id,
    creator: stage.author,
    totalMinor,
    issuedOn: '2026-03-10',
    number: `SH-${stage.originId}-${++numbers}`,
    isAudited: false,
  })

const versionOf = async (invoiceId: number): Promise<number> =>
  (
    await oneRow<{ version: number }>(`select lock_version as version from invoices where id = :invoiceId`, {
      invoiceId,
    })
  ).version

const byPercent = (siteIds: number[], values: string[]): ShareInput => ({
  lineIds: [],
  allocation: 'percentage',
  allocationKey: null,
  targets: siteIds.map((siteId, place) => ({
    siteId,
    percentage: values[place] ?? null,
    amountMinor: null,
  })),
  ruleName: null,
})

const share = async (
  stage: RebillingStage,
  invoiceId: number,
  given: ShareInput,
  shareId: number | null = null
) =>
  saveShare({
    invoiceId,
    shareId,
    share: given,
    lockVersion: await versionOf(invoiceId),
    actor: stage.author.actor,
  })

async function book(invoiceId: number): Promise<void> {
  await approveByHand(invoiceId)
  await bookInvoice(invoiceId, SYSTEM)
}

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

const costOf = (siteId: number) => bookSum(siteId, '6')

test.group('Invoices that several companies share', () => {
  test('each has its part in its own book, to the cent, and owes it to the one that received it', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent([stage.originId, first, second], ['50', '30', '20']))

    await book(invoiceId)

    assert.deepEqual(
      [await costOf(stage.originId), await costOf(first), await costOf(second)],
      [5_001, 3_000, 2_000]
    )
    assert.deepEqual(
      [await bookSum(stage.originId, '5523'), await bookSum(first, '5523'), await bookSum(second, '5523')],
      [5_000, -3_000, -2_000]
    )
    assert.equal(await bookSum(stage.originId, '472'), 2_100)
    await assertSound(assert)
  })

  test('unbooking takes it back everywhere, and it is booked again as it is then', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const [first = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent([stage.originId, first], ['50', '50']))
    await book(invoiceId)

    await unbookInvoice(invoiceId, 'El reparto era otro', stage.author.actor)

    assert.deepEqual(
      [await costOf(stage.originId), await costOf(first), await bookSum(first, '5523')],
      [0, 0, 0]
    )
    const { id } = await oneRow<{ id: number }>(`select id from cost_shares where invoice_id = :invoiceId`, {
      invoiceId,
    })
    await share(stage, invoiceId, byPercent([stage.originId, first], ['90', '10']), id)
    await book(invoiceId)
    assert.deepEqual([await costOf(stage.originId), await costOf(first)], [9_001, 1_000])
    await assertSound(assert)
  })

  test('a month closed in one of them books it in none, and says where', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const [first = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent([stage.originId, first], ['50', '50']))
    for (const { month } of await rows<{ month: string }>(
      `select to_char(m, 'YYYY-MM-DD') as month from generate_series('2026-03-01'::date, date_trunc('month', current_date), interval '1 month') m`
    ))
      await lockMonth({ siteId: first, month: calendarDate(month), reason: null, actor: stage.author.actor })

    await assert.rejects(() => book(invoiceId), /El periodo está cerrado en Empresa de prueba/)

    assert.deepEqual([await costOf(stage.originId), await costOf(first)], [0, 0])
  })

  test('lines are shared out on their own, each once', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    const [line] = await rows<{ id: number }>(`select id from invoice_lines where invoice_id = :invoiceId`, {
      invoiceId,
    })
    await share(stage, invoiceId, { ...byPercent([first], ['100']), lineIds: [line?.id ?? 0] })

    await assert.rejects(
      () => share(stage, invoiceId, { ...byPercent([second], ['100']), lineIds: [line?.id ?? 0] }),
      /ya está repartida/
    )
    await assert.rejects(() => share(stage, invoiceId, byPercent([second], ['100'])), /ya está repartida/)
    await book(invoiceId)

    assert.deepEqual([await costOf(stage.originId), await costOf(first)], [0, 10_001])
  })

  test('by a key it is shared as the month of the invoice has it, whatever becomes of it later', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(2)
    const [first = 0, second = 0] = stage.targetIds
    const month = calendarDate('2026-03-01')
    const set = (values: [number, string][]) =>
      saveKeys(
        values.map(([siteId, value]) => ({ name: `camas-${stage.originId}`, month, siteId, value })),
        stage.author.actor
      )
    const byKey: ShareInput = {
      lineIds: [],
      allocation: 'key',
      allocationKey: `camas-${stage.originId}`,
      targets: [first, second].map((siteId) => ({ siteId, percentage: null, amountMinor: null })),
      ruleName: 'Por camas',
    }
    const invoiceId = await makeOpen(stage)
    await assert.rejects(() => share(stage, invoiceId, byKey), /No hay valores para la clave/)
    await set([
      [first, '30'],
      [second, '10'],
    ])
    await share(stage, invoiceId, byKey)
    await set([
      [first, '1'],
      [second, '1'],
    ])

    await book(invoiceId)

    assert.deepEqual([await costOf(first), await costOf(second)], [7_501, 2_500])
  })

  test('who approves sees it: a change voids what was approved, and without it nothing changes', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const [first = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    const before = await invoiceFingerprint(invoiceId)
    await share(stage, invoiceId, byPercent([stage.originId, first], ['50', '50']))
    const shared = await invoiceFingerprint(invoiceId)
    assert.notEqual(before, shared)
    const { id } = await oneRow<{ id: number }>(`select id from cost_shares where invoice_id = :invoiceId`, {
      invoiceId,
    })

    await removeShare({
      invoiceId,
      shareId: id,
      lockVersion: await versionOf(invoiceId),
      actor: stage.author.actor,
    })

    assert.equal(await invoiceFingerprint(invoiceId), before)
  })

  test('it is not booked without approvals, however small it is', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent(stage.targetIds, ['100']))
    await assert.rejects(() => bookDirectly(invoiceId, stage.author.actor), /corresponde a otras empresas/)
  })

  test('what others have of it is not charged on to them as well', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const [first = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent([stage.originId, first], ['40', '60']))
    await book(invoiceId)
    const { lineId } = await oneRow<{ lineId: number }>(
      `select id as line_id from invoice_lines where invoice_id = :invoiceId`,
      { invoiceId }
    )
    await assert.rejects(
      () => createCharges(chargeOf(stage, { costs: [ofLine(lineId, 4_001)] }), stage.author.actor),
      /supera lo pendiente de refacturar \(40,00/
    )
    const shown = await showShares(
      { id: invoiceId, siteId: stage.originId },
      { role: 'superC0ntab1l1dad', siteIds: 'all' }
    )
    assert.deepEqual(
      shown?.shares[0]?.parts.map(({ amount }) => amount.minor),
      [4_000, 6_001]
    )
  })

  test('its page tells what stays with the company of the invoice, whether that was named or not', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const [other = 0] = stage.targetIds
    const fixed = (amounts: [siteId: number, amountMinor: number][]): ShareInput => ({
      ...byPercent([], []),
      allocation: 'fixed_amount',
      targets: amounts.map(([siteId, amountMinor]) => ({ siteId, percentage: null, amountMinor })),
    })
    const shownOf = async (given: ShareInput) => {
      const invoiceId = await makeOpen(stage)
      await share(stage, invoiceId, given)
      const shown = await showShares(
        { id: invoiceId, siteId: stage.originId },
        { role: 'superC0ntab1l1dad', siteIds: 'all' }
      )
      return shown?.shares[0]?.parts.map(({ siteId, amount, isOwn }) => [siteId, amount.minor, isOwn])
    }

    const named = await shownOf(
      fixed([
        [stage.originId, 1_000],
        [other, 2_550],
      ])
    )
    const unnamed = await shownOf(fixed([[other, 2_550]]))
    const whole = await shownOf(byPercent([other], ['100']))

    assert.deepEqual(named, [
      [stage.originId, 7_451, true],
      [other, 2_550, false],
    ])
    assert.deepEqual(unnamed, [
      [other, 2_550, false],
      [stage.originId, 7_451, true],
    ])
    assert.deepEqual(whole, [[other, 10_001, false]])
  })

  test('a line without an account keeps its name in the share, which says what it lacks', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const [other = 0] = stage.targetIds
    const invoiceId = await makeOpen(stage)
    const line = await oneRow<{ id: number; concept: string }>(
      `update invoice_lines set account_code = null, category_id = null where invoice_id = :invoiceId returning id, concept`,
      { invoiceId }
    )
    await share(stage, invoiceId, { ...byPercent([other], ['100']), lineIds: [line.id] })

    const shown = await showShares(
      { id: invoiceId, siteId: stage.originId },
      { role: 'superC0ntab1l1dad', siteIds: 'all' }
    )

    assert.containsSubset(shown?.shares, [{ lineIds: [line.id], lines: line.concept }])
    assert.match(shown?.shares[0]?.problem ?? '', /sin clasificar/)
  })

  test('booked, how it is shared stays as it was approved', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const invoiceId = await makeOpen(stage)
    await share(stage, invoiceId, byPercent([stage.originId, ...stage.targetIds], ['50', '50']))
    await book(invoiceId)
    await assert.rejects(
      () => execute(`delete from cost_shares where invoice_id = :invoiceId`, { invoiceId }),
      /invoice_frozen/
    )
    await assert.rejects(
      () => execute(`delete from shared_costs where invoice_id = :invoiceId`, { invoiceId }),
      /shared_cost_stays/
    )
  })
})

test.group('Expenses of a note that another company bears', () => {
  test('are in its book with the tax that it deducts, and owed to the one that pays the note', async ({
    assert,
  }) => {
    const stage = await makeExpenseStage()
    const { siteId: otherId } = await makeSite()
    const noteId = await makeReviewed(stage, {
      lines: [invoiceLine(), invoiceLine({ concept: 'Hotel en Cádiz' })],
    })
    const line = await oneRow<{ id: number; invoiceNumber: string; vatCodeId: number }>(
      `select id, invoice_number, vat_code_id from expense_note_lines where note_id = :noteId order by position desc limit 1`,
      { noteId }
    )
    const { version } = await oneRow<{ version: number }>(
      `select lock_version as version from expense_notes where id = :noteId`,
      { noteId }
    )
    const before = await noteFingerprint(noteId)
    await editLine(
      {
        noteId,
        lineId: line.id,
        category: 'lodging',
        documentKind: 'invoice',
        supplierTaxId: 'B12345674',
        invoiceNumber: line.invoiceNumber,
        vatMinor: 2_100,
        vatCodeId: line.vatCodeId,
        expenseAccountId: null,
        siteId: otherId,
        approvedMinor: 12_100,
        comment: null,
        lockVersion: version,
      },
      stage.reviewer.actor
    )
    const shownFingerprint = await noteFingerprint(noteId)
    assert.notEqual(shownFingerprint, before)

    await approveNote({ noteId, shownFingerprint, actor: stage.approvers[0].actor })

    assert.deepEqual(
      [await costOf(stage.siteId), await bookSum(stage.siteId, '472'), await bookSum(stage.siteId, '5523')],
      [10_000, 2_100, 12_100]
    )
    assert.equal(await bookSum(stage.siteId, '4651'), -24_200)
    assert.deepEqual(
      [await costOf(otherId), await bookSum(otherId, '472'), await bookSum(otherId, '5523')],
      [10_000, 2_100, -12_100]
    )
    await assertSound(assert)

    await undoApproval(noteId, 'Era de otra empresa', stage.person.actor)
    assert.deepEqual(
      [await costOf(stage.siteId), await costOf(otherId), await bookSum(otherId, '5523')],
      [0, 0, 0]
    )
    await assertSound(assert)
  })
})
