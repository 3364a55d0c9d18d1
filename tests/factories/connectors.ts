import { createHmac } from 'node:crypto'
import { createConnector } from '#app/connectors/actions/create_connector'
import {
  type ConnectorProvider,
  ConsentGone,
  type RateLimit,
  registerProvider,
} from '#app/connectors/provider'
import { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import type { StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'
import { StandInClock, serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { oneRow } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'

/** Of a service that is no real one: a key, tokens that are renewed, a list of things, signed news. */
export type ProbeBank = {
  code: string
  url: string
  faults: FaultPlan
  /** When each request came, in milliseconds of the clock of the machine, with its authorisation. */
  arrivals: { at: number; operation: string; authorization: string }[]
  /** Renewals that were answered. */
  renewals: number
  /** What counts now; others are answered with 401. */
  key: string
  accessToken: string
  /** Seconds that a token lasts. */
  tokenSeconds: number
  /** The token call is answered with 400: consent is gone. */
  isConsentGone: boolean
  subscriptions: string[]
  secret: string
  close: () => Promise<void>
}

export const PROBE_KEY = 'clave-canario-4821'

type Options = {
  limits?: readonly RateLimit[]
  /** Authorised by tokens that a refresh token renews, and not by the key itself. */
  withTokens?: boolean
  slowMs?: number
}

let sequence = 0

/** Starts the stand-in of a new provider and makes the frame know it. */
export async function startProbeBank({
  limits = [],
  withTokens = false,
  slowMs = 1000,
}: Options = {}): Promise<ProbeBank> {
  sequence++
  const code = `probe-${process.pid}-${sequence}`
  const bank: ProbeBank = {
    code,
    url: '',
    faults: new FaultPlan(),
    arrivals: [],
    renewals: 0,
    key: PROBE_KEY,
    accessToken: 'ficha-canario-0',
    tokenSeconds: 3600,
    isConsentGone: false,
    subscriptions: [],
    secret: 'secreto-canario-avisos-1',
    close: async () => {},
  }
  const served = await serveStandIn(standInOf(bank, withTokens), { slowMs })
  bank.url = served.url
  bank.close = served.close
  registerProvider(providerOf(bank, limits, withTokens))
  return bank
}

function standInOf(bank: ProbeBank, withTokens: boolean): StandIn {
  const ok = { status: 200, json: { ok: true, echo: 'ES9121000418450200051332' } }
  return {
    code: bank.code,
    clock: new StandInClock(),
    faults: bank.faults,
    faultBody: (status) => ({ error: status }),
    authorise: ({ headers }, operation) => {
      bank.arrivals.push({ at: Date.now(), operation, authorization: headers.authorization ?? '' })
      if (operation.startsWith('tokens')) return null
      const wanted = withTokens ? `Bearer ${bank.accessToken}` : `Bearer ${bank.key}`
      return headers.authorization === wanted ? null : { status: 401, json: { error: 'unauthorised' } }
    },
    routes: [
      { method: 'GET', path: '/things', operation: 'things.list', handle: () => ok },
      { method: 'POST', path: '/things', operation: 'things.create', handle: () => ok },
      { method: 'GET', path: '/account', operation: 'account.read', handle: () => ok },
      {
        method: 'POST',
        path: '/subscriptions',
        operation: 'subscriptions.create',
        handle: (request) => subscribe(bank, request),
      },
      {
        method: 'DELETE',
        path: '/subscriptions/:id',
        operation: 'subscriptions.delete',
        handle: ({ params }) => {
          bank.subscriptions = bank.subscriptions.filter((one) => one !== params.id)
          return { status: 204 }
        },
      },
      { method: 'POST', path: '/tokens', operation: 'tokens.create', handle: () => giveToken(bank) },
    ],
    work: () => {},
    dump: () => '{}',
    remember: () => {},
    acts: {},
  }
}

function subscribe(bank: ProbeBank, { json }: StandInRequest) {
  bank.subscriptions.push(String((json as { address: string }).address))
  return { status: 201, json: { id: `S${bank.subscriptions.length}`, secret: bank.secret } }
}

function giveToken(bank: ProbeBank) {
  if (bank.isConsentGone) return { status: 400, json: { error: 'invalid_grant' } }
  bank.renewals++
  bank.accessToken = `ficha-canario-${bank.renewals}`
  return {
    status: 200,
    json: {
      access_token: bank.accessToken,
      refresh_token: `refresco-canario-${bank.renewals}`,
      expires_in: bank.tokenSeconds,
    },
  }
}

type Given = { access_token: string; refresh_token: string; expires_in: number }

function providerOf(
  { code, secret: _secret }: ProbeBank,
  limits: readonly RateLimit[],
  withTokens: boolean
): ConnectorProvider {
  const tokensOf = (json: unknown) => {
    const given = json as Given
    return {
      accessToken: given.access_token,
      accessExpiresAt: new Date(Date.now() + given.expires_in * 1000).toISOString(),
      refreshToken: given.refresh_token,
      consentExpiresAt: null,
    }
  }
  const base: ConnectorProvider = {
    code,
    title: 'Probanco',
    path: '/qontos',
    addresses: { live: 'https://probanco.test', sandbox: 'https://pruebas.probanco.test' },
    credentials: [
      { key: 'key', label: 'Clave', kind: 'secret', isNeeded: true },
      { key: 'webhookSecret', label: 'Secreto de avisos', kind: 'secret', isNeeded: false },
    ],
    limits,
    timeoutMs: 800,
    authorise: (credentials, tokens) => {
      if (withTokens && !tokens) throw new ConsentGone('none')
      return { authorization: `Bearer ${tokens?.accessToken ?? credentials.key}` }
    },
    test: async (_connection, client) => {
      const answer = await client.ask({ method: 'GET', path: '/account' })
      if (answer.status !== 200) throw new ConsentGone(`HTTP ${answer.status}`)
      return { found: ['Cuenta principal'], missing: [] }
    },
    webhooks: {
      answerWithinMs: 1000,
      read: ({ raw, headers }, secrets, now) => readNews(raw, headers, secrets, now),
      subscribe: async (_connection, client, address) => {
        const { json } = await client.ask({
          method: 'POST',
          path: '/subscriptions',
          body: { kind: 'json', value: { address } },
        })
        const { id, secret } = json as { id: string; secret: string }
        return { secret, subscriptionId: id }
      },
      unsubscribe: async (_connection, client, id) => {
        await client.ask({ method: 'DELETE', path: `/subscriptions/${id}` })
      },
    },
  }
  if (!withTokens) return base
  return {
    ...base,
    renew: async (_connection, credentials, tokens, ask) => {
      const answer = await ask({
        method: 'POST',
        path: '/tokens',
        isAuthorised: false,
        body: {
          kind: 'form',
          value: {
            grant_type: 'refresh_token',
            refresh_token: tokens?.refreshToken ?? '',
            client_secret: credentials.key ?? '',
          },
        },
      })
      if (answer.status === 400) throw new ConsentGone('refused')
      return tokensOf(answer.json)
    },
    consent: {
      needs: [],
      address: (_connection, _credentials, { redirectUrl, state }) =>
        `https://probanco.test/consent?${new URLSearchParams({ redirect_uri: redirectUrl, state })}`,
      complete: async (_connection, credentials, { code: came }, ask) => {
        const answer = await ask({
          method: 'POST',
          path: '/tokens',
          isAuthorised: false,
          body: {
            kind: 'form',
            value: { grant_type: 'authorization_code', code: came, client_secret: credentials.key ?? '' },
          },
        })
        if (answer.status !== 200) throw new ConsentGone('refused')
        return tokensOf(answer.json)
      },
    },
  }
}

/** The header of a delivery of the probe bank: `t=…,v1=…` over the raw bytes. */
export const newsSignature = (raw: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')}`

const TOLERANCE_SECONDS = 300

function readNews(
  raw: string,
  headers: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
  now: Date
) {
  const [, seconds = '', signature] =
    /^t=(\d+),v1=([0-9a-f]+)$/.exec(headers['x-probe-signature'] ?? '') ?? []
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return null
  if (!secrets.some((one) => newsSignature(raw, one, Number(seconds)).endsWith(`v1=${signature}`)))
    return null
  const told = JSON.parse(raw) as { id: string; type: string; object: string }
  return [
    {
      externalId: told.id,
      type: told.type,
      objectKind: 'thing',
      objectId: told.object,
      occurredAt: null,
    },
  ]
}

export type ProbeConnection = { id: number; siteId: number; person: Person; webhookToken: string }

/** A connection of a new company to it; active where its key is right and it needs no consent. */
export async function connectTo(
  bank: ProbeBank,
  { key = PROBE_KEY, label = 'Principal' } = {}
): Promise<ProbeConnection> {
  const [{ siteId }, person] = [await makeSite(), await makeUser('s1st3ma')]
  const { id } = await createConnector(
    {
      provider: bank.code,
      siteId,
      label,
      environment: 'sandbox_local',
      baseUrl: bank.url,
      credentials: { key },
    },
    person.actor
  )
  const { webhookToken } = await oneRow<{ webhookToken: string }>(
    `select webhook_token from connectors where id = :id`,
    { id }
  )
  return { id, siteId, person, webhookToken }
}

export type ConnectorState = {
  status: string
  statusReason: string | null
  consecutiveFailures: number
  lastError: string | null
  isBlocked: boolean
}

export const stateOf = (id: number): Promise<ConnectorState> =>
  oneRow<ConnectorState>(
    `select status, status_reason, consecutive_failures, last_error, coalesce(blocked_until > now(), false) as is_blocked
       from connectors where id = :id`,
    { id }
  )
