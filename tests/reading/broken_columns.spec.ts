import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] }).fields

test.group('Lo que una columna estrecha parte', () => {
  test('a number broken at its dash goes on where its line began', ({ assert }) => {
    const { invoiceNumber, issueDate } = read(
      'Factura n.º INV-       Fecha 08-01-2026\n988568\nTotal   121,00'
    )

    assert.equal(invoiceNumber.value, 'INV-988568')
    assert.equal(issueDate.value, '2026-01-08')
  })

  test('a number under its heading ends where the next heading begins', ({ assert }) => {
    const { invoiceNumber } = read(
      'Factura nº     Contrato      Fecha\n6376747/2026   5505962       18/05/2026\nTotal   121,00'
    )

    assert.equal(invoiceNumber.value, '6376747/2026')
  })

  test('a day broken inside a paragraph goes on at the beginning of its own column', ({ assert }) => {
    const { dueDate } = read(
      'Hoteles Mar, S.L.      Nº Doc.: R 264042\nC/ Betis, 57           Fecha: 08-JUN-2026 Vence el: 23-JUN-\n41010 Sevilla          2026\nTotal   121,00'
    )

    assert.equal(dueDate.value, '2026-06-23')
  })

  test('an account in three lines of its column is read whole', ({ assert }) => {
    const { providerIban } = read(
      'Forma de pago            IBAN\nTransferencia bancaria   ES91 2100 0418\n                         4502 0005\n                         1332\nTotal 121,00'
    )

    assert.equal(providerIban.value, 'ES9121000418450200051332')
  })

  test('a figure in a row of goods whose amount stands before it is no invoice number', ({ assert }) => {
    const { invoiceNumber } = read(
      'Factura 2026.040297\nImporte      Artículo\n774,36       Alquiler plaza de garaje nº 14\nTotal   774,36'
    )

    assert.equal(invoiceNumber.value, '2026.040297')
  })
})

test.group('Quién factura a quién', () => {
  test('what stands beside the customer’s label is not the customer’s when an address stands under it', ({
    assert,
  }) => {
    const fields = read(
      'FACTURA 26-4265-B\nDatos del cliente        Climafrío Betanzos, S.L. · Polígono El Sequero, 31 · 28906\nGestión de Cocinas       Getafe · NIF: B29459427 · Tel. 962 902 792\nRibera, S.L.\nB41902271\nC/ Betis, 57\n41010 Sevilla\nTotal   121,00'
    )

    assert.equal(fields.providerTaxId.value, 'B29459427')
    assert.equal(fields.customerTaxId.value, 'B41902271')
  })

  test('the code of a customer is no label of the customer', ({ assert }) => {
    const fields = read(
      'Factura 2026/A/0454          Inmuebles del Turia, S.A.\nCód. cliente: 430006076      CIF: A11257037\n\nCliente: Gestión de Cocinas Ribera, S.L.\nCIF B41902271\nTotal   121,00'
    )

    assert.equal(fields.providerTaxId.value, 'A11257037')
  })
})

test.group('Líneas', () => {
  test('the figure of a column that begins a blank after the words is no word of theirs', ({ assert }) => {
    const { lines } = read(
      'Factura T-1\nConcepto           Uds    Precio    Importe\nTóner negro HP 26A 2     80,00     160,00\nPapel A4 80 g       5     4,00      20,00\nBase imponible   180,00\nIVA 21 %   37,80\nTotal   217,80'
    )

    assert.deepEqual(lines.value, [
      { description: 'Tóner negro HP 26A', quantity: 2, amount: 16_000 },
      { description: 'Papel A4 80 g', quantity: 5, amount: 2000 },
    ])
  })

  test('the figures that open the rows of a ticket are quantities', ({ assert }) => {
    const { lines } = read(
      'Factura simplificada FS 12\n5 Tarta de queso      24,75\n4 Servilletas          7,64\nIMPORTE               32,39\nIVA 10 %   29,45   2,94'
    )

    assert.deepEqual(
      lines.value?.map(({ quantity, amount }) => [quantity, amount]),
      [
        [5, 2475],
        [4, 764],
      ]
    )
  })

  test('of boxes and bottles the price tells which is the quantity', ({ assert }) => {
    const { lines } = read(
      'Factura E-1\nDescripción          Cajas   Bot.   Precio   % Dto     Neto\nCrianza 2022 75cl    10      60     6,40     10,00    345,60\nBlanco joven 75cl    5       30     4,15     0,00     124,50\nBase imponible   470,10\nIVA 21 %   98,72\nTotal   568,82'
    )

    assert.deepEqual(
      lines.value?.map(({ quantity, amount }) => [quantity, amount]),
      [
        [60, 34_560],
        [30, 12_450],
      ]
    )
  })

  test('figures that only count the rows are none', ({ assert }) => {
    const { lines } = read(
      'Factura 12\n1 Mano de obra        24,75\n2 Desplazamiento       7,64\nTotal                 32,39'
    )

    assert.isTrue(lines.value?.every(({ quantity }) => quantity === undefined))
  })

  test('names over two lines stand over their amounts on a receipt printed crosswise', ({ assert }) => {
    const { lines } = read(
      'Recibo N.º 34\n\nGastos de    Renta local   Base       IVA\ncomunidad    planta baja   imponible  21%\n\n100,00       900,00        1.000,00   210,00\nTotal   1.210,00'
    )

    assert.deepEqual(
      lines.value?.map(({ description }) => description),
      ['Gastos de comunidad', 'Renta local planta baja']
    )
  })
})
