import { test } from '@japa/runner'
import { undoApproval } from '#app/expenses/actions/approve_note'
import { markRebilling } from '#app/expenses/actions/mark_rebilling'
import ExpenseNote from '#app/expenses/models/expense_note'
import { notePage } from '#app/expenses/queries/note_page'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { chargeMarkedNotes } from '#app/rebilling/notes/rebill_note'
import { createSetting } from '#app/rebilling/settings/save_setting'
import { byHand } from '#tests/expenses/work'
import { makeSite } from '#tests/factories/books'
import { type ExpenseStage, invoiceLine, makeApproved, makeExpenseStage } from '#tests/factories/expenses'
import { computeAll } from '#tests/factories/rebilling'

const chargesOfNote = (noteId: number) =>
  rows<{
    targetSiteId: number
    baseMinor: number
    treatment: string
    status: string
    settingId: number | null
  }>(
    `select t.target_site_id, t.base_minor, t.treatment, t.status, t.setting_id from rebilling_transactions t
      where exists (select 1 from rebilling_sources x join expense_note_lines l on l.id = x.source_id and x.source_type = 'expense_note_line' where x.transaction_id = t.id and l.note_id = :noteId) order by t.id`,
    { noteId }
  )

const ruleOf = (stage: ExpenseStage, siteIds: number[], takesNotes: boolean) =>
  createSetting(
    {
      name: `Notas ${stage.siteId}-${takesNotes}`,
      originSiteId: stage.siteId,
      takesInvoices: !takesNotes,
      takesNotes,
      takesCosts: false,
      providerIds: [],
      profileIds: [],
      categoryIds: [],
      accountCodes: takesNotes ? [] : ['629'],
      textFilter: null,
      allocation: 'percentage',
      allocationKey: null,
      markupBasisPoints: 0,
      treatment: 'debit_note',
      vatCodeId: null,
      incomeAccount: null,
      expenseAccount: null,
      frequency: 'per_document',
      autoPropose: true,
      settlement: 'current_account',
      validFrom: calendarDate('2026-01-01'),
      validTo: null,
      priority: 100,
      active: true,
      targets: siteIds.map((siteId) => ({
        siteId,
        percentage: String(100 / siteIds.length),
        amountMinor: null,
      })),
    },
    stage.person.actor
  )

test.group('Expense notes that are charged on', () => {
  test('other companies bear their part of the cost, net of the tax that is deducted', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const [one, two] = [await makeSite(), await makeSite()]
    const noteId = await makeApproved(stage, { lines: [invoiceLine()] })

    await markRebilling(
      noteId,
      byHand([
        { siteId: one.siteId, basisPoints: 5_000 },
        { siteId: two.siteId, basisPoints: 2_500 },
      ]),
      stage.person.actor
    )

    assert.deepEqual(await chargesOfNote(noteId), [
      {
        targetSiteId: one.siteId,
        baseMinor: 5_000,
        treatment: 'debit_note',
        status: 'draft',
        settingId: null,
      },
      {
        targetSiteId: two.siteId,
        baseMinor: 2_500,
        treatment: 'debit_note',
        status: 'draft',
        settingId: null,
      },
    ])
    await assert.rejects(() => undoApproval(noteId, 'Me he equivocado', stage.person.actor), /refacturada/)
    const page = await notePage(
      await ExpenseNote.findOrFail(noteId),
      { id: stage.person.id, role: 'superC0ntab1l1dad' },
      'all'
    )
    assert.lengthOf(page.charges, 2)
  })

  test('a rule says who bears what, and none shares the rest out again', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const [one, two] = [await makeSite(), await makeSite()]
    const settingId = await ruleOf(stage, [one.siteId, two.siteId], true)
    const noteId = await makeApproved(stage, { lines: [invoiceLine()] })

    await markRebilling(
      noteId,
      { settingId, treatment: null, vatCodeId: null, shares: [] },
      stage.person.actor
    )
    await computeAll({ originId: stage.siteId } as never)

    assert.deepEqual(
      (await chargesOfNote(noteId)).map(({ baseMinor, settingId: rule }) => [baseMinor, rule]),
      [
        [5_000, settingId],
        [5_000, settingId],
      ]
    )
  })

  test('a rule proposes notes by itself, after which nobody takes the approval back', async ({ assert }) => {
    const stage = await makeExpenseStage()
    const one = await makeSite()
    await ruleOf(stage, [one.siteId], true)
    const noteId = await makeApproved(stage, { lines: [invoiceLine()] })

    await computeAll({ originId: stage.siteId } as never)

    assert.deepEqual(
      (await chargesOfNote(noteId)).map(({ status, baseMinor }) => [status, baseMinor]),
      [['proposed', 10_000]]
    )
    await assert.rejects(() => undoApproval(noteId, 'Me he equivocado', stage.person.actor), /refacturada/)
    await assert.rejects(
      () => markRebilling(noteId, byHand([{ siteId: one.siteId, amountMinor: 100 }]), stage.person.actor),
      /ya está refacturada/
    )
  })

  test('marks without charges get theirs once, and who marked them does not approve them', async ({
    assert,
  }) => {
    const stage = await makeExpenseStage()
    const one = await makeSite()
    const noteId = await makeApproved(stage, { lines: [invoiceLine()] })
    await execute(
      `insert into expense_note_rebillings (note_id, site_id, amount_minor, created_by) values (:noteId, :siteId, 6050, :userId)`,
      { noteId, siteId: one.siteId, userId: stage.person.id }
    )
    await execute(`update expense_notes set rebilled_at = now() where id = :noteId`, { noteId })

    await chargeMarkedNotes()
    await chargeMarkedNotes()

    assert.deepEqual(
      (await chargesOfNote(noteId)).map(({ baseMinor }) => baseMinor),
      [5_000]
    )
    const { hands } = await oneRow<{ hands: number }>(
      `select count(*)::int as hands from document_hands h join rebilling_transactions t on t.id = h.document_id and h.document_type = 'rebilling_transaction' where t.origin_site_id = :siteId and h.user_id = :userId`,
      { siteId: stage.siteId, userId: stage.person.id }
    )
    assert.equal(hands, 1)
  })
})
