import { row } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'

export type CallRow = {
  id: number
  at: string
  method: string
  path: string
  result: Badge
  ms: number
  requestId: string | null
  idempotencyKey: string | null
}

const definition: ListDefinition = {
  from: 'connector_calls k',
  key: 'k.id',
  select: 'k.id, k.at, k.method, k.path, k.status, k.ms, k.request_id, k.idempotency_key, k.error',
  sorts: {
    at: { sql: 'k.at', type: 'timestamptz' },
    ms: { sql: 'k.ms', type: 'int' },
    status: { sql: 'k.status', type: 'int' },
  },
  defaultSort: '-at',
}

type Found = {
  id: number
  at: Date
  method: string
  path: string
  status: number | null
  ms: number
  requestId: string | null
  idempotencyKey: string | null
  error: string | null
}

/** What was asked of a provider and what it answered. */
export const callsList: List<Found, CallRow> = {
  name: 'llamadas',
  definition,
  toRow: ({ at, status, error, ...call }) => ({
    ...call,
    at: at.toISOString(),
    result: resultOf(status, error),
  }),
  columns: [
    { key: 'at', title: 'Fecha', kind: 'instant', sort: 'at' },
    { key: 'method', title: 'Método', kind: 'reference' },
    { key: 'path', title: 'Dirección', kind: 'name', file: { width: 60 } },
    { key: 'result', title: 'Resultado', kind: 'badge', sort: 'status' },
    { key: 'ms', title: 'Milisegundos', kind: 'number', sort: 'ms' },
    {
      key: 'requestId',
      title: 'Referencia del proveedor',
      kind: 'reference',
      isOptional: true,
      card: 'hidden',
    },
    {
      key: 'idempotencyKey',
      title: 'Clave de idempotencia',
      kind: 'reference',
      isOptional: true,
      card: 'hidden',
    },
  ],
}

/** Only the calls of one connection. */
export const callsOf = (connectorId: number): Filter => ({
  where: ['k.connector_id = :connectorId'],
  bindings: { connectorId },
})

/** An answer by its number; without one, that nothing came back. */
function resultOf(status: number | null, error: string | null): Badge {
  if (status === null) return { label: error ? 'Sin respuesta' : 'No se envió', tone: 'red' }
  if (status < 400) return { label: String(status), tone: 'green' }
  return { label: String(status), tone: status < 500 ? 'amber' : 'red' }
}

export type CallBodies = {
  id: number
  at: string
  method: string
  path: string
  status: number | null
  ms: number
  requestId: string | null
  idempotencyKey: string | null
  error: string | null
  requestBody: string | null
  responseBody: string | null
}

/** One call with its bodies, masked as they were kept; they are there for thirty days. Null for one of another connection. */
export async function findCall(id: number, connectorId: number): Promise<CallBodies | null> {
  const found = await row<Omit<CallBodies, 'at'> & { at: Date }>(
    `select id, at, method, path, status, ms, request_id, idempotency_key, error, request_body, response_body
       from connector_calls where id = :id and connector_id = :connectorId`,
    { id, connectorId }
  )
  return found && { ...found, at: found.at.toISOString() }
}
