import { createServer } from 'node:http'

/** A route of node:http without anything behind it: what HTTP alone can do here. The port is the first argument. */
const invoices = Array.from({ length: 10 }, (_, id) => ({
  id,
  number: `F2026/${id}`,
  provider: 'Lavandería Núñez',
  total: 12_345,
  status: 'pendiente',
}))

createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.setHeader('x-inertia', 'true')
  response.end(JSON.stringify({ data: invoices }))
}).listen(Number(process.argv[2]), '127.0.0.1')
