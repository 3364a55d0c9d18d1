import type { ClientCertificate } from '#app/connectors/client/client_certificate'
import { NotSent } from '#app/connectors/client/provider_client'
import { type ConnectorProvider, ConsentGone, type Credentials } from '#app/connectors/provider'
import { certificateFacts } from '#app/issuing/aeat/certificate_facts'

/** Where records go below the address of the service (WSDL SistemaFacturacion). */
export const SENDING_PATH = '/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP'

/** What stands for the certificate where nothing asks for it while connecting: as a proxy tells it that ends TLS. */
export const TOLD_CERTIFICATE = 'ssl-client-cert'

const TIMEOUT_MS = 60_000

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----/
const KEY =
  /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----[\s\S]+?-----END (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----/

/** The certificate of a connection, from the file that was brought: PKCS#12, or PEM with its key. Throws ConsentGone for none. */
export function certificateOf({ bundle, passphrase }: Credentials): ClientCertificate {
  const file = Buffer.from(bundle ?? '', 'base64')
  const text = file.toString('latin1')
  const shared = passphrase ? { passphrase } : {}
  if (file.length > 0 && !text.includes('-----BEGIN')) return { pfx: file, ...shared }
  const certificate = CERTIFICATES.exec(text)?.[0]
  const privateKey = KEY.exec(text)?.[0]
  if (certificate && privateKey) return { certificate: certificate.replace(KEY, ''), privateKey, ...shared }
  throw new ConsentGone('No certificate with its key is kept')
}

const isOverTls = (address: string): boolean => address.startsWith('https://')

/**
 * AEAT’s web service for billing records: SOAP over TLS that asks for the certificate of the company or of who may send for it. It tells
 * nothing by itself and limits by the wait that it answers (`TiempoEsperaEnvio`).
 */
export const aeatProvider: ConnectorProvider = {
  code: 'aeat',
  title: 'AEAT',
  path: '/sites',
  addresses: { live: 'https://www1.agenciatributaria.gob.es', sandbox: 'https://prewww1.aeat.es' },
  credentials: [
    { key: 'bundle', label: 'Certificado', kind: 'secret', isNeeded: true },
    { key: 'passphrase', label: 'Contraseña del certificado', kind: 'secret', isNeeded: false },
  ],
  limits: [],
  timeoutMs: TIMEOUT_MS,
  authorise: (credentials, _tokens, { baseUrl }): Record<string, string> =>
    isOverTls(baseUrl)
      ? {}
      : { [TOLD_CERTIFICATE]: encodeURIComponent(certificateFacts(certificateOf(credentials))?.pem ?? '') },
  clientCertificate: (credentials, baseUrl) => (isOverTls(baseUrl) ? certificateOf(credentials) : null),
  /** The service takes no GET, and says so to whoever gets through to it with a certificate. */
  async test(_connection, client) {
    const answer = await client.ask({
      method: 'GET',
      path: SENDING_PATH,
      headers: { accept: 'text/xml, text/html' },
    })
    if (answer.status === 403) throw new ConsentGone('AEAT does not take the certificate')
    if (answer.status >= 500 && !/4135|faultcode/i.test(answer.text))
      throw new NotSent('no_connection', 'La AEAT no responde.')
    return { found: ['Servicio VERI*FACTU'], missing: [] }
  },
  webhooks: { answerWithinMs: 0, read: () => null },
}
