import type { PlayedTransaction, QontoState } from '#app/banking/providers/qonto/stand_in/state'
import type { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInClock } from '#app/connectors/stand_in/stand_in_server'
import type { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

/** What everything that the played service does works on. `state` is replaced whole when it remembers another time. */
export type Play = {
  state: QontoState
  clock: StandInClock
  faults: FaultPlan
  sender: WebhookSender
  /** Movements whose news are told late and in the wrong order: what has been held back so far. */
  heldBack: Map<PlayedTransaction['id'], (() => void)[]>
}

export const nowOf = ({ clock }: Play): string => clock.now().toISOString()

/** An answer that refuses, as the service has them. */
export const refuse = (status: number, code: string, detail: string, pointer?: string): StandInAnswer => ({
  status,
  json: { errors: [{ code, detail, ...(pointer ? { source: { pointer } } : {}) }] },
})

export const notFound = (what: string): StandInAnswer => refuse(404, 'not_found', `${what} not found`)

const PER_PAGE_MAX = 100

/** A page of a list. */
export function listed({ query }: StandInRequest, member: string, rows: readonly unknown[]): StandInAnswer {
  const page = Number(query.get('page') ?? 1)
  const perPage = Number(query.get('per_page') ?? PER_PAGE_MAX)
  if (
    !Number.isInteger(page) ||
    page < 1 ||
    !Number.isInteger(perPage) ||
    perPage < 1 ||
    perPage > PER_PAGE_MAX
  )
    return refuse(400, 'invalid', 'page and per_page are not right')
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  if (page > pages) return refuse(422, 'invalid', 'page is beyond the last one')
  return {
    status: 200,
    json: {
      [member]: rows.slice((page - 1) * perPage, page * perPage),
      meta: {
        current_page: page,
        next_page: page < pages ? page + 1 : null,
        prev_page: page > 1 ? page - 1 : null,
        total_pages: pages,
        total_count: rows.length,
        per_page: perPage,
      },
    },
  }
}

/** Whether an instant lies between `<name>_from` and `<name>_to` of the query; what has none lies in no window. */
export function isWithin(query: URLSearchParams, name: string, instant: string | null): boolean {
  const [from, to] = [query.get(`${name}_from`), query.get(`${name}_to`)]
  if (from === null && to === null) return true
  if (instant === null) return false
  const at = Date.parse(instant)
  return (from === null || at >= Date.parse(from)) && (to === null || at <= Date.parse(to))
}

/** Whether a value is among those that the query has under a name; every one is when it has none. */
export function isAmong(query: URLSearchParams, name: string, value: string): boolean {
  const wanted = query.getAll(name)
  return wanted.length === 0 || wanted.includes(value)
}
