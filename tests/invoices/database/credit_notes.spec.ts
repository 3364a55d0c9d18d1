import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeTotals } from '#app/invoices/editing/change_totals'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import { addLine } from '#app/invoices/editing/edit_lines'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import {
  approve,
  booked,
  entryOf,
  firstLine,
  form,
  makeInvoiceStage,
  reviewed,
  taxCode,
} from '#tests/factories/invoice_stage'

test.group('Credit notes', () => {
  test('a document that turns out to be a credit note takes its amounts off the debt', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const original = await booked(stage)
    const id = await reviewed(stage)

    await changeHeader({
      ...(await form(id, stage.accountant)),
      docType: 'credit_note',
      rectifiesInvoiceId: original,
    })
    await submitInvoice(id, stage.accountant.actor)
    await approve(id, stage.approver)

    assert.deepEqual(await entryOf(id), [
      ['628', -10_000],
      ['472', -2_100],
      ['400', 12_100],
    ])
    assert.equal((await Invoice.findOrFail(id)).outstandingMinor, -12_100)
  })

  test('a credit note that was none gets its amounts back', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await changeHeader({
      ...(await form(id, stage.accountant)),
      docType: 'credit_note',
      rectificationNote: 'Sin factura original',
    })

    await changeHeader({ ...(await form(id, stage.accountant)), docType: 'invoice' })

    const { totalMinor, rectificationNote } = await Invoice.findOrFail(id)
    assert.deepEqual([totalMinor, rectificationNote], [12_100, null])
    assert.equal((await firstLine(id)).baseMinor, 10_000)
  })

  test('a credit note names the invoice it corrects or says why there is none', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const stranger = await booked(await makeInvoiceStage())
    const id = await reviewed(stage)

    await assert.rejects(
      async () => changeHeader({ ...(await form(id, stage.accountant)), docType: 'credit_note' }),
      /Elija la factura que rectifica/
    )
    await assert.rejects(
      async () =>
        changeHeader({
          ...(await form(id, stage.accountant)),
          docType: 'credit_note',
          rectifiesInvoiceId: stranger,
        }),
      /de este proveedor y de esta empresa/
    )
  })

  test('totals and lines of a credit note are typed positive and kept negative', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await changeHeader({
      ...(await form(id, stage.accountant)),
      docType: 'credit_note',
      rectificationNote: 'Sin factura original',
    })
    const { id: _, ...line } = await firstLine(id)

    await changeTotals({
      ...(await form(id, stage.accountant)),
      groups: [{ vatCodeId: await taxCode('IVA21'), baseMinor: 15_000, vatMinor: 3_150, surchargeMinor: 0 }],
      withholdingMinor: 0,
      suppliedMinor: 0,
      totalMinor: 18_150,
    })
    await addLine({
      ...(await form(id, stage.accountant)),
      line: { ...line, baseMinor: 5_000, withholdingCodeId: null, centerId: null },
    })

    const kept = await oneRow(
      `select total_minor, base_minor, (select sum(base_minor)::bigint from invoice_lines where invoice_id = :id) as lines,
          (select sum(vat_minor)::bigint from invoice_tax_groups where invoice_id = :id) as vat from invoices where id = :id`,
      { id }
    )
    assert.deepEqual(kept, { totalMinor: -18_150, baseMinor: -15_000, lines: -15_000, vat: -3_150 })
  })

  test('a credit note that another system sends with positive amounts is kept negative', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const { categoryId } = await firstLine(await reviewed(stage))

    const id = await createInvoice(
      {
        siteId: stage.siteId,
        providerId: stage.provider.id,
        docType: 'credit_note',
        invoiceNumber: 'AB-1',
        issuedOn: calendarDate('2026-03-10'),
        lines: [
          {
            concept: 'Abono',
            baseMinor: 10_000,
            vatCode: 'IVA21',
            withholdingCode: null,
            categoryId,
            accountCode: '628',
          },
        ],
        source: 'api',
      },
      SYSTEM
    )

    assert.equal((await Invoice.findOrFail(id)).totalMinor, -12_100)
  })

  test('the database itself refuses a credit note that adds to the debt', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)

    await assert.rejects(
      () =>
        execute(
          `update invoices set doc_type = 'credit_note', rectification_note = 'Sin factura original', status = 'pending_approval' where id = :id`,
          { id }
        ),
      /invoices_credit_note/
    )
  })
})
