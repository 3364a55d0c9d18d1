import db from '@adonisjs/lucid/services/db'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

type Shown = {
  people: { id: number; lastChangeId: number; hindrance: string | null; waitsFor: string[] }[]
  changes: { id: number; siteId: number | null; hindrance: string | null; isOwn: boolean }[]
  recent: { id: number; status: string }[]
}

async function send(
  client: ApiClient,
  method: string,
  path: string,
  session: SessionData,
  body: object = {}
) {
  await execute(`update user_sessions set step_up_at = now()`)
  return client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/sites/pending-changes')
    .json(body)
}

const shownTo = async (client: ApiClient, session: SessionData): Promise<Shown> =>
  (await client.get('/sites/pending-changes').withSession(session).withInertia()).inertiaProps as Shown

test.group('What waits for a second person, over HTTP', (group) => {
  // The list ends at a number of people, and other tests leave theirs.
  group.each.setup(async () => {
    await db.connection('owner').transaction(async (trx) => {
      await trx.rawQuery(`alter table user_authority_changes disable trigger user`)
      await trx.rawQuery(`delete from user_authority_changes where confirmed_at is null`)
      await trx.rawQuery(`alter table user_authority_changes enable trigger user`)
    })
  })

  test('an invited user is confirmed by another person, on the page and over its call', async ({
    assert,
    client,
  }) => {
    const [inviter, second] = [await makeSignedIn('s1st3ma'), await makeSignedIn('aprobador')]
    const email = `pantalla-${Date.now()}@prueba.test`
    await send(client, 'POST', '/users', inviter.session, {
      name: 'Persona Invitada',
      email,
      role: 'aprobador',
      all_sites: true,
      shared_inbox: false,
    })
    const { id } = await oneRow<{ id: number }>(`select id from users where email = :email`, { email })
    await execute(`update users set status = 'active', password_hash = 'x' where id = :id`, { id })
    const seenBy = async (session: SessionData) =>
      (await shownTo(client, session)).people.find((person) => person.id === id)

    const own = await seenBy(inviter.session)
    assert.match(own?.hindrance ?? '', /distinta de quien lo cambió/)
    const shown = await seenBy(second.session)
    assert.isNull(shown?.hindrance)
    const body = { last_change_id: shown?.lastChangeId }
    const refused = await send(client, 'POST', `/users/${id}/confirmation`, inviter.session, body)
    assert.match(String(refused.flashMessages().error ?? ''), /distinta de quien lo cambió/)
    await send(client, 'POST', `/users/${id}/confirmation`, second.session, body)

    assert.isUndefined(await seenBy(second.session))
    const page = await client.get(`/users/${id}/edit`).withSession(inviter.session).withInertia()
    const { unconfirmed, events } = page.inertiaProps as {
      unconfirmed: unknown
      events: { event: string }[]
    }
    assert.isNull(unconfirmed)
    assert.equal(events[0]?.event, 'user.confirmed')
  })

  test('a loosened policy is asked why, waits, and is rejected, withdrawn or confirmed', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const [one, two] = [await makeSignedIn('s1st3ma'), await makeSignedIn('aprobador')]
    const line = { kind: null, aggregate_days: 7, sla_hours: null }
    await saveApprovalPolicies(
      siteId,
      [{ kind: null, fromMinor: 0, required: 3, aggregateDays: 7, slaHours: null }],
      (await makeUser('s1st3ma')).actor
    )
    const policies = [{ ...line, from: '0.00', required: 2 }]
    const path = `/sites/${siteId}/approval-policies`
    const propose = (reason?: string) => send(client, 'PUT', path, one.session, { policies, reason })
    const open = async (session: SessionData) =>
      (await shownTo(client, session)).changes.find((change) => change.siteId === siteId)

    assert.match(fieldErrors(await propose()).reason ?? '', /indique el motivo/)
    assert.match(String((await propose('Somos menos')).flashMessages().warning ?? ''), /queda propuesto/)
    const first = await open(one.session)
    assert.isTrue(first?.isOwn)
    const at = (id: number | undefined, what: string) => `/sites/pending-changes/${id}${what}`
    await send(client, 'POST', at(first?.id, '/confirmation'), one.session)
    assert.exists(await open(one.session))
    assert.equal(
      fieldErrors(await send(client, 'POST', at(first?.id, '/rejection'), two.session)).reason,
      'Indique el motivo.'
    )
    await send(client, 'POST', at(first?.id, '/rejection'), two.session, { reason: 'No somos menos' })
    await propose('Somos menos')
    await send(client, 'DELETE', at((await open(one.session))?.id, ''), one.session)
    await propose('Somos menos')
    const third = await open(two.session)
    await send(client, 'POST', at(third?.id, '/confirmation'), two.session)

    const { recent } = await shownTo(client, two.session)
    assert.equal(recent.find(({ id }) => id === third?.id)?.status, 'confirmed')
    const { required } = await oneRow<{ required: number }>(
      `select required from approval_policies where site_id = :siteId`,
      { siteId }
    )
    assert.equal(required, 2)
  })

  test('who works with some companies sees neither the people nor the changes of others', async ({
    assert,
    client,
  }) => {
    const [own, other] = [await makeSite(), await makeSite()]
    const limited = await makeSignedIn('aprobador', { siteIds: [own.siteId] })
    const changer = await makeUser('s1st3ma')
    const person = await makeUser('aprobador', { siteIds: [other.siteId] })
    await execute(
      `insert into user_authority_changes (user_id, changed_by, change) values (:id, :by, 'email')`,
      {
        id: person.id,
        by: changer.id,
      }
    )
    const { people } = await shownTo(client, limited.session)
    assert.notInclude(
      people.map(({ id }) => id),
      person.id
    )
  })
})
