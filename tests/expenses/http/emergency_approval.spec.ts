import { test } from '@japa/runner'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { execute } from '#app/kernel/database/sql'
import { makeExpenseStage, makeReviewed, statusOf } from '#tests/factories/expenses'
import { makeSignedIn, signedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

const REASON = 'Nadie puede aprobarla y vence hoy'

async function lonelyNote(): Promise<number> {
  const stage = await makeExpenseStage()
  await execute(`update approvals set status = 'ended' where site_id = :siteId`, stage)
  return makeReviewed(stage)
}

test.group('The emergency approval of an expense note over HTTP', () => {
  test('is offered to the system role alone, asks for its second factor and approves', async ({
    assert,
    client,
  }) => {
    const id = await lonelyNote()
    const offers: boolean[] = []
    for (const role of ['aprobador', 'superC0ntab1l1dad', 's1st3ma'] as const) {
      const { session } = await makeSignedIn(role)
      const page = await client.get(`/payexpenses/${id}`).withSession(session).withInertia()
      offers.push((page.inertiaProps as { note: { actions: string[] } }).note.actions.includes('override'))
    }
    assert.deepEqual(offers, [false, false, true])

    const { session } = await makeSignedIn('s1st3ma')
    const fingerprint = await noteFingerprint(id)
    const send = (reason: string) =>
      client
        .post(`/payexpenses/${id}/emergency-approval`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ fingerprint, reason })
    assert.equal(fieldErrors(await send(REASON)).step_up, 'Confirme su identidad.')
    await execute(`update user_sessions set step_up_at = now()`)
    assert.isString(fieldErrors(await send('urgente')).reason)
    assert.equal(await statusOf(id), 'in_review')
    await send(REASON)
    assert.equal(await statusOf(id), 'approved')
  })

  test('is nobody else’s, by whatever door', async ({ assert, client }) => {
    const stage = await makeExpenseStage()
    const id = await makeReviewed(stage)
    const session = await signedIn(stage.approvers[0])
    await execute(`update user_sessions set step_up_at = now()`)

    const answer = await client
      .post(`/payexpenses/${id}/emergency-approval`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .header('accept', 'application/json')
      .json({ fingerprint: await noteFingerprint(id), reason: REASON })

    assert.equal(answer.status(), 403)
    assert.equal(await statusOf(id), 'in_review')
  })
})
