import type { ProviderEvent } from '#app/connectors/provider'

/** What a provider told, as it is stored. `payload` is for people who look into it: nothing is believed of it. */
export type StoredEvent = ProviderEvent & {
  id: number
  connectorId: number
  provider: string
  /** ISO. */
  receivedAt: string
}

/**
 * `processed`: the object was read again and what came of it is written. `ignored`: not of this handler. `waiting`: the object
 * is not known yet (its own answer may be outstanding); it is taken up again, and given up after a day.
 */
export type EventOutcome = 'processed' | 'ignored' | 'waiting'

/** May be called several times with the same event, and at once with another: it reads the object again and applies that. */
export type EventHandler = (event: StoredEvent) => Promise<EventOutcome>

const handlers: EventHandler[] = []

/** Lets a higher floor act on what providers tell; called in its `boot`. */
export function handleEvents(handler: EventHandler): void {
  handlers.push(handler)
}

/** Gives an event to everybody; `waiting` when anybody waits, `ignored` when it is nobody's. */
export async function giveToHandlers(event: StoredEvent): Promise<EventOutcome> {
  const outcomes: EventOutcome[] = []
  for (const handle of handlers) outcomes.push(await handle(event))
  if (outcomes.includes('waiting')) return 'waiting'
  return outcomes.includes('processed') ? 'processed' : 'ignored'
}
