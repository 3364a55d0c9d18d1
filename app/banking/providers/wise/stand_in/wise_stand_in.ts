import { actsOf } from '#app/banking/providers/wise/stand_in/acts'
import { accountRoutes } from '#app/banking/providers/wise/stand_in/routes_of_accounts'
import { eventRoutes, tellThrough } from '#app/banking/providers/wise/stand_in/routes_of_events'
import { moveRoutes } from '#app/banking/providers/wise/stand_in/routes_of_moves'
import { peopleRoutes } from '#app/banking/providers/wise/stand_in/routes_of_people'
import { quoteRoutes } from '#app/banking/providers/wise/stand_in/routes_of_quotes'
import { recipientRoutes } from '#app/banking/providers/wise/stand_in/routes_of_recipients'
import { authoriseWith, tokenRoutes } from '#app/banking/providers/wise/stand_in/routes_of_tokens'
import { transferRoutes } from '#app/banking/providers/wise/stand_in/routes_of_transfers'
import { newState, type WiseState } from '#app/banking/providers/wise/stand_in/wise_state'
import { advanceTransfers } from '#app/banking/providers/wise/stand_in/wise_transfers'
import type { World } from '#app/banking/providers/wise/stand_in/wise_world'
import { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import { type StandIn, StandInClock } from '#app/connectors/stand_in/stand_in_server'
import { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

/** Wise as it is played here; `publicKey` is what its notifications are checked with (setting `webhookPublicKey`). */
export type WiseStandIn = StandIn & {
  readonly state: WiseState
  readonly publicKey: string
  readonly sender: WebhookSender
}

type Options = { state?: WiseState; hangMs?: number }

const HANG_MS = 45_000

/**
 * Plays Wise for one company: profiles, balances, quotes that expire, recipients, transfers with their life, exchanges,
 * statements, activities and signed notifications. Amounts that end so are trouble: .01 cancelled, .02 accepted without an
 * answer, .03 put off once, .04 sent back and refunded, .05 a person has to pay it, .06 told twice and out of order.
 */
export function wiseStandIn({ state: given = newState(), hangMs = HANG_MS }: Options = {}): WiseStandIn {
  const clock = new StandInClock()
  const sender = new WebhookSender()
  const state = given
  const world: World = { state, clock, hangMs, tell: tellThrough({ state, clock, sender }) }
  return {
    code: 'wise',
    clock,
    faults: new FaultPlan(),
    state,
    sender,
    get publicKey() {
      return state.keys.publicKey
    },
    routes: [
      ...tokenRoutes(world),
      ...accountRoutes(world),
      ...moveRoutes(world),
      ...quoteRoutes(world),
      ...recipientRoutes(world),
      ...transferRoutes(world),
      ...eventRoutes(world),
      ...peopleRoutes(world),
    ],
    faultBody: (status) =>
      status === 401
        ? { error: 'invalid_token', error_description: 'Invalid token' }
        : { timestamp: clock.now().toISOString(), errors: [{ code: `error.${status}`, message: 'Error' }] },
    authorise: (request, operation) => authoriseWith(world, request, operation),
    work: () => advanceTransfers(world),
    dump: () => JSON.stringify({ state, aheadSeconds: clock.aheadSeconds }),
    remember: (text) => {
      const told = JSON.parse(text) as { state: WiseState; aheadSeconds: number }
      // The same object stays: every route knows it.
      Object.assign(state, told.state)
      clock.aheadSeconds = told.aheadSeconds
    },
    acts: actsOf(world, sender),
  }
}
