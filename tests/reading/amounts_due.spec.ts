import { test } from '@japa/runner'
import { duePartsOf } from '#app/reading/due_parts'
import { readPages } from '#app/reading/pages/read_pages'
import { readDocument } from '#app/reading/read_document'
import { ciiFile, facturaeFile, ublFile } from '#tests/factories/e_invoices'
import { printedPage } from '#tests/reading/printed_page'

async function readXml(file: Uint8Array) {
  const { invoices, alarms } = await readDocument(file)
  const [invoice] = invoices
  if (!invoice) throw new Error('The file has no invoice')
  return { invoice, alarms: alarms.map(({ code }) => code) }
}

const page = (foot: string) =>
  readPages(
    printedPage(`
   OBRAS DEL SUR, S.L.                                FACTURA
   CIF B12345674                                      Nº factura: O-7
   Calle Uno 1, 29001 Málaga                          Fecha: 10/03/2026

   Cliente
   Hoteles Mar, S.A.
   A28012342

   Concepto                                                 Importe
   Certificación de obra                                    1.000,00

   Base imponible                                           1.000,00
   IVA 21 %                                                   210,00
   TOTAL FACTURA                                            1.210,00
${foot}
`),
    { ownCompanies: [] }
  )

const due = ({ fields, deductions }: ReturnType<typeof page>) => [fields.amountDue.value, deductions]

test.group('Lo que se debe pagar', () => {
  test('an advance that a UBL invoice deducts is told apart from its total', async ({ assert }) => {
    const file = ublFile({ sums: '<PrepaidAmount>120.00</PrepaidAmount>', payable: '1.00' })

    const { invoice, alarms } = await readXml(file)

    assert.equal(invoice.fields.total.value, 12_100)
    assert.equal(invoice.fields.amountDue.value, 100)
    assert.deepEqual(invoice.deductions, [{ kind: 'advance', amount: 12_000 }])
    assert.deepEqual(alarms, [])
  })

  test('what is rounded is neither an advance nor a contradiction', async ({ assert }) => {
    const ubl = ublFile({ sums: '<PayableRoundingAmount>0.03</PayableRoundingAmount>', payable: '121.03' })
    const cii = ciiFile({
      sums: '<TotalPrepaidAmount>21.00</TotalPrepaidAmount><RoundingAmount>-0.02</RoundingAmount>',
      due: '99.98',
    })

    const [rounded, prepaid] = [await readXml(ubl), await readXml(cii)]

    assert.deepEqual(duePartsOf(rounded.invoice).parts, { advance: 0, paid: 0, retained: 0, rounding: 3 })
    assert.deepEqual(duePartsOf(prepaid.invoice).parts, {
      advance: 2_100,
      paid: 0,
      retained: 0,
      rounding: -2,
    })
    assert.deepEqual([rounded.alarms, prepaid.alarms], [[], []])
  })

  test('a Facturae retains a guarantee and deducts what was paid on account', async ({ assert }) => {
    const retained = facturaeFile({
      sums: '<TotalOutstandingAmount>121.00</TotalOutstandingAmount><AmountsWithheld><WithholdingReason>Garantía</WithholdingReason><WithholdingAmount>5.00</WithholdingAmount></AmountsWithheld><TotalExecutableAmount>116.00</TotalExecutableAmount>',
    })
    const onAccount = facturaeFile({
      sums: '<PaymentsOnAccount><PaymentOnAccount><PaymentOnAccountDate>2026-01-01</PaymentOnAccountDate><PaymentOnAccountAmount>21.00</PaymentOnAccountAmount></PaymentOnAccount></PaymentsOnAccount><TotalOutstandingAmount>100.00</TotalOutstandingAmount><TotalPaymentsOnAccount>21.00</TotalPaymentsOnAccount><TotalExecutableAmount>100.00</TotalExecutableAmount>',
    })

    const found = [await readXml(retained), await readXml(onAccount)]

    assert.deepEqual(
      found.map(({ invoice }) => [invoice.fields.amountDue.value, invoice.deductions]),
      [
        [11_600, [{ kind: 'retention', amount: 500 }]],
        [10_000, [{ kind: 'advance', amount: 2_100 }]],
      ]
    )
  })

  test('a document that asks for more than it bills, or for less without a word, raises an alarm', async ({
    assert,
  }) => {
    const more = await readXml(ublFile({ payable: '500.00' }))
    const less = await readXml(ublFile({ payable: '21.00' }))
    const paidBack = await readXml(
      ublFile({ sums: '<PrepaidAmount>200.00</PrepaidAmount>', payable: '-79.00' })
    )

    assert.deepEqual([more.alarms, less.alarms], [['amount_due_exceeds'], ['amount_due_unexplained']])
    assert.deepEqual(paidBack.alarms, ['amount_due_exceeds'])
    assert.equal(duePartsOf(more.invoice).parts.advance, 0)
    assert.equal(duePartsOf(less.invoice).parts.advance, 10_000)
    assert.equal(duePartsOf(paidBack.invoice).parts.advance, 12_100)
  })

  test('the foot of a page says what is retained, advanced or paid', ({ assert }) => {
    const retained = page(`
   Retención de garantía 5 %                                  -50,00
   LÍQUIDO A PERCIBIR                                       1.160,00
   Devolución de la garantía: 10/03/2027`)
    const advanced = page(`
   Anticipo recibido                                         -210,00
   Pendiente de pago                                        1.000,00`)
    const paid = page(`
   Pagado con tarjeta **** 4412                            -1.210,00
   Pendiente de pago                                            0,00`)

    assert.deepEqual(due(retained), [116_000, [{ kind: 'retention', amount: 5_000, until: '2027-03-10' }]])
    assert.isNull(retained.fields.withholding.value)
    assert.deepEqual(due(advanced), [100_000, [{ kind: 'advance', amount: 21_000 }]])
    assert.deepEqual(due(paid), [0, [{ kind: 'paid', amount: 121_000 }]])
  })

  test('an invoice that is stamped as paid is due for nothing: «{$self}»')
    .with([
      'PAGADA',
      'Estado: PAGADA',
      'Factura pagada',
      'PAID',
      'Bezahlt am 10.03.2026',
      'Pagado con tarjeta',
    ])
    .run(({ assert }, stamp) => {
      assert.equal(page(`\n   ${stamp}\n`).fields.amountDue.value, 0)
    })

  test('what speaks of paying leaves the whole total due: «{$self}»')
    .with([
      'Forma de pago: transferencia',
      'Si ya está pagada, ignore este aviso',
      'Pendiente de pago: factura no pagada',
      'Pago con tarjeta a 30 días',
      'Saldo anterior                                            300,00',
      'Pagado                                                      0,00',
    ])
    .run(({ assert }, text) => {
      const { fields, deductions } = page(`\n   ${text}\n`)

      assert.equal(fields.amountDue.value, 121_000)
      assert.isUndefined(deductions)
    })
})
