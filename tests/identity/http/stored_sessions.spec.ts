import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeUser, type Person } from '#tests/factories/people'
import { HttpBrowser } from '#tests/web/http_browser'
import { RealProcess } from '#tests/web/real_server'

const INERTIA = { 'x-inertia': 'true', 'x-inertia-version': 'test' }

type Page = { props: { auth: { user: { id: number } | null }; flash: Record<string, string> } }

/** Asks for a page of the own account as its pages do. */
const open = (browser: HttpBrowser) => browser.get('/2faSecurity', INERTIA)
const userOf = (text: string) => (JSON.parse(text) as Page).props.auth.user?.id ?? null
const flashOf = (text: string) => (JSON.parse(text) as Page).props.flash
const sessionsOf = (person: Person) =>
  rows<{ id: string }>(`select id from user_sessions where user_id = :id and revoked_at is null`, {
    id: person.id,
  })

test.group('Sessions kept in the database, over two processes', (group) => {
  let servers: RealProcess[] = []

  group.setup(async () => {
    servers = await RealProcess.together(RealProcess.server(), RealProcess.server())
    return async () => {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  const originOf = (at: 0 | 1) => servers[at]?.origin ?? ''
  const enter = (person: Person) => HttpBrowser.signedIn(originOf(0), person)
  async function moveTo(browser: HttpBrowser, at: 0 | 1) {
    browser.origin = originOf(at)
    return open(browser)
  }

  test('who signs in at one process is signed in at the other', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)

    const [here, there] = [await moveTo(browser, 0), await moveTo(browser, 1)]

    assert.equal(userOf(here.text), person.id)
    assert.equal(userOf(there.text), person.id)
  }).timeout(60_000)

  test('the cookie holds no more than a signed key: the rest is in the table', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)

    const stored = await rows<{ data: string }>(`select data from sessions where data like :like`, {
      like: `%"auth_web":${person.id}%`,
    })

    assert.lengthOf(stored, 1)
    assert.isBelow(browser.cookies.get('caudal_session')?.length ?? 0, 200)
  }).timeout(60_000)

  test('the key of before the sign-in opens nothing after it', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const stranger = new HttpBrowser(originOf(0))
    await stranger.get('/nothing')
    const planted = new Map(stranger.cookies)
    const victim = new HttpBrowser(originOf(0))
    for (const [name, value] of planted) victim.cookies.set(name, value)
    await victim.signIn(person)

    const answer = await open(stranger)

    assert.equal(userOf((await open(victim)).text), person.id)
    assert.equal(answer.location, '/login')
  }).timeout(60_000)

  test('a session that was not used for an hour is over at every process', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    await execute(
      `update user_sessions set last_seen_at = now() - interval '61 minutes' where user_id = :id`,
      {
        id: person.id,
      }
    )

    const answer = await moveTo(browser, 1)
    const login = await browser.get('/login', INERTIA)

    assert.equal(answer.location, '/login')
    assert.equal(flashOf(login.text).warning, 'Su sesión ha caducado. Inicie sesión de nuevo.')
  }).timeout(60_000)

  test('a row of the session table that is out of time signs nobody in', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    await execute(`update sessions set expires_at = now() - interval '1 second' where data like :like`, {
      like: `%"auth_web":${person.id}%`,
    })

    const answer = await open(browser)

    assert.equal(answer.location, '/login')
  }).timeout(60_000)

  test('after twelve hours the session is over although it is used all the time', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    await execute(`update user_sessions set created_at = now() - interval '12 hours' where user_id = :id`, {
      id: person.id,
    })

    assert.equal((await open(browser)).location, '/login')
  }).timeout(60_000)

  test('closing the other sessions ends them at every process at their next request', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const here = await enter(person)
    await forgetLastStep(person)
    const there = await HttpBrowser.signedIn(originOf(1), person)

    const answer = await here.delete('/2faSecurity/sessions')

    assert.equal(answer.location, '/2faSecurity')
    assert.equal(userOf((await open(here)).text), person.id)
    assert.equal((await open(there)).location, '/login')
    assert.equal((await moveTo(there, 0)).location, '/login')
    assert.lengthOf(await sessionsOf(person), 1)
  }).timeout(60_000)

  test('a session that was closed stays closed for a copy of its cookie', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    const copy = new HttpBrowser(originOf(1))
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)

    await browser.post('/logout', {})

    assert.equal((await open(copy)).location, '/login')
    assert.equal((await open(browser)).location, '/login')
    assert.isEmpty(await sessionsOf(person))
  }).timeout(60_000)

  test('a message for the next page is shown once, at whatever process answers', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    await browser.delete('/2faSecurity/sessions')

    const [first, second] = [await moveTo(browser, 1), await moveTo(browser, 0)]

    assert.property(flashOf(first.text), 'success')
    assert.notProperty(flashOf(second.text), 'success')
  }).timeout(60_000)

  test('a post without the token of the session is refused', async ({ assert }) => {
    const person = await makeUser('aprobador')
    const browser = await enter(person)
    browser.cookies.delete('XSRF-TOKEN')

    await browser.post('/user/theme', { theme_preference: 'myDarkTheme' })

    const { theme } = await oneRow<{ theme: string | null }>(
      `select theme_preference as theme from users where id = :id`,
      { id: person.id }
    )
    assert.isNull(theme)
  }).timeout(60_000)

  test('the limit of tries from one address holds over both processes', async ({ assert }) => {
    await execute(`delete from rate_limits`)
    const guests = [new HttpBrowser(originOf(0)), new HttpBrowser(originOf(1))]
    for (const guest of guests) await guest.get('/nothing')
    for (let attempt = 0; attempt < 20; attempt++)
      await guests[attempt % 2]?.post('/login', {
        email: `nadie-${attempt}@prueba.test`,
        password: 'mala-y-larga',
      })

    const person = await makeUser('aprobador')
    for (const guest of guests)
      await guest.post('/login', { email: person.email, password: 'prueba-larga-2026' })

    const { tried } = await oneRow<{ tried: number }>(
      `select count(*)::int as tried from login_events where user_id = :id`,
      { id: person.id }
    )
    await execute(`delete from rate_limits`)
    assert.equal(tried, 0)
  }).timeout(60_000)
})

/** The same code of the authenticator may then be used again, as half a minute later. */
const forgetLastStep = (person: Person) =>
  execute(`update users set two_factor_last_step = null where id = :id`, { id: person.id })
