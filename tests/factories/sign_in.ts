import type { SessionData } from '@adonisjs/session/types'
import { openUserSession } from '#app/identity/actions/user_session'
import type { Role } from '#app/identity/roles'
import { makeUser, type Person } from '#tests/factories/people'

/** What the browser's session of a signed-in user holds; for `client.get(…).withSession(await signedIn(person))`. */
export async function signedIn(person: Pick<Person, 'id'>): Promise<SessionData> {
  const token = await openUserSession(person.id, { ip: '127.0.0.1', userAgent: 'prueba' }, true)
  return { auth_web: person.id, caudal_session_token: token }
}

/** A new user of a role, and the session they are signed in with. */
export async function makeSignedIn(
  role: Role,
  options: Parameters<typeof makeUser>[1] = {}
): Promise<{ person: Person; session: SessionData }> {
  const person = await makeUser(role, options)
  return { person, session: await signedIn(person) }
}
