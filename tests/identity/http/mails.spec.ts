import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { queueMail } from '#app/mail/queue_mail'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'

type Page = { mails: { rows: { id: number; to: string; status: { label: string }; error: string | null }[] } }

/** A mail in a state, with an address of its own. */
async function makeMail(status: string, userId: number | null = null): Promise<{ id: number; to: string }> {
  const to = `correo-${crypto.randomUUID()}@prueba.test`
  const about = userId === null ? {} : { objectType: 'user', objectId: userId }
  const id = await inTransaction((trx) => queueMail({ to, subject: 'Aviso', body: 'Secreto', ...about }, trx))
  await execute(
    `update outgoing_mails set status = :status, attempts = case when :status = 'failed' then 20 else 0 end, error = case when :status = 'failed' then 'ECONNREFUSED' end,
        sent_at = case when :status = 'sent' then now() end where id = :id`,
    { id, status }
  )
  return { id, to }
}

const stateOf = (id: number) =>
  oneRow<{ status: string; attempts: number; isDue: boolean }>(
    `select status, attempts, next_attempt_at <= now() as is_due from outgoing_mails where id = :id`,
    { id }
  )

test.group('Mails that never went out', () => {
  test('are shown with what stopped them, never their text, and go out again when told', async ({
    client,
    assert,
  }) => {
    const { session } = await makeSignedIn('s1st3ma')
    const [failed, sent] = [await makeMail('failed'), await makeMail('sent')]
    await execute(
      `update outgoing_mails set next_attempt_at = now() + interval '6 hours' where id = :id`,
      failed
    )

    const page = await client.get(`/users/mails?q=${failed.to}`).withSession(session).withInertia()
    const done = await client.get(`/users/mails?tab=sent&q=${sent.to}`).withSession(session).withInertia()
    const again = await client
      .post(`/users/mails/${failed.id}/retry`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
    const twice = await client
      .post(`/users/mails/${sent.id}/retry`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)

    const { rows } = (page.inertiaProps as unknown as Page).mails
    assert.containsSubset(rows, [{ id: failed.id, status: { label: 'No enviado' }, error: 'ECONNREFUSED' }])
    assert.notInclude(JSON.stringify(rows), 'Secreto')
    assert.lengthOf((done.inertiaProps as unknown as Page).mails.rows, 1)
    assert.equal(again.flashMessage('success'), 'El correo sale en el próximo envío.')
    assert.deepEqual(await stateOf(failed.id), { status: 'queued', attempts: 0, isDue: true })
    assert.equal(twice.flashMessage('error'), 'El correo ya se ha enviado.')
    assert.equal((await stateOf(sent.id)).status, 'sent')
  })

  test('user administration sees those of its users alone, and sends no other again', async ({
    client,
    assert,
  }) => {
    const [own, foreign] = [await makeSite(), await makeSite()]
    const { session } = await makeSignedIn('adm1n1strat0r', { siteIds: [own.siteId] })
    const mine = await makeMail('failed', (await makeUser('c0ntab1l1dad', { siteIds: [own.siteId] })).id)
    const others = [
      await makeMail('failed', (await makeUser('c0ntab1l1dad', { siteIds: [foreign.siteId] })).id),
      await makeMail('failed'),
    ]

    const page = await client.get('/users/mails?per_page=100').withSession(session).withInertia()
    const refused = await client
      .post(`/users/mails/${others[0]?.id}/retry`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)

    assert.deepEqual(
      (page.inertiaProps as unknown as Page).mails.rows.map(({ id }) => id),
      [mine.id]
    )
    assert.equal(refused.status(), 404)
    for (const { id } of others) assert.equal((await stateOf(id)).status, 'failed')
  })
})
