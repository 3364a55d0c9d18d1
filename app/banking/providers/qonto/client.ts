import { createHash } from 'node:crypto'
import {
  NoAnswer,
  NotSent,
  type ProviderAnswer,
  type ProviderClient,
  type ProviderRequest,
} from '#app/connectors/client/provider_client'

type Query = NonNullable<ProviderRequest['query']>

const PER_PAGE = 100
const PAGES_MAX = 2_000
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A member of an answer, whatever the answer is. */
export const memberOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : undefined

/** An object of Qonto read anew; null when it does not know it. Throws as ProviderClient does, and for every other answer. */
export async function readObject(
  client: ProviderClient,
  path: string,
  member: string,
  query?: Query
): Promise<unknown> {
  const answer = await client.ask({ method: 'GET', path, ...(query ? { query } : {}) })
  if (answer.status === 404) return null
  const found = memberOf(answeredWell(answer).json, member)
  if (typeof found !== 'object' || found === null) throw new NoAnswer(`Qonto no dice nada de «${member}»`)
  return found
}

/**
 * Every page of a list, in its order: one is only the last when Qonto says so. A page that fails, is cut off or repeats the
 * one before is thrown, never taken for the end.
 */
export async function* readPages(
  client: ProviderClient,
  path: string,
  member: string,
  query: Query = {},
  perPage = PER_PAGE
): AsyncGenerator<unknown[]> {
  for (let page = 1; page <= PAGES_MAX; ) {
    const answer = await client.ask({ method: 'GET', path, query: { ...query, page, per_page: perPage } })
    const { json } = answeredWell(answer)
    const rows = memberOf(json, member)
    const meta = memberOf(json, 'meta')
    const next = memberOf(meta, 'next_page')
    if (!Array.isArray(rows) || (next !== null && !(typeof next === 'number' && next > page)))
      throw new NoAnswer(`Qonto no dijo entera la página ${page} de «${member}»`)
    yield rows
    if (next === null) return
    page = next
  }
  throw new NoAnswer(`Qonto no acaba de decir «${member}»`)
}

/** All pages of a list. */
export async function readAll(
  client: ProviderClient,
  path: string,
  member: string,
  query?: Query
): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const page of readPages(client, path, member, query)) all.push(...page)
  return all
}

/** An answer of a reading call that says what was asked; throws for any other. */
export function answeredWell(answer: ProviderAnswer): ProviderAnswer {
  const { status } = answer
  if (status === 429)
    throw new NotSent('rate_limited', 'Qonto recibe demasiadas peticiones', retryAfterOf(answer))
  if (status === 401 || status === 403)
    throw new NotSent('authorisation_needed', 'Las credenciales de Qonto no son válidas o han caducado.')
  if (status < 200 || status > 299 || answer.json === undefined)
    throw new NoAnswer(`Qonto respondió ${status} sin decir lo que se le pidió`)
  return answer
}

const RETRY_SECONDS = 30

/** Seconds that it wants to be left alone after a 429. */
export const retryAfterOf = ({ headers }: ProviderAnswer): number =>
  Math.ceil(Number(headers['retry-after'])) || RETRY_SECONDS

/** A key of ours in the form that Qonto advises: a UUID stays as it is, another text always becomes the same one. */
export function uuidOf(key: string): string {
  if (UUID.test(key)) return key
  const hex = createHash('sha256').update(key).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The header under which Qonto remembers a request that succeeded, for thirty minutes. */
export const keyHeader = (key: string) => ({ 'x-qonto-idempotency-key': uuidOf(key) })
