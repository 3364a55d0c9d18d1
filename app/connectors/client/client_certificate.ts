import { Agent, request as httpsRequest } from 'node:https'
import { createSecureContext, type SecureContext } from 'node:tls'
import { NotSent } from '#app/connectors/client/provider_client'

/** A certificate and its key: one PKCS#12 file, or both as PEM. */
export type ClientCertificate = ({ pfx: Buffer } | { certificate: string; privateKey: string }) & {
  passphrase?: string
  /** Whom the service's own certificate may be signed by, beside those that everybody trusts. */
  trusted?: string
}

export type RawRequest = {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | undefined
  timeoutMs: number
}
export type RawAnswer = { status: number; headers: Record<string, string>; text: string }

/** Throws NotSent where the certificate cannot be used (wrong password, no such key): nothing was sent. */
export function secureContext(certificate: ClientCertificate): SecureContext {
  const { passphrase, trusted } = certificate
  const shared = { ...(passphrase ? { passphrase } : {}), ...(trusted ? { ca: trusted } : {}) }
  try {
    return 'pfx' in certificate
      ? createSecureContext({ pfx: certificate.pfx, ...shared })
      : createSecureContext({ cert: certificate.certificate, key: certificate.privateKey, ...shared })
  } catch {
    throw new NotSent(
      'authorisation_needed',
      'El certificado no se puede usar: revise el fichero y su contraseña.'
    )
  }
}

/** One request over TLS that shows a certificate. Throws as fetch does; no redirection is followed. */
export function askWithCertificate(
  { url, method, headers, body, timeoutMs }: RawRequest,
  certificate: ClientCertificate
): Promise<RawAnswer> {
  const context = secureContext(certificate)
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        agent: new Agent({ secureContext: context, keepAlive: false }),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const parts: Buffer[] = []
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('error', (error) => reject(asFetchFails(error)))
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')])
              ),
              text: Buffer.concat(parts).toString('utf8'),
            })
          )
      }
    )
    request.on('error', (error) => reject(asFetchFails(error))).end(body)
  })
}

/** The cause is where fetch has it, so that both are told in one way. */
const asFetchFails = (error: Error): Error => Object.assign(new Error(error.message), { cause: error })
