import { test } from '@japa/runner'
import { recentItems, recentRoutes, withRecentRoute } from '../../../inertia/layouts/recent_menu.js'

test.group('Recent menu entries', () => {
  test('the last five are kept, most recent first, each once', ({ assert }) => {
    const routes = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<string[]>(
      (kept, route) => withRecentRoute(kept, route),
      []
    )
    assert.deepEqual(routes, ['b', 'f', 'e', 'd', 'c'])
  })

  test('what is not a list of texts counts as empty', ({ assert }) => {
    assert.deepEqual(recentRoutes({ a: 1 }), [])
    assert.deepEqual(recentRoutes('invoices'), [])
    assert.deepEqual(recentRoutes(['invoices', 3, null]), ['invoices'])
  })

  test('an entry the role may no longer open is not shown', ({ assert }) => {
    const shown = recentItems(['users', 'invoices', 'gone'], [{ route: 'invoices' }, { route: 'loans' }])
    assert.deepEqual(shown, [{ route: 'invoices' }])
  })
})
