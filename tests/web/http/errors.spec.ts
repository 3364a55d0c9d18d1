import { test } from '@japa/runner'
import AnnouncementsController from '#app/identity/controllers/announcements_controller'
import { DomainError } from '#app/kernel/domain_error'
import { makeSignedIn } from '#tests/factories/sign_in'

type ErrorProps = {
  status: number
  reference: string
  auth: { user: { name: string } | null }
  menu: unknown[]
}

/** Makes the page of announcements fail this way, until the test is over. */
function failWith(error: unknown, cleanup: (undo: () => void) => void): void {
  const { index } = AnnouncementsController.prototype
  AnnouncementsController.prototype.index = () => Promise.reject(error)
  cleanup(() => {
    AnnouncementsController.prototype.index = index
  })
}

test.group('Pages of failures', () => {
  test('a page that is not there says so inside the layout of who asks', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client.get('/no-existe').withSession(session).withInertia()

    response.assertStatus(404)
    response.assertInertiaComponent('web/errors/show')
    const props = response.inertiaProps as ErrorProps
    assert.equal(props.status, 404)
    assert.isNotNull(props.auth.user)
    assert.isNotEmpty(props.menu)
  })

  test('a record that is not there reads like a page that is not there', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const record = await client.get('/invoices/999999999').withSession(session).withInertia()
    const huge = await client.get('/invoices/99999999999999999999').withSession(session).withInertia()

    for (const response of [record, huge]) {
      response.assertStatus(404)
      assert.equal((response.inertiaProps as ErrorProps).status, 404)
    }
  })

  test('a page that is not for the role says so inside the layout', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client.get('/announcements/manage').withSession(session).withInertia()

    response.assertStatus(403)
    response.assertInertiaComponent('web/errors/show')
    assert.equal((response.inertiaProps as ErrorProps).status, 403)
    assert.isNotEmpty((response.inertiaProps as ErrorProps).menu)
  })

  test('an action that is not for the role goes back with a message', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client
      .post('/announcements')
      .withSession(session)
      .withCsrfToken()
      .header('referer', '/announcements')
      .redirects(0)
      .json({})

    response.assertStatus(302)
    assert.equal(response.header('location'), '/announcements')
    assert.equal(response.flashMessage('error'), 'No tiene permisos para realizar esta acción.')
  })

  test('a bug shows a reference and nothing of itself', async ({ client, assert, cleanup }) => {
    const { session } = await makeSignedIn('aprobador')
    failWith(new Error('select secreto from tabla'), cleanup)

    const response = await client.get('/announcements').withSession(session).withInertia()

    response.assertStatus(500)
    response.assertInertiaComponent('web/errors/show')
    assert.equal((response.inertiaProps as ErrorProps).reference, response.header('x-request-id'))
    assert.notInclude(response.text(), 'secreto')
  })

  test('a database that does not answer is a page of its own', async ({ client, assert, cleanup }) => {
    const { session } = await makeSignedIn('aprobador')
    failWith(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), cleanup)

    const response = await client.get('/announcements').withSession(session).withInertia()

    response.assertStatus(503)
    assert.equal((response.inertiaProps as ErrorProps).status, 503)
  })

  test('a refusal of the business goes back with its own words', async ({ client, assert, cleanup }) => {
    const { session } = await makeSignedIn('aprobador')
    failWith(new DomainError('E_PERIOD', 'El periodo está cerrado.'), cleanup)

    const response = await client
      .get('/announcements')
      .withSession(session)
      .header('referer', '/2faSecurity')
      .withInertia()
      .redirects(0)

    assert.equal(response.header('location'), '/2faSecurity')
    assert.equal(response.flashMessage('error'), 'El periodo está cerrado.')
  })

  test('a refusal at a field comes with that field', async ({ client, assert, cleanup }) => {
    const { session } = await makeSignedIn('aprobador')
    failWith(
      new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' }),
      cleanup
    )

    const refused = await client
      .get('/announcements')
      .withSession(session)
      .header('referer', '/2faSecurity')
      .withInertia()
      .redirects(0)
    const page = await client
      .get('/2faSecurity')
      .withSession(refused.session())
      .withFlashMessages(refused.flashMessages())
      .withInertia()

    assert.deepEqual((page.inertiaProps as { errors: object }).errors, {
      amount: 'Introduzca un importe mayor que cero.',
    })
  })

  test('who is not signed in learns nothing of what is there', async ({ client, assert }) => {
    for (const path of ['/no-existe', '/invoices/1', '/announcements/manage']) {
      const response = await client.get(path).redirects(0)
      assert.equal(response.header('location'), '/login', path)
    }
  })

  test('paths with capitals are those of the specification; in small letters they lead there', async ({
    client,
    assert,
  }) => {
    const response = await client.get('/2fasecurity').redirects(0)

    response.assertStatus(301)
    assert.equal(response.header('location'), '/2faSecurity')
  })
})

test.group('Validation', () => {
  test('errors come as a map from field to message', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')

    const refused = await client
      .post('/announcements')
      .withSession(session)
      .withCsrfToken()
      .header('referer', '/announcements/create')
      .redirects(0)
      .json({ title: '', type: 'otro' })
    const page = await client
      .get('/announcements/create')
      .withSession(refused.session())
      .withFlashMessages(refused.flashMessages())
      .withInertia()

    assert.equal(refused.header('location'), '/announcements/create')
    assert.deepEqual((page.inertiaProps as { errors: object }).errors, {
      title: 'Este campo es obligatorio.',
      type: 'El valor seleccionado no es válido.',
      content: 'Este campo es obligatorio.',
      roles: 'Este campo es obligatorio.',
    })
  })

  test('an action with PUT leads on with 303, so that the browser asks for the page with GET', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')

    const response = await client
      .put('/announcements/999999999')
      .withSession(session)
      .withCsrfToken()
      .withInertia()
      .header('referer', '/announcements/manage')
      .redirects(0)
      .json({})

    assert.equal(response.status(), 303)
    assert.equal(response.header('location'), '/announcements/manage')
  })
})

test.group('Versions of the pages', () => {
  test('a browser with older pages is told to load the address anew', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')

    const response = await client
      .get('/2faSecurity?de=ayer')
      .withSession(session)
      .header('x-inertia', 'true')
      .header('x-inertia-version', 'de ayer')

    response.assertStatus(409)
    assert.equal(response.header('x-inertia-location'), '/2faSecurity?de=ayer')
    assert.isUndefined(response.header('x-inertia'))
  })

  test('a form that was filled in on older pages is still taken', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')

    const response = await client
      .post('/announcements')
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .header('x-inertia-version', 'de ayer')
      .redirects(0)
      .json({ title: 'Aviso', type: 'feature', content: 'Hola', roles: ['s1st3ma'] })

    assert.equal(response.flashMessage('success'), 'Anuncio guardado.')
  })
})
