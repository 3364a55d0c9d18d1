import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { makeAnnouncement } from '#tests/factories/announcements'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

const NOWHERE = 999_999_999

const call = (
  client: ApiClient,
  session: SessionData,
  path: string,
  body: object = {}
): Promise<ApiResponse> =>
  client
    .post(`/api/announcements/${path}`)
    .withSession(session)
    .withCsrfToken()
    .header('x-requested-with', 'XMLHttpRequest')
    .accept('json')
    .json(body) as unknown as Promise<ApiResponse>

async function unread(client: ApiClient, session: SessionData): Promise<number[]> {
  const response = await client.get('/api/announcements/unread').withSession(session).accept('json')
  return (response.body() as { data: { id: number }[] }).data.map((item) => item.id)
}

test.group('Unread announcements', (group) => {
  group.each.setup(async () => {
    await execute(`delete from announcements`)
  })

  test('the answer is a list under data with the fields of the specification', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const id = await makeAnnouncement({
      title: 'Nueva conciliación',
      type: 'feature',
      icon: 'sparkles',
      description: 'Más rápida',
      image_url: '/favicon.svg',
      content: 'Ahora **casa** sola.\nPruébela.',
      action_url: '/accounts',
      action_text: 'Ver cuentas',
    })

    const response = await client.get('/api/announcements/unread').withSession(session).accept('json')

    response.assertStatus(200)
    assert.deepEqual(response.body(), {
      data: [
        {
          id,
          title: 'Nueva conciliación',
          type: 'feature',
          icon: 'sparkles',
          description: 'Más rápida',
          image_url: '/favicon.svg',
          content: 'Ahora **casa** sola.\nPruébela.',
          action_url: '/accounts',
          action_text: 'Ver cuentas',
        },
      ],
    })
  })

  test('with nothing to read the list is empty', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')

    assert.deepEqual(await unread(client, session), [])
  })

  test('it can be read before the second factor', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador', { twoFactor: false })
    const id = await makeAnnouncement()

    assert.deepEqual(await unread(client, session), [id])
  })

  test('the more urgent come first, then the newer', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const old = await makeAnnouncement({ starts_at: '-2 days' })
    const recent = await makeAnnouncement({ starts_at: '-1 hour' })
    const urgent = await makeAnnouncement({ starts_at: '-3 days', priority: 9 })

    assert.deepEqual(await unread(client, session), [urgent, recent, old])
  })

  test('drafts, withdrawn, future and past ones are not shown', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    await makeAnnouncement({ status: 'draft' })
    await makeAnnouncement({ status: 'withdrawn' })
    await makeAnnouncement({ starts_at: '1 hour' })
    await makeAnnouncement({ starts_at: '-2 days', ends_at: '-1 hour' })

    assert.deepEqual(await unread(client, session), [])
  })

  test('one is shown to the roles it is for', async ({ client, assert }) => {
    const [accounting, approver] = [await makeSignedIn('c0ntab1l1dad'), await makeSignedIn('aprobador')]
    const id = await makeAnnouncement({ roles: ['aprobador'] })

    assert.deepEqual(await unread(client, approver.session), [id])
    assert.deepEqual(await unread(client, accounting.session), [])
  })

  test('one for some companies is shown to those who work with one of them, and to who works with all', async ({
    client,
    assert,
  }) => {
    const [mine, other] = [await makeSite(), await makeSite()]
    const inside = await signedIn(await makeUser('c0ntab1l1dad', { siteIds: [mine.siteId] }))
    const outside = await signedIn(await makeUser('c0ntab1l1dad', { siteIds: [other.siteId] }))
    const everywhere = await makeSignedIn('c0ntab1l1dad')
    const id = await makeAnnouncement({ site_ids: [mine.siteId] })

    assert.deepEqual(await unread(client, inside), [id])
    assert.deepEqual(await unread(client, outside), [])
    assert.deepEqual(await unread(client, everywhere.session), [id])
  })

  test('somebody who came after its end does not see it', async ({ client, assert }) => {
    const { person, session } = await makeSignedIn('c0ntab1l1dad')
    await makeAnnouncement({ starts_at: '-1 hour', ends_at: '1 hour' })
    await execute(`update users set created_at = now() + interval '2 hours' where id = :id`, {
      id: person.id,
    })

    assert.deepEqual(await unread(client, session), [])
  })

  for (const mark of ['read', 'dismiss']) {
    test(`${mark} takes one away for this user only, and again changes nothing`, async ({
      client,
      assert,
    }) => {
      const [mine, theirs] = [await makeSignedIn('c0ntab1l1dad'), await makeSignedIn('c0ntab1l1dad')]
      const [first, second] = [await makeAnnouncement({ priority: 1 }), await makeAnnouncement()]

      const answers = [
        await call(client, mine.session, `${first}/${mark}`),
        await call(client, mine.session, `${first}/${mark}`),
      ]

      for (const answer of answers) {
        answer.assertStatus(204)
        assert.equal(answer.text(), '')
      }
      assert.deepEqual(await unread(client, mine.session), [second])
      assert.deepEqual(await unread(client, theirs.session), [first, second])
      assert.lengthOf(
        await rows(`select 1 from announcement_reads where announcement_id = :first`, { first }),
        1
      )
    })
  }

  test('read and dismissed are kept apart', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const id = await makeAnnouncement()

    await call(client, session, `${id}/dismiss`)

    const mark = await oneRow<{ read: boolean; dismissed: boolean }>(
      `select read_at is not null as read, dismissed_at is not null as dismissed from announcement_reads where announcement_id = :id`,
      { id }
    )
    assert.deepEqual(mark, { read: false, dismissed: true })
  })

  test('several are marked read at once; unknown ones are passed over', async ({ client, assert }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const [first, second, third] = [
      await makeAnnouncement({ priority: 2 }),
      await makeAnnouncement({ priority: 1 }),
      await makeAnnouncement(),
    ]

    const response = await call(client, session, 'mark-multiple-read', {
      announcement_ids: [first, third, NOWHERE],
    })

    response.assertStatus(204)
    assert.deepEqual(await unread(client, session), [second])
  })

  for (const body of [
    {},
    { announcement_ids: 'todos' },
    { announcement_ids: ['a'] },
    { announcement_ids: Array.from({ length: 101 }, (_, at) => at + 1) },
  ]) {
    test(`marking several answers 422 to ${JSON.stringify(body).slice(0, 40)}`, async ({
      client,
      assert,
    }) => {
      const { session } = await makeSignedIn('c0ntab1l1dad')

      const response = await call(client, session, 'mark-multiple-read', body)

      response.assertStatus(422)
      assert.property((response.body() as { errors: object }).errors, 'announcement_ids')
    })
  }

  test('one outside the audience is not found and not marked, neither alone nor among several', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const id = await makeAnnouncement({ roles: ['aprobador'] })

    const answers = [
      await call(client, session, `${id}/read`),
      await call(client, session, `${id}/dismiss`),
      await call(client, session, `${NOWHERE}/read`),
    ]
    await call(client, session, 'mark-multiple-read', { announcement_ids: [id] })

    for (const answer of answers) answer.assertStatus(404)
    assert.isEmpty(await rows(`select 1 from announcement_reads where announcement_id = :id`, { id }))
  })

  test('a key that no number of the database holds is not found', async ({ client }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')

    const response = await call(client, session, '99999999999999999999/read')

    response.assertStatus(404)
  })
})

