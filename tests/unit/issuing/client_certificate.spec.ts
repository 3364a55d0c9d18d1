import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { test } from '@japa/runner'
import { exchange } from '#app/connectors/client/exchange'
import { NoAnswer, NotSent } from '#app/connectors/client/provider_client'
import { certificateFacts } from '#app/issuing/aeat/certificate_facts'
import { makeCertificate } from '#app/issuing/aeat/stand_in/make_certificate'

const company = makeCertificate({ name: 'EMPRESA DE PRUEBA SL', taxId: 'B12345674' })
const service = makeCertificate({ name: 'localhost', taxId: 'S2800000A' })

/** A service that only talks to who shows the certificate of the company. */
async function serve() {
  const server = createServer(
    {
      cert: service.certificate,
      key: service.privateKey,
      ca: company.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      response.writeHead(200, { 'content-type': 'text/plain' }).end(subject.CN)
    }
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `https://localhost:${port}`, close: () => void server.close() }
}

const ask = {
  method: 'POST' as const,
  path: '/',
  body: { kind: 'text' as const, text: '<a/>', contentType: 'text/xml' },
}

test.group('A certificate shown to a service', () => {
  test('tells whose it is and until when', ({ assert }) => {
    const facts = certificateFacts(company)

    assert.equal(facts?.holder, 'EMPRESA DE PRUEBA SL')
    assert.equal(facts?.taxId, 'B12345674')
    assert.isFalse(facts?.isExpired)
    assert.isTrue(
      certificateFacts(makeCertificate({ name: 'X', taxId: 'B12345674', from: new Date(0), days: 10 }))
        ?.isExpired
    )
  })

  test('gets through to a service that asks for it, and its request is recorded without it', async ({
    assert,
    cleanup,
  }) => {
    const served = await serve()
    cleanup(served.close)
    const written: string[] = []

    const answer = await exchange(ask, {
      baseUrl: served.url,
      service: 'prueba',
      connection: '1',
      clientCertificate: { ...company, trusted: service.certificate },
      secrets: [company.privateKey],
      onExchange: (one) => written.push(JSON.stringify(one)),
    })

    assert.equal(answer.status, 200)
    assert.equal(answer.text, 'EMPRESA DE PRUEBA SL')
    assert.lengthOf(written, 1)
    assert.notInclude(written[0], 'PRIVATE KEY')
  })

  test('of somebody else is turned away, and one that cannot be opened is never sent', async ({
    assert,
    cleanup,
  }) => {
    const served = await serve()
    cleanup(served.close)
    const other = makeCertificate({ name: 'OTRA SL', taxId: 'B90000019' })
    const options = { baseUrl: served.url, service: 'prueba', connection: '1' }

    await assert.rejects(
      () => exchange(ask, { ...options, clientCertificate: { ...other, trusted: service.certificate } }),
      NoAnswer as never
    )
    await assert.rejects(
      () =>
        exchange(ask, {
          ...options,
          clientCertificate: { certificate: other.certificate, privateKey: company.privateKey },
        }),
      NotSent as never
    )
  })
})
