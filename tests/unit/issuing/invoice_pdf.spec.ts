import { test } from '@japa/runner'
import { invoicePdf } from '#app/issuing/pdf/invoice_pdf'
import type { IssuedDocument } from '#app/issuing/queries/read_document'
import { qrAddress } from '#app/issuing/verifactu/qr_address'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { parseVerifactu } from '#app/reading/codes/verifactu'
import { closeRecognisers, readDocument } from '#app/reading/read_document'

const address = qrAddress(
  {
    IDEmisorFactura: 'B12345674',
    NumSerieFactura: 'REF-2027-0001',
    FechaExpedicionFactura: '02-01-2027',
    ImporteTotal: '1210.00',
  },
  'production'
)

const document = (changed: Partial<IssuedDocument> = {}): IssuedDocument => ({
  id: 1,
  siteId: 1,
  number: 'REF-2027-0001',
  treatment: 'invoice',
  invoiceType: 'F1',
  rectification: null,
  issuedOn: calendarDate('2027-01-02'),
  operatedOn: null,
  dueOn: calendarDate('2027-02-01'),
  issuerName: 'Grupo Bahía Serena Holding, S.L.',
  issuerTaxId: 'B12345674',
  issuerAddress: 'Calle de Alcalá 12, 28014 Madrid',
  recipientSiteId: 2,
  recipientName: 'Hoteles Bahía Serena, S.L.',
  recipientTaxId: 'B90000019',
  recipientAddress: 'Paseo Marítimo 4, 29016 Málaga',
  description: 'Servicios centrales de enero',
  baseMinor: 100_000,
  vatMinor: 21_000,
  surchargeMinor: 0,
  totalMinor: 121_000,
  withholdingMinor: 0,
  withholdingName: null,
  qrAddress: address,
  status: 'issued',
  annulledAt: null,
  annulReason: null,
  lastRecordId: 1,
  sourceType: null,
  sourceId: null,
  logoFileId: null,
  lines: [{ position: 1, description: 'Administración', baseMinor: 100_000, taxName: 'IVA 21 %' }],
  taxes: [
    {
      position: 1,
      name: 'IVA 21 %',
      regime: '01',
      qualification: 'S1',
      exemption: null,
      rateBasisPoints: 2100,
      baseMinor: 100_000,
      vatMinor: 21_000,
      surchargeMinor: 0,
    },
  ],
  rectifies: [],
  rectifiedBy: [],
  ...changed,
})

test.group('Paper of an issued invoice', (group) => {
  group.teardown(() => closeRecognisers())

  test('is read back by the product itself: the code agrees with what is printed', async ({ assert }) => {
    const { invoices, alarms } = await readDocument(await invoicePdf(document(), null))
    const [invoice] = invoices

    assert.equal(parseVerifactu(address)?.totalMinor, 121_000)
    assert.equal(invoice?.fields.invoiceNumber.value, 'REF-2027-0001')
    // So sure only where the code says the same.
    assert.isAtLeast(invoice?.fields.invoiceNumber.confidence ?? 0, 0.99)
    assert.isAtLeast(invoice?.fields.total.confidence ?? 0, 0.99)
    assert.deepEqual(
      alarms.filter(({ code }) => code === 'verifactu_qr_differs'),
      []
    )
  }).timeout(120_000)

  test('of many lines goes on over pages', async ({ assert }) => {
    const lines = Array.from({ length: 120 }, (_, at) => ({
      position: at + 1,
      description: `Concepto ${at + 1} con una descripción que es bastante larga y que ocupa más de una línea del papel`,
      baseMinor: 1000,
      taxName: 'IVA 21 %',
    }))

    const pdf = (await invoicePdf(document({ lines }), null)).toString('latin1')

    assert.isAbove((pdf.match(/\/Type \/Page\b/g) ?? []).length, 3)
  })
})
