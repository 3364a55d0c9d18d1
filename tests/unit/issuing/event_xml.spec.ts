import { test } from '@japa/runner'
import { SignedXml } from 'xml-crypto'
import { makeCertificate } from '#app/issuing/aeat/stand_in/make_certificate'
import type { EventOwn, SystemEventContent } from '#app/issuing/verifactu/event'
import { eventXml } from '#app/issuing/verifactu/xml/event_xml'
import { validateMessage } from '#app/issuing/verifactu/xml/validate_message'
import { alta, SYSTEM_DATA } from '#tests/factories/billing_records'

const { certificate, privateKey } = makeCertificate({ name: 'EMISORA SL', taxId: 'B12345674' })
const invoice = alta().IDFactura
const named = { ...invoice, Huella: 'C'.repeat(64) }

const event = (own: EventOwn, changed: Partial<SystemEventContent> = {}): SystemEventContent => ({
  system: SYSTEM_DATA,
  issuer: { NombreRazon: 'EMISORA SL', NIF: 'B12345674' },
  own,
  FechaHoraHusoGenEvento: '2027-01-02T10:00:00+01:00',
  previous: {
    TipoEvento: '90',
    FechaHoraHusoGenEvento: '2027-01-02T09:00:00+01:00',
    HuellaEvento: 'A'.repeat(64),
  },
  HuellaEvento: 'B'.repeat(64),
  ...changed,
})

const EVENTS: Readonly<Record<string, SystemEventContent>> = {
  'the first': event({ type: '90' }, { previous: null, note: 'VERI*FACTU activado & probado' }),
  'a check of records': event({ type: '03', records: 42 }),
  'an anomaly': event({ type: '04', anomaly: '08', invoice }),
  'a restored backup': event({ type: '07' }, { note: 'Copia del 01/06/2026 02:30' }),
  'an export': event({
    type: '08',
    from: '2027-01-02T10:00:00+01:00',
    to: '2027-12-30T10:00:00+01:00',
    first: named,
    last: named,
    altas: 10,
    taxTotal: '-21.00',
    total: '121.00',
    anulaciones: 0,
  }),
}

/** Signs as the schema wants it: enveloped, over the whole document. */
function signed(content: SystemEventContent): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  })
  signer.addReference({
    xpath: '/*',
    isEmptyUri: true,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
  })
  signer.computeSignature(eventXml(content))
  return eventXml(content, signer.getSignatureXml())
}

test.group('XML of events', () => {
  for (const [title, content] of Object.entries(EVENTS))
    test(`of ${title} lacks nothing but its signature`, async ({ assert }) => {
      const bare = await validateMessage(eventXml(content))
      const whole = await validateMessage(signed(content))

      assert.isFalse(bare.isValid)
      assert.match(bare.errors[0]?.message ?? '', /Signature/)
      assert.deepEqual(whole.errors, [])
    }).timeout(60_000)
})
