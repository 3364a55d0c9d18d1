import { minorOfText } from '#app/banking/providers/wise/amounts'
import { problem, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

type Handle = (world: World, request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>

/** A route of the stand-in, its world given. */
export type WiseRoute = { method: string; path: string; operation: string; handle: Handle }

export const bind = (world: World, routes: readonly WiseRoute[]): StandInRoute[] =>
  routes.map((route) => ({ ...route, handle: (request) => route.handle(world, request) }))

export const bodyOf = ({ json }: StandInRequest): Record<string, unknown> =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}

export const ok = (json: unknown, status = 200): StandInAnswer => ({ status, json })

export const notFound = (): StandInAnswer => problem(404, { code: 'not.found', message: 'Not found' })

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Minor units of a number of a request; null when it is none or has too many decimals. */
export const minorIn = (value: unknown, currency: string): number | null =>
  typeof value === 'number' ? minorOfText(String(value), currency) : null

/** What a token may do that comes with a request. */
export function isPartnerToken({ state }: World, { headers }: StandInRequest): boolean {
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  return state.tokens[token]?.kind === 'partner'
}

/** A second factor of a person is asked for: nothing was done. */
export const needsPerson = (): StandInAnswer => ({
  status: 403,
  headers: { 'x-2fa-approval': crypto.randomUUID(), 'x-2fa-approval-result': 'REJECTED' },
  json: {
    timestamp: new Date().toISOString(),
    status: 403,
    error: 'Forbidden',
    message: 'You are forbidden to send this request',
  },
})
