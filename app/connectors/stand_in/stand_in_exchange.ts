import type { IncomingMessage, ServerResponse } from 'node:http'

export type StandInRequest = {
  method: string
  path: string
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  raw: Buffer
  /** Undefined when the body is no JSON. */
  json: unknown
  form: URLSearchParams
}

export type StandInAnswer = {
  status: number
  headers?: Readonly<Record<string, string>>
  json?: unknown
  text?: string
}

const BODY_BYTES_MAX = 20_000_000

/** The request as stand-ins read it, without parameters of a path. Throws when it is too large. */
export async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Error('Too large')
    chunks.push(chunk)
  }
  const raw = Buffer.concat(chunks)
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in')
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
  )
  const text = raw.toString('utf8')
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    params: {},
    query: searchParams,
    headers,
    raw,
    json: asJson(text),
    form: new URLSearchParams(headers['content-type']?.includes('urlencoded') ? text : ''),
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function reply(response: ServerResponse, { status, headers = {}, json, text }: StandInAnswer): void {
  const body = text ?? (json === undefined ? '' : JSON.stringify(json))
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Nothing more is said, as when a connection breaks. */
export function hangUp({ socket }: IncomingMessage): void {
  socket.destroy()
}
