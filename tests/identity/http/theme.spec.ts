import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { makeSignedIn } from '#tests/factories/sign_in'

const themeOf = async (id: number) =>
  (
    await oneRow<{ theme: string | null }>(`select theme_preference as theme from users where id = :id`, {
      id,
    })
  ).theme

test.group('Theme', () => {
  for (const theme of ['myDarkTheme', 'myLightTheme']) {
    test(`${theme} is kept with the user, answers nothing and comes with the next page`, async ({
      client,
      assert,
    }) => {
      const { person, session } = await makeSignedIn('c0ntab1l1dad')

      const response = await client
        .post('/user/theme')
        .withSession(session)
        .withCsrfToken()
        .accept('json')
        .json({ theme_preference: theme })
      const page = await client.get('/2faSecurity').withSession(session).withInertia()

      response.assertStatus(204)
      assert.equal(response.text(), '')
      assert.equal(await themeOf(person.id), theme)
      assert.equal(
        (page.inertiaProps as { auth: { user: { themePreference: string } } }).auth.user.themePreference,
        theme
      )
    })
  }

  for (const wrong of [
    { theme_preference: 'dark' },
    { theme_preference: '' },
    { theme_preference: ['myDarkTheme'] },
    {},
  ]) {
    test(`${JSON.stringify(wrong)} is no theme`, async ({ client, assert }) => {
      const { person, session } = await makeSignedIn('c0ntab1l1dad')

      const response = await client
        .post('/user/theme')
        .withSession(session)
        .withCsrfToken()
        .accept('json')
        .json(wrong)

      response.assertStatus(422)
      assert.deepEqual(response.body(), {
        errors: { theme_preference: 'El valor seleccionado no es válido.' },
      })
      assert.isNull(await themeOf(person.id))
    })
  }

  test('it may be chosen before the second factor', async ({ client }) => {
    const { session } = await makeSignedIn('adm1n1strat0r', { twoFactor: false })

    const response = await client
      .post('/user/theme')
      .withSession(session)
      .withCsrfToken()
      .accept('json')
      .json({ theme_preference: 'myDarkTheme' })

    response.assertStatus(204)
  })

  test('the first paint is already dark: the page says so before anything is loaded', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    await client
      .post('/user/theme')
      .withSession(session)
      .withCsrfToken()
      .accept('json')
      .json({ theme_preference: 'myDarkTheme' })

    const html = (await client.get('/2faSecurity').withSession(session)).text()

    assert.isBelow(html.indexOf("var theme = 'myDarkTheme'"), html.indexOf('<script type="module"'))
    assert.include(html, "var theme = 'myDarkTheme'")
  })

  test('nobody who is not signed in has a theme to save', async ({ client }) => {
    const response = await client
      .post('/user/theme')
      .withCsrfToken()
      .header('x-requested-with', 'XMLHttpRequest')
      .accept('json')
      .json({ theme_preference: 'myDarkTheme' })
      .redirects(0)

    response.assertStatus(401)
  })
})
