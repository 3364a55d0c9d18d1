import { test } from '@japa/runner'
import { readPages } from '#app/reading/pages/read_pages'
import { printedPage } from '#tests/reading/printed_page'

const read = (text: string) => readPages(printedPage(text), { ownCompanies: [] }).fields
const sums = '\nBase imponible   100,00\nIVA 21 %   21,00\nTotal   121,00'

test.group('Números de factura', () => {
  test('the number is read: {head}')
    .with([
      { head: 'Factura 26.07', number: '26.07' },
      { head: 'Nº factura: 0126 2026 A 00077183', number: '0126 2026 A 00077183' },
      { head: 'Bill number     Q04 7718 QX', number: 'Q04 7718 QX' },
      { head: 'Factura 26118 (certificado de tratamiento n.º 2026-0419)', number: '26118' },
      { head: 'Rechnungsnummer BT-1:   2026-CH-00519', number: '2026-CH-00519' },
      { head: 'Confirmation & invoice no.\nWJ-58814', number: 'WJ-58814' },
      { head: 'Factura de anticipo\nANT-26/0006 | 20.01.2026', number: 'ANT-26/0006' },
      { head: 'FACTURA        LIQUIDACIÓN / RECIBO\n2026AL0070442  L-88301-26', number: '2026AL0070442' },
    ])
    .run(({ assert }, { head, number }) => {
      assert.equal(read(`${head}\n${sums}`).invoiceNumber.value, number)
    })

  test('a question about the invoice names no other one', ({ assert }) => {
    const { documentType, rectifiedInvoiceNumber } = read(
      `Rechnungsnummer 77 0412\nFragen zur Rechnung?\n0800 77 88 112\nSumme netto   100,00\nUSt 19 %   19,00\nRechnungsbetrag   119,00`
    )
    assert.equal(documentType.value, 'invoice')
    assert.isNull(rectifiedInvoiceNumber.value)
  })

  test('what kind of document it is: {title}')
    .with([
      { title: 'RECIBO – FACT. SIMPLIFICADA\nN. EN07/26', type: 'simplified' },
      { title: 'Jahresbonus 2024 – Gutschrift BG 2024/118', type: 'credit_note' },
    ])
    .run(({ assert }, { title, type }) => {
      assert.equal(read(`${title}\n${sums}`).documentType.value, type)
    })
})

test.group('Fechas', () => {
  test('the day by which it is to be paid is read: {line}')
    .with([
      'Vencimiento único: 30 SEP 2026, pagaré no a la orden o ingreso en cuenta',
      'Le rogamos que lo haga efectivo antes del 30-09-2026 en nuestra cuenta',
      'Abono en Banca March, no más tarde del 30 de septiembre de 2026',
      'Plazo: hasta el 30 de septiembre de 2026.',
      'Bitte überweisen Sie den Betrag bis spätestens 30.09.2026 auf das Praxiskonto',
      'Bitte gleichen Sie den Betrag bis zum 30. September 2026 aus.',
      "Échéance : 30/09/2026\nPas d'escompte pour paiement anticipé",
    ])
    .run(({ assert }, line) => {
      assert.equal(read(`Factura nº 77\nFecha: 01/09/2026\n${line}\n${sums}`).dueDate.value, '2026-09-30')
    })

  test('the day of the invoice is read: {head}')
    .with([
      'Factura 14/26\nGranada, a 29 de octubre de 2026. Obra: rehabilitación de habitaciones',
      'Expedic: 29-10-2026',
      'FACTURA      Fecha registro\nFV26-0033    29/10/2026',
      'Facture n° 2026-11-03\nToulouse, le 29 octobre 2026',
      'Factura de anticipo\nANT-26/0006 | 29.10.2026',
      'Factura nº R-26/00088\n29/10/2026\nSe compensará con su vencimiento (fra. FV-26/03702, 31/12/2026).',
    ])
    .run(({ assert }, head) => {
      assert.equal(read(`${head}\n${sums}`).issueDate.value, '2026-10-29')
    })

  test('a street is no debit', ({ assert }) => {
    assert.isNull(read(`Factura nº 7\nDomicilio Paseo Marítimo, 118   Fecha 16-8-26\n${sums}`).dueDate.value)
  })

  test('the state in an address puts the month first', ({ assert }) => {
    const { issueDate } = read('Austin, TX 78756 US\nINVOICE # 20418\nDATE 03/05/2026\nTOTAL   1,710.35')
    assert.equal(issueDate.value, '2026-03-05')
  })
})

