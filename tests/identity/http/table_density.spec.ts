import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { oneRow } from '#app/kernel/database/sql'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

const choose = (client: ApiClient, session: SessionData, body: object): Promise<ApiResponse> =>
  client
    .post('/user/table-density')
    .withSession(session)
    .withCsrfToken()
    .accept('json')
    .json(body) as unknown as Promise<ApiResponse>

const densityOf = async (id: number) =>
  (await oneRow<{ density: string }>(`select table_density as density from users where id = :id`, { id }))
    .density

test.group('Density of tables', () => {
  test('it is normal until chosen, then kept with the user and in the next page of any session', async ({
    client,
    assert,
  }) => {
    const { person, session } = await makeSignedIn('c0ntab1l1dad')
    const elsewhere = await signedIn(person)
    const shown = async () => {
      const page = await client.get('/2faSecurity').withSession(elsewhere).withInertia()
      return (page.inertiaProps as { auth: { user: { tableDensity: string } } }).auth.user.tableDensity
    }
    const before = await shown()

    const response = await choose(client, session, { table_density: 'compact' })

    response.assertStatus(204)
    assert.deepEqual([before, await shown(), await densityOf(person.id)], ['normal', 'compact', 'compact'])
  })

  test('it is of one user only', async ({ client, assert }) => {
    const [mine, theirs] = [await makeSignedIn('c0ntab1l1dad'), await makeSignedIn('c0ntab1l1dad')]

    await choose(client, mine.session, { table_density: 'compact' })

    assert.equal(await densityOf(theirs.person.id), 'normal')
  })

  for (const wrong of [{ table_density: 'huge' }, { table_density: ['compact'] }, {}]) {
    test(`${JSON.stringify(wrong)} is no density`, async ({ client, assert }) => {
      const { person, session } = await makeSignedIn('c0ntab1l1dad')

      const response = await choose(client, session, wrong)

      response.assertStatus(422)
      assert.deepEqual(response.body(), { errors: { table_density: 'El valor seleccionado no es válido.' } })
      assert.equal(await densityOf(person.id), 'normal')
    })
  }
})
