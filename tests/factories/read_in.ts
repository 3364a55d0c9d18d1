import { classifyLines } from '#app/invoices/editing/edit_lines'
import { applyReading } from '#app/invoices/intake/apply_reading'
import Invoice from '#app/invoices/models/invoice'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { readDocument } from '#app/reading/read_document'
import type { ReadResult } from '#app/reading/reading_types'
import type { Parties } from '#tests/factories/e_invoices'
import { form, type InvoiceStage } from '#tests/factories/invoice_stage'
import { uploadFile } from '#tests/factories/uploads'

/** The tax numbers of the stage: its supplier sells, its company buys. */
export function partiesOf({ siteId, provider }: Pick<InvoiceStage, 'siteId' | 'provider'>): Promise<Parties> {
  return oneRow<Parties>(
    `select (select tax_id::text from providers where id = :providerId) as seller, (select tax_id::text from sites where id = :siteId) as buyer`,
    { siteId, providerId: provider.id }
  )
}

/** Uploads a document, reads it and writes down what it says, as the job does. */
export async function readIn(name: string, bytes: Uint8Array, stage: InvoiceStage): Promise<number> {
  return keepReading(name, bytes, await readDocument(bytes), stage)
}

/** The same with what was read of it. */
export async function keepReading(
  name: string,
  bytes: Uint8Array,
  reading: ReadResult,
  { accountant }: Pick<InvoiceStage, 'accountant'>
): Promise<number> {
  const { invoiceId } = await uploadFile(name, bytes, accountant)
  await execute(`update invoices set status = 'analysing' where id = :invoiceId`, { invoiceId })
  await inTransaction((trx) => applyReading(invoiceId, reading, 0, trx))
  return invoiceId
}

/** Every line as an expense of one kind, so that the invoice can be sent on. */
export async function classifyAll(invoiceId: number, stage: InvoiceStage): Promise<Invoice> {
  const { id: categoryId } = await oneRow<{ id: number }>(
    `select id from categories where name = 'Electricidad'`
  )
  await classifyLines({ ...(await form(invoiceId, stage.accountant)), categoryId })
  return Invoice.findOrFail(invoiceId)
}
