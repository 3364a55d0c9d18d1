import type { WiseState } from '#app/banking/providers/wise/stand_in/wise_state'
import type { StandIn } from '#app/connectors/stand_in/stand_in_server'

const WAITING = 'incoming_payment_waiting'
const AFTER_MS = 90_000
/** An amount that ends so waits for good, for whoever wants to see that. */
const WAITS_FOR_GOOD = 5

/** Wise wants a person to pay each transfer there: after a while somebody of the company does. */
export function payAtWise(standIn: StandIn): void {
  if (standIn.code !== 'wise') return
  const { state } = JSON.parse(standIn.dump()) as { state: WiseState }
  const before = new Date(standIn.clock.now().getTime() - AFTER_MS).toISOString()
  for (const { id, status, createdAt, targetMinor } of state.transfers)
    if (status === WAITING && createdAt < before && targetMinor % 100 !== WAITS_FOR_GOOD)
      standIn.acts.fund?.({ transferId: id })
}
