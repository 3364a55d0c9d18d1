import type { WiseState } from '#app/banking/providers/wise/stand_in/wise_state'
import type { StandInAnswer } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInClock } from '#app/connectors/stand_in/stand_in_server'

/** What the parts of the stand-in share. `tell` notifies whoever has subscribed to an event. */
export type World = {
  state: WiseState
  clock: StandInClock
  tell: (
    event: string,
    data: Record<string, unknown>,
    manners?: { isUnruly: boolean; afterMs: number }
  ) => void
  /** How long an answer stays out that never comes. */
  hangMs: number
}

export const nowOf = ({ clock }: World): string => clock.now().toISOString()

export const nextId = ({ state }: World): number => state.nextId++

/** A UUID that is the next in order: two runs give the same. */
export function nextUuid(world: World): string {
  const hex = nextId(world).toString(16).padStart(12, '0')
  return `7e570000-0000-4000-8000-${hex}`
}

/** An instant some seconds on. */
export const plusSeconds = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1_000).toISOString()

type Problem = { code: string; message: string; path?: string }

/** An answer that says no, in the shape of Wise. */
export const problem = (status: number, ...errors: Problem[]): StandInAnswer => ({
  status,
  json: { timestamp: new Date().toISOString(), errors: errors.map((one) => ({ arguments: [], ...one })) },
})

/** How deliberate faults are marked in what is answered. */
export const marked = (answer: StandInAnswer, fault: string): StandInAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'x-sandbox-fault': fault },
})
