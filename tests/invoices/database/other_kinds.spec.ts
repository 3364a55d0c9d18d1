import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { makeInvoice } from '#tests/factories/documents'
import { ublFile } from '#tests/factories/e_invoices'
import { approve, form, makeInvoiceStage } from '#tests/factories/invoice_stage'
import { classifyAll, partiesOf, readIn } from '#tests/factories/read_in'
import { agreeDirectBooking } from '#tests/factories/second_person'

let sequence = 0

async function readProforma() {
  const stage = await makeInvoiceStage()
  const file = ublFile({
    typeCode: '325',
    number: `PF-${process.pid}-${sequence++}`,
    parties: await partiesOf(stage),
    sums: '<PrepaidAmount>21.00</PrepaidAmount>',
    payable: '100.00',
  })
  const id = await readIn(`proforma-${sequence}.xml`, file, stage)
  await classifyAll(id, stage)
  return { stage, id }
}

test.group('Documents that are no invoices', () => {
  test('a proforma is kept as one and asks for nothing', async ({ assert }) => {
    const { id } = await readProforma()

    const { docType, status, advanceMinor } = await Invoice.findOrFail(id)

    assert.deepEqual([docType, status, advanceMinor], ['proforma', 'pending_review', 0])
  })

  test('it is neither sent to approval nor booked directly, and the database refuses both', async ({
    assert,
  }) => {
    const { stage, id } = await readProforma()
    await agreeDirectBooking(stage.siteId, 100_000)

    await assert.rejects(
      () => submitInvoice(id, stage.accountant.actor),
      /Es una factura proforma, no una factura/
    )
    await assert.rejects(
      () => bookDirectly(id, stage.senior.actor),
      /Es una factura proforma, no una factura/
    )
    for (const status of ['pending_approval', 'approved'])
      await assert.rejects(
        () => execute(`update invoices set status = :status where id = :id`, { id, status }),
        /not_an_invoice/
      )
  })

  test('who knows better says why it is an invoice, which is kept and logged', async ({ assert }) => {
    const { stage, id } = await readProforma()
    const change = async (kindReason: string | null) =>
      changeHeader({ ...(await form(id, stage.accountant)), docType: 'invoice', kindReason })

    await assert.rejects(() => change(null), /Explique por qué es una factura/)
    await assert.rejects(
      () => execute(`update invoices set doc_type = 'invoice' where id = :id`, { id }),
      /kind_without_reason/
    )
    await change('El proveedor confirma que es la factura definitiva')
    await submitInvoice(id, stage.accountant.actor)
    await approve(id, stage.approver)

    const { status, kindReason } = await Invoice.findOrFail(id)
    const { reason } = await oneRow<{ reason: string }>(
      `select reason from audit_events where object_type = 'invoice' and object_id = :id and event = 'invoice.field_changed' order by id desc limit 1`,
      { id }
    )
    assert.equal(status, 'booked')
    assert.equal(kindReason, 'El proveedor confirma que es la factura definitiva')
    assert.equal(reason, kindReason)
  })

  test('an invoice that turns out to be a quote goes no further', async ({ assert }) => {
    const { stage, id } = await readProforma()
    await changeHeader({
      ...(await form(id, stage.accountant)),
      docType: 'invoice',
      kindReason: 'Parecía la factura definitiva',
    })

    await changeHeader({ ...(await form(id, stage.accountant)), docType: 'quote' })

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /Es un presupuesto/)
  })

  test('it raises no alarm of what a debt has to be, nor is the invoice that follows a copy of it', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const number = `PC-${process.pid}-${sequence++}`
    const make = () =>
      makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: stage.accountant, number })
    const [proforma, invoice] = [await make(), await make()]
    const judged = async () => {
      for (const id of [proforma, invoice]) await inTransaction((trx) => auditInvoice(id, trx))
      return rows<{ invoiceId: number; code: string }>(
        `select invoice_id, rule_code as code from invoice_alarms where invoice_id = any(:ids::bigint[]) and status = 'open' order by 1, 2`,
        { ids: [proforma, invoice] }
      )
    }
    const before = await judged()
    assert.isNotEmpty(before.filter(({ invoiceId, code }) => invoiceId === invoice && code.startsWith('D')))

    await execute(`update invoices set doc_type = 'proforma' where id = :proforma`, { proforma })

    const after = await judged()
    assert.deepEqual(
      after.filter(({ invoiceId, code }) => invoiceId === proforma || code.startsWith('D')),
      []
    )
  })
})
