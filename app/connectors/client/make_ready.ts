import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeSlot } from '#app/connectors/client/budget'
import { hasWorked, isHalted, isRefused } from '#app/connectors/client/halts'
import { NotSent, type ProviderRequest } from '#app/connectors/client/provider_client'
import { canRenew, readTurn, type Turn } from '#app/connectors/client/turn'
import { ConsentGone, type Credentials } from '#app/connectors/provider'
import { connectionOf } from '#app/connectors/state/lock_connector'
import { loseAuthorisation } from '#app/connectors/state/lose_authorisation'
import { freshTokens, needsRenewal } from '#app/connectors/tokens/fresh_tokens'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'

/** A longer wait is not slept through: whoever asks comes back later. */
export const WAIT_MAX_MS = 5_000
/** Looks at a connection that is held up, before a request is given up. */
const LOOKS_MAX = 20
const LOOK_AGAIN_MS = 50
/** What has just taken the place of a refused token and is refused too was never any good: a third would not be either. */
const PROVEN_AFTER_MS = 60_000

/** A request that may not be sent before this, and who asks. */
export type Asking = { connectorId: number; isTest: boolean; request: ProviderRequest }

/** What may be sent at this moment and with which authorisation; `mark` stands for that. */
export type Ready = {
  turn: Turn
  credentials: Credentials
  headers: Record<string, string>
  mark: string | null
}

export const isAuthorised = ({ isAuthorised: told }: ProviderRequest): boolean => told !== false

/**
 * Waits until a request may be sent: the connection is in order, the provider has not asked to wait, the budgets have room,
 * the token counts. What it gives has just been read. Throws NotSent.
 */
export async function makeReady(asking: Asking, refused?: string): Promise<Ready> {
  const { connectorId, request } = asking
  let hasSlot = false
  for (let look = 0; look < LOOKS_MAX; look++) {
    const turn = await readTurn(connectorId)
    const credentials = usableCredentials(turn, asking)
    if (await waitForTurn(turn)) continue
    if (isAuthorised(request) && needsRenewal(turn, refused)) {
      await freshTokens(connectorId, refused)
      continue
    }
    if (!hasSlot) {
      hasSlot = true
      if (await waitForSlot(turn)) continue
    }
    const ready = await authorise(asking, turn, credentials)
    if (ready.mark !== null && isRefused(connectorId, ready.mark)) {
      await replaceRefused(ready, refused)
      continue
    }
    if (!isHalted(connectorId)) return ready
    await sleep(LOOK_AGAIN_MS)
  }
  throw new NotSent('rate_limited', 'La conexión no admite más peticiones ahora.')
}

/** Throws NotSent where the state of the connection lets nobody ask; a test is let through by all but a disabled one. */
function usableCredentials({ connector, credentials }: Turn, { isTest }: Asking): Credentials {
  const { status } = connector
  const isOpen = status === 'active' || (isTest && status !== 'disabled')
  if (isOpen && credentials) return credentials
  const reason = status === 'auth_required' || isOpen ? 'authorisation_needed' : 'not_active'
  throw new NotSent(
    reason,
    `La conexión «${connector.label}»: ${connectorWorkflow.label(status).toLowerCase()}.`
  )
}

/** Gives whether there was anything to wait for. */
async function waitForTurn({ blockedMs }: Turn): Promise<boolean> {
  if (blockedMs === 0) return false
  if (blockedMs > WAIT_MAX_MS)
    throw new NotSent('rate_limited', 'El proveedor pide esperar.', Math.ceil(blockedMs / 1000))
  await sleep(blockedMs)
  return true
}

async function waitForSlot({ connector: { id }, provider: { limits } }: Turn): Promise<boolean> {
  const slot = await takeSlot(id, limits, WAIT_MAX_MS)
  if (!slot.isTaken)
    throw new NotSent('rate_limited', 'Demasiadas peticiones a este proveedor.', slot.afterSeconds)
  if (slot.waitMs === 0) return false
  await sleep(slot.waitMs)
  return true
}

async function authorise({ request }: Asking, turn: Turn, credentials: Credentials): Promise<Ready> {
  if (!isAuthorised(request)) return { turn, credentials, headers: {}, mark: null }
  const { connector, provider, tokens } = turn
  refuseElsewhere(request.path, connector.baseUrl)
  try {
    const headers = provider.authorise(credentials, tokens, connectionOf(connector))
    const mark = createHash('sha256').update(JSON.stringify(headers)).digest('hex')
    return { turn, credentials, headers, mark }
  } catch (error) {
    if (!(error instanceof ConsentGone)) throw error
    const reason = 'Falta la autorización de una persona en el proveedor.'
    await loseAuthorisation(connector, reason)
    throw new NotSent('authorisation_needed', reason)
  }
}

/** What authorises goes to the provider's interface and nowhere else, whatever an answer calls the next page. */
function refuseElsewhere(path: string, baseUrl: string): void {
  if (/^https?:\/\//.test(path) && new URL(path).origin !== new URL(baseUrl).origin)
    throw new Error(`An authorised request to another host: ${new URL(path).origin}`)
}

/** Another call of this process was refused with the same authorisation a moment ago. */
async function replaceRefused({ turn, mark }: Ready, refused: string | undefined): Promise<void> {
  const token = turn.tokens?.accessToken
  if (refused !== undefined || token === undefined || !isWorthRenewing(turn, mark))
    throw new NotSent('authorisation_needed', 'El proveedor no acepta las credenciales.')
  await freshTokens(turn.connector.id, token)
}

/** Whether another token may be accepted where this one was refused. */
export function isWorthRenewing(turn: Turn, mark: string | null): boolean {
  if (mark === null || turn.tokens === null || !canRenew(turn)) return false
  const { replacedMs } = turn
  return replacedMs === null || replacedMs > PROVEN_AFTER_MS || hasWorked(turn.connector.id, mark)
}
