import { test } from '@japa/runner'
import { invoiceAlarms } from '#app/reading/invoice_alarms'
import { readPages } from '#app/reading/pages/read_pages'
import { readDocument } from '#app/reading/read_document'
import { ciiFile, facturaeFile, ublFile, xmlFile } from '#tests/factories/e_invoices'
import { printedPage } from '#tests/reading/printed_page'

async function kindOf(file: Uint8Array) {
  const { invoices } = await readDocument(file)
  return invoices[0]?.fields.documentType.value
}

/** A page of a supplier with this heading; what else it prints stands under it. */
const headed = (heading: string, more = '') =>
  readPages(
    printedPage(`
   LAVANDERÍA DEL SUR, S.L.                           ${heading}
   CIF B12345674                                      Fecha: 10/03/2026
   Calle Uno 1, 29001 Málaga
${more}
   Cliente
   Hoteles Mar, S.A.
   A28012342

   Concepto                                                 Importe
   Lavado de ropa                                             100,00

   Base imponible                                             100,00
   IVA 21 %                                                    21,00
   TOTAL                                                      121,00
`),
    { ownCompanies: [] }
  )

/** The alarms of a page with this heading. */
const alarmed = (heading: string, more = '') =>
  invoiceAlarms(headed(heading, more), { ownCompanies: [] }).map(({ code }) => code)

test.group('Lo que se dice de otra manera', () => {
  test('«{$self}» on a page that lists an invoice is for a person to tell')
    .with([
      'Asunto: recordatorio de pago',
      'Asunto: Facturas pendientes',
      'Aviso de vencidas',
      'Betreff: Offene Rechnung F-12, Zahlungserinnerung',
      'Letzte Zahlungsaufforderung vor Mahnverfahren',
      'Objet : relance pour facture impayée',
      'Re: unpaid invoice F-12',
      'Oggetto: fattura non pagata',
      'Nº: PROFORMA 2026/7',
      'Factura nº 7 (proforma)',
      'Tax invoice - proforma',
      'Estado: Borrador',
      'Status: DRAFT',
      'Type: Pro forma',
      'FACTURA ANULADA',
      'VOID',
      'NO CONTABILIZAR',
      '☐ Factura ☒ Presupuesto',
      '[ ] Factura  [X] Albarán',
      'RECIBO DE NÓMINA',
      'Gehaltsabrechnung',
      'Orden de transferencia',
      'Bill of lading',
      'FACTURA NEGATIVA',
      'Factura de retrocessió',
      'Factura de aboamento',
      "Facture d'annulation",
      'Fattura di storno',
      'Minderungsrechnung',
      'Retourfactuur',
    ])
    .run(({ assert }, heading) => {
      const isInvoice = headed(heading, '   Factura F-12').fields.documentType.value === 'invoice'

      assert.isTrue(!isInvoice || alarmed(heading, '   Factura F-12').includes('kind_doubtful'))
    })

  test('«{$self}» is an invoice')
    .with([
      'Su factura',
      'Tu factura de agua',
      'Duplicado de factura',
      'Your bill',
      'Advance invoice 12',
      "Note d'honoraires n° 12",
      'Autofactura nº 12',
      'Bolletta',
      'Factura nº 12',
      'Factura de suministro',
      'Nº factura: F-12',
      'Factura estimada',
      'Factura nº 12\n   Nº presupuesto: 2026/14',
      'Factura nº 12\n   Para reclamaciones: 900 658 151',
      'Factura nº 12\n   Adeudo por domiciliación',
      'Factura nº 12\n   Confirming 60 días',
      'Invoice 12\n   Credit note policy: 14 days',
      'Factura abono transporte 12',
      'Gutschrift 12\n   Gutschriftverfahren § 14 Abs. 2 UStG',
      'Factura nº 12\n   Overdue invoices bear interest',
    ])
    .run(({ assert }, heading) => {
      const [title = '', more] = heading.split('\n')

      assert.equal(headed(title, more).fields.documentType.value, 'invoice')
      assert.notInclude(alarmed(title, more), 'kind_doubtful')
    })

  test('the number «{$self}» of an electronic invoice says that it is a draft')
    .with(['BORRADOR', 'DRAFT-1', 'Entwurf 7', 'PROFORMA-3'])
    .run(async ({ assert }, number) => {
      const { alarms } = await readDocument(ublFile({ number }))

      assert.include(
        alarms.map(({ code }) => code),
        'kind_doubtful'
      )
    })

  test('sums with the letter of a credit are for a person to tell', ({ assert }) => {
    const page = headed('FACTURA', '   Total a su favor                                         121,00 H')

    assert.include(
      invoiceAlarms(page).map(({ code }) => code),
      'kind_doubtful'
    )
  })
})

