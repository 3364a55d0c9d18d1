import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  ask,
  askList,
  memberOf,
  microsecondAfter,
  Refused,
  WEBHOOKS_API,
} from '#app/banking/providers/revolut/client'
import { TRANSACTION } from '#app/banking/providers/revolut/feed'
import type { WireEvent, WireHook } from '#app/banking/providers/revolut/wire'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, ConnectorProvider, ProviderEvent } from '#app/connectors/provider'

const TOLERANCE_MS = 300_000
const EVENTS = ['TransactionCreated', 'TransactionStateChanged']
const ANSWER_WITHIN_MS = 5_000
const PAGE = 1000
const PAGES_MAX = 20

/** What Revolut tells by itself. Up to ten subscriptions; each delivery is signed with every secret that counts. */
export const revolutWebhooks: ConnectorProvider['webhooks'] = {
  answerWithinMs: ANSWER_WITHIN_MS,
  read: readDelivery,
  subscribe,
  unsubscribe: async (_connection, client, id) => {
    await ask(client, { method: 'DELETE', path: `${WEBHOOKS_API}/webhooks/${encodeURIComponent(id)}` })
  },
  missed: missedEvents,
}

type Delivery = { raw: string; headers: Readonly<Record<string, string | undefined>> }

/** The signature is over the bytes that came and the millisecond that the header tells. */
function readDelivery(
  { raw, headers }: Delivery,
  secrets: readonly string[],
  now: Date
): readonly ProviderEvent[] | null {
  const timestamp = headers['revolut-request-timestamp'] ?? ''
  if (!/^\d{1,15}$/.test(timestamp)) return null
  if (Math.abs(now.getTime() - Number(timestamp)) > TOLERANCE_MS) return null
  const given = (headers['revolut-signature'] ?? '').split(',').map((one) => one.trim())
  if (!secrets.some((secret) => given.some((one) => isSame(one, signatureOf(secret, timestamp, raw)))))
    return null
  return eventsOf(raw)
}

/** As Revolut writes it in its header. */
export const signatureOf = (secret: string, timestamp: string, raw: string): string =>
  `v1=${createHmac('sha256', secret).update(`v1.${timestamp}.${raw}`).digest('hex')}`

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function eventsOf(raw: string): ProviderEvent[] {
  try {
    return toEvents(JSON.parse(raw))
  } catch {
    return []
  }
}

/** Revolut numbers no events: what one says makes its key, the same whether it was delivered or asked for afterwards. */
function toEvents(told: unknown): ProviderEvent[] {
  const { event = '', timestamp = '', data } = (told ?? {}) as Partial<WireEvent>
  if (!EVENTS.includes(event) || !data?.id) return []
  const state = data.new_state ?? data.state ?? ''
  return [
    {
      externalId: `${event}:${data.id}:${state}:${timestamp}`,
      type: event,
      objectKind: TRANSACTION,
      objectId: data.id,
      occurredAt: Number.isNaN(Date.parse(timestamp)) ? null : timestamp,
    },
  ]
}

/** Making a subscription has no key: one of the same address is taken up. */
async function subscribe(
  _connection: Connection,
  client: ProviderClient,
  address: string
): Promise<{ secret: string; subscriptionId: string }> {
  const path = `${WEBHOOKS_API}/webhooks`
  const hooks = (await askList(client, { method: 'GET', path })) as WireHook[]
  const same = hooks.find(({ url }) => url === address)
  const value = { url: address, events: EVENTS }
  const told = same
    ? await ask(client, { method: 'GET', path: `${path}/${same.id}` })
    : await ask(client, { method: 'POST', path, body: { kind: 'json', value } })
  const id = memberOf(told, 'id')
  const secret = memberOf(told, 'signing_secret')
  if (typeof id !== 'string' || typeof secret !== 'string')
    throw new NoAnswer('Revolut no dice el secreto de los avisos.')
  return { secret, subscriptionId: id }
}

/**
 * What Revolut gave up delivering since then, the newest first. It keeps it for some weeks; of a subscription that it has no
 * more, or to a key that may not ask, it keeps nothing.
 */
async function missedEvents(
  _connection: Connection,
  client: ProviderClient,
  subscriptionId: string,
  since: Date
): Promise<ProviderEvent[]> {
  const path = `${WEBHOOKS_API}/webhooks/${encodeURIComponent(subscriptionId)}/failed-events`
  const found = new Map<string, ProviderEvent>()
  const seen = new Set<string>()
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const rows = (await askKept(client, path, before)) as FailedEvent[]
    const fresh = rows.filter(({ id }) => !seen.has(id) && seen.add(id))
    for (const { payload, created_at } of fresh)
      if (Date.parse(created_at) >= since.getTime())
        for (const event of toEvents(payload)) found.set(event.externalId, event)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE || fresh.length === 0 || Date.parse(last.created_at) < since.getTime())
      return [...found.values()]
    before = microsecondAfter(last.created_at)
  }
  throw new NoAnswer('Revolut no acaba de decir los avisos que no llegaron.')
}

type FailedEvent = { id: string; created_at: string; payload: unknown }

async function askKept(client: ProviderClient, path: string, before: string | undefined): Promise<unknown[]> {
  try {
    return await askList(client, {
      method: 'GET',
      path,
      query: { limit: PAGE, created_before: before },
    })
  } catch (error) {
    if (error instanceof Refused && (error.httpStatus === 404 || error.httpStatus === 403)) return []
    throw error
  }
}
