import { test } from '@japa/runner'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { changeTotals } from '#app/invoices/editing/change_totals'
import { classifyLines, removeLine } from '#app/invoices/editing/edit_lines'
import { oneRow, rows } from '#app/kernel/database/sql'
import { booked, firstLine, form, makeInvoiceStage, reviewed, taxCode } from '#tests/factories/invoice_stage'

type Logged = { before: Record<string, unknown>; after: Record<string, unknown> }
const logged = (id: number, action: string) =>
  oneRow<Logged>(
    `select before, after from invoice_action_logs where invoice_id = :id and action = :action order by id desc limit 1`,
    { id, action }
  )

test.group('History of an invoice', () => {
  test('a classification keeps what each line was charged to before and after', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = 'Limpieza'`
    )

    await classifyLines({ ...(await form(id, stage.accountant)), categoryId })

    const { before, after } = await logged(id, 'classified')
    assert.containsSubset(before.lines, [{ category: 'Electricidad', accountCode: '628', baseMinor: 10_000 }])
    assert.containsSubset(after.lines, [{ category: 'Limpieza', accountCode: '629', baseMinor: 10_000 }])
  })

  test('corrected totals keep the taxes before and after, and nothing that did not change', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)

    await changeTotals({
      ...(await form(id, stage.accountant)),
      groups: [{ vatCodeId: await taxCode('IVA10'), baseMinor: 10_000, vatMinor: 1_000, surchargeMinor: 0 }],
      withholdingMinor: 0,
      suppliedMinor: 0,
      totalMinor: 11_000,
    })

    const { before, after } = await logged(id, 'totals_changed')
    assert.deepEqual(before, {
      vatMinor: 2_100,
      totalMinor: 12_100,
      taxGroups: [{ vatCode: 'IVA21', baseMinor: 10_000, vatMinor: 2_100, surchargeMinor: 0 }],
    })
    assert.deepEqual(after, {
      vatMinor: 1_000,
      totalMinor: 11_000,
      taxGroups: [{ vatCode: 'IVA10', baseMinor: 10_000, vatMinor: 1_000, surchargeMinor: 0 }],
    })
  })

  test('every change and every state is in the audit, with who and why', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await booked(stage)
    await unbookInvoice(id, 'Cuenta equivocada', stage.senior.actor)
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = 'Limpieza'`
    )
    await classifyLines({ ...(await form(id, stage.accountant)), categoryId })

    const events = await rows<{ event: string; userId: number; reason: string | null }>(
      `select event, user_id, reason from audit_events where object_type = 'invoice' and object_id = :id order by id`,
      { id }
    )

    assert.deepEqual(
      events.map(({ event, userId, reason }) => [event, userId, reason]),
      [
        ['invoice.submit', stage.accountant.id, null],
        ['invoice.approve', stage.approver.id, null],
        ['invoice.book', stage.approver.id, null],
        ['invoice.unbook', stage.senior.id, 'Cuenta equivocada'],
        ['invoice.classified', stage.accountant.id, null],
      ]
    )
  })

  test('removing a line that is another invoice’s removes nothing and says so', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [id, other] = [await reviewed(stage), await reviewed(stage)]
    const { id: lineId } = await firstLine(other)
    await oneRow(
      `insert into invoice_lines (invoice_id, position, concept, base_minor) values (:id, 2, 'Portes', 100) returning id`,
      { id }
    )

    await assert.rejects(
      async () => removeLine({ ...(await form(id, stage.accountant)), lineId }),
      /La línea ya no existe/
    )
    assert.equal((await firstLine(other)).id, lineId)
  })
})
