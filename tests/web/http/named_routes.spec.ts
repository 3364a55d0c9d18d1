import router from '@adonisjs/core/services/router'
import { test } from '@japa/runner'
import { routes } from '../../../.adonisjs/client/routes.js'

test.group('Named routes', () => {
  test('the browser builds its addresses from the names and patterns of the server’s own routes', ({
    assert,
  }) => {
    const served = new Map(
      Object.values(router.toJSON())
        .flat()
        .map(({ name, pattern }) => [name, pattern])
    )

    assert.isNotEmpty(Object.keys(routes))
    for (const [name, pattern] of Object.entries(routes)) assert.equal(served.get(name), pattern, name)
  })
})
