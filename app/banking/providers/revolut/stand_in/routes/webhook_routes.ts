import { bodyOf, instantOf, numberOf, textOf } from '#app/banking/providers/revolut/stand_in/read_request'
import { route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Hook } from '#app/banking/providers/revolut/stand_in/state'
import {
  failedJson,
  hookJson,
  hookWithSecret,
  noContent,
  ok,
  refuse,
} from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const VERSION = '/api/2.0'
const CREATED = 201
const HOOKS_MAX = 10
const ALL_EVENTS = [
  'TransactionCreated',
  'TransactionStateChanged',
  'PayoutLinkCreated',
  'PayoutLinkStateChanged',
]
const PAGE = { max: 1000, usual: 100 }
const HOUR_MS = 3_600_000

/** Subscriptions, their secrets, and what could not be delivered. */
export const webhookRoutes = (bank: ToBank): StandInRoute[] => {
  const find = (id: string | undefined) => bank().state.hooks.find((one) => one.id === id)
  const missing = () => refuse(404, 3040, 'Webhook not found')
  const secretOf = () => `wsk_${bank().key().replaceAll('-', '')}`
  return [
    route('GET /webhooks', 'webhooks.list', () => ok(bank().state.hooks.map(hookJson)), VERSION),
    route(
      'POST /webhooks',
      'webhooks.create',
      (request) => {
        const body = bodyOf(request)
        if (bank().state.hooks.length >= HOOKS_MAX)
          return refuse(422, 3041, 'The limit of webhooks is reached')
        const hook: Hook = {
          id: bank().key(),
          url: textOf(body, 'url'),
          events: Array.isArray(body.events) ? body.events.map(String) : ALL_EVENTS,
          secrets: [{ secret: secretOf(), until: null }],
        }
        bank().state.hooks.push(hook)
        return { status: CREATED, json: hookWithSecret(hook) }
      },
      VERSION
    ),
    route(
      'GET /webhooks/:id',
      'webhooks.show',
      ({ params }) => {
        const hook = find(params.id)
        return hook ? ok(hookWithSecret(hook)) : missing()
      },
      VERSION
    ),
    route(
      'DELETE /webhooks/:id',
      'webhooks.delete',
      ({ params }) => {
        const { state } = bank()
        if (!find(params.id)) return missing()
        state.hooks = state.hooks.filter(({ id }) => id !== params.id)
        return noContent()
      },
      VERSION
    ),
    route(
      'POST /webhooks/:id/rotate-signing-secret',
      'webhooks.rotate',
      ({ params, json }) => {
        const hook = find(params.id)
        if (!hook) return missing()
        const { expiration_period = 'P0D' } = (json ?? {}) as { expiration_period?: string }
        const until = bank().clock.now().getTime() + hoursOf(expiration_period) * HOUR_MS
        hook.secrets = [
          { secret: secretOf(), until: null },
          ...hook.secrets.map(({ secret }) => ({ secret, until })),
        ]
        return ok(hookWithSecret(hook))
      },
      VERSION
    ),
    route(
      'GET /webhooks/:id/failed-events',
      'webhooks.failed',
      ({ params, query }) => {
        if (!find(params.id)) return missing()
        const limit = numberOf(query, 'limit', PAGE)
        const before = instantOf(query.get('created_before') ?? '9999-12-31')
        const found = bank()
          .state.failedEvents.filter(({ hookId, at }) => hookId === params.id && at < before)
          .toSorted((a, b) => b.at.localeCompare(a.at))
        return ok(found.slice(0, limit).map(failedJson))
      },
      VERSION
    ),
  ]
}

/** Of a duration, days and hours alone. */
function hoursOf(duration: string): number {
  const [, days = '0', hours = '0'] = /^P(?:(\d+)D)?(?:T(\d+)H)?/.exec(duration) ?? []
  return Number(days) * 24 + Number(hours)
}
