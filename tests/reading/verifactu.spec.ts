import { test } from '@japa/runner'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { parseVerifactu } from '#app/reading/codes/verifactu'
import { closeRecognisers, readDocument } from '#app/reading/read_document'

const address = 'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR'
const stated = `${address}?nif=B12345674&numserie=F26%2F118&fecha=05-03-2026&importe=106.00`

/** An invoice with withholding, the code in its corner and «VERI*FACTU» below it. */
async function invoiceWithCode(text: string): Promise<Uint8Array> {
  const code = await QRCode.toBuffer(text, { width: 320, margin: 2 })
  const document = new PDFDocument({ size: 'A4', margin: 50 })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const end = new Promise<void>((resolve) => document.on('end', resolve))
  document.image(code, 430, 40, { width: 95 }).fontSize(8).text('VERI*FACTU', 450, 140)
  const lines: [string, string][] = [
    ['Suministros Sur, S.L.', ''],
    ['NIF B12345674', ''],
    ['Factura n.º F26/118', ''],
    ['Fecha: 05/03/2026', ''],
    ['Cliente: Hoteles Mar, S.A.', ''],
    ['NIF: A28012342', ''],
    ['Asesoría del mes de marzo', '100,00 €'],
    ['Base imponible', '100,00 €'],
    ['IVA 21 %', '21,00 €'],
    ['IRPF 15 %', '-15,00 €'],
    ['Total a pagar', '106,00 €'],
  ]
  for (const [row, [left, right]] of lines.entries())
    document
      .fontSize(11)
      .text(left, 50, 180 + row * 24)
      .text(right, 400, 180 + row * 24, { width: 120, align: 'right' })
  document.end()
  await end
  return Buffer.concat(parts)
}

test.group('QR VERI*FACTU', (group) => {
  group.teardown(() => closeRecognisers())

  test('only an address of the tax agency counts', ({ assert }) => {
    assert.deepEqual(parseVerifactu(stated), {
      taxId: 'B12345674',
      invoiceNumber: 'F26/118',
      issueDate: '2026-03-05',
      totalMinor: 10600,
      url: stated,
    })
    assert.isNull(parseVerifactu(stated.replace('gob.es', 'gob.es.example.com')))
    assert.isNull(parseVerifactu(stated.replace('https', 'http')))
    assert.isNull(parseVerifactu('BCD\n002\n1\nSCT'))
    assert.isNull(parseVerifactu(`${address}?nif=B12345674`))
  })

  test('a code that says what is printed makes the fields certain', async ({ assert }) => {
    const { invoices, alarms } = await readDocument(await invoiceWithCode(stated))

    assert.deepEqual(alarms, [])
    assert.equal(invoices[0]?.fields.invoiceNumber.value, 'F26/118')
    assert.isAtLeast(invoices[0]?.fields.invoiceNumber.confidence ?? 0, 0.99)
    assert.isAtLeast(invoices[0]?.fields.total.confidence ?? 0, 0.99)
  })

  test('a total before withholding is no difference', async ({ assert }) => {
    const { alarms } = await readDocument(await invoiceWithCode(stated.replace('106.00', '121.00')))

    assert.deepEqual(alarms, [])
  })

  test('a code that says otherwise is an alarm with what differs', async ({ assert }) => {
    const altered = stated.replace('106.00', '1060.00').replace('05-03', '06-03')

    const { alarms } = await readDocument(await invoiceWithCode(altered))

    assert.lengthOf(alarms, 1)
    assert.equal(alarms[0]?.code, 'verifactu_qr_differs')
    assert.include(alarms[0]?.message ?? '', 'fecha 2026-03-05 (QR: 2026-03-06)')
    assert.match(alarms[0]?.message ?? '', /total 106,00\s€ \(QR: 1\.060,00\s€\)/)
    const differences = alarms[0]?.evidence?.differences as { label: string }[] | undefined
    assert.deepEqual(
      differences?.map(({ label }) => label),
      ['fecha', 'total']
    )
  })
})
