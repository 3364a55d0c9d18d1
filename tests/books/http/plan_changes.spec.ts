import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient, ApiResponse } from '@japa/api-client'
import { test } from '@japa/runner'
import { execute, inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeBankAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { errorAt } from '#tests/identity/sign_in_requests'

type Sent = { session: SessionData; method?: 'post' | 'put'; path: string; body: object }

function send(client: ApiClient, { session, method = 'post', path, body }: Sent): Promise<ApiResponse> {
  return client[method](path)
    .withSession(session)
    .withCsrfToken()
    .header('x-inertia', 'true')
    .header('referer', '/accounts/plan')
    .redirects(0)
    .json(body) as unknown as Promise<ApiResponse>
}

const accountOf = (siteId: number, code: string) =>
  row<{
    id: number
    name: string
    active: boolean
    reconcilable: boolean
    parent: string
    type: string
    origin: string
  }>(
    `select a.id, a.name, a.active, a.reconcilable, p.code as parent, a.type, a.origin from ledger_accounts a join ledger_accounts p on p.id = a.parent_id
      where a.site_id = :siteId and a.code = :code`,
    { siteId, code }
  )

const eventsOf = async (objectType: string, objectId: number) =>
  (
    await rows<{ event: string }>(
      `select event from audit_events where object_type = :objectType and object_id = :objectId order by id`,
      {
        objectType,
        objectId,
      }
    )
  ).map(({ event }) => event)

async function makeWork() {
  const { siteId } = await makeSite()
  const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
  return { siteId, session }
}

const post = (siteId: number, lines: [number, number][]) =>
  inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-03-10'),
        journal: 'diversos',
        kind: 'prueba',
        idempotencyKey: `plan-change-${process.pid}-${performance.now()}`,
        description: 'Asiento de prueba',
        lines: lines.map(([accountId, amountMinor]) => ({ accountId, amountMinor })),
      },
      trx
    )
  )

