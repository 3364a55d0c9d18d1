import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { categoryId, clearProfiles, makeProfile } from '#tests/profiles/profile_stage'

const sent = async (more: Record<string, unknown> = {}) => ({
  name: 'Agua de red',
  category_id: await categoryId('Agua'),
  priority: 100,
  min_score: 50,
  match_fields: ['concept'],
  requires_approval: true,
  auto_book: false,
  active: true,
  keywords: [{ kind: 'include', mode: 'word', text: 'abastecimiento', weight: 60, field: null }],
  ...more,
})

test.group('Expense profiles over HTTP', (group) => {
  group.each.setup(async () => {
    await clearProfiles()
  })

  test('an accountant makes a profile of a supplier, and finds it among its cards', async ({
    assert,
    client,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const provider = await makeProvider(await makeUser('superC0ntab1l1dad'))

    const made = await client
      .post(`/providers/${provider.id}/profiles`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(await sent())
    const cards = await client.get(`/providers/${provider.id}/profiles`).withSession(session).withInertia()

    made.assertStatus(302)
    const { profiles } = cards.inertiaProps as { profiles: { name: string; keywords: number }[] }
    assert.containsSubset(profiles, [{ name: 'Agua de red', keywords: 1, precision: null }])
  })

  test('the live tester answers for a form that is not saved, however unfinished', async ({
    assert,
    client,
  }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const keywords = [
      { kind: 'include', mode: 'word', text: 'fibra', weight: 60, field: null },
      { kind: 'include', mode: 'regex', text: '(sin cerrar', weight: 60, field: null },
    ]

    const answer = await client
      .post('/providers/profiles/live-test')
      .accept('json')
      .withSession(session)
      .withCsrfToken()
      .json({ text: 'Cuota FIBRA mayo', profile: await sent({ name: '', category_id: null, keywords }) })

    answer.assertStatus(200)
    const { data } = answer.body() as {
      data: { decision: string; candidates: { hits: { span: number[] }[] }[] }
    }
    assert.equal(data.decision, 'matched')
    assert.deepEqual(data.candidates[0]?.hits[0]?.span, [6, 11])
  })

  test('expressions that cost too much together are refused at the keywords', async ({ assert, client }) => {
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const keywords = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
      kind: 'include',
      mode: 'regex',
      text: `(${letter}[0-9]{40}){24}`,
      weight: 60,
      field: null,
    }))
    const post = async (chosen: object[]) =>
      client
        .post('/profile-manager')
        .withSession(session)
        .withCsrfToken()
        .header('accept', 'application/json')
        .json(await sent({ name: 'Muchas expresiones', keywords: chosen }))

    const refused = await post(keywords)
    const nested = await post([{ ...keywords[0], text: `${'('.repeat(18)}${'){50}'.repeat(18)}` }])

    refused.assertStatus(422)
    assert.match(refused.body().errors.keywords, /en conjunto/)
    nested.assertStatus(422)
    assert.match(nested.body().errors.keywords, /demasiado larga/)
  })

  test('a profile of the whole group is not for an accountant to change', async ({ assert, client }) => {
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const id = await makeProfile(await makeUser('superC0ntab1l1dad'))

    const seen = await client.get(`/providers/profiles/${id}`).withSession(session).withInertia()
    const edit = await client
      .get(`/providers/profiles/${id}/edit`)
      .withSession(session)
      .withInertia()
      .redirects(0)
    const made = await client
      .post('/profile-manager')
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(await sent())

    seen.assertStatus(200)
    edit.assertStatus(403)
    made.assertStatus(302)
    assert.include(JSON.stringify(made.flashMessages()), 'error')
    const groupWide = await rows(`select 1 as n from expense_profiles where active and provider_id is null`)
    assert.lengthOf(groupWide, 1)
  })

  test('a profile of other companies is not there', async ({ assert, client }) => {
    const [near, far] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [near.siteId] })
    const senior = await makeUser('superC0ntab1l1dad')
    const hidden = await makeProfile(senior, { name: 'Solo lejos', siteIds: [far.siteId] })
    const shared = await makeProfile(senior, { name: 'De las dos', siteIds: [near.siteId, far.siteId] })
    const open = (id: number) =>
      client.get(`/providers/profiles/${id}`).withSession(session).withInertia().redirects(0)

    const list = await client.get('/profile-manager').withSession(session).withInertia()
    const answers = [(await open(hidden)).status(), (await open(shared)).status()]
    const changed = await client
      .put(`/providers/profiles/${shared}`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(await sent({ name: 'De las dos', site_ids: [], version: 1 }))

    assert.deepEqual(answers, [404, 200])
    changed.assertStatus(302)
    const { profiles } = list.inertiaProps as { profiles: { rows: { name: string }[] } }
    assert.notInclude(
      profiles.rows.map(({ name }) => name),
      'Solo lejos'
    )
    const { siteIds } = await oneRow<{ siteIds: number[] }>(
      `select site_ids from expense_profiles where id = :shared`,
      { shared }
    )
    assert.deepEqual(siteIds, [far.siteId])
  })

  test('a file changes no profile of companies that its sender does not work with', async ({
    assert,
    client,
  }) => {
    const [theirs, other] = [await makeSite(), await makeSite()]
    const id = await makeProfile(await makeUser('superC0ntab1l1dad'), { siteIds: [other.siteId] })
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [theirs.siteId] })
    const filed = {
      name: 'Agua de red',
      provider: null,
      category: 'Agua',
      account: null,
      priority: 1,
      min_score: 50,
      match_fields: ['concept'],
      requires_approval: false,
      auto_book: true,
      active: true,
      keywords: [{ kind: 'include', mode: 'word', text: 'todo', weight: 60, field: null }],
    }

    const post = (path: string) =>
      client.post(path).withSession(session).withCsrfToken().header('x-inertia', 'true').redirects(0)
    const sent = await post('/profile-manager/imports').file('file', Buffer.from(JSON.stringify([filed])), {
      filename: 'perfiles.json',
    })
    const address = sent.header('location') ?? ''
    const shown = await client.get(address).withSession(session).withInertia()
    const taken = await post(`/profile-manager/imports/${address.split('import=')[1]}`)

    const { preview } = shown.inertiaProps as { preview: { rows: { error: string | null }[] } }
    const why = 'Perfil «Agua de red»: ya existe en empresas con las que usted no trabaja.'
    assert.deepEqual(
      preview.rows.map(({ error }) => error),
      [why]
    )
    assert.deepEqual(taken.flashMessage('inputErrorsBag'), { file: [`Corrija el fichero: fila 1. ${why}`] })
    const kept = await oneRow<{ priority: number; autoBook: boolean }>(
      `select priority, auto_book from expense_profiles where id = :id`,
      { id }
    )
    assert.deepEqual(kept, { priority: 100, autoBook: false })
  })
})