test.group('Importes', () => {
  test('brackets behind words, tax letters and Indian thousands: {line}')
    .with([
      { line: 'IVA del 10 % sobre flores (458,00)   45,80\nTotal   503,80', total: 50380 },
      { line: 'Net   870.00T\nVAT 20 %   174.00\nTOTAL   1,044.00', total: 104400 },
      { line: 'Taxable   1,10,000.00\nIGST 18 %   19,800.00\nGrand Total   1,29,800.00', total: 12980000 },
    ])
    .run(({ assert }, { line, total }) => {
      assert.equal(read(`Factura 12\n${line}`).total.value, total)
    })

  test('outlays under their heading count together', ({ assert }) => {
    const { total, taxBase } = read(`Minuta 1187
Aranceles aplicados — Base: 250.000,00 €
Derechos devengados   1.342,59
I.V.A. 21 %   281,94
Retención I.R.P.F. 15 %   -201,39

Suplidos por cuenta del cliente
Registro Mercantil   118,25
Papel timbrado   6,75
Total a satisfacer   1.548,14`)
    assert.equal(total.value, 154814)
    assert.equal(taxBase.value, 134259)
  })

  test('the tax on premiums is a part of the premium and no VAT', ({ assert }) => {
    const { taxes, taxBase } = read(`Recibo n.º 0093817742
Prima neta   1.248,60
Consorcio de Compensación de Seguros   14,20
Recargo liquidación   1,87
Impuesto s/ primas de seguro (8 %)   99,89
Base exenta de IVA (art. 20.Uno.16.º)   1.364,56
PRIMA TOTAL   1.364,56`)
    assert.isEmpty(taxes.value)
    assert.equal(taxBase.value, 136456)
  })

  test('withheld is also what is a share of a part of the base', ({ assert }) => {
    const { withholding, total } = read(`FATTURA n. 37/2026
Onorario   2.400,00
Contributo integrativo 4%   96,00
Imponibile IVA   2.496,00
IVA 22%   549,12
Totale documento   3.045,12
A dedurre ritenuta d'acconto 20% su € 2.400,00   -480,00
Netto a pagare   2.565,12`)
    assert.deepInclude(withholding.value, { rate: 20, amount: 48000 })
    assert.equal(total.value, 256512)
  })

  test('sums that a sentence tells of another invoice are not this one’s', ({ assert }) => {
    const { total } = read(`FACTURA RECTIFICATIVA POR SUSTITUCIÓN R1-2026/009
Esta factura sustituye a la n.º A1-2026/0412, en la que figuraban una base de 1.284,00 €, IVA 21 % de 269,64 € y un total de 1.553,64 €.
Base rectificada   1.170,00 €
Cuota rectificada (21 %)   245,70 €
TOTAL FACTURA RECTIFICATIVA   1.415,70 €`)
    assert.equal(total.value, 141570)
  })

  test('a credit note whose quantities lack the sign of its amounts is not stated as sure', ({ assert }) => {
    const note = (quantity: string) =>
      read(`Avoir AV-2017-0005
Description       Quantité   Prix    Montant HT
Nougat 250g       ${quantity}          20,00   -100,00
Total HT   -100,00
TVA 20 %   -20,00
Total TTC   -120,00`).total.confidence
    assert.isBelow(note('5'), note('-5') * 0.8)
  })

  test('whose dollars the signs are: {line}')
    .with([
      { line: 'All amounts in AUD', currency: 'AUD' },
      { line: 'Moneda MXN Peso mexicano', currency: 'MXN' },
      { line: 'Thank you', currency: 'USD' },
    ])
    .run(({ assert }, { line, currency }) => {
      assert.equal(
        read(`Invoice 12\n${line}\nNet $ 100.00\nTax 10 % $ 10.00\nTotal $ 110.00`).currency.value,
        currency
      )
    })
})

test.group('Líneas', () => {
  test('the words of a ticket stand over its figures', ({ assert }) => {
    const { lines } = read(`FACTURA SIMPLIFICADA 0412/07
ACEITE GIRASOL 5L
   3 x 8,95           26,85
PAN MOLDE HOST.
   2 x 1,95            3,90
TOTAL EUR             30,75`)
    assert.deepEqual(lines.value, [
      { description: 'ACEITE GIRASOL 5L', quantity: 3, amount: 2685 },
      { description: 'PAN MOLDE HOST.', quantity: 2, amount: 390 },
    ])
  })

  test('thousands of a quantity may be parted by a blank', ({ assert }) => {
    const { lines } = read(`Facture 12
Prestation             Quantité   P.U. HT   Montant HT
Traduction (mots)      8 420      0,11      926,20
Relecture (heures)     3          38,00     114,00
Total HT                                   1 040,20
TVA 0 %                                        0,00
Net à payer                                1 040,20`)
    assert.equal(lines.value?.[0]?.quantity, 8420)
  })
})
