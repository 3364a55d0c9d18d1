import { test } from '@japa/runner'
import { toPrediction } from '#app/invoices/commands/prediction_line'
import { isInvoiceKind } from '#app/reading/doc_kinds'
import { readDocument } from '#app/reading/read_document'
import { ciiFile, facturaeFile, ublFile } from '#tests/factories/e_invoices'
import { readFoot } from '#tests/reading/printed_foot'

async function readXml(file: Uint8Array) {
  const { invoices, alarms } = await readDocument(file)
  const [invoice] = invoices
  if (!invoice) throw new Error('The file has no invoice')
  return { invoice, line: toPrediction('x.xml', invoice), codes: alarms.map(({ code }) => code) }
}

test.group('Lo que dice de sí mismo que no es una factura', () => {
  test('under the heading FACTURA «{$self}» says that it is none')
    .with([
      'Este documento no es una factura.',
      'Documento proforma sin validez fiscal. No es una factura.',
      'No válido como factura',
      'Documento no válido como factura',
      'This is not an invoice',
      'This document is not a tax invoice',
      'Diese Rechnung ist keine Rechnung im Sinne des § 14 UStG',
      'Dies ist keine Rechnung',
      'Dieses Dokument stellt keine Rechnung dar',
      "Ceci n'est pas une facture",
      'Ce document ne constitue pas une facture',
      'Il presente documento non costituisce fattura',
      'Questo documento non è una fattura',
      'Este documento não serve de fatura',
      'Não constitui fatura',
      'Dit is geen factuur',
      'Aquest document no és una factura',
      'Documento sin validez fiscal',
      'El presente documento no tiene validez como factura',
      'No tiene valor de factura',
      'Documento sin valor fiscal',
      'This document does not constitute a VAT invoice',
      'Proforma - not a valid invoice',
      'NO ES UNA FACTURA',
      'Este documento no constituye\n   una factura a efectos fiscales',
      'Documento informativo, no sustituye a la factura',
      'Not valid as an invoice',
      'Diese Proformarechnung ist keine Rechnung und berechtigt nicht zum Vorsteuerabzug',
      'This is a proforma, not an invoice',
      'Sans valeur fiscale',
    ])
    .run(({ assert }, text) => {
      const { fields, due } = readFoot([`   ${text}`])

      assert.isFalse(isInvoiceKind(fields.documentType.value))
      assert.isNull(due)
    })

  test('«{$self}» leaves it an invoice')
    .with([
      'Esta factura no es válida sin sello',
      'Esta factura no es válida sin el justificante de pago',
      'No es factura rectificativa',
      'Este correo electrónico no es una factura',
      'Este mensaje es confidencial. No es una factura\n   ni un contrato. No imprima este correo.',
      'El albarán no es una factura',
      'El presupuesto no constituye factura',
      'Sie erhalten keine Rechnung per Post',
      'No es una factura simplificada',
      'Esta factura no incluye transporte',
      'This invoice is not valid without signature',
      'The delivery note is not an invoice',
      'Si no recibe factura, llámenos',
      'No se admiten devoluciones sin factura',
      'La factura no es endosable',
      'Factura sin IVA por inversión del sujeto pasivo',
      'Our quotes do not constitute an invoice or order',
    ])
    .run(({ assert }, text) => {
      const { fields, codes } = readFoot([`   ${text}`])

      assert.deepEqual([fields.documentType.value, codes], ['invoice', []])
    })

  test('said under a condition it is for a person to judge', ({ assert }) => {
    const { fields, alarms } = readFoot(['   Este documento no es válido como factura hasta su pago'])

    assert.equal(fields.documentType.value, 'invoice')
    assert.equal(alarms[0]?.code, 'kind_doubtful')
    assert.match(alarms[0]?.message ?? '', /no es válido como factura/)
  })

  test('an electronic invoice whose number or notes say proforma raises an alarm', async ({ assert }) => {
    const files = [
      ublFile({ number: 'PROFORMA 2026/7' }),
      facturaeFile({ number: 'PRO-FORMA-7' }),
      ciiFile({ name: 'Factura proforma' }),
      withNote('Documento proforma. No es una factura.'),
      withNote('This document is not an invoice'),
    ]
    const told = await Promise.all(files.map(readXml))
    const quiet = await readXml(withNote('Según proforma 12 aceptada'))

    for (const { invoice, codes } of told)
      assert.deepEqual([invoice.fields.documentType.value, codes], ['invoice', ['kind_doubtful']])
    assert.deepEqual(quiet.codes, [])
  })

  test('what is no invoice asks for nothing, in every format: {$self}')
    .with(['325', '220', '310', '315'])
    .run(async ({ assert }, typeCode) => {
      for (const file of [ublFile({ typeCode }), ciiFile({ typeCode })]) {
        const { line } = await readXml(file)

        assert.deepEqual([line.fields.amountDue, line.payable], [null, null])
      }
    })

  test('what is to be paid is negative of every credit note, however it prints its amounts', async ({
    assert,
  }) => {
    const positive = await readXml(ublFile({ form: 'CreditNote' }))
    const negative = await readXml(ublFile({ base: '-100.00', vat: '-21.00', total: '-121.00' }))

    assert.deepEqual([positive.line.fields.amountDue, positive.line.payable], [12_100, -12_100])
    assert.deepEqual([negative.line.fields.amountDue, negative.line.payable], [-12_100, -12_100])
  })
})

const withNote = (note: string): Uint8Array =>
  new TextEncoder().encode(
    new TextDecoder()
      .decode(ublFile({}))
      .replace('<DocumentCurrencyCode>', `<Note>${note}</Note><DocumentCurrencyCode>`)
  )
