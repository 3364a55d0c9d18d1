import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { readDocument } from '#app/reading/read_document'

const signedFile = () => readFile(new URL('./files/facturae-signed.xml', import.meta.url), 'utf8')
const read = (xml: string) => readDocument(Buffer.from(xml))
const codes = (alarms: { code: string }[]) => alarms.map(({ code }) => code)

test.group('Facturas electrónicas firmadas', () => {
  test('a signature that holds names who signed and when, and raises nothing', async ({ assert }) => {
    const { signature, alarms } = await read(await signedFile())

    assert.deepEqual(signature, {
      state: 'intact',
      signer: 'Lavandería Sol, S.L.',
      signedAt: '2026-05-04T09:30:00+02:00',
    })
    assert.notInclude(codes(alarms), 'xades_altered')
  })

  test('a figure, an account or the time of the signature changed afterwards is told', async ({ assert }) => {
    const xml = await signedFile()
    const changes: [string, string][] = [
      ['<InvoiceTotal>121.00', '<InvoiceTotal>921.00'],
      ['F-26/118', 'F-26/119'],
      ['</Invoice>', '<PaymentDetails/></Invoice>'],
      ['T09:30:00', 'T10:30:00'],
    ]
    for (const [from, to] of changes) {
      const changed = xml.replace(from, to)
      assert.notEqual(changed, xml)
      const { signature, alarms } = await read(changed)
      assert.equal(signature?.state, 'altered', to)
      assert.include(codes(alarms), 'xades_altered', to)
    }
  })

  test('a signature over something else than the invoice proves nothing of it', async ({ assert }) => {
    const xml = await signedFile()
    const elsewhere = xml.replace(/<ds:Reference Id="Reference-1" URI="">.*?<\/ds:Reference>/s, '')

    const { signature, alarms } = await read(elsewhere)

    assert.equal(signature?.state, 'unknown')
    assert.notInclude(codes(alarms), 'xades_altered')
  })

  test('without a certificate, or with one that is none, nothing is claimed', async ({ assert }) => {
    const xml = await signedFile()
    const broken = xml.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA')

    assert.equal((await read(broken)).signature?.state, 'unknown')
  })

  test('an invoice that nobody signed says nothing of signatures', async ({ assert }) => {
    const xml = await signedFile()

    const { signature } = await read(xml.replace(/<ds:Signature .*<\/ds:Signature>/s, ''))

    assert.isUndefined(signature)
  })
})
