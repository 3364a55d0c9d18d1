import { oneRow, row } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { today } from '#app/kernel/time/calendar_date'

const STATES: Record<string, Badge> = {
  received: { label: 'Recibida', tone: 'blue' },
  accepted: { label: 'Aceptada', tone: 'green' },
  rejected: { label: 'Rechazada', tone: 'red' },
  duplicate: { label: 'Duplicada', tone: 'grey' },
}

export type RequestRow = {
  id: number
  name: string
  country: string
  taxId: string
  email: string
  activity: string | null
  iban: string
  receivedOn: CalendarDate
  status: Badge
  providerId: number | null
  actions: string[]
}

const definition: ListDefinition = {
  from: 'provider_requests r',
  key: 'r.id',
  select:
    'r.id, r.name, r.country, r.tax_id::text, r.email::text, r.activity, r.iban, r.created_at, r.status, r.provider_id',
  sorts: { received: { sql: 'r.created_at', type: 'timestamptz' }, name: { sql: 'r.name', type: 'text' } },
  defaultSort: '-received',
}

type Found = Omit<RequestRow, 'taxId' | 'receivedOn' | 'status' | 'actions'> & {
  taxId: string
  createdAt: Date
  status: string
  providerId: number | null
}

/** Who asked to be taken in as a supplier. */
export const requestsList: List<Found, RequestRow> = {
  name: 'solicitudes-de-alta',
  definition,
  toRow: requestRow,
  columns: [
    { key: 'name', title: 'Razón social', kind: 'name', sort: 'name' },
    { key: 'taxId', title: 'NIF', kind: 'reference' },
    { key: 'email', title: 'Correo', kind: 'text' },
    { key: 'activity', title: 'Actividad', kind: 'text' },
    { key: 'iban', title: 'IBAN', kind: 'account' },
    { key: 'receivedOn', title: 'Fecha', kind: 'day', sort: 'received' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

function requestRow(found: Found): RequestRow {
  return {
    id: found.id,
    name: found.name,
    country: found.country,
    taxId: found.taxId,
    email: found.email,
    activity: found.activity,
    iban: `•••• ${lastFour(found.iban)}`,
    receivedOn: today(found.createdAt),
    status: STATES[found.status] ?? { label: found.status, tone: 'grey' },
    providerId: found.providerId,
    actions: ['certificate', ...(found.status === 'received' ? ['accept', 'reject'] : [])],
  }
}

export async function countRequests(): Promise<number> {
  const { n } = await oneRow<{ n: number }>(
    `select count(*)::int as n from provider_requests where status = 'received'`
  )
  return n
}

/** The file of the bank's certificate, or null. */
export async function findCertificate(requestId: number): Promise<number | null> {
  const found = await row<{ fileId: number }>(
    `select certificate_file_id as file_id from provider_requests where id = :requestId`,
    { requestId }
  )
  return found?.fileId ?? null
}

/** SQL: the words of a request `r` that are searched. */
export const REQUEST_WORDS = `f_unaccent(lower(r.name || ' ' || r.tax_id))`
