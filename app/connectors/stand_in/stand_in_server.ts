import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONTROL, control } from '#app/connectors/stand_in/stand_in_control'
import type { FaultPlan, RequestFault } from '#app/connectors/stand_in/stand_in_faults'
import {
  findRoute,
  readRequest,
  type StandInAnswer,
  type StandInRequest,
  type StandInRoute,
} from '#app/connectors/stand_in/stand_in_requests'

export type { StandInAnswer, StandInRequest, StandInRoute }

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
  /** Keys of objects that trials have made other than the service would have them: answers with them say so. */
  strange?: Set<string>
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
  /** How long who asks too much is told to wait. */
  retryAfterSeconds?: number
}

/** Puts a stand-in behind HTTP on this machine alone. Gives its address and how to end it. */
export async function serveStandIn(
  standIn: StandIn,
  { port = 0, slowMs = 45_000, retryAfterSeconds = 2 }: Options = {}
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(standIn, request, response, { slowMs, retryAfterSeconds }).catch((error: unknown) => {
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
  { slowMs, retryAfterSeconds }: Required<Omit<Options, 'port'>>
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
  const before = fault && beforeActing(standIn, fault, retryAfterSeconds)
  if (before === 'hang_up') return hangUp(incoming)
  if (before) return reply(response, { ...before, headers: { ...before.headers, 'x-sandbox-fault': fault } })
  if (fault === 'slow') await sleep(slowMs)
  const given = marked(standIn, await route.handle(asked))
  return fault === null
    ? reply(response, given)
    : faulty(standIn, { fault, given, incoming, response, slowMs })
}

/** An answer with something in it that was changed on purpose, as such. */
function marked({ strange }: StandIn, given: StandInAnswer): StandInAnswer {
  if (!strange || strange.size === 0 || given.json === undefined) return given
  const told = JSON.stringify(given.json)
  return [...strange].some((key) => told.includes(key))
    ? { ...given, headers: { ...given.headers, 'x-sandbox-fault': 'changed_object' } }
    : given
}

/** Faults of requests that are never acted on. */
function beforeActing(
  standIn: StandIn,
  fault: RequestFault,
  retryAfterSeconds: number
): StandInAnswer | 'hang_up' | null {
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
      return body(429, { 'retry-after': String(retryAfterSeconds) })
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

function reply(response: ServerResponse, { status, headers = {}, json, text }: StandInAnswer): void {
  const body = text ?? (json === undefined ? '' : JSON.stringify(json))
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

function hangUp({ socket }: IncomingMessage): void {
  socket.destroy()
}
