import { createHash } from 'node:crypto'
import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { ROLES } from '#app/identity/roles'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { verifyBank } from '#app/providers/actions/provider_banks'
import { proposeApproval } from '#app/sites/actions/grant_approval'
import { setCoolingHours } from '#app/sites/actions/set_cooling_hours'
import { setSeniorCap } from '#app/sites/actions/set_senior_cap'
import { cif, makeBankAccount, makeSite } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { confirmOpen } from '#tests/factories/second_person'
import { makeSignedIn } from '#tests/factories/sign_in'
import { uniqueNumber } from '#tests/factories/unique_numbers'
import { fieldErrors } from '#tests/identity/field_errors'

const send = (client: ApiClient, method: string, path: string, session: SessionData, body: object = {}) =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/sites')
    .json(body)

const open = (client: ApiClient, path: string, session: SessionData) =>
  client.get(path).withSession(session).withInertia()

const newCompany = (code: string) => ({
  legal_name: `Hotelera ${code}, S.L.`,
  code,
  tax_id: cif(4_000_000 + uniqueNumber(900_000)),
  kind: 'company',
  territory: 'peninsula_baleares',
  base_currency: 'EUR',
  fiscal_year_start_month: '1',
  started_on: '2026-01-01',
  plan: 'normal',
})

const freshCode = () => `H${String(Date.now() % 10_000_000)}`.slice(0, 8)

