import { createHash } from 'node:crypto'
import { nowOf, type Play, refuse } from '#app/banking/providers/qonto/stand_in/play'
import { newId, type PlayedSession } from '#app/banking/providers/qonto/stand_in/state'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

const SESSION_MS = 15 * 60_000
const KEY_MS = 30 * 60_000

const fingerprintOf = ({ method, path, raw }: StandInRequest) =>
  createHash('sha256').update(`${method} ${path} `).update(raw).digest('hex')

/** Null when the request is signed: it names a session that somebody has allowed, of this very request. Else what refuses it. */
export function askSignature(play: Play, request: StandInRequest, what: string): StandInAnswer | null {
  const { state } = play
  const fingerprint = fingerprintOf(request)
  const token = request.headers['x-qonto-sca-session-token']
  if (token === undefined) {
    if (!state.isEnrolled) return { status: 428, json: { code: 'sca_not_enrolled' } }
    const session: PlayedSession = {
      token: newId(state, 'session'),
      fingerprint,
      what,
      result: state.approver === 'at_once' ? 'allow' : 'waiting',
      createdAt: nowOf(play),
      isUsed: false,
    }
    state.sessions.push(session)
    return { status: 428, json: { sca_session_token: session.token, code: 'sca_required' } }
  }
  const session = state.sessions.find((one) => one.token === token)
  const isGood =
    session?.result === 'allow' &&
    !session.isUsed &&
    session.fingerprint === fingerprint &&
    !isOver(play, session)
  if (!session || !isGood) return refuse(422, 'sca_session_invalid', 'the session does not sign this request')
  session.isUsed = true
  return null
}

export const isOver = ({ clock }: Play, { createdAt }: PlayedSession): boolean =>
  clock.now().getTime() - Date.parse(createdAt) > SESSION_MS

/** Somebody says yes or no: to the session that is named, else to the last that waits. */
export function decide(play: Play, result: 'allow' | 'deny', token?: unknown): PlayedSession | null {
  const session = play.state.sessions.findLast((one) =>
    token === undefined ? one.result === 'waiting' : one.token === token
  )
  if (!session) return null
  session.result = result
  return session
}

/**
 * What the service does with the key of a request: a success is said again for half an hour, whatever the repeat contains; a
 * request without key is none.
 */
export function underKey(play: Play, request: StandInRequest, make: () => StandInAnswer): StandInAnswer {
  const key = request.headers['x-qonto-idempotency-key']
  if (!key) return refuse(400, 'missing_idempotency_key', 'X-Qonto-Idempotency-Key is needed')
  const { state, clock } = play
  const slot = `${request.method} ${request.path} ${key}`
  const now = clock.now().getTime()
  state.remembered = state.remembered.filter(({ at }) => now - Date.parse(at) <= KEY_MS)
  const before = state.remembered.find((one) => one.slot === slot)
  if (before) return { status: before.status, json: before.json }
  const answer = make()
  if (answer.status < 300)
    state.remembered.push({
      slot,
      at: nowOf(play),
      status: answer.status,
      json: structuredClone(answer.json),
    })
  return answer
}
