import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultPlan, REQUEST_FAULTS, type RequestFault } from '#app/connectors/stand_in/stand_in_faults'

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

/** Time as a stand-in sees it: it can be moved ahead. */
export class StandInClock {
  aheadSeconds = 0
  now = (): Date => new Date(Date.now() + this.aheadSeconds * 1000)
  advance(seconds: number): void {
    this.aheadSeconds += seconds
  }
}

/** A service outside as it is played here: its paths, what it remembers, what it does when time passes. */
export type StandIn = {
  /** Code of the provider. */
  code: string
  clock: StandInClock
  faults: FaultPlan
  routes: readonly StandInRoute[]
  /** What its own answers of a fault look like: body of a 401, 429, 5xx. */
  faultBody: (status: number) => unknown
  /** Null when the request may go on, else the answer that refuses it (401). */
  authorise: (request: StandInRequest, operation: string) => StandInAnswer | null
  /** Does what is due by its clock: settles, returns, expires, tells. */
  work: () => void | Promise<void>
  /** All that it knows, as a text that `remember` reads again. */
  dump: () => string
  remember: (text: string) => void
  /** Acts of people at the provider and whatever else trials ask for: `POST /__control/act/<name>` with a JSON body. */
  acts: Readonly<Record<string, (body: Record<string, unknown>) => unknown>>
}

type Options = {
  port?: number
  /** How long an answer takes that is slow, or that never comes, in milliseconds. */
  slowMs?: number
}

const RETRY_AFTER_SECONDS = '2'
const BODY_BYTES_MAX = 20_000_000
export const CONTROL = '/__control'

/** Puts a stand-in behind HTTP on this machine alone. Gives its address and how to end it. */
export async function serveStandIn(
  standIn: StandIn,
  { port = 0, slowMs = 45_000 }: Options = {}
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(standIn, request, response, slowMs).catch((error: unknown) => {
      process.stderr.write(`${standIn.code}: ${String(error)}\n`)
      if (!response.headersSent) reply(response, { status: 500, json: standIn.faultBody(500) })
    })
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening)
  })
  const { port: given } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${given}`, close: () => end(server) }
}

function end(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed())
    server.closeAllConnections()
  })
}

async function answer(
  standIn: StandIn,
  incoming: IncomingMessage,
  response: ServerResponse,
  slowMs: number
): Promise<void> {
  const request = await readRequest(incoming)
  if (request.path.startsWith(CONTROL)) return reply(response, await control(standIn, request))
  const found = findRoute(standIn.routes, request)
  if (!found) return reply(response, { status: 404, json: standIn.faultBody(404) })
  const { route, params } = found
  const asked = { ...request, params }
  const refused = standIn.authorise(asked, route.operation)
  if (refused) return reply(response, refused)
  const fault = standIn.faults.next(route.operation)
  const before = fault && beforeActing(standIn, fault)
  if (before === 'hang_up') return hangUp(incoming)
  if (before) return reply(response, { ...before, headers: { ...before.headers, 'x-sandbox-fault': fault } })
  if (fault === 'slow') await sleep(slowMs)
  const given = await route.handle(asked)
  return fault === null
    ? reply(response, given)
    : faulty(standIn, { fault, given, incoming, response, slowMs })
}

/** Faults of requests that are never acted on. */
function beforeActing(standIn: StandIn, fault: RequestFault): StandInAnswer | 'hang_up' | null {
  const body = (status: number, headers = {}): StandInAnswer => ({
    status,
    headers,
    json: standIn.faultBody(status),
  })
  switch (fault) {
    case 'lost_before':
      return 'hang_up'
    case 'bad_gateway':
      return body(502)
    case 'rate_limited':
      return body(429, { 'retry-after': RETRY_AFTER_SECONDS })
    case 'expired_token':
      return body(401)
    default:
      return null
  }
}

type Faulty = {
  fault: RequestFault
  given: StandInAnswer
  incoming: IncomingMessage
  response: ServerResponse
  slowMs: number
}

/** What was asked is done; what is said of it is wrong, late or nothing. */
async function faulty(standIn: StandIn, { fault, given, incoming, response, slowMs }: Faulty): Promise<void> {
  const headers = { ...given.headers, 'x-sandbox-fault': fault }
  switch (fault) {
    case 'timeout_after':
      await sleep(slowMs)
      return hangUp(incoming)
    case 'error_500_after':
      return reply(response, { status: 500, headers, json: standIn.faultBody(500) })
    case 'empty_body_after':
      return reply(response, { status: given.status, headers, text: '' })
    case 'half_page': {
      const whole = JSON.stringify(given.json ?? {})
      return reply(response, {
        status: given.status,
        headers,
        text: whole.slice(0, Math.floor(whole.length / 2)),
      })
    }
    case 'html_page':
      return reply(response, {
        status: 200,
        headers: { ...headers, 'content-type': 'text/html' },
        text: '<html><body>Mantenimiento</body></html>',
      })
    default:
      return reply(response, { ...given, headers })
  }
}

/** What trials ask of a stand-in: faults, its clock, its work, acts of people at the provider. */
async function control(standIn: StandIn, { path, json }: StandInRequest): Promise<StandInAnswer> {
  const [, , act = '', name = ''] = path.split('/')
  const told = (json ?? {}) as Record<string, unknown>
  switch (act) {
    case 'faults': {
      const fault = REQUEST_FAULTS.find((one) => one === told.fault)
      if (!fault) return { status: 422, json: { faults: REQUEST_FAULTS } }
      standIn.faults.plan(String(told.operation ?? '*'), fault, Number(told.times ?? 1))
      return { status: 200, json: {} }
    }
    case 'clock':
      standIn.clock.advance(Number(told.seconds ?? 0))
      await standIn.work()
      return { status: 200, json: { now: standIn.clock.now().toISOString() } }
    case 'work':
      await standIn.work()
      return { status: 200, json: {} }
    case 'state':
      return { status: 200, text: standIn.dump(), headers: { 'content-type': 'application/json' } }
    case 'act': {
      const does = standIn.acts[name]
      return does
        ? { status: 200, json: (await does(told)) ?? {} }
        : { status: 404, json: { acts: Object.keys(standIn.acts) } }
    }
    default:
      return { status: 404, json: {} }
  }
}

async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
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

function findRoute(
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

function reply(response: ServerResponse, { status, headers = {}, json, text }: StandInAnswer): void {
  const body = text ?? (json === undefined ? '' : JSON.stringify(json))
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function hangUp({ socket }: IncomingMessage): void {
  socket.destroy()
}
