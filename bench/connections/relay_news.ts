import { createServer, type IncomingMessage } from 'node:http'

export type Relay = { samples: number[]; refused: number; stop: () => Promise<void> }

/** Listens where banks were told to send their news, hands each on to the product as it came, and takes the time of its answer. */
export async function relayNews(address: string, origin: string): Promise<Relay> {
  const { port, hostname } = new URL(address)
  const server = createServer((request, response) => {
    hand(request, origin, relay).then(
      (status) => response.writeHead(status).end('{}'),
      (error: unknown) => {
        process.stderr.write(`News could not be handed on: ${String(error)}\n`)
        relay.refused++
        response.writeHead(502).end('{}')
      }
    )
  })
  const relay: Relay = {
    samples: [],
    refused: 0,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(Number(port), hostname, listening)
  })
  return relay
}

async function hand(request: IncomingMessage, origin: string, relay: Relay): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const { host: _host, connection: _connection, 'content-length': _length, ...kept } = request.headers
  const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]))
  const began = performance.now()
  const answer = await fetch(new URL(request.url ?? '/', origin), {
    method: 'POST',
    headers,
    body: Buffer.concat(chunks),
  })
  await answer.arrayBuffer()
  relay.samples.push(performance.now() - began)
  if (!answer.ok) relay.refused++
  return answer.status
}
