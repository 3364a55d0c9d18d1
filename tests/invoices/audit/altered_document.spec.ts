import { test } from '@japa/runner'
import type { AuditContext } from '#app/invoices/audit/audit_context'
import type { InvoiceFacts } from '#app/invoices/audit/invoice_facts'
import { alteredDocument } from '#app/invoices/audit/rules/fraud/s2_altered_document'
import { readerNotice } from '#app/invoices/audit/rules/l1_reader_notice'

const differs = {
  code: 'verifactu_qr_differs',
  message: 'El código QR de la factura no coincide con lo impreso: total 106,00 € (QR: 1.060,00 €).',
  evidence: {
    url: 'https://www2.agenciatributaria.gob.es/',
    differences: [{ label: 'total', printed: '106,00 €', stated: '1.060,00 €' }],
  },
}

const deciding = (readerAlarms: unknown) => {
  const facts = { readerAlarms } as InvoiceFacts
  const given = { params: {}, told: {}, context: {} as AuditContext }
  return [alteredDocument, readerNotice].map((rule) => [rule.decide(facts, given)].flat())
}

test.group('Altered document', () => {
  test('a QR code that says otherwise than the print is rule S2 alone, with what differs', ({ assert }) => {
    const [altered, noticed] = deciding([differs])

    assert.deepEqual(altered, [
      {
        message: differs.message,
        key: 'verifactu_qr_differs',
        evidence: {
          values: [
            { label: 'Comprobación', value: 'verifactu_qr_differs' },
            { label: 'Total', value: 'impreso 106,00 €; declarado 1.060,00 €' },
          ],
        },
      },
    ])
    assert.deepEqual(noticed, [])
    assert.equal(alteredDocument.severity, 'blocking')
  })

  test('other notices of the reading are none of it', ({ assert }) => {
    const [altered, noticed] = deciding([{ code: 'pages_not_read', message: 'Faltan páginas.' }])

    assert.deepEqual(altered, [])
    assert.lengthOf(noticed ?? [], 1)
  })
})
