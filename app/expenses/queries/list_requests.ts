import type { CalendarDate } from '#app/kernel/calendar_date'
import { today } from '#app/kernel/calendar_date'
import { maskIban } from '#app/kernel/iban'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { oneRow, row } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'

const STATES: Record<string, { label: string; tone: Tone }> = {
  received: { label: 'Recibida', tone: 'blue' },
  accepted: { label: 'Aceptada', tone: 'green' },
  rejected: { label: 'Rechazada', tone: 'red' },
  duplicate: { label: 'Duplicada', tone: 'grey' },
}

export type RequestRow = {
  id: number
  name: string
  country: string
  tax_id: string
  email: string
  activity: string | null
  iban: string
  received_on: CalendarDate
  status: { label: string; tone: Tone }
  provider_id: number | null
  actions: string[]
}

/** Who asked to be taken in as a supplier. */
export const requestsList: ListDefinition = {
  from: 'provider_requests r',
  key: 'r.id',
  select:
    'r.id, r.name, r.country, r.tax_id::text, r.email::text, r.activity, r.iban, r.created_at, r.status, r.provider_id',
  sorts: { received: { sql: 'r.created_at', type: 'timestamptz' }, name: { sql: 'r.name', type: 'text' } },
  defaultSort: '-received',
}

type Found = Omit<RequestRow, 'tax_id' | 'received_on' | 'status' | 'provider_id' | 'actions'> & {
  taxId: string
  createdAt: Date
  status: string
  providerId: number | null
}

export async function listRequests(request: ListRequest, filter: Filter): Promise<ListOf<RequestRow>> {
  const page = await listPage<Found>(requestsList, request, filter)
  return {
    ...page,
    rows: page.rows.map((found) => ({
      id: found.id,
      name: found.name,
      country: found.country,
      tax_id: found.taxId,
      email: found.email,
      activity: found.activity,
      iban: maskIban(found.iban),
      received_on: today(found.createdAt),
      status: STATES[found.status] ?? { label: found.status, tone: 'grey' },
      provider_id: found.providerId,
      actions: ['certificate', ...(found.status === 'received' ? ['accept', 'reject'] : [])],
    })),
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
