import { test } from '@japa/runner'
import { drawPage } from '#app/invoices/drawing/draw_page'
import { pageHash } from '#app/invoices/drawing/page_hash'
import { readPdfTraces } from '#app/invoices/drawing/pdf_traces'
import { tinyPdf } from '#tests/reading/tiny_pdf'

const LINES = ['IBAN ES9121000418450200051332', 'Base 1.000,00 IVA 210,00', 'Total 1.210,00 EUR']

/** The file saved over: its content anew behind it, as an editor appends it. */
function savedOver(pdf: Uint8Array, lines: string[]): Uint8Array {
  const before = Buffer.from(pdf)
  const start = /startxref\s+(\d+)/.exec(before.toString('latin1'))?.[1]
  const content = lines
    .map((line, index) => `BT /F1 8 Tf 40 ${20 + index * 11} Td (${line}) Tj ET`)
    .join('\n')
  const object = `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`
  const at = before.length + 1
  const xref = at + object.length
  const tail = `xref\n4 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${start} >>\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.concat([before, Buffer.from(`\n${object}${tail}`, 'latin1')])
}

test.group('Traces of a PDF', () => {
  test('a file as its maker left it shows none', async ({ assert }) => {
    const { revisions, signs } = await readPdfTraces(tinyPdf(LINES))

    assert.equal(revisions, 1)
    assert.deepEqual(signs, [])
  })

  test('a later state with another account or amount is told', async ({ assert }) => {
    const pdf = tinyPdf(LINES)
    const [, ...rest] = LINES

    const account = await readPdfTraces(savedOver(pdf, ['IBAN ES7921000813610123456789', ...rest]))
    const amount = await readPdfTraces(savedOver(pdf, [...LINES.slice(0, 2), 'Total 2.210,00 EUR']))

    assert.equal(account.revisions, 2)
    assert.deepEqual(account.signs, ['una actualización cambió el IBAN'])
    assert.deepEqual(amount.signs, ['una actualización cambió un importe'])
  })

  test('a later state that says the same, as a signature leaves it, is no sign', async ({ assert }) => {
    assert.deepEqual((await readPdfTraces(savedOver(tinyPdf(LINES), LINES))).signs, [])
  })
})

test.group('The look of a page', () => {
  const hashOf = async (lines: string[]) => {
    const picture = await drawPage({
      bytes: tinyPdf(lines),
      mime: 'application/pdf',
      pageIndex: 0,
      widthPx: 700,
    })
    return picture ? pageHash(picture) : null
  }
  const bitsApart = (a: bigint | null, b: bigint | null) =>
    [...BigInt.asUintN(64, (a ?? 0n) ^ (b ?? 0n)).toString(2)].filter((bit) => bit === '1').length

  test('is the same of the same page and another of another', async ({ assert }) => {
    const many = Array.from(
      { length: 60 },
      (_, at) => `Línea ${at} de una factura larga con mucho texto a lo ancho`
    )

    assert.equal(bitsApart(await hashOf(LINES), await hashOf(LINES)), 0)
    assert.isAbove(bitsApart(await hashOf(LINES), await hashOf(many)), 4)
  })

  test('an empty page has none', async ({ assert }) => {
    assert.isNull(await hashOf([]))
  })
})
