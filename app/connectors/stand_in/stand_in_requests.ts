import type { IncomingMessage } from 'node:http'

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

/** `operation` is what faults are asked for by: `transfers.create`. Paths have parameters: `/v2/transactions/:id`. */
export type StandInRoute = {
  method: string
  path: string
  operation: string
  handle: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>
}

const BODY_BYTES_MAX = 20_000_000

/** What was asked, read whole. */
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

/** The first route of its method and path, with what stands in the path; null where there is none. */
export function findRoute(
  routes: readonly StandInRoute[],
  { method, path }: StandInRequest
): { route: StandInRoute; params: Record<string, string> } | null {
  for (const route of routes) {
    if (route.method !== method) continue
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return null
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}
