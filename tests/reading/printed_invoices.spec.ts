import { isDeepStrictEqual } from 'node:util'
import { test } from '@japa/runner'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { readPages } from '#app/reading/pages/read_pages'
import { fold } from '#app/reading/pages/text_forms'
import { splitInvoices } from '#app/reading/split_invoices'
import { furtherInvoices } from '#tests/reading/further_invoices'
import { printedInvoices } from '#tests/reading/printed_invoices'
import { printedPage } from '#tests/reading/printed_page'
import { printedTraps } from '#tests/reading/printed_traps'

/** Names count without case, numbers without blanks, taxes without order and without rows of nothing. */
function comparable(name: string, value: unknown): unknown {
  if (name === 'providerName') return fold(String(value))
  if (name === 'invoiceNumber') return String(value).replace(/\s/g, '')
  if (name !== 'taxes' || !Array.isArray(value)) return value
  const rows: unknown[] = value
  return rows
    .map((row) => JSON.stringify(row))
    .filter((row) => !row.includes('"amount":0'))
    .toSorted()
}

test.group('Facturas impresas', () => {
  test('every field of the invoice «{name}» is read')
    .with([...printedInvoices, ...printedTraps])
    .run(({ assert }, { text, expected }) => {
      const { fields } = readPages(printedPage(text), { ownCompanies: [] })

      for (const [name, value] of Object.entries(expected)) {
        const read = fields[name as keyof typeof fields].value
        assert.deepEqual(comparable(name, read), comparable(name, value), name)
      }
    })

  test('an own company is never the supplier, wherever it is printed', ({ assert }) => {
    const layout = printedPage(
      'Hoteles Mar, S.A.   A28012342\n\nFactura 7\n\nSuministros Sur, S.L.   B12345674\n\nTotal   10,00 €'
    )

    const { fields } = readPages(layout, {
      ownCompanies: [{ name: 'Hoteles Mar, S.A.', taxId: 'A28012342', ibans: [] }],
    })

    assert.equal(fields.providerTaxId.value, 'B12345674')
    assert.equal(fields.customerTaxId.value, 'A28012342')
    assert.equal(fields.customerName.value, 'Hoteles Mar, S.A.')
  })

  test('each value says where on the page it was found', ({ assert }) => {
    const { fields } = readPages(printedPage('\n\n\nTotal factura   121,00 €'), { ownCompanies: [] })

    const place = fields.total.boxes[0]
    assert.equal(place?.page, 1)
    assert.isAbove(place?.box[0] ?? 0, 0.1)
    assert.isBelow(place?.box[3] ?? 1, 0.1)
  })

  test('in further layouts the reader keeps what it reads right and is never surely wrong', ({ assert }) => {
    let right = 0
    let all = 0
    for (const { name, text, expected } of furtherInvoices) {
      const { fields } = readPages(printedPage(text), { ownCompanies: [] })
      for (const [key, value] of Object.entries(expected)) {
        const field = fields[key as keyof typeof fields]
        const isRight = isDeepStrictEqual(comparable(key, field.value), comparable(key, value))
        all += 1
        if (isRight) right += 1
        assert.isTrue(isRight || field.value === null || field.confidence < 0.95, `${name}: ${key}`)
      }
    }

    assert.isAbove(all, 200)
    assert.isAtLeast(right / all, 0.98)
  })

  test('a printed total that base and tax do not give is kept and raises an alarm', ({ assert }) => {
    const invoice = readPages(
      printedPage('Factura V-1\nBase imponible   100,00 €\nIVA 21%   21,00 €\nTotal factura   131,00 €'),
      { ownCompanies: [] }
    )

    const { taxBase, taxes, total } = invoice.fields
    assert.deepEqual([taxBase.value, total.value], [10000, 13100])
    assert.deepEqual(taxes.value, [{ type: 'IVA', rate: 21, base: 10000, amount: 2100 }])
    assert.isBelow(total.confidence, 0.7)
    assert.include(
      invoiceAlarms(invoice).map((alarm) => alarm.code),
      'totals_do_not_add_up'
    )
  })

  test('two parties that only their place tells apart are never certain', ({ assert }) => {
    const { fields } = readPages(
      printedPage(
        'Textil Sur, S.L.\nCIF B91029389\n\nHoteles Bahía Serena, S.L.\nCIF B44712032\n\nTotal   10,00 €'
      ),
      { ownCompanies: [] }
    )

    assert.isBelow(fields.providerTaxId.confidence, 0.8)
    assert.isBelow(fields.providerName.confidence, 0.8)
    assert.isBelow(fields.customerTaxId.confidence, 0.8)
  })

  test('lines that are sums of the foot are never shown as certain', ({ assert }) => {
    const { fields } = readPages(
      printedPage('Factura 7\nBase imponible   100,00 €\nIVA 21%   21,00 €\nTotal factura   121,00 €'),
      { ownCompanies: [] }
    )

    assert.isAtMost(fields.lines.confidence, 0.3)
  })

  test('a number that goes on behind a slash is doubtful', ({ assert }) => {
    const { fields } = readPages(printedPage('Factura nº: 2026 /rq1 0091\nTotal   10,00 €'), {
      ownCompanies: [],
    })

    assert.isBelow(fields.invoiceNumber.confidence, 0.7)
  })

  test('a file with two invoices is parted where another number begins', async ({ assert }) => {
    const page = (number: string) => `Factura nº: ${number}\nNIF B12345674\nTotal 10,00`

    const parts = splitInvoices(printedPage(`${page('F-1')}\f${page('F-1')}\f${page('F-2')}`))

    assert.deepEqual(
      parts.map((part) => part.pages),
      [[1, 2], [3]]
    )
  })

  test('the number that parts a file may stand under its label or in a row of labels', ({ assert }) => {
    const page = (number: string) =>
      `Documento        Fecha de factura     Vencimiento\n${number}        01/02/2026           01/03/2026\n\nNIF B12345674\nTotal 10,00`

    const parts = splitInvoices(printedPage([page('26-2969-B'), page('26-9843-B')].join('\f')))

    assert.deepEqual(
      parts.map((part) => part.pages),
      [[1], [2]]
    )
  })

  test('a page that goes on is no invoice: {name}')
    .with([
      { name: 'it names the same number', second: 'Factura nº: F-1\nFecha: 01/02/2026\nNIF B12345674' },
      { name: 'it has no supplier', second: 'Factura nº: F-2\nTotal 10,00' },
      {
        name: 'it is counted as the second',
        second: 'Factura nº: F-2\nPágina 2 de 2\nFecha: 01/02/2026\nNIF B12345674',
      },
      {
        name: 'it lists invoices that the first names',
        second: 'Factura nº: F-0\nFecha: 01/02/2026\nNIF B12345674',
      },
    ])
    .run(({ assert }, { second }) => {
      const first = 'Factura nº: F-1\nFecha: 01/02/2026\nNIF B12345674\nAbono de F-0\nTotal 10,00'

      assert.lengthOf(splitInvoices(printedPage(`${first}\f${second}`)), 1)
    })
})
