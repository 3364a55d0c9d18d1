import { createPublicKey, verify } from 'node:crypto'
import { askForList, askForOne, askWise, profileOf } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection, ConnectorProvider, ProviderEvent } from '#app/connectors/provider'

/** Keys that Wise publishes to check its signatures with; another service in its place has its own in the settings. */
const PUBLISHED_KEYS = {
  live: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvO8vXV+JksBzZAY6GhSO
XdoTCfhXaaiZ+qAbtaDBiu2AGkGVpmEygFmWP4Li9m5+Ni85BhVvZOodM9epgW3F
bA5Q1SexvAF1PPjX4JpMstak/QhAgl1qMSqEevL8cmUeTgcMuVWCJmlge9h7B1CS
D4rtlimGZozG39rUBDg6Qt2K+P4wBfLblL0k4C4YUdLnpGYEDIth+i8XsRpFlogx
CAFyH9+knYsDbR43UJ9shtc42Ybd40Afihj8KnYKXzchyQ42aC8aZ/h5hyZ28yVy
Oj3Vos0VdBIs/gAyJ/4yyQFCXYte64I7ssrlbGRaco4nKF3HmaNhxwyKyJafz19e
HwIDAQAB
-----END PUBLIC KEY-----`,
  sandbox: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwpb91cEYuyJNQepZAVfP
ZIlPZfNUefH+n6w9SW3fykqKu938cR7WadQv87oF2VuT+fDt7kqeRziTmPSUhqPU
ys/V2Q1rlfJuXbE+Gga37t7zwd0egQ+KyOEHQOpcTwKmtZ81ieGHynAQzsn1We3j
wt760MsCPJ7GMT141ByQM+yW1Bx+4SG3IGjXWyqOWrcXsxAvIXkpUD/jK/L958Cg
nZEgz0BSEh0QxYLITnW1lLokSx/dTianWPFEhMC9BgijempgNXHNfcVirg1lPSyg
z7KqoKUN0oHqWLr2U1A+7kqrl6O2nx3CKs1bj1hToT1+p4kcMoHXA7kA+VBLUpEs
VwIDAQAB
-----END PUBLIC KEY-----`,
}

/** One subscription an event; the version says how its body is shaped. */
const EVENTS = [
  'transfers#state-change',
  'transfers#payout-failure',
  'transfers#refund',
  'balances#update',
] as const
const VERSION = '4.0.0'
const NAME = 'Caudal'
const SEPARATOR = ','

type Subscription = { id?: string; trigger_on?: string; delivery?: { url?: string } }

/**
 * Wise signs the raw body with its own RSA key, which it publishes; the secret of a connection is that public key. What it
 * tells may come twice, late (it tries for two weeks) and in any order, and its signature has no time: so age refuses
 * nothing, a delivery counts once and its object is read again.
 */
export const wiseWebhooks: ConnectorProvider['webhooks'] = {
  answerWithinMs: 5_000,
  read({ raw, headers }, secrets) {
    const signature = headers['x-signature-sha256']
    if (!signature || !secrets.some((key) => isSigned(raw, signature, key))) return null
    if (headers['x-test-notification'] === 'true') return []
    const event = eventOf(raw, headers['x-delivery-id'])
    return event ? [event] : []
  },
  async subscribe(connection, client, address) {
    const profile = await profileOf(connection, client)
    const path = paths.subscriptions(profile)
    // There is no key for this call: what is subscribed already is taken as it is.
    const there = await askForList<Subscription>(client, { method: 'GET', path })
    const ids: string[] = []
    for (const event of EVENTS) {
      const found = there.find((one) => one.trigger_on === event && one.delivery?.url === address)
      const value = {
        name: `${NAME} ${event}`,
        trigger_on: event,
        delivery: { version: VERSION, url: address },
      }
      const made =
        found ??
        ((await askWise(client, { method: 'POST', path, body: { kind: 'json', value } })) as Subscription)
      if (!made.id) throw new NoAnswer('Wise no respondió una suscripción')
      ids.push(made.id)
    }
    return { secret: publicKeyOf(connection), subscriptionId: ids.join(SEPARATOR) }
  },
  async unsubscribe(connection: Connection, client: ProviderClient, subscriptionId: string) {
    const profile = await profileOf(connection, client)
    for (const id of subscriptionId.split(SEPARATOR))
      await askForOne(client, { method: 'DELETE', path: paths.subscription(profile, id) })
  },
}

/** The key that a connection's notifications are checked with: its setting `webhookPublicKey`, else the published one. */
function publicKeyOf({ settings, environment }: Connection): string {
  const own = settings.webhookPublicKey
  if (typeof own === 'string' && own !== '') return own
  return environment === 'live' ? PUBLISHED_KEYS.live : PUBLISHED_KEYS.sandbox
}

function isSigned(raw: string, signature: string, publicKey: string): boolean {
  try {
    return verify(
      'RSA-SHA256',
      Buffer.from(raw),
      createPublicKey(publicKey),
      Buffer.from(signature, 'base64')
    )
  } catch {
    // A secret that is no key signs nothing.
    return false
  }
}

type Told = {
  event_type?: string
  data?: {
    resource?: { id?: number; type?: string }
    transfer_id?: number
    balance_id?: number
    current_state?: string
    occurred_at?: string
  }
}

function eventOf(raw: string, deliveryId: string | undefined): ProviderEvent | null {
  const { event_type: type, data } = readJson(raw)
  if (!type || !data) return null
  const objectKind = type.startsWith('transfers#')
    ? 'transfer'
    : type.startsWith('balances#')
      ? 'balance'
      : null
  const id =
    objectKind === 'transfer'
      ? (data.transfer_id ?? data.resource?.id)
      : (data.balance_id ?? data.resource?.id)
  if (!objectKind || !id) return null
  const occurredAt = data.occurred_at ?? null
  return {
    externalId: deliveryId ?? [type, id, data.current_state, occurredAt].join('|'),
    type,
    objectKind,
    objectId: String(id),
    occurredAt,
  }
}

function readJson(raw: string): Told {
  try {
    return (JSON.parse(raw) ?? {}) as Told
  } catch {
    return {}
  }
}
