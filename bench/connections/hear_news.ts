import { createServer, type IncomingMessage } from 'node:http'
import { processEvent } from '#app/connectors/webhooks/process_event'
import { receiveWebhook } from '#app/connectors/webhooks/receive_webhook'
import { rows } from '#app/kernel/database/sql'
import { inParallel } from './in_parallel.js'

const STATUS = { taken: 200, refused: 401, unknown: 404 } as const
/** As many as the workers of one process act on at once. */
const AT_ONCE = 2

/** Listens where the product tells banks to send their news, and takes them as it does. */
export async function listenForNews(address: string): Promise<() => Promise<void>> {
  const { port, hostname } = new URL(address)
  const server = createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status).end('{}'),
      (error: unknown) => {
        process.stderr.write(`News could not be taken: ${String(error)}\n`)
        response.writeHead(500).end('{}')
      }
    )
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(Number(port), hostname, listening)
  })
  return () =>
    new Promise((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
}

async function take(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const [, , provider = '', token = ''] = new URL(request.url ?? '/', 'http://here').pathname.split('/')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  )
  return STATUS[
    await receiveWebhook({ provider, token, raw: Buffer.concat(chunks).toString('utf8'), headers })
  ]
}

/** Acts on what a connection was told and nobody has acted on yet, those that had to wait too. Gives how many. */
export async function actOnNews(connectorId: number): Promise<number> {
  const open = await rows<{ id: number }>(
    `select id from webhook_events where connector_id = :connectorId and status in ('received', 'waiting') order by id`,
    { connectorId }
  )
  await inParallel(open, AT_ONCE, ({ id }) => processEvent(id))
  return open.length
}