test.group('Managing announcements', (group) => {
  group.each.setup(async () => {
    await execute(`delete from announcements`)
  })

  const VALID = {
    title: 'Mantenimiento el sábado',
    type: 'maintenance',
    content: 'De 8 a 10.',
    roles: ['aprobador'],
  }
  const post = (client: ApiClient, session: SessionData, body: object): Promise<ApiResponse> =>
    client
      .post('/announcements')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(body) as unknown as Promise<ApiResponse>

  test('a draft is seen by nobody until it is published, and by nobody once withdrawn', async ({
    client,
    assert,
  }) => {
    const [author, reader] = [await makeSignedIn('s1st3ma'), await makeSignedIn('aprobador')]
    await post(client, author.session, VALID)
    const { id } = await oneRow<{ id: number }>(`select id from announcements`)
    const seenAsDraft = await unread(client, reader.session)

    await client
      .post(`/announcements/${id}/publication`)
      .withSession(author.session)
      .withCsrfToken()
      .redirects(0)
    const seenPublished = await unread(client, reader.session)
    await client
      .delete(`/announcements/${id}/publication`)
      .withSession(author.session)
      .withCsrfToken()
      .redirects(0)

    assert.deepEqual([seenAsDraft, seenPublished, await unread(client, reader.session)], [[], [id], []])
  })

  const REFUSED: [field: string, message: string, change: object][] = [
    ['title', 'Este campo es obligatorio.', { title: '' }],
    ['title', 'Máximo 120 caracteres.', { title: 'a'.repeat(121) }],
    ['content', 'Máximo 5000 caracteres.', { content: 'a'.repeat(5001) }],
    [
      'action_url',
      'Indique el texto y el enlace del botón, o ninguno de los dos.',
      { action_url: 'https://ejemplo.es' },
    ],
    [
      'action_url',
      'El enlace debe empezar por https:// o /.',
      { action_url: 'javascript:alert(1)', action_text: 'Abrir' },
    ],
    [
      'action_url',
      'El enlace debe empezar por https:// o /.',
      { action_url: '//ejemplo.es', action_text: 'Abrir' },
    ],
    [
      'ends_at',
      'La fecha de fin debe ser posterior a la de inicio.',
      { starts_at: '2026-05-02T10:00:00Z', ends_at: '2026-05-01T10:00:00Z' },
    ],
  ]
  for (const [field, message, change] of REFUSED) {
    test(`${JSON.stringify(change).slice(0, 60)} is refused at its field`, async ({ client, assert }) => {
      const { session } = await makeSignedIn('s1st3ma')

      const response = await post(client, session, { ...VALID, ...change })

      assert.equal(fieldErrors(response)[field], message)
      assert.isEmpty(await rows(`select 1 from announcements`))
    })
  }

  test('what was published is withdrawn, never deleted', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const id = await makeAnnouncement()

    const response = await client
      .delete(`/announcements/${id}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)

    assert.equal(response.flashMessage('error'), 'Solo se puede eliminar un borrador. Retire el anuncio.')
    assert.lengthOf(await rows(`select 1 from announcements`), 1)
  })

  test('an edit over an older state says that somebody else was faster', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const id = await makeAnnouncement()
    const edit = (title: string): Promise<ApiResponse> =>
      client
        .put(`/announcements/${id}`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ ...VALID, title, lock_version: 0 }) as unknown as Promise<ApiResponse>
    await edit('El primero')

    const late = await edit('El segundo')

    assert.equal(fieldErrors(late).form, 'Otro usuario ha modificado este registro. Recargue la página.')
    assert.equal((await oneRow<{ title: string }>(`select title from announcements`)).title, 'El primero')
  })

  test('fields that are not on the form are not taken from it', async ({ client, assert }) => {
    const { session } = await makeSignedIn('s1st3ma')

    await post(client, session, { ...VALID, status: 'published', id: 5, created_by: 1, lock_version: 7 })

    const stored = await oneRow<{ status: string; lockVersion: number }>(
      `select status, lock_version from announcements`
    )
    assert.deepEqual(stored, { status: 'draft', lockVersion: 0 })
  })

  test('the history shows each reader what was meant for them, read or not', async ({ client, assert }) => {
    const { session } = await makeSignedIn('aprobador')
    const [read, fresh] = [await makeAnnouncement({ starts_at: '-1 day' }), await makeAnnouncement()]
    await makeAnnouncement({ roles: ['s1st3ma'] })
    await makeAnnouncement({ starts_at: '-13 months' })
    await call(client, session, `${read}/read`)

    const response = await client.get('/announcements').withSession(session).withInertia()

    const { announcements } = response.inertiaProps as { announcements: { id: number; read: boolean }[] }
    assert.deepEqual(
      announcements.map(({ id, read: seen }) => [id, seen]),
      [
        [fresh, false],
        [read, true],
      ]
    )
  })
})