test.group('Changing the plan', () => {
  test('an account is opened under the lowest node that begins its number, and takes its kind', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeWork()

    await send(client, {
      session,
      path: '/accounts/plan',
      body: { site_id: siteId, parent: '430', code: '43000007', name: 'Clientes de paso' },
    })

    const account = await accountOf(siteId, '43000007')
    assert.containsSubset(account, {
      name: 'Clientes de paso',
      reconcilable: true,
      type: 'asset',
      origin: 'manual',
      active: true,
    })
    assert.isTrue('43000007'.startsWith(account?.parent ?? '?'))
    assert.deepEqual(await eventsOf('ledger_account', account?.id ?? 0), ['ledger_account.created'])
  })

  test('a number that is not under its parent, too short, taken or of nobody is refused at its field', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeWork()
    await makeAccount(siteId, '629')
    const refusal = async (parent: string, code: string, field = 'code') =>
      errorAt(
        await send(client, {
          session,
          path: '/accounts/plan',
          body: { site_id: siteId, parent, code, name: 'Prueba' },
        }),
        field
      )

    assert.equal(await refusal('430', '57200001'), 'La cuenta 57200001 debe empezar por 430.')
    assert.equal(await refusal('430', '4300001'), 'La cuenta 4300001 debe tener 8 cifras.')
    assert.equal(await refusal('629', '62900000'), 'La cuenta 62900000 ya existe en la empresa.')
    assert.equal(
      await refusal('888', '88800001', 'parent'),
      'La cuenta 888 no está en el plan de la empresa.'
    )
    assert.match((await refusal('6', '69800001')) ?? '', /al menos tres cifras|ya existe|debe empezar/)
  })

  test('the width of the company rules its numbers', async ({ client, assert }) => {
    const { siteId, session } = await makeWork()
    await execute(`update sites set account_width = 10 where id = :siteId`, { siteId })

    await send(client, {
      session,
      path: '/accounts/plan',
      body: { site_id: siteId, parent: '629', code: '6290000123', name: 'Diez cifras' },
    })

    assert.equal((await accountOf(siteId, '6290000123'))?.name, 'Diez cifras')
  })

  test('an account is renamed with its trail, and its number never changes', async ({ client, assert }) => {
    const { siteId, session } = await makeWork()
    const id = await makeAccount(siteId, '629')

    await send(client, {
      session,
      method: 'put',
      path: `/accounts/plan/${id}`,
      body: { name: 'Otros gastos', reconcilable: true },
    })

    assert.containsSubset(await accountOf(siteId, '62900000'), { name: 'Otros gastos', reconcilable: true })
    const { diff } = await oneRow<{ diff: object }>(
      `select diff from audit_events where object_type = 'ledger_account' and object_id = :id`,
      { id }
    )
    assert.deepEqual(diff, { name: ['Cuenta 629', 'Otros gastos'], reconcilable: [false, true] })
    await assert.rejects(
      () => execute(`update ledger_accounts set code = '62900001' where id = :id`, { id }),
      /ledger_account_identity/
    )
  })

  test('an account with a balance is not retired, neither here nor by the database; at zero it is, and comes back', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeWork()
    const [rent, cash] = [await makeAccount(siteId, '621'), await makeAccount(siteId, '554')]
    await post(siteId, [
      [rent, 12_345],
      [cash, -12_345],
    ])
    const path = `/accounts/plan/${rent}/status`
    const retire = { active: false, reason: 'No se usa' }

    await send(client, { session, method: 'put', path, body: retire })
    assert.isTrue((await accountOf(siteId, '62100000'))?.active)
    await assert.rejects(
      () => execute(`update ledger_accounts set active = false where id = :rent`, { rent }),
      /ledger_account_has_balance/
    )

    await post(siteId, [
      [rent, -12_345],
      [cash, 12_345],
    ])
    await send(client, { session, method: 'put', path, body: { active: false } })
    assert.isTrue((await accountOf(siteId, '62100000'))?.active)
    await send(client, { session, method: 'put', path, body: retire })
    assert.isFalse((await accountOf(siteId, '62100000'))?.active)
    await assert.rejects(() => post(siteId, [[rent, 1], [cash, -1]]), /no admite apuntes/) // biome-ignore format: one entry
    await send(client, { session, method: 'put', path, body: { active: true } })
    assert.isTrue((await accountOf(siteId, '62100000'))?.active)
    assert.deepEqual(await eventsOf('ledger_account', rent), [
      'ledger_account.deactivated',
      'ledger_account.reactivated',
    ])
  })

  test('the account of a bank and that of a role stay', async ({ client, assert }) => {
    const { siteId, session } = await makeWork()
    await makeBankAccount(siteId)
    const { bank, remainder } = await oneRow<{ bank: number; remainder: number }>(
      `select b.ledger_account_id as bank, l.account_id as remainder from bank_accounts b join journal_lines j on j.account_id = b.ledger_account_id
         join journal_lines l on l.entry_id = j.entry_id and l.id <> j.id where b.site_id = :siteId`,
      { siteId }
    )
    await post(siteId, [
      [bank, -1_000_000],
      [remainder, 1_000_000],
    ])
    const fees = await makeAccount(siteId, '626')
    const messages: string[] = []
    for (const id of [bank, fees]) {
      const response = await send(client, {
        session,
        method: 'put',
        path: `/accounts/plan/${id}/status`,
        body: { active: false, reason: 'No se usa' },
      })
      messages.push(String(response.flashMessage('error') ?? ''))
    }

    assert.match(messages[0] ?? '', /es la de la cuenta principal «Cuenta operativa»/)
    assert.match(messages[1] ?? '', /en los asientos automáticos/)
    const { active } = await oneRow<{ active: number }>(
      `select count(*)::int as active from ledger_accounts where id in (:bank, :fees) and active`,
      { bank, fees }
    )
    assert.equal(active, 2)
  })

  test('missing accounts of the Plan General are added and nothing else', async ({ client, assert }) => {
    const { siteId, session } = await makeWork()
    const count = async () =>
      (
        await oneRow<{ n: number }>(
          `select count(*)::int as n from ledger_accounts where site_id = :siteId`,
          { siteId }
        )
      ).n
    const whole = await count()
    await execute(`delete from ledger_accounts where site_id = :siteId and code in ('755', '759')`, {
      siteId,
    })

    for (let times = 0; times < 2; times++)
      await send(client, {
        session,
        path: '/accounts/plan/template',
        body: { site_id: siteId, plan: 'normal' },
      })

    assert.equal(await count(), whole)
    assert.deepEqual(await eventsOf('site', siteId), ['site.created', 'site.plan_completed'])
  })

  test('accounts of another company are not there', async ({ client, assert }) => {
    const { session } = await makeWork()
    const { siteId } = await makeSite()
    const id = await makeAccount(siteId, '629')
    const body = {
      site_id: siteId,
      parent: '629',
      code: '62900001',
      name: 'Ajena',
      plan: 'normal',
      active: false,
      reason: 'x',
      reconcilable: true,
    }
    const asked: [Sent['method'], string][] = [
      ['post', '/accounts/plan'],
      ['post', '/accounts/plan/template'],
      ['put', `/accounts/plan/${id}`],
      ['put', `/accounts/plan/${id}/status`],
    ]
    for (const [method = 'post', path] of asked)
      (await send(client, { session, method, path, body })).assertStatus(404)

    assert.isNull(await accountOf(siteId, '62900001'))
  })
})

