import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import { addLine, classifyLines } from '#app/invoices/editing/edit_lines'
import { writeReadLines } from '#app/invoices/intake/write_read_lines'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { emptyField, type ReadFields } from '#app/reading/reading_types'
import {
  approve,
  entryOf,
  firstLine,
  form,
  type InvoiceStage,
  makeInvoiceStage,
  reviewed,
} from '#tests/factories/invoice_stage'

const read = <T>(value: T) => ({ value, confidence: 1, method: 'test', boxes: [] })

/** What a document of 100,00 € without VAT says, one line of it, at 0 % or with no rate at all. */
const withoutVat = (given: Partial<ReadFields>): ReadFields => ({
  documentType: read('invoice'),
  providerName: read('Proveedor'),
  providerTaxId: emptyField(1),
  providerIban: emptyField(1),
  customerName: emptyField(1),
  customerTaxId: emptyField(1),
  invoiceNumber: read('F-1'),
  invoiceSeries: emptyField(1),
  issueDate: read('2026-03-10'),
  dueDate: emptyField(1),
  currency: read('EUR'),
  taxBase: read(10_000),
  taxes: read([]),
  taxTotal: read(0),
  withholding: emptyField(1),
  total: read(10_000),
  amountDue: emptyField(1),
  rectifiedInvoiceNumber: emptyField(1),
  reverseCharge: read(true),
  lines: read([{ description: 'Servicio', amount: 10_000 }]),
  ...given,
})

/** A reviewed invoice of 100,00 € whose lines and taxes come from a reading. */
async function readInvoice(stage: InvoiceStage, fields: Partial<ReadFields> = {}): Promise<number> {
  const id = await reviewed(stage, { totalMinor: 10_000 })
  await execute(`update invoices set base_minor = 10000, vat_minor = 0 where id = :id`, { id })
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', id).forUpdate().firstOrFail()
    await writeReadLines(invoice, { fields: withoutVat(fields) }, trx)
  })
  await classifyLines({ ...(await form(id, stage.accountant)), categoryId: await category('Electricidad') })
  return id
}

async function category(name: string): Promise<number> {
  const { id } = await oneRow<{ id: number }>(`select id from categories where name = :name`, { name })
  return id
}

async function book(id: number, stage: InvoiceStage) {
  await submitInvoice(id, stage.accountant.actor)
  await approve(id, stage.approver)
  return entryOf(id)
}

const codesOf = (id: number) =>
  rows<{ code: string }>(
    `select t.code from invoice_tax_groups g join tax_codes t on t.id = g.vat_code_id where g.invoice_id = :id`,
    { id }
  ).then((found) => found.map(({ code }) => code))

test.group('Taxes of an invoice', () => {
  test('a reverse charge read from a document is declared on both sides', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await readInvoice(stage)

    const entry = await book(id, stage)

    assert.deepEqual(await codesOf(id), ['ISP21'])
    assert.deepEqual(entry, [
      ['628', 10_000],
      ['472', 2_100],
      ['477', -2_100],
      ['400', -10_000],
    ])
  })

  test('what a supplier of the Union invoices is an acquisition in the Union', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await execute(`update providers set vat_regime = 'intra_eu' where id = :id`, stage.provider)

    const id = await readInvoice(stage, { taxes: read([{ type: 'IVA', rate: 0, base: 10_000, amount: 0 }]) })

    assert.deepEqual(await codesOf(id), ['UE21'])
  })

  test('in the Canary Islands the reverse charge is of IGIC', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await execute(`update sites set territory = 'canarias' where id = :siteId`, stage)

    const id = await readInvoice(stage)

    assert.deepEqual(await codesOf(id), ['ISPIGIC7'])
  })

  test('of a reverse charge only what may be deducted goes to input VAT', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await readInvoice(stage)
    await execute(`update invoice_lines set deductible_percent = 50 where invoice_id = :id`, { id })

    const entry = await book(id, stage)

    assert.deepEqual(entry, [
      ['628', 11_050],
      ['472', 1_050],
      ['477', -2_100],
      ['400', -10_000],
    ])
  })

  test('an exempt invoice is booked, its base among the taxes', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await readInvoice(stage, { reverseCharge: read(false) })

    const entry = await book(id, stage)

    assert.deepEqual(await codesOf(id), ['EXENTO'])
    assert.deepEqual(entry, [
      ['628', 10_000],
      ['400', -10_000],
    ])
  })

  test('a line whose rate is not in the totals is not handed on', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(
      `update invoice_lines set vat_code_id = (select id from tax_codes where code = 'IVA10') where invoice_id = :id`,
      { id }
    )

    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /no está en los totales/)
  })

  test('VAT that a category does not let deduct is part of the expense', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const { id: categoryId } = await oneRow<{ id: number }>(
      `insert into categories (name, ledger_account_prefix, deductible_percent) values ('Vehículos ' || clock_timestamp(), '629', 50) returning id`
    )
    const id = await reviewed(stage)
    await classifyLines({ ...(await form(id, stage.accountant)), categoryId })

    const entry = await book(id, stage)

    assert.deepEqual(entry, [
      ['629', 11_050],
      ['472', 1_050],
      ['400', -12_100],
    ])
  })

  test('a simplified invoice without our tax id deducts nothing', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await changeHeader({ ...(await form(id, stage.accountant)), docType: 'simplified' })

    const entry = await book(id, stage)

    assert.deepEqual(entry, [
      ['628', 12_100],
      ['400', -12_100],
    ])
  })

  test('a simplified invoice that prints our tax id deducts like any other', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    await execute(
      `update invoices i set reading = jsonb_build_object('fields', jsonb_build_object('customerTaxId', jsonb_build_object('value', s.tax_id::text)))
         from sites s where s.id = i.site_id and i.id = :id`,
      { id }
    )

    await changeHeader({ ...(await form(id, stage.accountant)), docType: 'simplified' })

    assert.equal((await firstLine(id)).deductiblePercent, 100)
  })

  test('a person may say how much of a line is deducted', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const id = await reviewed(stage)
    const { id: _, ...line } = await firstLine(id)

    await addLine({
      ...(await form(id, stage.accountant)),
      line: { ...line, deductiblePercent: 33, withholdingCodeId: null, centerId: null },
    })

    const kept = await rows<{ deductiblePercent: number }>(
      `select deductible_percent from invoice_lines where invoice_id = :id order by position`,
      { id }
    )
    assert.deepEqual(
      kept.map(({ deductiblePercent }) => deductiblePercent),
      [100, 33]
    )
  })
})
