import router from '@adonisjs/core/services/router'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { ROLES, type Role } from '#app/identity/roles'
import { execute } from '#app/kernel/database/sql'
import { makeUser, type Person } from '#tests/factories/people'
import { signedIn } from '#tests/factories/sign_in'
import { ACCESS, type Access } from '#tests/web/access_expectations'

type Caller = { label: string; role: Role | null; twoFactor: boolean; session: () => Promise<SessionData> }
type Probe = { name: string; method: string; path: string }

const NOTHING = '999999999'
/** Asked last: it ends the sessions of the other requests. */
const ENDS_OTHER_SESSIONS = '2faSecurity.sessions.clear'

/** Every route of the product, with keys that belong to nothing. */
function probes(): Probe[] {
  return Object.values(router.toJSON())
    .flat()
    .map(({ name, pattern, methods }) => {
      const method = methods.find((candidate) => candidate !== 'HEAD' && candidate !== 'OPTIONS') ?? 'GET'
      const path = pattern.replaceAll(/:[a-z_]+\??/gi, NOTHING).replace('*', 'no-such-page')
      return { name: name ?? `${method} ${pattern}`, method, path }
    })
}

async function ask(client: ApiClient, { method, path }: Probe, session: SessionData): Promise<ApiResponse> {
  const request = client.request(path, method).withSession(session).withCsrfToken().redirects(0)
  return method === 'GET' ? request : request.header('referer', '/from-here').json({})
}

/** What became of a request: let in (whatever the action then says), or turned away and how. */
function outcomeOf(response: ApiResponse): string {
  const location = String(response.header('location') ?? '')
  if (response.status() === 401 || location === '/login') return 'to sign in'
  if (
    response.status() === 403 ||
    response.flashMessages().error === 'No tiene permisos para realizar esta acción.'
  )
    return 'refused'
  if (response.flashMessages().warning === 'Active la autenticación en dos pasos para continuar.')
    return 'to the second factor'
  if (response.status() >= 500) return `fails with ${response.status()}`
  return 'let in'
}

function expectedOutcome(name: string, access: Access, { role, twoFactor }: Caller): string {
  if (access.kind === 'public') return 'let in'
  if (access.kind === 'guest') return role ? 'let in' : guestOutcome(name)
  if (!role || name === 'logout') return 'to sign in'
  const isPastTwoFactor = twoFactor || role === 's1st3ma'
  if (!isPastTwoFactor && name === '/') return 'let in'
  if (!isPastTwoFactor && !access.withoutTwoFactor) return 'to the second factor'
  if (name === '/' && role === 'adm1n1strat0r') return 'let in'
  return access.roles.includes(role) ? 'let in' : 'refused'
}

// Without a pending sign-in the challenge leads back to the login.
const guestOutcome = (name: string) => (name.startsWith('two-factor.challenge') ? 'to sign in' : 'let in')

const anonymous: Caller = {
  label: 'somebody who is not signed in',
  role: null,
  twoFactor: false,
  session: async () => ({}),
}

function callerOf(role: Role, twoFactor: boolean): Caller {
  const user = once(() => makeUser(role, { twoFactor }))
  return {
    label: `${role} ${twoFactor ? 'with' : 'without'} the second factor`,
    role,
    twoFactor,
    session: async () => signedIn(await user()),
  }
}

const disabled: Caller = {
  label: 'a user whose account was suspended a moment ago',
  role: null,
  twoFactor: true,
  session: async () => {
    const user = await suspended()
    return signedIn(user)
  },
}
const suspended = once(async () => {
  // The last of them cannot be suspended.
  await makeUser('s1st3ma')
  const user = await makeUser('s1st3ma')
  await execute(
    `update users set status = 'suspended', updated_by = (select max(b.id) from users b where b.role = 's1st3ma' and b.status = 'active' and b.id <> users.id and is_confirmed(b.id)) where id = :id`,
    { id: user.id }
  )
  return user
})

function once(make: () => Promise<Person>): () => Promise<Person> {
  let made: Promise<Person> | null = null
  return () => {
    made ??= make()
    return made
  }
}

const CALLERS: Caller[] = [
  anonymous,
  disabled,
  ...ROLES.flatMap((role) => [callerOf(role, true), callerOf(role, false)]),
]

test.group('Who may use which route', () => {
  test('every route says in the table of access who may use it', ({ assert }) => {
    const unknown = probes().filter(({ name }) => !ACCESS.has(name))

    assert.deepEqual(unknown, [])
  })

  for (const caller of CALLERS) {
    test(`${caller.label} gets into what the table gives and nothing else`, async ({ client, assert }) => {
      const wrong: string[] = []
      const check = async (probe: Probe) => {
        const access = ACCESS.get(probe.name)
        if (!access) return
        const outcome = outcomeOf(await ask(client, probe, await caller.session()))
        const expected = expectedOutcome(probe.name, access, caller)
        if (outcome !== expected)
          wrong.push(`${probe.method} ${probe.path} (${probe.name}): ${outcome}, expected ${expected}`)
      }

      await inParallel(
        probes().filter(({ name }) => name !== ENDS_OTHER_SESSIONS),
        check
      )
      await inParallel(
        probes().filter(({ name }) => name === ENDS_OTHER_SESSIONS),
        check
      )

      assert.deepEqual(wrong.sort(), [])
    }).timeout(120_000)
  }

  test('a sign-in that waits for its second factor opens no page and shows nothing of the user', async ({
    client,
    assert,
  }) => {
    const user = await makeUser('s1st3ma')
    const pending = { pending_user: { id: user.id, until: Date.now() + 60_000 } }
    const wrong: string[] = []

    await inParallel(
      probes().filter(({ name }) => ACCESS.get(name)?.kind === 'roles'),
      async (probe) => {
        const response = await ask(client, probe, pending)
        if (outcomeOf(response) !== 'to sign in' || response.text().includes(user.email))
          wrong.push(`${probe.method} ${probe.path}`)
      }
    )

    assert.deepEqual(wrong, [])
  }).timeout(120_000)
})

const AT_ONCE = 6

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