test.group('Accounts from a file', () => {
  async function upload(client: ApiClient, session: SessionData, siteId: number, text: string) {
    const response = await client
      .post('/accounts/plan/imports')
      .withSession(session)
      .withCsrfToken()
      .header('x-inertia', 'true')
      .header('referer', '/accounts/plan/imports/create')
      .redirects(0)
      .field('site_id', siteId)
      .file('file', Buffer.from(text), { filename: 'cuentas.csv' })
    const id = /import=([0-9a-f-]{36})/.exec(String(response.header('location')))?.[1] ?? ''
    return { response: response as unknown as ApiResponse, id }
  }
  const open = (client: ApiClient, session: SessionData, id: string) =>
    client.get(`/accounts/plan/imports/create?import=${id}`).withSession(session).withInertia()

  const FILE = [
    'Código;Nombre;Conciliable;Cuenta padre',
    '43000101;Agencia Sol;sí;430',
    '430.102;Agencia Peña;;',
    '62900001;Limpieza;no;',
  ]

  test('a file is previewed and then opened whole', async ({ client, assert }) => {
    const { siteId, session } = await makeWork()
    const { id } = await upload(client, session, siteId, FILE.join('\n'))

    const page = await open(client, session, id)
    assert.containsSubset(page.inertiaProps, { preview: { newCount: 3, errorCount: 0 } })
    assert.isNull(await accountOf(siteId, '43000101'))
    await send(client, {
      session,
      path: `/accounts/plan/imports/${id}`,
      body: {},
    })

    assert.containsSubset(await accountOf(siteId, '43000101'), {
      name: 'Agencia Sol',
      reconcilable: true,
      origin: 'imported',
    })
    assert.containsSubset(await accountOf(siteId, '43000102'), { name: 'Agencia Peña', reconcilable: true })
    assert.containsSubset(await accountOf(siteId, '62900001'), { name: 'Limpieza', reconcilable: false })
    assert.include(await eventsOf('site', siteId), 'site.plan_imported')
  })

  test('each wrong row is told with its number, and nothing is opened until somebody leaves them out', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeWork()
    await makeAccount(siteId, '629')
    const wrong = [
      ...FILE,
      '43000101;Otra vez;;',
      '62900000;Ya está;;',
      '57200009;Banco;;430',
      '4300;Corta;;',
      'abc;Letras;;',
      '43000300;X;;',
      '43000301;Duda;quizá;',
    ]
    const { id } = await upload(client, session, siteId, wrong.join('\r\n'))
    const page = await open(client, session, id)
    const { preview } = page.inertiaProps as {
      preview: { rows: { rowNo: number; error: string | null }[] }
    }

    assert.deepEqual(
      preview.rows.flatMap(({ rowNo, error }) => (error ? [`${rowNo}: ${error}`] : [])),
      [
        '5: La cuenta 43000101 está repetida: ya aparece en la fila 2.',
        '6: La cuenta 62900000 ya existe en la empresa.',
        '7: La cuenta 57200009 debe empezar por 430.',
        '8: La cuenta 4300 debe tener 8 cifras.',
        '9: «abc» no es un número de cuenta.',
        '10: El nombre de la cuenta 43000300 debe tener entre 2 y 120 caracteres.',
        '11: «quizá» no dice si la cuenta 43000301 es conciliable: escriba sí o no.',
      ]
    )
    const path = `/accounts/plan/imports/${id}`
    const refused = await send(client, { session, path, body: {} })
    assert.match(errorAt(refused, 'leave_out_wrong') ?? '', /fila 5\./)
    assert.isNull(await accountOf(siteId, '43000101'))
    await send(client, { session, path, body: { leave_out_wrong: true } })
    assert.equal((await accountOf(siteId, '43000101'))?.name, 'Agencia Sol')
  })

  test('more than 50,000 rows, no accounts and what is no table are refused at the file', async ({
    client,
    assert,
  }) => {
    const { siteId, session } = await makeWork()
    const many = [
      'Código;Nombre',
      ...Array.from({ length: 50_001 }, (_, at) => `${43000000 + at};Cuenta ${at}`),
    ].join('\n')
    const refusal = async (text: string) =>
      errorAt((await upload(client, session, siteId, text)).response, 'file')

    assert.equal(await refusal(many), 'El fichero tiene más de 50.000 filas: divídalo en varios.')
    assert.equal(await refusal('Código;Nombre\n'), 'El fichero no tiene filas.')
    const asked = await open(
      client,
      session,
      (await upload(client, session, siteId, 'hola;adiós\nuno;dos')).id
    )
    assert.containsSubset(asked.inertiaProps, { preview: { columns: { missing: ['Código', 'Nombre'] } } })
  })

  test('a file of another company is nobody’s to import', async ({ client, assert }) => {
    const [ours, theirs] = [await makeWork(), await makeWork()]
    const { id } = await upload(client, theirs.session, theirs.siteId, FILE.join('\n'))

    const page = await open(client, ours.session, id)
    const refused = await send(client, {
      session: ours.session,
      path: `/accounts/plan/imports/${id}`,
      body: {},
    })

    page.assertStatus(404)
    assert.match(errorAt(refused, 'file') ?? '', /ya se ha importado/)
    assert.isNull(await accountOf(ours.siteId, '43000101'))
  })
})
