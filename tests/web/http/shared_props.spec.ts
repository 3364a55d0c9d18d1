import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { drawerFor } from '#app/identity/menu'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeSignedIn } from '#tests/factories/sign_in'

type User = Record<string, unknown>
type Props = { auth: { user: User | null }; flash: object; menu: Record<string, unknown>[] }

async function propsOf(client: ApiClient, path: string, session: SessionData): Promise<Props> {
  const response = await client.get(path).withSession(session).withInertia()
  return response.inertiaProps as Props
}

test.group('What every page receives', () => {
  for (const role of ROLES) {
    test(`${role} comes with name, initials, role, second factor and theme on every page, errors too`, async ({
      client,
      assert,
    }) => {
      const { person, session } = await makeSignedIn(role)
      await execute(`update users set theme_preference = 'myDarkTheme' where id = :id`, { id: person.id })
      const expected = await oneRow<User>(
        `select id, name, initials, role, two_factor_enabled as "twoFactorEnabled" from users where id = :id`,
        { id: person.id }
      )
      const paths = drawerFor({ role, twoFactorEnabled: true }).map((entry) => entry.path)

      for (const path of [...paths, '/announcements', '/no-existe']) {
        const { auth, flash } = await propsOf(client, path, session)
        assert.deepInclude(
          auth.user,
          {
            id: person.id,
            name: expected.name,
            initials: expected.initials,
            role,
            twoFactorEnabled: true,
            themePreference: 'myDarkTheme',
          },
          path
        )
        assert.deepEqual(flash, {}, path)
      }
    })
  }

  test('a user without a theme of their own has none, and nothing secret comes along', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('aprobador', { twoFactor: false })

    const { auth } = await propsOf(client, '/2faSecurity', session)

    assert.deepInclude(auth.user, { twoFactorEnabled: false, themePreference: null })
    assert.sameMembers(Object.keys(auth.user ?? {}), [
      'id',
      'name',
      'initials',
      'role',
      'twoFactorEnabled',
      'themePreference',
      'tableDensity',
    ])
  })

  test('who is not signed in is nobody and has no menu', async ({ client, assert }) => {
    const { auth, menu } = await propsOf(client, '/login', {})

    assert.isNull(auth.user)
    assert.isEmpty(menu)
  })

  test('a menu item has title, route, icon, colour, group, keywords and the roles that may see it', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')

    const { menu } = await propsOf(client, '/2faSecurity', session)

    const accounts = menu.find((item) => item.route === 'accounts')
    assert.deepInclude(accounts, {
      title: 'Cuentas Principales',
      icon: 'building-bank',
      color: 'blue',
      group: 'Principal',
    })
    assert.includeMembers(accounts?.keywords as string[], ['saldos', 'conciliación'])
    assert.sameMembers(accounts?.roles as string[], [...ROLES])
    for (const item of menu) assert.isTrue(Array.isArray(item.keywords) && Array.isArray(item.roles))
  })
})
