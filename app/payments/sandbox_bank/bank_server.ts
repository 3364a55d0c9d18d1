import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BankRequest, PayeeQuestion, SandboxBank } from '#app/payments/sandbox_bank/sandbox_bank'

type Options = {
  port?: number
  /** How long an answer takes that is slow, or that never comes, in milliseconds. */
  slowMs?: number
}

const RETRY_AFTER_SECONDS = '1'
const BODY_BYTES_MAX = 100_000

/** Puts a sandbox bank behind HTTP on this machine alone. Gives its address and how to end it. */
export async function serveSandboxBank(
  bank: SandboxBank,
  { port = 0, slowMs = 30_000 }: Options = {}
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(bank, request, response, slowMs).catch(() => response.destroy())
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
  bank: SandboxBank,
  request: IncomingMessage,
  response: ServerResponse,
  slowMs: number
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank')
  const [, area, id, act] = pathname.split('/')
  if (request.method === 'POST' && pathname === '/transfers') return take(bank, request, response, slowMs)
  if (request.method === 'POST' && pathname === '/control/work') {
    bank.work()
    return reply(response, 200, { transfers: bank.transfers.size })
  }
  if (request.method === 'POST' && pathname === '/payees')
    return reply(response, 200, bank.checkPayee(JSON.parse(await readBody(request)) as PayeeQuestion))
  if (area !== 'transfers') return reply(response, 404, { message: 'Not found' })
  if (!id) return reply(response, 200, bank.find(searchParams.get('reference') ?? ''))
  const found =
    act === 'cancel'
      ? bank.cancel(id)
      : act === 'confirm' || act === 'authorise'
        ? bank.proceed(id)
        : bank.transfers.get(id)
  return reply(response, found ? 200 : 404, found ?? { message: 'Not found' })
}

async function take(
  bank: SandboxBank,
  request: IncomingMessage,
  response: ServerResponse,
  slowMs: number
): Promise<void> {
  const wanted = JSON.parse(await readBody(request)) as BankRequest
  const outcome = bank.accept(wanted, String(request.headers['idempotency-key'] ?? ''))
  switch (outcome.kind) {
    case 'refused':
      return reply(response, 422, { code: outcome.code, message: outcome.message })
    case 'rate_limited':
      response.setHeader('retry-after', RETRY_AFTER_SECONDS)
      return reply(response, 429, { message: 'Too many requests' })
    case 'bad_gateway':
      return reply(response, 502, {})
    case 'lost':
      return hangUp(request)
    default:
      break
  }
  const { fault, transfer } = outcome
  if (fault === 'timeout_after_accepting' || fault === 'slow') await sleep(slowMs)
  if (fault === 'timeout_after_accepting') return hangUp(request)
  if (fault === 'error_500_after_accepting') return reply(response, 500, { message: 'Internal error' })
  if (fault === 'empty_body') return replyNothing(response)
  if (fault === 'notified_before_answer') {
    bank.work()
    await sleep(Math.min(slowMs, 50))
  }
  return reply(response, 201, transfer)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Error('Too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function hangUp({ socket }: IncomingMessage): void {
  socket.destroy()
}

function replyNothing(response: ServerResponse): void {
  response.writeHead(200).end()
}
