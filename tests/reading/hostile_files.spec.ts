import { deflateSync } from 'node:zlib'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { closeRecognisers, readDocument } from '#app/reading/read_document'
import { tinyPdf, writeObjects } from '#tests/reading/tiny_pdf'

const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']
const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024))

test.group('Archivos hostiles o desmesurados', (group) => {
  group.teardown(() => closeRecognisers())

  test('an attachment that unfolds to more than 25 MB is refused before it does', async ({ assert }) => {
    const bomb = writeObjects([
      ...pages,
      { dictionary: '/Type /EmbeddedFile /Filter /FlateDecode', data: packed(60) },
    ])

    await assert.rejects(
      () => readDocument(bomb),
      'El PDF contiene un archivo adjunto o datos demasiado grandes.'
    )
  })

  test('a large picture is no reason to refuse a file', async ({ assert }) => {
    const { hasOversizedStream } = await import('#app/reading/pages/compressed_streams')
    const file = writeObjects([
      ...pages,
      { dictionary: '/Subtype /Image /Filter /FlateDecode', data: packed(60) },
    ])

    assert.isFalse(hasOversizedStream(file))
  })

  test('a run of letters without end is cut to a word', async ({ assert }) => {
    const { toWords } = await import('#app/reading/pages/page_words')
    const piece = { text: 'x'.repeat(5_000), x0: 0, y0: 0, x1: 100, y1: 10, isTurned: false }

    assert.lengthOf(toWords([piece], 0, 0)[0]?.text ?? '', 200)
  })

  test('a picture of more pages than are recognised is read in part and says so', async ({ assert }) => {
    const { prepareImages } = await import('#app/reading/pictures/image_preparation')
    const page = { create: { width: 20, height: 28, channels: 3 as const, background: 'white' } }
    const tiff = await sharp(
      Array.from({ length: 3 }, () => page) as never,
      { join: { animated: true } } as never
    )
      .tiff()
      .toBuffer()

    const { images, isCut } = await prepareImages(tiff, 2)

    assert.lengthOf(images, 2)
    assert.isTrue(isCut)
  })
})

test.group('Texto sobre una imagen', () => {
  const stamp = [
    'Registro de entrada 2026/1187 del 09/08/2026 Recibido por administracion central',
    'Pagina escaneada y archivada en el gestor documental',
  ]

  test('a scan under a stamp of text counts as unread', async ({ assert }) => {
    const { openPdf } = await import('#app/reading/pages/pdf_document')
    const { readTextLayer } = await import('#app/reading/pages/text_layer')
    const { measurePictures } = await import('#app/reading/pictures/picture_cover')
    const blank = { create: { width: 60, height: 84, channels: 3 as const, background: 'white' } }
    const jpeg = await sharp(blank).toColourspace('b-w').jpeg().toBuffer()
    const measure = async (lines: string[], picture?: Parameters<typeof tinyPdf>[1]) => {
      const document = await openPdf(tinyPdf(lines, picture))
      const cover = await measurePictures(document, 0, await readTextLayer(document, 0))
      await document.loadingTask.destroy()
      return cover
    }

    const scan = { jpeg, width: 60, height: 84 }
    const full = Array.from(
      { length: 40 },
      (_, row) => `Linea ${row} de una factura con texto sobre su fondo`
    )
    assert.deepEqual(await measure(stamp, scan), { hasPictures: true, isUnread: true, mayHoldCode: true })
    assert.deepEqual(await measure(full, scan), { hasPictures: true, isUnread: false, mayHoldCode: true })
    assert.deepEqual(await measure(stamp), { hasPictures: false, isUnread: false, mayHoldCode: false })
  })

  test('the invoice in the picture is read, not the stamp', async ({ assert }) => {
    const { readFile } = await import('node:fs/promises')
    const { drawPage } = await import('#app/invoices/drawing/draw_page')
    const bytes = await readFile(new URL('./files/syn-bodega-1.pdf', import.meta.url))
    const invoice = await drawPage({ bytes, mime: 'application/pdf', pageIndex: 0, widthPx: 1654 })
    assert.exists(invoice)
    const { data, info } = await sharp(invoice ?? undefined)
      .toColourspace('b-w')
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true })

    const { kind, invoices } = await readDocument(
      tinyPdf(stamp, { jpeg: data, width: info.width, height: info.height })
    )

    assert.equal(kind, 'pdf-scan')
    assert.equal(invoices[0]?.fields.total.value, 302887)
    assert.equal(invoices[0]?.fields.providerTaxId.value, 'A26003418')
  }).timeout(120_000)
})