test.group('Qué es cada documento', () => {
  test('the type code {code} of an electronic document is {kind}')
    .with([
      { code: '380', kind: 'invoice' },
      { code: '384', kind: 'invoice' },
      { code: '386', kind: 'invoice' },
      { code: '389', kind: 'invoice' },
      { code: '81', kind: 'credit_note' },
      { code: '262', kind: 'credit_note' },
      { code: '308', kind: 'credit_note' },
      { code: '381', kind: 'credit_note' },
      { code: '458', kind: 'credit_note' },
      { code: '325', kind: 'proforma' },
      { code: '310', kind: 'quote' },
      { code: '220', kind: 'order' },
      { code: '351', kind: 'delivery_note' },
      { code: '71', kind: 'reminder' },
      { code: '493', kind: 'statement_of_account' },
      { code: '999', kind: 'other' },
    ])
    .run(async ({ assert }, { code, kind }) => {
      assert.equal(await kindOf(ciiFile({ typeCode: code })), kind)
      if (kind !== 'credit_note') assert.equal(await kindOf(ublFile({ typeCode: code })), kind)
    })

  test('no word in the name of a document makes it a credit note', async ({ assert }) => {
    assert.equal(await kindOf(ciiFile({ typeCode: '389', name: 'Gutschrift' })), 'invoice')
    assert.equal(await kindOf(ciiFile({ typeCode: '380', name: 'Credit card statement' })), 'invoice')
  })

  test('an invoice of a negative total is a credit note, one that corrects upwards adds to the debt', async ({
    assert,
  }) => {
    const negative = ublFile({ base: '-100.00', vat: '-21.00', total: '-121.00' })
    const upwards = facturaeFile({
      invoiceClass: 'OR',
      corrective:
        '<Corrective><InvoiceNumber>A-1</InvoiceNumber><CorrectionMethod>02</CorrectionMethod></Corrective>',
    })

    const [corrective] = (await readDocument(upwards)).invoices

    assert.equal(await kindOf(negative), 'credit_note')
    assert.isTrue(corrective?.increasesDebt)
    assert.equal(corrective?.fields.total.value, 12_100)
    assert.equal(corrective?.fields.rectifiedInvoiceNumber.value, 'A-1')
  })

  test('the other documents of UBL are read as what they are', async ({ assert }) => {
    const order = xmlFile(
      '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><ID>P-1</ID><IssueDate>2026-03-10</IssueDate><AnticipatedMonetaryTotal><PayableAmount>121</PayableAmount></AnticipatedMonetaryTotal></Order>'
    )

    assert.equal(await kindOf(order), 'order')
  })

  test('a page headed «{heading}» is {kind}')
    .with([
      { heading: 'FACTURA PROFORMA', kind: 'proforma' },
      { heading: 'Proforma-Rechnung Nr. 12', kind: 'proforma' },
      { heading: 'PRO FORMA INVOICE', kind: 'proforma' },
      { heading: 'PRESUPUESTO N.º 2026/14', kind: 'quote' },
      { heading: 'PRESSUPOST', kind: 'quote' },
      { heading: 'ANGEBOT', kind: 'quote' },
      { heading: 'DEVIS', kind: 'quote' },
      { heading: 'PREVENTIVO', kind: 'quote' },
      { heading: 'ORÇAMENTO', kind: 'quote' },
      { heading: 'CONFIRMACIÓN DE PEDIDO', kind: 'order' },
      { heading: 'PURCHASE ORDER', kind: 'order' },
      { heading: 'Auftragsbestätigung', kind: 'order' },
      { heading: 'ALBARÁN DE ENTREGA', kind: 'delivery_note' },
      { heading: 'Lieferschein Nr. 4711', kind: 'delivery_note' },
      { heading: 'GUIA DE REMESSA', kind: 'delivery_note' },
      { heading: 'RECORDATORIO DE PAGO', kind: 'reminder' },
      { heading: 'Payment reminder', kind: 'reminder' },
      { heading: 'ZAHLUNGSERINNERUNG', kind: 'reminder' },
      { heading: 'SOLLECITO DI PAGAMENTO', kind: 'reminder' },
      { heading: 'EXTRACTO DE CUENTA', kind: 'statement_of_account' },
      { heading: 'Statement of account', kind: 'statement_of_account' },
      { heading: 'RELEVÉ DE COMPTE', kind: 'statement_of_account' },
      { heading: 'PREFACTURA', kind: 'proforma' },
      { heading: 'PRE-FACTURA Nº 12', kind: 'proforma' },
      { heading: 'BORRADOR', kind: 'proforma' },
      { heading: 'Borrador de factura nº 12', kind: 'proforma' },
      { heading: 'FACTURA (BORRADOR)', kind: 'proforma' },
      { heading: 'FACTURA SIMULADA', kind: 'proforma' },
      { heading: 'FACTURA PROVISIONAL', kind: 'proforma' },
      { heading: 'PROF.', kind: 'proforma' },
      { heading: 'DRAFT INVOICE', kind: 'proforma' },
      { heading: 'Rechnungsentwurf', kind: 'proforma' },
      { heading: 'Facture provisoire', kind: 'proforma' },
      { heading: 'Bozza di fattura', kind: 'proforma' },
      { heading: 'Rascunho de fatura', kind: 'proforma' },
      { heading: 'Esborrany de factura', kind: 'proforma' },
      { heading: 'AURREKONTUA', kind: 'quote' },
      { heading: 'PROPUESTA', kind: 'quote' },
      { heading: 'VALORACIÓN', kind: 'quote' },
      { heading: 'Solicitud de anticipo', kind: 'other' },
      { heading: 'CONFIRMACIÓN DE RESERVA', kind: 'other' },
      { heading: 'Buchungsbestätigung', kind: 'other' },
      { heading: 'JUSTIFICANTE DE PAGO', kind: 'other' },
      { heading: 'RECIBÍ', kind: 'other' },
      { heading: 'CERTIFICACIÓN DE OBRA Nº 4', kind: 'other' },
    ])
    .run(({ assert }, { heading, kind }) => {
      const { fields } = headed(heading)

      assert.equal(fields.documentType.value, kind)
      assert.isNull(fields.amountDue.value)
    })

  test('an invoice that names «{$self}» stays an invoice')
    .with([
      'Presupuesto: PR-0101',
      'Pedido n.º 4711',
      'Albarán   A-88/26',
      'Su pedido: 4711      Albarán: 88',
      'Proforma: PF-0044',
      'Según presupuesto aceptado el 01/03/2026',
      'Delivery note no. 77',
      'Certificación de obra nº 4',
      'Confirmación de reserva 4411',
      'Valoración de los trabajos',
      'Prefactura: PF-3',
    ])
    .run(({ assert }, mention) => {
      const { fields } = headed('FACTURA   F26/0101', `   ${mention}`)

      assert.equal(fields.documentType.value, 'invoice')
    })

  test('a page headed «{$self}», which nothing on it calls an invoice, is for a person to tell')
    .with([
      'INFORME DE CONSUMO',
      'CONTRATO DE SERVICIOS',
      'Leistungsnachweis',
      'Relevé de prestations',
      'Lan-partea',
      'Voucher',
    ])
    .run(({ assert }, heading) => {
      const alarms = invoiceAlarms(headed(heading))

      assert.deepEqual(
        alarms
          .filter(({ code }) => code === 'kind_doubtful')
          .map(({ message }) => /^No parece una factura/.test(message)),
        [true]
      )
    })

  test('a page headed «{$self}» calls itself an invoice')
    .with([
      'FACTURA DE SERVICIOS',
      'Ticket',
      'Tax Invoice',
      'Schlussrechnung',
      'Facture',
      'Fattura',
      'Fatura-Recibo',
      'Faktura',
      'Fakturaren zk.: 12',
      'Minuta de honorarios',
      'Nota de crédito',
      'Avoir',
    ])
    .run(({ assert }, heading) => {
      const alarms = invoiceAlarms(headed(heading))

      assert.notInclude(
        alarms.map(({ code }) => code),
        'kind_doubtful'
      )
    })

  test('a page that says it is no invoice is none', ({ assert }) => {
    const { fields } = headed('NOTA', '   Este documento no es una factura')

    assert.equal(fields.documentType.value, 'other')
  })

  test('a corrective invoice adds to the debt unless its words give something back', ({ assert }) => {
    const upwards = headed('FACTURA RECTIFICATIVA   R-9', '   Rectifica la factura A-15')
    const abono = headed('FACTURA DE ABONO   R-9', '   Rectifica la factura A-15')

    assert.deepEqual(
      [upwards, abono].map(({ fields, increasesDebt }) => [
        fields.documentType.value,
        increasesDebt ?? false,
      ]),
      [
        ['credit_note', true],
        ['credit_note', false],
      ]
    )
  })

  test('a corrective invoice that says «{$self}» gives its money back')
    .with([
      'A devolver a nuestro cliente',
      'Importe a su favor',
      'Saldo a favor del cliente',
      'A reembolsar',
      'Diferencia a favor de Hoteles Mar, S.A.',
      'Se le reintegrará el importe mediante transferencia',
      'Motivo: facturado de más en mayo',
      'A retornar al client',
      'Itzuli beharreko zenbatekoa',
      'Balance in your favour',
      'Solde en votre faveur',
      'Betrag zu Ihren Gunsten',
      'Importo da rimborsare',
      'Valor a seu favor',
    ])
    .run(({ assert }, words) => {
      const { fields, increasesDebt } = headed(
        'FACTURA RECTIFICATIVA   R-9',
        `   Rectifica la factura A-15. ${words}`
      )

      assert.deepEqual([fields.documentType.value, increasesDebt ?? false], ['credit_note', false])
    })

  test('a corrective invoice that says «{$self}» does not')
    .with([
      'Se facturó de menos: diferencia a favor del proveedor',
      'En caso de devolución se reembolsará el importe en 14 días',
      'Importe a nuestro favor',
      'No procede devolución alguna',
    ])
    .run(({ assert }, words) => {
      const { increasesDebt } = headed(
        'FACTURA RECTIFICATIVA   R-9',
        `   Rectifica la factura A-15. ${words}`
      )

      assert.isTrue(increasesDebt)
    })

  test('a credit mark makes an amount negative, in the currency that is printed', ({ assert }) => {
    const { fields } = readPages(
      printedPage(`
   HARBOUR SERVICES LTD                               TAX INVOICE
   GST number 49-091-850                              Invoice number: 77-03
                                                      Invoice date: 14 July 2026

   Water charges                                            $ 52.10
   Leak allowance                                          $ 146.39 cr

   Subtotal                                                 $ 94.29 cr
   GST 15%                                                  $ 14.14 CR
   Total this invoice                                      $ 108.43CR

   All amounts in NZD
`),
      { ownCompanies: [] }
    )

    assert.deepEqual(
      [fields.documentType.value, fields.total.value, fields.taxBase.value, fields.currency.value],
      ['credit_note', -10_843, -9_429, 'NZD']
    )
  })
})
