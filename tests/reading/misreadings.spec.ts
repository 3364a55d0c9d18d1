import { test } from '@japa/runner'
import { asAmountText, asDateText } from '#app/reading/candidates/misreadings'
import { exactLabelKinds, nearLabelKinds, resemblingKinds } from '#app/reading/labels/label_index'
import { ownWords } from '#app/reading/labels/own_words'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const scanned = (text: string) =>
  readPages({ ...printedPage(text), source: 'recognised' }, { ownCompanies: [] })

test.group('Lo que el reconocimiento lee mal', () => {
  test('letters among figures are the figures they look like', ({ assert }) => {
    assert.equal(asAmountText('21O,00'), '210,00')
    assert.equal(asAmountText('l.2B4,56'), '1.284,56')
    assert.equal(asDateText('O5/03/2026'), '05/03/2026')
    assert.equal(asDateText('05/0372026'), '05/03/2026')
    assert.equal(asDateText('09:02.2026'), '09/02/2026')
  })

  test('words, codes and figures that are right are left alone', ({ assert }) => {
    for (const text of ['S.L.', 'IBI.SO', '1.284,56', 'Bolsa,10']) assert.isNull(asAmountText(text))
    for (const text of ['2026/A/0383', 'A-12/03', '12345678Z']) assert.isNull(asDateText(text))
  })

  test('one figure of the tax is told by its base and rate', ({ assert }) => {
    const { fields, checks } = scanned(
      'Base imponible   1.000,00\nIVA 21%   270,00\nTotal factura   1.210,00'
    )

    assert.isTrue(checks.totalAddsUp)
    assert.deepEqual(fields.taxes.value, [{ type: 'IVA', rate: 21, base: 100000, amount: 21000 }])
  })

  test('in a text layer nothing is repaired: what is printed counts', ({ assert }) => {
    const { checks } = readPages(
      printedPage('Base imponible   1.000,00\nIVA 21%   270,00\nTotal factura   1.210,00'),
      { ownCompanies: [] }
    )

    assert.isFalse(checks.taxRowsAddUp && checks.totalAddsUp && checks.linesAddUp)
  })

  test('the amount of a row is what quantity and price make it when the sum agrees', ({ assert }) => {
    const { fields, checks } = scanned(
      'Descripción        Cantidad   Precio   Importe\nToalla de baño         4       10,00     48,00\nSábana bajera          6       10,00     60,00\nBase imponible   100,00\nIVA 21%   21,00\nTotal factura   121,00'
    )

    assert.isTrue(checks.linesAddUp)
    assert.deepEqual(
      fields.lines.value?.map(({ amount }) => amount),
      [4000, 6000]
    )
  })

  test('a figure without its comma in a column of amounts has cents', ({ assert }) => {
    const { fields } = scanned(
      'Descripción              Importe\nToalla de baño             40,00\nSábana bajera               6000\nBase imponible            100,00\nIVA 21%                    21,00\nTotal factura             121,00'
    )

    assert.deepEqual(
      fields.lines.value?.map(({ amount }) => amount),
      [4000, 6000]
    )
  })

  test('a company’s number whose J was read as a figure is found after its label', ({ assert }) => {
    const { fields } = scanned(
      'Obrador La Espiga, S.C.\nCIF 352314473\n\nCliente\nHoteles Mar, S.L.\nB41902271\nTotal   121,00'
    )

    assert.equal(fields.providerTaxId.value, 'J52314473')
  })

  test('words that are read as they stand are no misread labels: {words}')
    .with([
      { words: ['de', 'factura'] },
      { words: ['suma', 'factura'] },
      { words: ['los', 'honorarios'] },
      { words: ['o', 'folio'] },
      { words: ['abonado', 'con'] },
      { words: ['parcela'] },
    ])
    .run(({ assert }, { words }) => {
      assert.isEmpty(nearLabelKinds(words))
    })

  test('labels with a wrong letter still are labels: {words}')
    .with([
      { words: ['tactura'], kind: 'title' },
      { words: ['fecha', 'de', 'tactura'], kind: 'issueDate' },
      { words: ['baso', 'imponible'], kind: 'base' },
    ] as const)
    .run(({ assert }, { words, kind }) => {
      assert.include(nearLabelKinds(words), kind)
    })

  test('every word that is kept from being a label would be taken for one', ({ assert }) => {
    for (const word of ownWords) {
      assert.isEmpty(exactLabelKinds(word), word)
      assert.isNotEmpty(resemblingKinds([word]), word)
    }
  })

  test('the series of a number is kept, whatever stands between or before: {head}')
    .with([
      { head: 'Serie | Número | Fecha\nA       4829   | 28-11-2025', number: 'A 4829' },
      { head: 'FACTURA     AD SERIE    DATA\n5306           P       07/04/2026', number: 'P 5306' },
    ])
    .run(({ assert }, { head, number }) => {
      const { fields } = scanned(`${head}\nTotal   121,00`)
      assert.equal(fields.invoiceNumber.value, number)
    })

  test('a code is a number whatever small word is read before it, and a year is no amount', ({ assert }) => {
    const number = (head: string) => scanned(`${head}\nTotal   121,00`).fields.invoiceNumber.value
    assert.equal(number('Factura de GCN/26-800114'), 'GCN/26-800114')
    assert.isNull(number('Factura pedido PO26/80011'))
    assert.equal(number('FRA. 973/26 · 18 de marzo de 2026'), '973/26')
  })

  test('what a credit note refers to is the invoice that it corrects', ({ assert }) => {
    const { fields } = scanned(
      'Abono\nNúmero/Fecha        9100695288 / 18.06.2026\nRef. factura/Fecha  9000082339 / 02.06.2026\nTotal  -121,00'
    )
    assert.equal(fields.invoiceNumber.value, '9100695288')
  })

  test('our own reference on a credit note names the note', ({ assert }) => {
    const { fields } = scanned('Abono\nN/Ref. factura n.º  9100695288\nTotal  -121,00')
    assert.equal(fields.invoiceNumber.value, '9100695288')
  })

  test('the second name of a document joined to the first is of another one', ({ assert }) => {
    const { fields } = scanned(
      'FACTURA RECTIFICATIVA   HG26-3433\nFactura rectificativa de la factura n.° HG26-3389\nTotal  -121,00'
    )
    assert.equal(fields.invoiceNumber.value, 'HG26-3433')
    assert.equal(fields.rectifiedInvoiceNumber.value, 'HG26-3389')
  })
})
