import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { answeredWell, keyHeader, memberOf } from '#app/banking/providers/qonto/client'
import { NoAnswer } from '#app/connectors/client/provider_client'
import type { ConnectorProvider, ProviderEvent } from '#app/connectors/provider'

type Webhooks = ConnectorProvider['webhooks']

const TOLERANCE_SECONDS = 300
/** What an event is about, by its type; all but these two are only noted. */
const KINDS: Readonly<Record<string, string>> = {
  'v1/transactions': 'transaction',
  'v1/transfers': 'transfer',
  'v1/accounts': 'account',
}
const PATH = '/v2/webhook_subscriptions'

/** The signature of a delivery: over the second it was made at and the bytes that were sent. */
export const signatureOf = (secret: string, seconds: number | string, raw: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')

export const webhooks: Webhooks = {
  answerWithinMs: 1000,
  needsConsent: true,
  read: ({ raw, headers }, secrets, now) => {
    if (!isSigned(raw, headers['x-qonto-signature'] ?? '', secrets, now)) return null
    try {
      return eventsOf(JSON.parse(raw), raw)
    } catch {
      return []
    }
  },
  subscribe: async (_connection, client, address) => {
    const ours = randomBytes(32).toString('hex')
    const answer = await client.ask({
      method: 'POST',
      path: PATH,
      headers: keyHeader(randomUUID()),
      body: {
        kind: 'json',
        value: {
          callback_url: address,
          types: ['v1/transactions'],
          secret: ours,
          description: 'Caudal',
        },
      },
    })
    const { json } = answeredWell(answer)
    const [id, secret] = [memberOf(json, 'id'), memberOf(json, 'secret')]
    if (typeof id !== 'string') throw new NoAnswer('Qonto no dice qué suscripción ha hecho')
    return { subscriptionId: id, secret: typeof secret === 'string' && secret !== '' ? secret : ours }
  },
  unsubscribe: async (_connection, client, subscriptionId) => {
    const answer = await client.ask({
      method: 'DELETE',
      path: `${PATH}/${encodeURIComponent(subscriptionId)}`,
      headers: keyHeader(randomUUID()),
    })
    if (answer.status !== 404 && answer.status !== 204) answeredWell(answer)
  },
}

function isSigned(raw: string, header: string, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(seconds)) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false
  const given = parts.flatMap(([name, value = '']) => (name === 'v1' ? [value] : []))
  return secrets.some((secret) => {
    const right = Buffer.from(signatureOf(secret, seconds, raw))
    return given.some((one) => one.length === right.length && timingSafeEqual(Buffer.from(one), right))
  })
}

/** A delivery is one event. Qonto repeats deliveries: without an identity of its own the same bytes are the same event. */
function eventsOf(told: unknown, raw: string): ProviderEvent[] {
  const [id, type, data] = [memberOf(told, 'id'), memberOf(told, 'type'), memberOf(told, 'data')]
  const objectId = memberOf(data, 'id')
  if (typeof type !== 'string' || typeof objectId !== 'string') return []
  const at = memberOf(data, 'updated_at') ?? memberOf(told, 'created_at')
  return [
    {
      externalId: typeof id === 'string' ? id : createHash('sha256').update(raw).digest('hex'),
      type,
      objectKind: KINDS[type] ?? 'other',
      objectId,
      occurredAt: typeof at === 'string' ? at : null,
    },
  ]
}
