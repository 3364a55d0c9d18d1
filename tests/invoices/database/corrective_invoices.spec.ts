import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { rows } from '#app/kernel/database/sql'
import { facturaeFile, ublFile } from '#tests/factories/e_invoices'
import {
  approve,
  booked,
  entryOf,
  form,
  type InvoiceStage,
  makeInvoiceStage,
} from '#tests/factories/invoice_stage'
import { classifyAll, partiesOf, readIn } from '#tests/factories/read_in'

let sequence = 0
const number = () => `RC-${process.pid}-${sequence++}`

const amountsOf = (id: number) =>
  rows<{ baseMinor: number }>(
    `select base_minor from invoice_lines where invoice_id = :id order by position`,
    {
      id,
    }
  ).then((lines) => lines.map(({ baseMinor }) => baseMinor))

async function bookAs(id: number, stage: InvoiceStage) {
  await submitInvoice(id, stage.accountant.actor)
  await approve(id, stage.approver)
  return entryOf(id)
}

test.group('Corrective invoices', () => {
  test('one that corrects upwards adds to the debt through to the book', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const original = number()
    const originalId = await booked(stage, { number: original })
    const file = facturaeFile({
      number: number(),
      invoiceClass: 'OR',
      parties: await partiesOf(stage),
      corrective: `<Corrective><InvoiceNumber>${original}</InvoiceNumber><CorrectionMethod>02</CorrectionMethod></Corrective>`,
    })

    const id = await readIn(`mas-${sequence}.xml`, file, stage)
    const invoice = await classifyAll(id, stage)

    assert.deepEqual([invoice.docType, invoice.totalMinor], ['invoice', 12_100])
    assert.equal(invoice.rectifiesInvoiceId, originalId)
    await changeHeader({ ...(await form(id, stage.accountant)), concept: 'Kilos facturados de menos' })
    assert.equal((await Invoice.findOrFail(id)).rectifiesInvoiceId, originalId)
    assert.deepEqual(await bookAs(id, stage), [
      ['628', 10_000],
      ['472', 2_100],
      ['400', -12_100],
    ])
  })

  test('a corrected invoice (384) is an invoice, and one of a negative total a credit note', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const parties = await partiesOf(stage)
    const corrected = ublFile({ typeCode: '384', number: number(), parties })
    const negative = ublFile({ number: number(), parties, base: '-100.00', vat: '-21.00', total: '-121.00' })

    const ids = [
      await readIn(`384-${sequence}.xml`, corrected, stage),
      await readIn(`neg-${sequence}.xml`, negative, stage),
    ]

    const kept = await Promise.all(ids.map((id) => Invoice.findOrFail(id)))
    assert.deepEqual(
      kept.map(({ docType, totalMinor, baseMinor }) => [docType, totalMinor, baseMinor]),
      [
        ['invoice', 12_100, 10_000],
        ['credit_note', -12_100, -10_000],
      ]
    )
    assert.deepEqual(await amountsOf(ids[1] ?? 0), [-10_000])
  })

  test('a contrary line of a credit note stays contrary to it', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const file = ublFile({
      form: 'CreditNote',
      typeCode: '381',
      number: number(),
      parties: await partiesOf(stage),
      base: '450.00',
      vat: '94.50',
      total: '544.50',
      lines: ['500.00', '-50.00'],
    })

    const id = await readIn(`abono-${sequence}.xml`, file, stage)
    const invoice = await classifyAll(id, stage)

    assert.deepEqual(
      [invoice.docType, invoice.baseMinor, invoice.totalMinor],
      ['credit_note', -45_000, -54_450]
    )
    assert.deepEqual(await amountsOf(id), [-50_000, 5_000])
    await changeHeader({ ...(await form(id, stage.accountant)), rectificationNote: 'Sin factura original' })
    assert.deepEqual(await bookAs(id, stage), [
      ['628', -45_000],
      ['472', -9_450],
      ['400', 54_450],
    ])
  })
})
