import { test } from '@japa/runner'
import { makeSignedIn } from '#tests/factories/sign_in'

const KINDS = { success: 'Guardado.', info: 'Hay novedades.', warning: 'Queda poco.', error: 'No se pudo.' }
type Props = { flash: Record<string, string> }

test.group('Flash messages', () => {
  test('each of the four kinds that is there comes with the page', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const all = await client.get('/2faSecurity').withSession(session).withFlashMessages(KINDS).withInertia()
    const one = await client
      .get('/2faSecurity')
      .withSession(session)
      .withFlashMessages({ info: KINDS.info })
      .withInertia()

    assert.deepEqual((all.inertiaProps as Props).flash, KINDS)
    assert.deepEqual((one.inertiaProps as Props).flash, { info: KINDS.info })
  })

  test('a message is shown once', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const first = await client
      .get('/2faSecurity')
      .withSession(session)
      .withFlashMessages({ success: KINDS.success })
      .withInertia()
    const second = await client
      .get('/2faSecurity')
      .withSession(first.session())
      .withFlashMessages(first.flashMessages())
      .withInertia()

    assert.deepEqual((first.inertiaProps as Props).flash, { success: KINDS.success })
    assert.deepEqual((second.inertiaProps as Props).flash, {})
  })

  test('anything that is no text is not shown', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client
      .get('/2faSecurity')
      .withSession(session)
      .withFlashMessages({ success: { html: '<b>' }, other: 'x' } as never)
      .withInertia()

    assert.deepEqual((response.inertiaProps as Props).flash, {})
  })

  test('a message survives the reload that a new version of the pages asks for', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client
      .get('/2faSecurity')
      .withSession(session)
      .withFlashMessages({ success: KINDS.success })
      .header('x-inertia', 'true')
      .header('x-inertia-version', 'de ayer')

    response.assertStatus(409)
    assert.equal(response.flashMessage('success'), KINDS.success)
  })

  test('it also comes with the pages before the sign-in', async ({ client, assert }) => {
    const response = await client.get('/login').withFlashMessages({ warning: KINDS.warning }).withInertia()

    assert.deepEqual((response.inertiaProps as Props).flash, { warning: KINDS.warning })
  })
})
