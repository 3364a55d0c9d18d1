import { sign } from 'node:crypto'
import {
  bind,
  bodyOf,
  notFound,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import type {
  StoredActivity,
  StoredSubscription,
  WiseState,
} from '#app/banking/providers/wise/stand_in/wise_state'
import { nextUuid, nowOf, problem, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInClock } from '#app/connectors/stand_in/stand_in_server'
import type { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

const SUBSCRIPTIONS = '/v3/profiles/:profile/subscriptions'

/** The list of activities, and subscriptions to what happens. */
export const eventRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  {
    method: 'GET',
    path: '/v1/profiles/:profile/activities',
    operation: 'activities.list',
    handle: activities,
  },
  { method: 'POST', path: SUBSCRIPTIONS, operation: 'subscriptions.create', handle: subscribe },
  {
    method: 'GET',
    path: SUBSCRIPTIONS,
    operation: 'subscriptions.list',
    handle: (world) => ok(world.state.subscriptions.map((one) => toJson(world, one))),
  },
  {
    method: 'GET',
    path: `${SUBSCRIPTIONS}/:id`,
    operation: 'subscriptions.get',
    handle: (world, { params }) => {
      const found = world.state.subscriptions.find(({ id }) => id === params.id)
      return found ? ok(toJson(world, found)) : notFound()
    },
  },
  {
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/:id`,
    operation: 'subscriptions.delete',
    handle: ({ state }, { params }) => {
      const before = state.subscriptions.length
      state.subscriptions = state.subscriptions.filter(({ id }) => id !== params.id)
      return state.subscriptions.length < before ? { status: 204 } : notFound()
    },
  },
]

/** The newest first; a cursor names the last one that was given, so that what comes up meanwhile shifts nothing. */
function activities(world: World, { query }: StandInRequest): StandInAnswer {
  const size = Math.min(Number(query.get('size') ?? 10), 100)
  const [since, until] = [isoOf(query.get('since')), isoOf(query.get('until'))]
  const cursor = query.get('nextCursor')
  const after = cursor === null ? null : Buffer.from(cursor, 'base64').toString('utf8')
  const wanted = world.state.activities
    .filter(
      ({ createdAt }) => (since === null || createdAt >= since) && (until === null || createdAt <= until)
    )
    .map((one) => ({ one, place: placeOf(one) }))
    .filter(({ place }) => after === null || place < after)
    .sort((a, b) => (a.place < b.place ? 1 : -1))
  const page = wanted.slice(0, size)
  const last = page.at(-1)
  return ok({
    cursor: wanted.length > size && last ? Buffer.from(last.place).toString('base64') : null,
    activities: page.map(({ one }) => toActivity(one)),
  })
}

const placeOf = ({ createdAt, seq }: StoredActivity): string =>
  `${createdAt}|${String(seq).padStart(12, '0')}`
const isoOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

const toActivity = (one: StoredActivity) => ({
  id: one.id,
  type: one.type,
  resource: { type: one.resourceType, id: one.resourceId },
  title: one.title,
  description: one.description,
  primaryAmount: one.primary,
  secondaryAmount: one.secondary,
  status: one.status,
  createdOn: one.createdAt,
  updatedOn: one.updatedAt,
})

function subscribe(world: World, request: StandInRequest): StandInAnswer {
  const { name, trigger_on: event, delivery } = bodyOf(request)
  const { version, url } = (delivery ?? {}) as { version?: unknown; url?: unknown }
  if (textOf(event) === '' || !/^https?:\/\//.test(textOf(url)))
    return problem(422, {
      code: 'subscription.not_valid',
      message: 'The subscription is not valid',
      path: 'delivery.url',
    })
  const made: StoredSubscription = {
    id: nextUuid(world),
    name: textOf(name),
    event: textOf(event),
    version: textOf(version),
    url: textOf(url),
    createdAt: nowOf(world),
  }
  world.state.subscriptions.push(made)
  return ok(toJson(world, made))
}

const toJson = ({ state }: World, { id, name, event, version, url, createdAt }: StoredSubscription) => ({
  id,
  name,
  trigger_on: event,
  delivery: { version, url },
  scope: { domain: 'profile', id: String(state.profile.id) },
  created_by: { type: 'user', id: String(state.userId) },
  created_at: createdAt,
})

type Told = { state: WiseState; clock: StandInClock; sender: WebhookSender }

/** Notifies whoever has subscribed, signed with the key of the stand-in. What is unruly comes twice, and as late as told. */
export function tellThrough({ state, clock, sender }: Told): World['tell'] {
  return (event, data, manners = { isUnruly: false, afterMs: 20 }) => {
    for (const subscription of state.subscriptions.filter((one) => one.event === event)) {
      const body = JSON.stringify({
        schema_version: subscription.version,
        subscription_id: subscription.id,
        event_type: event,
        sent_at: clock.now().toISOString(),
        data,
      })
      const delivery = {
        url: subscription.url,
        headers: {
          'content-type': 'application/json',
          'x-signature-sha256': sign('RSA-SHA256', Buffer.from(body), state.keys.privateKey).toString(
            'base64'
          ),
          'x-delivery-id': crypto.randomUUID(),
        },
        body,
      }
      sender.send(delivery, manners.isUnruly ? manners.afterMs : undefined)
      if (manners.isUnruly) sender.send(delivery, manners.afterMs)
    }
  }
}
