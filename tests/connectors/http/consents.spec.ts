import { test } from '@japa/runner'
import { startConsent } from '#app/connectors/actions/start_consent'
import { makeSite } from '#tests/factories/books'
import {
  connectTo,
  type ProbeBank,
  type ProbeConnection,
  startProbeBank,
  stateOf,
} from '#tests/factories/connectors'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'

test.group('Coming back from a provider', (group) => {
  let bank: ProbeBank
  let connection: ProbeConnection
  group.each.setup(async () => {
    bank = await startProbeBank({ withTokens: true })
    connection = await connectTo(bank)
    return () => bank.close()
  })

  const stateFor = async (person: { actor: { userId: number; kind: 'user' } }) =>
    new URL(await startConsent(connection.id, person.actor)).searchParams.get('state') ?? ''

  test('with a yes takes the connection into use', async ({ client, assert }) => {
    const state = await stateFor(connection.person)

    const answer = await client
      .get('/connections/consent')
      .qs({ state, code: 'codigo' })
      .withSession(await signedIn(connection.person))
      .redirects(0)

    answer.assertStatus(302)
    answer.assertHeader('location', `/qontos/${connection.id}/edit`)
    answer.assertFlashMessage('success', 'Conexión con Probanco autorizada.')
    assert.equal((await stateOf(connection.id)).status, 'active')
  })

  test('with a no says so and asks nothing', async ({ client, assert }) => {
    const state = await stateFor(connection.person)
    const before = bank.arrivals.length

    const answer = await client
      .get('/connections/consent')
      .qs({ state, error: 'access_denied' })
      .withSession(await signedIn(connection.person))
      .redirects(0)

    answer.assertFlashMessage('error', 'No se ha autorizado la conexión en Probanco.')
    assert.equal((await stateOf(connection.id)).status, 'auth_required')
    assert.lengthOf(bank.arrivals, before)
  })

  test('is not for somebody else, another company or another role', async ({ client, assert }) => {
    const { siteId } = await makeSite()
    const stranger = await makeUser('aprobador', { siteIds: [siteId] })
    const { session } = await makeSignedIn('superC0ntab1l1dad')
    const ask = async (state: string, as: Awaited<ReturnType<typeof signedIn>>) =>
      client.get('/connections/consent').qs({ state, code: 'codigo' }).withSession(as).redirects(0)

    const ofAnother = await ask(await stateFor(connection.person), await signedIn(stranger))
    const ofAnotherCompany = await ask(await stateFor(stranger), await signedIn(stranger))
    const ofAnotherRole = await ask(await stateFor(connection.person), session)

    assert.equal(ofAnother.status(), 302)
    assert.notInclude(ofAnother.header('location'), '/qontos')
    assert.deepEqual([ofAnotherCompany.status(), ofAnotherRole.status()], [404, 403])
    assert.equal((await stateOf(connection.id)).status, 'auth_required')
  })
})
