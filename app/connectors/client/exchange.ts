import {
  askWithCertificate,
  type ClientCertificate,
  type RawAnswer,
  type RawRequest,
} from '#app/connectors/client/client_certificate'
import { withoutSecrets } from '#app/connectors/client/exchange_secrets'
import {
  NoAnswer,
  NotSent,
  type Part,
  type ProviderAnswer,
  type ProviderRequest,
  type RequestBody,
} from '#app/connectors/client/provider_client'
import { type Exchange, recordExchange } from '#app/connectors/client/record_exchange'

type Options = {
  /** Where paths begin: `https://thirdparty.qonto.com`. */
  baseUrl: string
  /** Code of the provider and key of the connection, as the record of exchanges has them. */
  service: string
  connection: string
  timeoutMs?: number
  /** Shown to the service when the connection is made (mutual TLS). */
  clientCertificate?: ClientCertificate | null
  /** Texts that nothing written may contain: they are `***` in what is recorded and told. */
  secrets?: readonly string[]
  /** Told of every exchange that began, after it ended. */
  onExchange?: (exchange: Exchange) => void
}

const TIMEOUT_MS = 30_000
/** Errors of a connection that never was: the request cannot have arrived. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * One request and its answer over the network, recorded (decision of the contracts: each exchange is one line). Throws NotSent
 * when no connection was made, NoAnswer when one was and no answer came.
 */
export async function exchange(request: ProviderRequest, options: Options): Promise<ProviderAnswer> {
  const { service, connection, timeoutMs = TIMEOUT_MS, secrets = [] } = options
  const url = addressOf(request, options.baseUrl)
  const { headers, body, told } = writeRequest(request)
  const begun = Date.now()
  const note = (rest: Pick<Exchange, 'response' | 'error'>) => {
    const done: Exchange = {
      at: new Date(begun).toISOString(),
      service,
      connection,
      request: { method: request.method, url, headers, body: told },
      ms: Date.now() - begun,
      ...rest,
    }
    const hidden = withoutSecrets(done, secrets)
    recordExchange(hidden)
    options.onExchange?.(hidden)
  }
  try {
    const asked = { url, method: request.method, headers, body, timeoutMs }
    const { clientCertificate } = options
    const answer = await (clientCertificate ? askWithCertificate(asked, clientCertificate) : ask(asked))
    note({ response: { status: answer.status, headers: answer.headers, body: answer.text }, error: null })
    return { ...answer, json: asJson(answer.text) }
  } catch (error) {
    const code = causeOf(error)
    note({ response: null, error: code })
    if (error instanceof NotSent) throw error
    if (NEVER_CONNECTED.includes(code)) throw new NotSent('no_connection', `Sin conexión (${code})`)
    throw new NoAnswer(`Sin respuesta (${code})`, { cause: error })
  }
}

async function ask({ url, timeoutMs, method, headers, body }: RawRequest): Promise<RawAnswer> {
  const answer = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].map(([name, value]) => [name.toLowerCase(), value])),
    text: await answer.text(),
  }
}

/** The address with its query, in the order told. */
export function addressOf({ path, query = {} }: ProviderRequest, baseUrl: string): string {
  const url = new URL(/^https?:\/\//.test(path) ? path : `${baseUrl.replace(/\/$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url.toString()
}

type Written = {
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
  told: string | null
}

function writeRequest({ headers = {}, body }: ProviderRequest): Written {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  )
  const all = { accept: 'application/json', ...lower }
  if (body === undefined) return { headers: all, body: undefined, told: null }
  if (body.kind === 'multipart') return writeMultipart(body.parts, all)
  const [contentType, text] = textOf(body)
  return { headers: { ...all, 'content-type': contentType }, body: text, told: text }
}

function textOf(body: Exclude<RequestBody, { kind: 'multipart' }>): [contentType: string, text: string] {
  switch (body.kind) {
    case 'json':
      return [body.contentType ?? 'application/json', JSON.stringify(body.value)]
    case 'form':
      return ['application/x-www-form-urlencoded', new URLSearchParams(body.value).toString()]
    case 'text':
      return [body.contentType, body.text]
  }
}

function writeMultipart(parts: readonly Part[], headers: Record<string, string>): Written {
  const boundary = `caudal-${crypto.randomUUID()}`
  const chunks: Buffer[] = []
  const told: string[] = []
  for (const part of parts) {
    const isFile = 'bytes' in part
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"${isFile ? `; filename="${part.fileName.replaceAll('"', '')}"\r\ncontent-type: ${part.contentType}` : ''}\r\n\r\n`
    chunks.push(
      Buffer.from(head),
      isFile ? Buffer.from(part.bytes) : Buffer.from(part.value),
      Buffer.from('\r\n')
    )
    told.push(head, isFile ? `<${part.bytes.length} bytes>` : part.value, '\r\n')
  }
  const end = `--${boundary}--\r\n`
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(Buffer.concat([...chunks, Buffer.from(end)])),
    told: told.join('') + end,
  }
}

function asJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'error'
}
