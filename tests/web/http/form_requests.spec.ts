import { randomUUID } from 'node:crypto'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import ManagedAnnouncementsController from '#app/identity/controllers/managed_announcements_controller'
import { execute, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { makeSignedIn } from '#tests/factories/sign_in'

const send = (client: ApiClient, session: SessionData, body: object): Promise<ApiResponse> =>
  client
    .post('/announcements')
    .withSession(session)
    .withCsrfToken()
    .header('referer', '/announcements/create')
    .redirects(0)
    .json({
      type: 'feature',
      content: 'Hola',
      roles: ['s1st3ma'],
      ...body,
    }) as unknown as Promise<ApiResponse>

async function countOf(title: string): Promise<number> {
  const { found } = await oneRow<{ found: number }>(
    `select count(*)::int as found from announcements where title = :title`,
    { title }
  )
  return found
}

test.group('A form sent more than once', () => {
  test('ten posts at once with one _request_id are done once and answered alike', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const body = { title: `Aviso ${randomUUID()}`, _request_id: randomUUID() }

    const answers = await Promise.all(Array.from({ length: 10 }, () => send(client, session, body)))

    assert.equal(await countOf(body.title), 1)
    assert.deepEqual(
      [...new Set(answers.map((answer) => `${answer.status()} ${answer.header('location')}`))],
      ['302 /announcements/manage']
    )
  })

  test('a post that went down with its process is done when it is sent again', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('s1st3ma')
    const body = { title: `Aviso ${randomUUID()}`, _request_id: randomUUID() }
    await execute(
      `insert into form_requests (request_id, user_id, route, at) values (:requestId, :userId, 'announcements.store', now() - interval '6 minutes')`,
      { requestId: body._request_id, userId: person.id }
    )

    const answers = await Promise.all([send(client, session, body), send(client, session, body)])

    assert.equal(await countOf(body.title), 1)
    assert.deepEqual(
      answers.map((answer) => answer.header('location')),
      ['/announcements/manage', '/announcements/manage']
    )
  })

  test('a later post with the same _request_id answers what the first one answered', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const body = { title: `Aviso ${randomUUID()}`, _request_id: randomUUID() }
    await send(client, session, body)

    const again = await send(client, session, body)

    assert.equal(again.header('location'), '/announcements/manage')
    assert.equal(await countOf(body.title), 1)
  })

  test('two openings of the form are two forms', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const title = `Aviso ${randomUUID()}`
    await send(client, session, { title, _request_id: randomUUID() })
    await send(client, session, { title, _request_id: randomUUID() })

    assert.equal(await countOf(title), 2)
  })

  test('a form that was refused at a field is sent again under the same _request_id once corrected', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const [title, requestId] = [`Aviso ${randomUUID()}`, randomUUID()]
    await send(client, session, { title: '', _request_id: requestId })

    await send(client, session, { title, _request_id: requestId })

    assert.equal(await countOf(title), 1)
  })

  for (const [what, error] of [
    ['refused as a whole', new DomainError('E_BUSY', 'Hay otro proceso en marcha.')],
    ['met a bug', new Error('broken')],
  ] as const) {
    test(`a form that ${what} is sent again under the same _request_id`, async ({ client, assert }) => {
      const { session } = await makeSignedIn('s1st3ma')
      const body = { title: `Aviso ${randomUUID()}`, _request_id: randomUUID() }
      const { store } = ManagedAnnouncementsController.prototype
      ManagedAnnouncementsController.prototype.store = () => Promise.reject(error)
      await send(client, session, body).finally(() => {
        ManagedAnnouncementsController.prototype.store = store
      })

      await send(client, session, body)

      assert.equal(await countOf(body.title), 1)
    })
  }

  test('the _request_id of somebody else is a new one', async ({ client, assert }) => {
    const [mine, theirs] = [await makeSignedIn('s1st3ma'), await makeSignedIn('s1st3ma')]
    const body = { title: `Aviso ${randomUUID()}`, _request_id: randomUUID() }
    await send(client, theirs.session, body)

    await send(client, mine.session, body)

    assert.equal(await countOf(body.title), 2)
  })

  test('a _request_id that is none changes nothing', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const title = `Aviso ${randomUUID()}`
    for (const requestId of ['', 'uno', 7, ['a']])
      await send(client, session, { title, _request_id: requestId })

    assert.equal(await countOf(title), 4)
  })
})
