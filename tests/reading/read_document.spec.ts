import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { drawPage } from '#app/invoices/drawing/draw_page'
import { closeRecognisers, readDocument } from '#app/reading/read_document'
import { ReadingChild } from '#app/reading/read_in_child'

const file = (name: string) => readFile(new URL(`./files/${name}`, import.meta.url))

test.group('Lectura de documentos', (group) => {
  group.teardown(() => closeRecognisers())

  test('a PDF with text is read without recognition', async ({ assert }) => {
    const { kind, engine, invoices, pages, markdown } = await readDocument(await file('syn-bodega-1.pdf'))

    const fields = invoices[0]?.fields
    assert.deepEqual([kind, engine], ['pdf-text', 'pdf-text'])
    assert.deepEqual(
      [fields?.providerTaxId.value, fields?.invoiceNumber.value, fields?.total.value],
      ['A26003418', 'VB/26/733', 302887]
    )
    assert.lengthOf(fields?.lines.value ?? [], 3)
    assert.isAbove(pages[0]?.words.length ?? 0, 100)
    assert.include(markdown, 'Bodegas Hermanos Urrutia')
  })

  test('the XML inside a PDF wins over its print', async ({ assert }) => {
    const { kind, invoices, alarms } = await readDocument(await file('hybrid-zugferd-facture-fr-basicwl.pdf'))

    assert.equal(kind, 'pdf-xml')
    assert.equal(invoices[0]?.fields.total.value, 67115)
    assert.equal(invoices[0]?.fields.total.confidence, 1)
    assert.notInclude(
      alarms.map((alarm) => alarm.code),
      'xml_total_not_printed'
    )
  })

  test('a fax without text is recognised and its sums hold', async ({ assert }) => {
    const { kind, invoices } = await readDocument(await file('syn-ota-2.pdf'))

    assert.equal(kind, 'pdf-scan')
    assert.equal(invoices[0]?.fields.total.value, 1617533)
    assert.isTrue(invoices[0]?.fields.reverseCharge.value)
  }).timeout(60_000)

  test('a page lying on its head is turned before it is read', async ({ assert }) => {
    const sharp = (await import('sharp')).default
    const bytes = await file('syn-papeleria-1.pdf')
    const page = await drawPage({ bytes, mime: 'application/pdf', pageIndex: 0, widthPx: 1654 })
    assert.exists(page)

    const { invoices, kind } = await readDocument(
      await sharp(page ?? undefined)
        .rotate(180)
        .png()
        .toBuffer()
    )

    assert.equal(kind, 'image')
    assert.deepEqual(invoices[0]?.fields.taxes.value?.map((tax) => tax.type).toSorted(), [
      'IVA',
      'IVA',
      'RE',
      'RE',
    ])
    assert.isAbove(invoices[0]?.fields.total.boxes[0]?.box[1] ?? 0, 0.3)
  }).timeout(60_000)

  test('a child process reads the same and refuses with the same words', async ({ assert }) => {
    const child = new ReadingChild()

    const { invoices } = await child.read(await file('syn-bodega-1.pdf'))
    await assert.rejects(
      () => child.read(new TextEncoder().encode('hola')),
      'Formato no admitido: use PDF, JPG, PNG, TIFF o XML.'
    )
    child.close()

    assert.equal(invoices[0]?.fields.total.value, 302887)
  }).timeout(60_000)
})
