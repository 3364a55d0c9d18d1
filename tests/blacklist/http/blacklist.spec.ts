import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import { makeListed } from '#tests/factories/blacklist'
import { makeIban } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'

const send = (client: ApiClient, method: string, path: string, session: SessionData, body: object = {}) =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/iban-blacklist')
    .json(body)

const open = (client: ApiClient, path: string, session: SessionData) =>
  client.get(path).withSession(session).withInertia()

const upload = (client: ApiClient, session: SessionData, text: string) =>
  client
    .post('/iban-blacklist/imports')
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/iban-blacklist/imports/create')
    .file('file', Buffer.from(text), { filename: 'lista.csv', contentType: 'text/csv' })

const form = (value: string, more: object = {}) => ({
  pattern_type: 'iban',
  value,
  severity: 'block',
  reason: 'fraude',
  comment: 'Denunciada por el banco',
  ...more,
})

test.group('The list over HTTP', () => {
  test('s1st3ma, aprobador and senior accounting; the others get 403', async ({ assert, client }) => {
    const { id } = await makeListed(await makeUser('s1st3ma'))
    for (const path of [
      '/iban-blacklist',
      '/iban-blacklist/create',
      `/iban-blacklist/${id}`,
      '/iban-blacklist/imports/create',
    ]) {
      const statuses: number[] = []
      for (const role of ROLES)
        statuses.push((await open(client, path, (await makeSignedIn(role)).session)).status())
      assert.deepEqual(statuses, [200, 200, 200, 403, 403], path)
    }
  })

  test('the list masks the account and its page shows it whole, with the attempts', async ({
    assert,
    client,
  }) => {
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const { id, value } = await makeListed(person, { ownerName: 'Titular Único Pérez' })
    await execute(
      `insert into iban_blacklist_hits (entry_id, point, iban, outcome) values (:id, 'payment_order.create', :value, 'blocked')`,
      { id, value }
    )
    const { entries } = (await open(client, '/iban-blacklist?q=titular+unico', session)).inertiaProps as {
      entries: { rows: { id: number; iban: string; attempts: number }[] }
    }
    const shown = entries.rows.find((row) => row.id === id)
    assert.deepInclude(shown, { iban: maskIban(value), attempts: 1 })
    const found = (
      await open(client, `/iban-blacklist?q=${value.slice(0, 4)}+${value.slice(4, 8)}&sort=value`, session)
    ).inertiaProps as {
      entries: { total: number }
    }
    assert.isAbove(found.entries.total, 0)
    const page = (await open(client, `/iban-blacklist/${id}`, session)).inertiaProps as {
      entry: { value: string }
      hits: { point: string }[]
    }
    assert.equal(page.entry.value.replaceAll(' ', ''), value)
    assert.equal(page.hits[0]?.point, 'Pago, creación')
    await execute(
      `insert into iban_blacklist_hits (entry_id, point, iban, outcome) select :id, w.point, :value, 'blocked' from unnest(array['expense_note.public', 'provider_request']) as w(point)`,
      { id, value }
    )
    const { hits } = (await open(client, `/iban-blacklist/${id}`, session)).inertiaProps as {
      hits: { point: string }[]
    }
    assert.sameMembers(
      hits.map(({ point }) => point),
      ['Pago, creación', 'Nota de gastos, formulario público', 'Solicitud de alta de proveedor']
    )
    const file = await client.get('/iban-blacklist?export=csv&q=titular+unico').withSession(session)
    assert.notInclude(file.text(), value)
  })

  test('what it would reach is told before it is kept, and afterwards it is stopped', async ({
    assert,
    client,
  }) => {
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const provider = await makeProvider(person)
    const impact = await send(client, 'POST', '/iban-blacklist/impact', session, {
      pattern_type: 'iban',
      value: provider.iban,
    })
    assert.equal((impact.body() as { data: { kind: string }[] }).data[0]?.kind, 'Cuenta de proveedor')
    const before = await oneRow<{ verification: string }>(
      `select verification from provider_banks where id = :bankId`,
      { bankId: provider.bankId }
    )
    assert.equal(before.verification, 'verified')
    const answer = await send(client, 'POST', '/iban-blacklist', session, form(provider.iban))
    assert.match(String(answer.flashMessages().success), /1 cuentas de proveedores/)
  })

  test('only s1st3ma keeps what is no valid IBAN', async ({ assert, client }) => {
    const wrong = 'ES9121000418450200051333'
    const senior = await makeSignedIn('superC0ntab1l1dad')
    const errors = fieldErrors(
      await send(client, 'POST', '/iban-blacklist', senior.session, form(wrong, { is_invalid: true }))
    )
    assert.deepEqual(errors, { value: 'El IBAN no es válido.' })
    const system = await makeSignedIn('s1st3ma')
    assert.deepEqual(
      fieldErrors(
        await send(client, 'POST', '/iban-blacklist', system.session, form(wrong, { is_invalid: true }))
      ),
      {}
    )
  })

  test('a lift is asked by one and confirmed by another with the second factor', async ({
    assert,
    client,
  }) => {
    const asker = await makeSignedIn('aprobador')
    const { id } = await makeListed(asker.person)
    const at = `/iban-blacklist/${id}`
    assert.deepEqual(
      fieldErrors(await send(client, 'POST', `${at}/lift-request`, asker.session, { reason: 'no' })),
      {
        reason: 'Indique el motivo (mínimo 5 caracteres).',
      }
    )
    await send(client, 'POST', `${at}/lift-request`, asker.session, { reason: 'Cuenta comprobada' })
    await execute(`update user_sessions set step_up_at = now()`)
    await send(client, 'POST', `${at}/lift`, asker.session)
    const statusOf = () =>
      oneRow<{ status: string }>(`select status from iban_blacklist where id = :id`, { id })
    assert.deepEqual(await statusOf(), { status: 'active' })
    const senior = await makeSignedIn('superC0ntab1l1dad')
    assert.equal((await send(client, 'POST', `${at}/lift`, senior.session)).status() === 302, true)
    assert.deepEqual(await statusOf(), { status: 'active' })
    const other = await makeSignedIn('s1st3ma')
    const unasked = await send(client, 'POST', `${at}/lift`, other.session)
    assert.property(unasked.flashMessages().inputErrorsBag ?? {}, 'step_up')
    await execute(`update user_sessions set step_up_at = now()`)
    await send(client, 'POST', `${at}/lift`, other.session)
    assert.deepEqual(await statusOf(), { status: 'lifted' })
  })

  test('a file is looked at, listed as a whole and taken back by who brought it', async ({
    assert,
    client,
  }) => {
    const { session, person } = await makeSignedIn('superC0ntab1l1dad')
    const [first, second] = [makeIban(), makeIban()]
    const bad = await upload(
      client,
      session,
      `IBAN;motivo;comentario\n${first};Fraude;Aviso del banco\nES00;Fraude;Aviso del banco\n${second};Rumor;Aviso del banco\n${first};otro;Repetido aquí\n`
    )
    const page = (await open(client, bad.header('location') ?? '', session)).inertiaProps as {
      preview: { id: string; newCount: number; rows: { rowNo: number; error: string | null }[] }
    }
    assert.equal(page.preview.newCount, 1)
    assert.deepEqual(
      page.preview.rows.map(({ rowNo, error }) => [rowNo, error]),
      [
        [3, 'IBAN no válido.'],
        [4, 'Motivo desconocido «Rumor».'],
        [5, 'El IBAN ya está en la fila 2.'],
        [2, null],
      ]
    )
    await send(client, 'POST', `/iban-blacklist/imports/${page.preview.id}`, session)
    const listed = () =>
      rows(`select 1 as found from iban_blacklist where value = any(:ibans::text[])`, {
        ibans: [first, second],
      })
    assert.lengthOf(await listed(), 0)

    const good = await upload(
      client,
      session,
      `${first};Fraude;Aviso del banco\n${second};cambio_no_verificado;Correo falso\n`
    )
    const importId = (good.header('location') ?? '').split('import=')[1] ?? ''
    assert.equal(
      (
        await open(
          client,
          `/iban-blacklist/imports/create?import=${importId}`,
          (
            await makeSignedIn('s1st3ma')
          ).session
        )
      ).status(),
      404
    )
    await send(client, 'POST', `/iban-blacklist/imports/${importId}`, session)
    assert.lengthOf(await listed(), 2)

    const stranger = await makeSignedIn('s1st3ma')
    await send(client, 'DELETE', `/iban-blacklist/imports/${importId}`, stranger.session)
    assert.lengthOf(await listed(), 2)
    await send(client, 'DELETE', `/iban-blacklist/imports/${importId}`, session)
    assert.lengthOf(await listed(), 0)
    assert.isNumber(person.id)
  })
})
