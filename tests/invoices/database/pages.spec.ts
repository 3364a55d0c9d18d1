import { test } from '@japa/runner'
import { divideInvoice, joinInvoices } from '#app/invoices/intake/part_pages'
import { readInvoice } from '#app/invoices/intake/read_invoice'
import Invoice from '#app/invoices/models/invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import type { ReadResult } from '#app/reading/reading_types'
import { makeUser, type Person } from '#tests/factories/people'
import { uploadFile } from '#tests/factories/uploads'
import { tinyPdf } from '#tests/reading/tiny_pdf'

const LINES = ['Factura', 'Total a pagar 121,00', 'IVA 21% 21,00', 'Base imponible 100,00']

/** An invoice in review of whose file two pages were read, each with a number of its own. */
async function twoPages(person: Person): Promise<number> {
  const bytes = Buffer.concat([Buffer.from(tinyPdf(LINES)), Buffer.from(`\n% ${Math.random()}\n`)])
  const { invoiceId, fileId } = await uploadFile('dos.pdf', bytes, person)
  await readInvoice({ invoiceId, fileId })
  const { id, result } = await oneRow<{ id: number; result: ReadResult }>(
    `select id, result from ocr_jobs where invoice_id = :invoiceId`,
    { invoiceId }
  )
  const [page] = result.pages
  await execute(`update ocr_jobs set result = :result where id = :id`, {
    id,
    result: JSON.stringify({ ...result, pages: [page, page] }),
  })
  await execute(
    `update invoices set reading = jsonb_set(reading, '{pages}', '[1, 2]') where id = :invoiceId`,
    {
      invoiceId,
    }
  )
  return invoiceId
}

const pagesOf = async (id: number) => ((await Invoice.findOrFail(id)).reading as { pages: number[] }).pages

const codesOf = async (id: number) =>
  ((await Invoice.findOrFail(id)).reading as { alarms: { code: string }[] }).alarms.map(({ code }) => code)

/** Each reads one or two scans. */
const READING_MS = 180_000

test.group('Pages of a document', (group) => {
  group.each.timeout(READING_MS)

  test('what a code on one page contradicts is told of the invoice of that page alone', async ({
    assert,
  }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await twoPages(person)
    const differs = { code: 'verifactu_qr_differs', message: 'El código QR no coincide.', invoice: 0 }
    await execute(
      `update ocr_jobs set result = jsonb_set(result, '{alarms}', :alarms::jsonb) where invoice_id = :id`,
      { id, alarms: JSON.stringify([differs]) }
    )

    const otherId = await divideInvoice({ invoiceId: id, fromPage: 2, actor: person.actor })

    assert.include(await codesOf(id), 'verifactu_qr_differs')
    assert.notInclude(await codesOf(otherId), 'verifactu_qr_differs')
    const blocked = await rows(
      `select invoice_id from invoice_alarms where rule_code = 'S2' and status = 'open' and invoice_id = any(:ids::bigint[])`,
      { ids: [id, otherId] }
    )
    assert.deepEqual(blocked, [{ invoiceId: id }])
  })

  test('two invoices in one file are parted, and put together again', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const id = await twoPages(person)

    const otherId = await divideInvoice({ invoiceId: id, fromPage: 2, actor: person.actor })

    assert.deepEqual([await pagesOf(id), await pagesOf(otherId)], [[1], [2]])
    for (const one of [id, otherId]) assert.equal((await Invoice.findOrFail(one)).status, 'pending_review')

    await joinInvoices({ invoiceId: id, otherId, actor: person.actor })

    assert.deepEqual(await pagesOf(id), [1, 2])
    assert.equal((await Invoice.findOrFail(otherId)).status, 'cancelled')
  })

  test('nothing is parted before its second page, nor joined across files', async ({ assert }) => {
    const person = await makeUser('c0ntab1l1dad')
    const [id, stranger] = [await twoPages(person), await twoPages(person)]

    await assert.rejects(
      () => divideInvoice({ invoiceId: id, fromPage: 1, actor: person.actor }),
      /posterior a la primera/
    )
    await assert.rejects(
      () => joinInvoices({ invoiceId: id, otherId: stranger, actor: person.actor }),
      /mismo archivo/
    )
    assert.equal((await Invoice.findOrFail(stranger)).status, 'pending_review')
  })
})
