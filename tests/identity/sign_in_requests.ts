import { setTimeout as sleep } from 'node:timers/promises'
import limiter from '@adonisjs/limiter/services/main'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { currentCode, decryptSecret } from '#app/identity/totp'
import { oneRow, rows } from '#app/kernel/database/sql'
import type { Person } from '#tests/factories/people'
import { TEST_PASSWORD } from '#tests/factories/people'
import { fieldErrors } from '#tests/identity/field_errors'

/** The sign-in of a test must not count for the next one: they all come from one address. */
export const forgetFailures = () => limiter.clear(['memory'])

export function postLogin(
  client: ApiClient,
  email: string,
  password = TEST_PASSWORD,
  session: SessionData = {}
): Promise<ApiResponse> {
  return client
    .post('/login')
    .withSession(session)
    .withCsrfToken()
    .header('referer', '/login')
    .redirects(0)
    .json({ email, password }) as unknown as Promise<ApiResponse>
}

export function postChallenge(
  client: ApiClient,
  session: SessionData,
  answer: { code?: string; recovery_code?: string }
): Promise<ApiResponse> {
  return client
    .post('/two-factor-challenge')
    .withSession(session)
    .withCsrfToken()
    .header('referer', '/two-factor-challenge')
    .redirects(0)
    .json(answer) as unknown as Promise<ApiResponse>
}

/** The session of somebody whose password was right and who owes the second factor. */
export const pendingSession = (person: Person): SessionData => ({
  pending_user: { id: person.id, until: Date.now() + 600_000 },
})

/** What a person's authenticator shows, this many 30-second steps from now. */
export async function codeOf(person: Person, steps = 0): Promise<string> {
  const { secret } = await oneRow<{ secret: string }>(
    `select two_factor_secret_enc as secret from users where id = :id`,
    { id: person.id }
  )
  await awayFromTheEdge()
  return currentCode(decryptSecret(secret), new Date(Date.now() + steps * 30_000))
}

/** A test that starts in the last second of a half minute would end in the next one. */
async function awayFromTheEdge(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 1000) await sleep(left)
}

/** A code of six digits that is none of the ones around now. */
export async function wrongCode(person: Person): Promise<string> {
  const near = await Promise.all(Array.from({ length: 25 }, (_, at) => codeOf(person, at - 12)))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '444444'
}

/** The message at a field of an answer that goes back to its form. */
export function errorAt(response: ApiResponse, field: string): string | undefined {
  return fieldErrors(response)[field]
}

/** Kinds of the sign-in log of a user, oldest first. */
export async function loginLog(person: Person): Promise<string[]> {
  const found = await rows<{ kind: string }>(
    `select kind from login_events where user_id = :id order by id`,
    { id: person.id }
  )
  return found.map((event) => event.kind)
}
