import { test } from '@japa/runner'
import { isBarePage } from '../../../inertia/layouts/bare_pages.js'
import {
  currentRoute,
  drawerEntries,
  drawerGroups,
  paletteEntries,
} from '../../../inertia/layouts/drawer_entries.js'

const entry = (
  route: string,
  path: string,
  more: { roles?: string[]; pages?: string[]; group?: string } = {}
) => ({
  group: more.group ?? 'Principal',
  route,
  path,
  roles: more.roles ?? ['s1st3ma', 'aprobador'],
  drawer: true,
  pages: more.pages ?? [],
})
const menu = [
  entry('/', '/'),
  entry('loans', '/loans', { group: 'Préstamos', pages: ['loans/loans/edit'] }),
  entry('loansResumen', '/loansResumen', { group: 'Préstamos' }),
  entry('holded.index', '/holded'),
  entry('holded.providers', '/holded/providers'),
  entry('hotels.dashboard', '/hotels', { roles: [] }),
  entry('2faSecurity', '/2faSecurity', { group: 'Configuración' }),
]

test.group('Drawer', () => {
  test('without two-factor only the entries that need none are shown, and no palette', ({ assert }) => {
    const person = { role: 'aprobador', twoFactorEnabled: false }
    assert.deepEqual(
      drawerEntries(menu, person).map((item) => item.route),
      ['2faSecurity']
    )
    assert.deepEqual(paletteEntries(menu, person), [])
  })

  test('the system role sees the menu without two-factor', ({ assert }) => {
    const person = { role: 's1st3ma', twoFactorEnabled: false }
    assert.lengthOf(drawerEntries(menu, person), menu.length)
    assert.notInclude(
      paletteEntries(menu, person).map((item) => item.route),
      'hotels.dashboard'
    )
  })

  test('groups keep the order of the menu', ({ assert }) => {
    assert.deepEqual(
      drawerGroups(menu).map((group) => group.group),
      ['Principal', 'Préstamos', 'Configuración']
    )
  })

  test('a page that an entry lists lights it', ({ assert }) => {
    assert.equal(currentRoute(menu, 'loans/loans/edit', '/somewhere/else'), 'loans')
  })

  test('any other page lights the longest path that ends at a border, never a prefix of a name', ({
    assert,
  }) => {
    assert.equal(currentRoute(menu, 'x', '/loansResumen'), 'loansResumen')
    assert.equal(currentRoute(menu, 'x', '/holded/providers/3'), 'holded.providers')
    assert.equal(currentRoute(menu, 'x', '/holded/45'), 'holded.index')
    assert.isNull(currentRoute(menu, 'x', '/loansOther'))
  })

  test('the dashboard is lit only by itself', ({ assert }) => {
    assert.equal(currentRoute(menu, 'x', '/'), '/')
    assert.isNull(currentRoute(menu, 'x', '/cards'))
  })

  test('the way in and the public pages have no navigation around them', ({ assert }) => {
    assert.isTrue(isBarePage('identity/sessions/create'))
    assert.isTrue(isBarePage('identity/old_two_factor_challenges/create'))
    assert.isTrue(isBarePage('invoices/public_invoices/create'))
    assert.isFalse(isBarePage('identity/two_factor/index'))
    assert.isTrue(isBarePage('web/errors/show', { auth: { user: null } }))
    assert.isFalse(isBarePage('web/errors/show', { auth: { user: { id: 1 } } }))
  })
})
