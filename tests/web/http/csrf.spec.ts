import { test } from '@japa/runner'
import { makeSignedIn } from '#tests/factories/sign_in'

const STALE = 'La página ha caducado. Inténtelo de nuevo.'
const url = (path: string) => `http://${process.env.HOST}:${process.env.PORT}${path}`

/** The cookies of an answer as a browser sends them back, and the anti-forgery token among them. */
async function visit(): Promise<{ cookies: string; token: string }> {
  const response = await fetch(url('/login'))
  await response.text()
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  return { cookies: pairs.join('; '), token: decodeURIComponent(token) }
}

function post(cookies: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url('/login'), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: cookies,
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-inertia': 'true',
      ...headers,
    },
    body: JSON.stringify({ email: '', password: '' }),
  })
}

async function flashOf(cookies: string): Promise<Record<string, unknown>> {
  const page = await fetch(url('/login'), {
    headers: { cookie: cookies, 'x-inertia': 'true', 'x-inertia-version': 'test' },
  })
  const { props } = (await page.json()) as { props: Record<string, unknown> }
  return { flash: props.flash, errors: props.errors }
}

test.group('Anti-forgery token', () => {
  test('the value of the cookie XSRF-TOKEN sent back in X-XSRF-TOKEN is accepted', async ({ assert }) => {
    const { cookies, token } = await visit()

    const response = await post(cookies, { 'x-xsrf-token': token })

    assert.equal(response.status, 302)
    assert.deepEqual(await flashOf(cookies), {
      flash: {},
      errors: { email: 'Este campo es obligatorio.', password: 'Este campo es obligatorio.' },
    })
  })

  for (const [what, token] of [
    ['no token', null],
    ['a made-up token', 'inventado'],
  ] as const) {
    test(`${what} leads back with a warning and does nothing`, async ({ assert }) => {
      const { cookies } = await visit()

      const response = await post(cookies, token ? { 'x-xsrf-token': token } : {})

      assert.equal(response.status, 302)
      assert.deepEqual(await flashOf(cookies), { flash: { warning: STALE }, errors: {} })
    })
  }

  test('the token of another session is refused', async ({ assert }) => {
    const [mine, other] = [await visit(), await visit()]

    await post(mine.cookies, { 'x-xsrf-token': other.token })

    assert.deepEqual(await flashOf(mine.cookies), { flash: { warning: STALE }, errors: {} })
  })

  test('a plain call without it answers 419 and changes nothing', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client
      .post('/user/theme')
      .withSession(session)
      .header('x-requested-with', 'XMLHttpRequest')
      .accept('json')
      .json({ theme_preference: 'myDarkTheme' })

    response.assertStatus(419)
    assert.deepEqual(response.body(), { errors: { form: STALE } })
  })

  test('the cookie of the session cannot be read by a script, the one of the token can', async ({
    assert,
  }) => {
    const response = await fetch(url('/login'))
    const [session, token] = ['caudal_session=', 'XSRF-TOKEN='].map(
      (name) => response.headers.getSetCookie().find((cookie) => cookie.startsWith(name)) ?? ''
    )

    assert.match(session ?? '', /HttpOnly/)
    assert.notMatch(token ?? '', /HttpOnly/)
    for (const cookie of [session, token]) assert.match(cookie ?? '', /SameSite=Lax/)
  })
})
