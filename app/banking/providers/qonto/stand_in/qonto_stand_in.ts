import { gatekeeper } from '#app/banking/providers/qonto/stand_in/access'
import { qontoActs } from '#app/banking/providers/qonto/stand_in/acts'
import type { Play } from '#app/banking/providers/qonto/stand_in/play'
import { accessRoutes } from '#app/banking/providers/qonto/stand_in/routes_access'
import { bulkRoutes } from '#app/banking/providers/qonto/stand_in/routes_bulks'
import { payeeRoutes } from '#app/banking/providers/qonto/stand_in/routes_payees'
import { peopleRoutes } from '#app/banking/providers/qonto/stand_in/routes_people'
import { readingRoutes } from '#app/banking/providers/qonto/stand_in/routes_reading'
import { transferRoutes } from '#app/banking/providers/qonto/stand_in/routes_transfers'
import { emptyState, type QontoState } from '#app/banking/providers/qonto/stand_in/state'
import { work } from '#app/banking/providers/qonto/stand_in/work'
import { FaultPlan } from '#app/connectors/stand_in/stand_in_faults'
import { type StandIn, StandInClock } from '#app/connectors/stand_in/stand_in_server'
import { WebhookSender } from '#app/connectors/stand_in/webhook_sender'

const CODES: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  404: 'not_found',
  429: 'too_many_requests',
}

/** Qonto as it is played on this machine: an organisation with accounts, payees, transfers that are signed, and news. */
export function qontoStandIn(state: QontoState = emptyState()): StandIn & { readonly state: QontoState } {
  const clock = new StandInClock()
  clock.aheadSeconds = state.aheadSeconds
  const play: Play = {
    state,
    clock,
    faults: new FaultPlan(),
    sender: new WebhookSender(),
    heldBack: new Map(),
  }
  return {
    code: 'qonto',
    clock,
    faults: play.faults,
    routes: [
      ...readingRoutes(play),
      ...payeeRoutes(play),
      ...transferRoutes(play),
      ...bulkRoutes(play),
      ...accessRoutes(play),
      ...peopleRoutes(play),
    ],
    faultBody: (status) => ({ errors: [{ code: CODES[status] ?? `http_${status}`, detail: 'Sorry' }] }),
    authorise: gatekeeper(play),
    work: () => work(play),
    dump: () => JSON.stringify({ ...play.state, aheadSeconds: clock.aheadSeconds }),
    remember: (text) => {
      play.state = JSON.parse(text) as QontoState
      clock.aheadSeconds = play.state.aheadSeconds
    },
    acts: qontoActs(play),
    get state() {
      return play.state
    },
  }
}
