import { createHash } from 'node:crypto'
import type { WireTransaction } from '#app/banking/providers/revolut/wire'
import { refusalText } from '#app/banking/providers/revolut/words'
import {
  NoAnswer,
  NotSent,
  type ProviderAnswer,
  type ProviderClient,
  type ProviderRequest,
} from '#app/connectors/client/provider_client'

export const API = '/api/1.0'
/** Webhooks live under another version than everything else. */
export const WEBHOOKS_API = '/api/2.0'

const RETRY_SECONDS = 30
/** Sixty requests a minute are all that a business has: pages as large as there are. */
const PAGE_MAX = 1000
/** What Revolut gives unless asked for more: a page shorter than this is the last one whatever was asked. */
const PAGE_DEFAULT = 100
const PAGES_MAX = 1_000
/** A success of an act that has no content. */
const NO_CONTENT = 204
/** Refusals that do not say whether the thing was done. */
const UNSURE = [408, 409]
const REQUEST_ID_MAX = 40

/** Revolut said no, for good: nothing was done. */
export class Refused extends Error {
  constructor(
    readonly httpStatus: number,
    readonly code: string,
    message: string,
    /** What it said, to look further into. */
    readonly told: unknown
  ) {
    super(message)
  }
}

/** Revolut's code of a request that it has already. */
export const DUPLICATE_REQUEST = '3020'
/** Of a counterparty that is there already. */
export const COUNTERPARTY_EXISTS = '3012'

export const memberOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : undefined

/**
 * What Revolut says to a request; undefined where it has nothing to say. Throws Refused when it refuses, NotSent when it has
 * certainly not taken it, NoAnswer when it may have.
 */
export async function ask(client: ProviderClient, request: ProviderRequest): Promise<unknown> {
  const answer = await client.ask(request)
  const { status, json } = answer
  if (status === 429)
    throw new NotSent('rate_limited', 'Revolut recibe demasiadas peticiones.', retryAfterOf(answer))
  if (status === 401)
    throw new NotSent('authorisation_needed', 'Las credenciales de Revolut no son válidas o han caducado.')
  if (status >= 400 && status < 500 && !UNSURE.includes(status)) throw refusalOf(answer)
  const isSaid = status >= 200 && status < 300 && (json !== undefined || status === NO_CONTENT)
  if (!isSaid) throw new NoAnswer(`Revolut respondió ${status} sin decir lo que se le pidió.`)
  return json
}

/** The same for an object that may not be there: null for 404. */
export async function askIfThere(client: ProviderClient, request: ProviderRequest): Promise<unknown> {
  try {
    return await ask(client, request)
  } catch (error) {
    if (error instanceof Refused && error.httpStatus === 404) return null
    throw error
  }
}

/** A list, or NoAnswer. */
export async function askList(client: ProviderClient, request: ProviderRequest): Promise<unknown[]> {
  const rows = await ask(client, request)
  if (!Array.isArray(rows)) throw new NoAnswer('Revolut respondió algo que no es una lista.')
  return rows
}

function refusalOf({ status, json }: ProviderAnswer): Refused {
  const said = memberOf(json, 'code')
  const code = typeof said === 'number' || typeof said === 'string' ? String(said) : `http_${status}`
  const message = memberOf(json, 'message')
  return new Refused(
    status,
    code,
    refusalText(status, code, typeof message === 'string' ? message : ''),
    json
  )
}

const retryAfterOf = ({ headers }: ProviderAnswer): number =>
  Math.ceil(Number(headers['retry-after'])) || RETRY_SECONDS

type Window = { account?: string; from?: string; to?: string; type?: string }

/**
 * Transactions from the newest back, each once, page by page. `to` is not contained and several may be of one instant, so each
 * page begins one microsecond after the end of the one before. A page that does not come is thrown, never an end.
 */
export async function* readTransactions(
  client: ProviderClient,
  window: Window,
  pageSize = PAGE_MAX
): AsyncGenerator<WireTransaction[]> {
  const seen = new Set<string>()
  let to = window.to
  let count = Math.min(pageSize, PAGE_MAX)
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { ...window, to, count }
    const rows = (await askList(client, { method: 'GET', path: `${API}/transactions`, query })).map(
      toTransaction
    )
    const fresh = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
    if (fresh.length > 0) yield fresh
    const last = rows.at(-1)
    if (!last || rows.length < Math.min(count, PAGE_DEFAULT)) return
    if (fresh.length === 0 && rows.length < count) return
    // A page full of one instant: only a larger one shows whether there are more of it.
    if (fresh.length === 0 && count === PAGE_MAX)
      throw new NoAnswer('Revolut tiene más movimientos de un mismo instante de los que caben en una página.')
    if (fresh.length === 0) count = Math.min(count * 2, PAGE_MAX)
    to = microsecondAfter(last.created_at)
  }
  throw new NoAnswer('Revolut no acaba de decir los movimientos.')
}

/** All of them. */
export async function allTransactions(client: ProviderClient, window: Window): Promise<WireTransaction[]> {
  const all: WireTransaction[] = []
  for await (const page of readTransactions(client, window)) all.push(...page)
  return all
}

/** A transaction as it was told; NoAnswer when it lacks what nothing can be done without. */
export function toTransaction(told: unknown): WireTransaction {
  const { id, type, state, created_at, legs } = (told ?? {}) as Partial<WireTransaction>
  if (!id || !type || !state || !created_at || !Array.isArray(legs))
    throw new NoAnswer('Revolut dijo un movimiento de un modo que no se entiende.')
  return told as WireTransaction
}

/** The instant one microsecond later; a finer fraction is cut before. */
export function microsecondAfter(instant: string): string {
  const [, base = '', fraction = '', zone = 'Z'] =
    /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/.exec(instant) ?? []
  const micros = Number(fraction.slice(0, 6).padEnd(6, '0')) + 1
  const second = Date.parse(`${base}${zone}`) + (micros === 1_000_000 ? 1000 : 0)
  return `${new Date(second).toISOString().slice(0, 19)}.${String(micros % 1_000_000).padStart(6, '0')}Z`
}

/** A key of ours as Revolut takes it, forty characters at most: a longer one always becomes the same text. */
export const requestIdOf = (key: string): string =>
  key.length <= REQUEST_ID_MAX ? key : createHash('sha256').update(key).digest('hex').slice(0, REQUEST_ID_MAX)
