import { listed, notFound, nowOf, type Play, refuse } from '#app/banking/providers/qonto/stand_in/play'
import { decide, isOver, underKey } from '#app/banking/providers/qonto/stand_in/signing'
import { newId, type PlayedSubscription } from '#app/banking/providers/qonto/stand_in/state'
import { toldSubscription } from '#app/banking/providers/qonto/stand_in/told'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const TOKEN_SECONDS = 3_600

/** Tokens, signatures as programs see them, and who is told news. */
export const accessRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'POST',
    path: '/oauth2/token',
    operation: 'oauth.token',
    handle: (request) => giveTokens(play, request),
  },
  {
    method: 'GET',
    path: '/v2/sca_sessions/:token',
    operation: 'sessions.read',
    handle: ({ params }) => readSession(play, params.token),
  },
  {
    method: 'GET',
    path: '/v2/mocked_sca_sessions/:token',
    operation: 'sessions.read_mocked',
    handle: ({ params }) => readSession(play, params.token),
  },
  {
    method: 'POST',
    path: '/v2/mocked_sca_sessions/:token/:decision',
    operation: 'sessions.decide',
    handle: ({ params }) => {
      const decision = params.decision === 'allow' || params.decision === 'deny' ? params.decision : null
      return decision && decide(play, decision, params.token)
        ? { status: 200, json: { message: 'Success' } }
        : notFound('session')
    },
  },
  {
    method: 'GET',
    path: '/v2/webhook_subscriptions',
    operation: 'subscriptions.list',
    handle: (request) =>
      listed(
        request,
        'subscriptions',
        play.state.subscriptions.map((one) => toldSubscription(play.state, one))
      ),
  },
  {
    method: 'POST',
    path: '/v2/webhook_subscriptions',
    operation: 'subscriptions.create',
    handle: (request) => underKey(play, request, () => subscribe(play, request)),
  },
  {
    method: 'DELETE',
    path: '/v2/webhook_subscriptions/:id',
    operation: 'subscriptions.delete',
    handle: ({ params }) => {
      const { state } = play
      const rest = state.subscriptions.filter(({ id }) => id !== params.id)
      if (rest.length === state.subscriptions.length) return notFound('subscription')
      state.subscriptions = rest
      return { status: 204 }
    },
  },
]

function giveTokens(play: Play, { form }: StandInRequest): StandInAnswer {
  const { state, clock } = play
  const { clientId, clientSecret } = state.credentials
  if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
    return { status: 401, json: { error: 'invalid_client' } }
  const isCode = form.get('grant_type') === 'authorization_code'
  const given = form.get(isCode ? 'code' : 'refresh_token') ?? ''
  const isKnown = isCode ? state.codes.includes(given) : state.tokens.some(({ refresh }) => refresh === given)
  if (!isKnown) return { status: 400, json: { error: 'invalid_grant' } }
  // A code and a refresh token serve once; the access token that was given before goes on to its end.
  state.codes = state.codes.filter((code) => code !== given)
  for (const token of state.tokens) if (token.refresh === given) token.refresh = ''
  const made = {
    access: newId(state, 'access'),
    refresh: newId(state, 'refresh'),
    expiresAt: new Date(clock.now().getTime() + TOKEN_SECONDS * 1000).toISOString(),
  }
  state.tokens.push(made)
  return {
    status: 200,
    json: {
      access_token: made.access,
      token_type: 'bearer',
      expires_in: TOKEN_SECONDS,
      refresh_token: made.refresh,
      scope:
        'offline_access organization.read payment.write internal_transfer.write attachment.write webhook',
    },
  }
}

function readSession(play: Play, token: string | undefined): StandInAnswer {
  const session = play.state.sessions.find((one) => one.token === token)
  if (!session || isOver(play, session)) return notFound('session')
  return { status: 200, json: { result: session.result, canceled_at: null } }
}

function subscribe(play: Play, { json }: StandInRequest): StandInAnswer {
  const {
    callback_url: url,
    types = [],
    secret,
    description,
  } = (json ?? {}) as {
    callback_url?: string
    types?: string[]
    secret?: string
    description?: string
  }
  if (!url) return refuse(422, 'invalid', 'callback_url is missing', '/callback_url')
  const { state } = play
  const made: PlayedSubscription = {
    id: newId(state, 'subscription'),
    url,
    types,
    secret: secret ?? newId(state, 'secret'),
    description: description ?? null,
    createdAt: nowOf(play),
  }
  state.subscriptions.push(made)
  return { status: 200, json: toldSubscription(state, made, made.secret) }
}
