import { noteFailure } from '#app/connectors/actions/note_failure'
import { noteSuccess } from '#app/connectors/actions/note_success'
import { forgetHalts } from '#app/connectors/client/halts'
import { blockAfter429, loggedExchange } from '#app/connectors/client/logged_exchange'
import {
  type Asking,
  isAuthorised,
  isWorthRenewing,
  makeReady,
  type Ready,
  WAIT_MAX_MS,
} from '#app/connectors/client/make_ready'
import {
  NoAnswer,
  NotSent,
  type ProviderAnswer,
  type ProviderClient,
} from '#app/connectors/client/provider_client'
import { findConnection } from '#app/connectors/queries/find_connection'
import { loseAuthorisation } from '#app/connectors/state/lose_authorisation'

/** `test`: somebody tries a connection that may not be used yet; all but a disabled one may be tried. */
export type OpenOptions = { as?: 'test' }

/** Of one request: a first time, after a 429 that asked for a moment, after a renewed token. */
const SENDS_MAX = 3

/**
 * The way to the provider of a connection: only while it is `active`, within its rates, authorised, logged. Throws NotFound
 * for a connection that is not there; each `ask` throws NotSent when it may not or cannot be sent now, NoAnswer when it may
 * have arrived. A 429 with a short wait is asked again after it, any other is NotSent; so is a 401, and one that a fresh token
 * does not cure takes the connection out of use.
 */
export async function openClient(connectorId: number, options: OpenOptions = {}): Promise<ProviderClient> {
  await findConnection(connectorId)
  const isTest = options.as === 'test'
  if (isTest) forgetHalts(connectorId)
  return { ask: (request) => ask({ connectorId, isTest, request }) }
}

async function ask(asking: Asking): Promise<ProviderAnswer> {
  let refused: string | undefined
  let hasWaited = false
  for (let sent = 0; sent < SENDS_MAX; sent++) {
    const ready = await makeReady(asking, refused)
    const answer = await send(asking, ready)
    if (answer.status === 429) {
      const wait = await blockAfter429(asking.connectorId, answer)
      if (hasWaited || wait.afterSeconds * 1000 > WAIT_MAX_MS) throw wait
      hasWaited = true
    } else if (answer.status === 401 && isAuthorised(asking.request)) {
      if (refused !== undefined || !isWorthRenewing(ready.turn, ready.mark)) throw await giveUp(ready)
      refused = ready.turn.tokens?.accessToken
    } else return answer
  }
  throw new NotSent('rate_limited', 'El proveedor no admite más peticiones ahora.')
}

/** Sends it and says how the connection fares: whatever answers, even to refuse, is there. */
async function send({ connectorId, request }: Asking, ready: Ready): Promise<ProviderAnswer> {
  const { turn, credentials, headers, mark } = ready
  const { connector, provider, tokens } = turn
  try {
    const answer = await loggedExchange(
      connector,
      { provider, credentials, tokens },
      { ...request, headers: { ...headers, ...request.headers } },
      mark
    )
    if (answer.status >= 500) await noteFailure(connectorId, `HTTP ${answer.status}`)
    else await noteSuccess(connectorId)
    return answer
  } catch (error) {
    if (error instanceof NotSent || error instanceof NoAnswer) await noteFailure(connectorId, error.message)
    throw error
  }
}

/** Nothing more is asked with what was refused: a person has to see to it. */
async function giveUp({ turn }: Ready): Promise<NotSent> {
  const reason = 'El proveedor no acepta las credenciales (401).'
  await loseAuthorisation(turn.connector, reason)
  return new NotSent('authorisation_needed', reason)
}
