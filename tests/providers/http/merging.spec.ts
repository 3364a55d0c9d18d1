import type { SessionData } from '@adonisjs/session/types'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

test.group('Merging suppliers over HTTP', () => {
  test('an approver sees what would move and merges with the second factor; an accountant is refused', async ({
    assert,
    client,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const [source, target] = [await makeProvider(person), await makeProvider(person)]
    const [approver, accountant] = [await makeSignedIn('aprobador'), await makeSignedIn('c0ntab1l1dad')]
    const body = { target_id: target.id, reason: 'Dado de alta dos veces', is_confirmed: true }
    const send = (session: SessionData) =>
      client
        .post(`/providers/${source.id}/merge`)
        .withSession(session)
        .withCsrfToken()
        .accept('json')
        .redirects(0)
        .json(body)

    const preview = await client
      .get(`/providers/${source.id}/merge?target_id=${target.id}`)
      .accept('json')
      .withSession(approver.session)
    const forbidden = await send(accountant.session)
    const unproved = await send(approver.session)

    await execute(`update user_sessions set step_up_at = now() where user_id = :id`, approver.person)
    const still = await oneRow(`select status from providers where id = :id`, source)
    const merged = await send(approver.session)

    preview.assertStatus(200)
    const { data } = preview.body() as {
      data: { obstacles: string[]; moves: { label: string; count: number }[]; needsConfirmation: boolean }
    }
    assert.deepEqual(data.obstacles, [])
    assert.deepEqual(data.moves, [{ label: 'cuenta bancaria, por verificar de nuevo', count: 1 }])
    assert.isTrue(data.needsConfirmation)
    forbidden.assertStatus(403)
    assert.equal(errorAt(unproved, 'step_up'), 'Confirme su identidad.')
    assert.deepEqual(still, { status: 'active' })
    assert.equal(merged.header('location'), `/providers/${target.id}/edit`)
    assert.deepEqual(await oneRow(`select status from providers where id = :id`, source), {
      status: 'merged',
    })
  })
})