test.group('Companies over HTTP', () => {
  test('only s1st3ma and aprobador read them; accounting and administration get 403', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    for (const path of ['/sites', `/sites/${siteId}/edit`, `/sites/${siteId}/report`]) {
      const statuses: number[] = []
      for (const role of ROLES)
        statuses.push((await open(client, path, (await makeSignedIn(role)).session)).status())
      assert.deepEqual(statuses, [200, 200, 403, 403, 403], path)
    }
  })

  test('a company outside the scope answers 404, read or written', async ({ assert, client }) => {
    const [own, other] = [await makeSite(), await makeSite()]
    const { session, person } = await makeSignedIn('aprobador', { siteIds: [own.siteId] })
    const id = other.siteId
    const approvalId = await proposeApproval(
      {
        siteId: id,
        userId: (await makeUser('aprobador')).id,
        kinds: ['invoice'],
        maxAmountMinor: null,
        dailyLimitMinor: null,
        activeFrom: calendarDate('2026-01-01'),
        activeTo: null,
      },
      person.actor
    )
    const reads = [`/sites/${id}/edit`, `/sites/${id}/report`, `/sites/${id}/report?export=pdf`]
    const simulation = `/sites/${id}/approvals/simulation?kind=invoice&amount=10`

    for (const path of [...reads, simulation]) (await open(client, path, session)).assertStatus(404)
    const ended = { reason: 'No es asunto mío' }
    for (const [path, body] of [
      [`/sites/${id}/approvals/${approvalId}`, ended],
      // The approval of another company under one's own.
      [`/sites/${own.siteId}/approvals/${approvalId}`, ended],
    ] as const)
      (await send(client, 'DELETE', path, session, body)).assertStatus(404)
    ;(await send(client, 'POST', `/sites/${id}/approvals`, session)).assertStatus(404)
    const { status } = await oneRow<{ status: string }>(
      `select status from approvals where id = :approvalId`,
      {
        approvalId,
      }
    )
    assert.equal(status, 'proposed')
  })

  test('the list holds the companies in scope, searched and filtered, and exports them with figures', async ({
    assert,
    client,
  }) => {
    const [own, second, outside] = [await makeSite(), await makeSite(), await makeSite()]
    await makeBankAccount(own.siteId)
    await execute(`update sites set territory = 'canarias' where id = :id`, { id: second.siteId })
    const { session } = await makeSignedIn('aprobador', { siteIds: [own.siteId, second.siteId] })
    const codes = async (query: string) => {
      const props = (await open(client, `/sites?${query}`, session)).inertiaProps as {
        sites: { rows: { code: string; approvals: { label: string } }[] }
      }
      return props.sites.rows.map(({ code }) => code)
    }

    assert.sameMembers(await codes(''), [own.code, second.code])
    assert.deepEqual(await codes('territory[]=canarias'), [second.code])
    assert.deepEqual(await codes(`q=${own.taxId}`), [own.code])
    assert.deepEqual(await codes('group=no'), [])
    const file = await client.get('/sites?export=csv').withSession(session)
    assert.include(file.text(), `${own.code};`)
    assert.include(file.text(), '10000,00')
    assert.notInclude(file.text(), outside.code)
  })

  test('figures of other areas come after the page, each as its own list has it', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    await makeBankAccount(siteId)
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    const first = await open(client, '/sites', session)
    const late = await client
      .get('/sites')
      .withSession(session)
      .withInertiaPartialReload('sites/sites/index', ['figures'])

    assert.notProperty(first.inertiaProps, 'figures')
    const { figures } = late.inertiaProps as { figures: Record<number, object> }
    assert.deepEqual(figures[siteId], {
      accounts: 1,
      balance: { minor: 1_000_000, currency: 'EUR' },
      pendingInvoices: 0,
      payable: { minor: 0, currency: 'EUR' },
    })
  })

  test('an approver proposes a company; only s1st3ma changes or activates one', async ({
    assert,
    client,
  }) => {
    const { session } = await makeSignedIn('aprobador')
    const code = freshCode()

    await send(client, 'POST', '/sites', session, newCompany(code))
    const { id, status } = await oneRow<{ id: number; status: string }>(
      `select id, status from sites where code = :code`,
      { code }
    )
    const refused = await send(client, 'PUT', `/sites/${id}`, session, { lock_version: 0, city: 'Lugo' })
    await send(client, 'POST', `/sites/${id}/activation`, session)

    assert.equal(status, 'draft')
    assert.equal(refused.flashMessages().error, 'No tiene permisos para realizar esta acción.')
    assert.equal(
      (await oneRow<{ status: string }>(`select status from sites where id = :id`, { id })).status,
      'draft'
    )
  })

  test('a code or NIF in use and a wrong NIF are told at their fields', async ({ assert, client }) => {
    const { code, taxId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const sent = newCompany(freshCode())
    const errorsOf = async (more: object) =>
      fieldErrors(await send(client, 'POST', '/sites', session, { ...sent, ...more }))

    assert.match((await errorsOf({ code })).code ?? '', /Ya lo usa la empresa/)
    assert.match((await errorsOf({ tax_id: taxId })).tax_id ?? '', /Ya lo usa la empresa/)
    assert.equal(
      (await errorsOf({ tax_id: 'B12345678' })).tax_id,
      'El NIF no es válido: la letra o dígito de control no coincide.'
    )
    assert.equal((await errorsOf({ code: 'x' })).code, 'El formato no es válido.')
  })

  test('what is saved in a tab leaves the other tabs alone and stays in the history', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')
    const { lockVersion } = await oneRow<{ lockVersion: number }>(
      `select lock_version from sites where id = :siteId`,
      { siteId }
    )

    await send(client, 'PUT', `/sites/${siteId}`, session, {
      lock_version: lockVersion,
      auto_book_limit: '150,00',
      reason: 'Las dietas pequeñas no esperan',
      max_writeoff: '0,50',
      card_ceiling: null,
      auto_reconcile: false,
    })

    const saved = await oneRow<object>(
      `select auto_book_limit_minor, max_writeoff_minor, auto_reconcile, vat_period from sites where id = :siteId`,
      { siteId }
    )
    assert.deepEqual(saved, {
      autoBookLimitMinor: 0,
      maxWriteoffMinor: 50,
      autoReconcile: false,
      vatPeriod: 'quarterly',
    })
    const page = await open(client, `/sites/${siteId}/edit?tab=history`, session)
    const { events } = page.inertiaProps as { events: { event: string; diff: object | null }[] }
    assert.deepEqual(
      events.slice(0, 2).map(({ event, diff }) => ({ event, diff })),
      [
        { event: 'setting_change.proposed', diff: { direct_booking: ['0,00\u00a0€', '150,00\u00a0€'] } },
        { event: 'site.changed', diff: { autoReconcile: [true, false], maxWriteoffMinor: [0, 50] } },
      ]
    )
  })

  test('a write-off above one euro is refused in words', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')

    const response = await send(client, 'PUT', `/sites/${siteId}`, session, {
      lock_version: 0,
      max_writeoff: '1,01',
    })

    assert.equal(fieldErrors(response).max_writeoff, 'Debe estar entre 0,00 y 1,00 €.')
  })

  test('the public link is shown once, and only its hash is kept', async ({ assert, client }) => {
    const { siteId } = await makeSite()
    const { session } = await makeSignedIn('s1st3ma')

    const rotated = await send(client, 'POST', `/sites/${siteId}/public-link`, session)
    const link = async (kept: SessionData) =>
      (
        (await open(client, `/sites/${siteId}/edit?tab=intake`, kept)).inertiaProps as {
          publicLinks: { invoices: string; expenseNotes: string } | null
        }
      ).publicLinks
    const token = rotated.session()[`public_token_${siteId}`] as string
    const shown = await link({ ...session, [`public_token_${siteId}`]: token })

    assert.isTrue(shown?.invoices.endsWith(`/registrar-factura?empresa=${token}`))
    assert.isTrue(shown?.expenseNotes.endsWith(`/nota-de-gastos?empresa=${token}`))
    const { site } = (await open(client, `/nota-de-gastos?empresa=${token}`, session)).inertiaProps as {
      site: string | null
    }
    assert.isString(site)
    assert.isNull(await link(session))
    const { hash } = await oneRow<{ hash: string }>(
      `select public_token_hash as hash from sites where id = :siteId`,
      { siteId }
    )
    assert.equal(hash, createHash('sha256').update(token).digest('hex'))
    await send(client, 'DELETE', `/sites/${siteId}/public-link`, session)
    assert.isNull(
      (
        await oneRow<{ hash: string | null }>(
          `select public_token_hash as hash from sites where id = :siteId`,
          { siteId }
        )
      ).hash
    )
  })

  test('the group’s cap for senior accounting asks for the second factor and leaves before and after', async ({
    assert,
    client,
  }) => {
    const { person, session } = await makeSignedIn('s1st3ma')
    const capOf = async () =>
      (
        await oneRow<{ value: number }>(
          `select value from group_settings where key = 'senior_accounting_cap_minor'`
        )
      ).value
    const before = await capOf()

    const asked = await send(client, 'PUT', '/sites/senior-cap', session, { cap: '400,00' })

    assert.equal(fieldErrors(asked).step_up?.startsWith('Confirme su identidad.'), true)
    assert.equal(await capOf(), before)
    await execute(`update user_sessions set step_up_at = now() where user_id = :id`, { id: person.id })
    await send(client, 'PUT', '/sites/senior-cap', session, { cap: '400,00' })
    assert.equal(await capOf(), 40_000)
    const event = await row<{ diff: object }>(
      `select diff from audit_events where event = 'group_settings.senior_cap_changed' order by id desc limit 1`
    )
    assert.deepEqual(event?.diff, { senior_accounting_cap_minor: [before, 40_000] })
    await setSeniorCap(before, person.actor, 'Vuelve a ser el de siempre')
    await confirmOpen(null)
  })

  test('how long verified accounts wait is the group’s to say, with the second factor', async ({
    assert,
    client,
  }) => {
    const { person, session } = await makeSignedIn('s1st3ma')
    const set = async (hours: number | string) =>
      fieldErrors(await send(client, 'PUT', '/sites/cooling-time', session, { hours }))

    const asked = await set(72)
    await execute(`update user_sessions set step_up_at = now() where user_id = :id`, { id: person.id })
    const tooLong = await set(241)
    await set(72)
    const { bankId } = await makeProvider(await makeUser('superC0ntab1l1dad'), { isPayable: false })
    const { providerId } = await oneRow<{ providerId: number }>(
      `select provider_id from provider_banks where id = :bankId`,
      { bankId }
    )
    await verifyBank(
      { providerId, bankId },
      'phone_call',
      (await makeUser('superC0ntab1l1dad')).actor
    ).finally(async () => {
      await setCoolingHours(48, person.actor, 'Vuelve a ser la de siempre')
      await confirmOpen(null)
    })

    assert.equal(asked.step_up?.startsWith('Confirme su identidad.'), true)
    assert.equal(tooLong.hours, 'Indique entre 0 y 240 horas.')
    const { hours } = await oneRow<{ hours: number }>(
      `select round(extract(epoch from payable_from - verified_at) / 3600)::int as hours from provider_banks where id = :bankId`,
      { bankId }
    )
    assert.equal(hours, 72)
    const event = await row<{ diff: object }>(
      `select diff from audit_events where event = 'group_settings.cooling_changed' and user_id = :id and diff #>> '{bank_cooling_hours,1}' = '72'`,
      { id: person.id }
    )
    assert.deepEqual(event?.diff, { bank_cooling_hours: [48, 72] })
  })

  test('an approval is proposed, activated by another person and ended over the page’s own calls', async ({
    assert,
    client,
  }) => {
    const { siteId } = await makeSite()
    const holder = await makeUser('aprobador')
    const [proposer, activator] = [await makeSignedIn('aprobador'), await makeSignedIn('s1st3ma')]
    const path = `/sites/${siteId}/approvals`

    const empty = await send(client, 'POST', path, proposer.session, {
      user_id: holder.id,
      kinds: [],
      active_from: '2026-01-01',
    })
    await send(client, 'POST', path, proposer.session, {
      user_id: String(holder.id),
      kinds: ['invoice'],
      max_amount: '1.000,00',
      active_from: '2026-01-01',
    })
    const approval = await oneRow<{ id: number; maxAmountMinor: number }>(
      `select id, max_amount_minor from approvals where site_id = :siteId`,
      { siteId }
    )
    const refused = await send(client, 'PUT', `${path}/${approval.id}/activation`, proposer.session)
    await send(client, 'PUT', `${path}/${approval.id}/activation`, activator.session)
    const simulated = await client
      .get(`${path}/simulation?kind=invoice&amount=1000.01`)
      .withSession(proposer.session)
      .accept('json')

    assert.equal(fieldErrors(empty).kinds, 'Seleccione al menos un tipo de documento.')
    assert.equal(approval.maxAmountMinor, 100_000)
    assert.equal(refused.flashMessages().error, 'No tiene permisos para realizar esta acción.')
    const { data } = simulated.body() as { data: { people: { reason: string | null }[] } }
    assert.isTrue(data.people.some(({ reason }) => reason === 'Supera su límite'))
    await send(client, 'DELETE', `${path}/${approval.id}`, proposer.session, { reason: 'Ya no hace falta' })
    const { status } = await oneRow<{ status: string }>(
      `select status from approvals where id = :id`,
      approval
    )
    assert.equal(status, 'ended')
  })
})
