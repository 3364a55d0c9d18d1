import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { submitContract } from '#app/contracts/actions/move_contract'
import { ROLES } from '#app/identity/roles'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import { oneRow } from '#app/kernel/database/sql'
import { addDays, addMonths, calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeSite } from '#tests/factories/books'
import { itemTerms, makeContract, makeDraft } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'
import { fieldErrors } from '#tests/identity/field_errors'
import { sentNames } from '../../../inertia/kit/form/sent_names.js'

const send = (client: ApiClient, method: string, path: string, session: SessionData, body: object = {}) =>
  client
    .request(path, method)
    .withSession(session)
    .withCsrfToken()
    .redirects(0)
    .header('referer', '/provider-contracts')
    .json(body)

const open = (client: ApiClient, path: string, session: SessionData) =>
  client.get(path).withSession(session).withInertia()

async function makeParties() {
  const { siteId } = await makeSite()
  const person = await makeUser('s1st3ma')
  const { id: providerId } = await makeProvider(person)
  return { siteId, providerId, person, parties: { providerId, siteIds: [siteId] } }
}

const formOf = (providerId: number, siteId: number, more: object = {}) => ({
  provider_id: providerId,
  site_ids: [siteId],
  title: 'Lavandería',
  kind: 'service',
  currency: 'EUR',
  starts_on: '2026-01-01',
  notice_days: '60',
  renewal_months: '12',
  billing_frequency: 'monthly',
  amount_tolerance_percent: '0',
  cap_period: 'year',
  indexation: 'none',
  index_floor: true,
  items: JSON.stringify([
    {
      code: 'lav 90',
      description: 'Lavado de sábana',
      price: '0,6850',
      valid_from: '1/2/2026',
      tiers: '100: 0,65; 500: 0,6',
      keywords: 'sábana, sábanas',
    },
    { code: '', description: '' },
  ]),
  ...more,
})

const idsOf = async (client: ApiClient, query: string, session: SessionData) =>
  (
    (await open(client, `/provider-contracts?${query}`, session)).inertiaProps as {
      contracts: { rows: { id: number }[] }
    }
  ).contracts.rows.map(({ id }) => id)

test.group('Contracts over HTTP', () => {
  test('s1st3ma and aprobador only; the others get 403', async ({ assert, client }) => {
    const { parties } = await makeParties()
    const { id } = await makeContract(parties)
    for (const path of [
      '/provider-contracts',
      '/provider-contracts/create',
      `/provider-contracts/${id}`,
      '/provider-contracts/ipc',
      `/provider-contracts/${id}/sheet`,
    ]) {
      const statuses: number[] = []
      for (const role of ROLES)
        statuses.push((await open(client, path, (await makeSignedIn(role)).session)).status())
      assert.deepEqual(statuses, [200, 200, 403, 403, 403], path)
    }
  })

  test('a contract without a company of the reader is 404; one shared with others is read and not changed', async ({
    assert,
    client,
  }) => {
    const { siteId, providerId, parties } = await makeParties()
    const other = await makeSite()
    const foreign = await makeContract({ providerId, siteIds: [other.siteId] })
    const shared = await makeContract({ providerId, siteIds: [siteId, other.siteId] })
    const own = await makeContract(parties)
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })

    assert.equal((await open(client, `/provider-contracts/${foreign.id}`, session)).status(), 404)
    assert.sameMembers(await idsOf(client, `provider_id=${providerId}`, session), [shared.id, own.id])
    const page = (await open(client, `/provider-contracts/${shared.id}`, session)).inertiaProps as {
      contract: { sites: { id: number }[]; otherSites: number }
    }
    assert.deepEqual([page.contract.sites.map(({ id }) => id), page.contract.otherSites], [[siteId], 1])
    const refused = await send(client, 'POST', `/provider-contracts/${shared.id}/suspension`, session, {
      on_day: '2026-02-01',
      reason: 'Obras',
    })
    assert.include(JSON.stringify(refused.flashMessages()), 'empresas con las que usted no trabaja')
    assert.equal(
      (await send(client, 'POST', '/provider-contracts', session, formOf(providerId, other.siteId))).status(),
      404
    )
    const file = await client
      .get(`/provider-contracts?export=csv&provider_id=${providerId}`)
      .withSession(session)
    assert.notInclude(file.text(), foreign.reference)
    assert.notInclude(file.text(), other.code)
  })

  test('the form makes a draft with its prices, and each wrong field says what is wrong', async ({
    assert,
    client,
  }) => {
    const { siteId, providerId } = await makeParties()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const errorsOf = async (more: object) =>
      fieldErrors(
        await send(client, 'POST', '/provider-contracts', session, formOf(providerId, siteId, more))
      )

    assert.deepEqual(await errorsOf({ ends_on: '2025-12-31' }), {
      ends_on: 'La fecha de fin debe ser posterior al inicio.',
    })
    assert.deepEqual(await errorsOf({ cap: '0' }), { cap: 'El tope debe ser mayor que cero.' })
    const item = (more: object) => ({
      items: JSON.stringify([{ code: 'A', description: 'A', price: '1', ...more }]),
    })
    assert.deepEqual(await errorsOf(item({ price: '1,23456' })), {
      items: 'Fila 1: el precio no es válido: use coma y hasta cuatro decimales.',
    })
    assert.deepEqual(await errorsOf(item({ valid_from: '31/2/2026' })), {
      items: 'Fila 1: la fecha «Desde» no es válida.',
    })
    assert.deepEqual(await errorsOf(item({ tiers: 'muchos' })), {
      items: 'Fila 1: los tramos se escriben «cantidad: precio; cantidad: precio».',
    })
    assert.sameMembers(
      Object.keys(fieldErrors(await send(client, 'POST', '/provider-contracts', session, {}))),
      [
        'provider_id',
        'site_ids',
        'title',
        'kind',
        'currency',
        'starts_on',
        'notice_days',
        'renewal_months',
        'billing_frequency',
        'amount_tolerance_percent',
        'cap_period',
        'indexation',
      ]
    )

    assert.deepEqual(await errorsOf({}), {})
    const made = await oneRow<Record<string, unknown>>(
      `select c.status, i.code, i.unit_price_minor4, i.valid_from, i.tiers, i.keywords from provider_contracts c join contract_items i on i.contract_id = c.id
        where c.provider_id = :providerId`,
      { providerId }
    )
    assert.deepEqual(made, {
      status: 'draft',
      code: 'LAV-90',
      unitPriceMinor4: 6_850,
      validFrom: '2026-02-01',
      tiers: [
        { from_qty: '100', price_minor4: 6_500 },
        { from_qty: '500', price_minor4: 6_000 },
      ],
      keywords: ['sábana', 'sábanas'],
    })
  })

  test('what the form shows of a draft saves the same draft', async ({ assert, client }) => {
    const { siteId, providerId } = await makeParties()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    await send(client, 'POST', '/provider-contracts', session, formOf(providerId, siteId))
    const { id } = await oneRow<{ id: number }>(
      `select id from provider_contracts where provider_id = :providerId`,
      { providerId }
    )
    const { values } = (await open(client, `/provider-contracts/${id}/edit`, session)).inertiaProps as {
      values: { items: Record<string, unknown>[]; provider: { value: string } } & Record<string, unknown>
    }
    const { items, provider, ...rest } = values
    const body = {
      ...sentNames(rest),
      provider_id: provider.value,
      items: JSON.stringify(items.map(sentNames)),
      lock_version: 0,
    }
    assert.deepEqual(fieldErrors(await send(client, 'PUT', `/provider-contracts/${id}`, session, body)), {})
    const { diff } = await oneRow<{ diff: unknown }>(
      `select diff from audit_events where object_type = 'provider_contract' and object_id = :id and event = 'contract.changed'`,
      { id }
    )
    assert.isNull(diff)
  })

  test('the list finds by supplier, company, kind, state, text, end and missing paper', async ({
    assert,
    client,
  }) => {
    const { siteId, providerId, parties } = await makeParties()
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const soon = await makeContract({
      ...parties,
      title: 'Ascensores',
      startsOn: addMonths(today(), -3),
      endsOn: addDays(today(), 30),
    })
    const later = await makeContract({ ...parties, kind: 'rent', title: 'Alquiler nave' })
    const draft = await makeDraft(parties)
    await send(client, 'POST', '/provider-contracts', session, formOf(providerId, siteId))
    const { bare } = await oneRow<{ bare: number }>(
      `select max(id) as bare from provider_contracts where provider_id = :providerId`,
      { providerId }
    )
    const found = (query: string) => idsOf(client, `provider_id=${providerId}&${query}`, session)

    assert.deepEqual(await found('sort=reference'), [soon.id, later.id, draft.id, bare])
    assert.deepEqual(await found('ending=1'), [soon.id])
    assert.deepEqual(await found('unsigned=1'), [bare])
    assert.deepEqual(await found('kind[]=rent'), [later.id])
    assert.sameMembers(await found('status[]=active'), [soon.id, later.id])
    assert.deepEqual(await found('q=ascensor'), [soon.id])
    assert.lengthOf(await found(`site_ids[]=${siteId}`), 4)
  })

  test('another person approves; the author has no button and no way', async ({ assert, client }) => {
    const { parties } = await makeParties()
    const { id, author } = await makeDraft(parties)
    const sender = await makeSignedIn('aprobador')
    assert.deepEqual(
      fieldErrors(await send(client, 'POST', `/provider-contracts/${id}/submission`, sender.session)),
      {}
    )
    await send(client, 'POST', `/provider-contracts/${id}/approval`, sender.session)
    const stateOf = () =>
      oneRow<{ status: string }>(`select status from provider_contracts where id = :id`, { id })
    assert.deepEqual(await stateOf(), { status: 'pending_approval' })
    assert.isNumber(author.id)
    const other = await makeSignedIn('s1st3ma')
    await send(client, 'POST', `/provider-contracts/${id}/approval`, other.session)
    assert.deepEqual(await stateOf(), { status: 'active' })
  })

  test('the page tells prices, invoices with their deviation and what was expected; the sheet is a PDF', async ({
    assert,
    client,
  }) => {
    const { siteId, providerId, person, parties } = await makeParties()
    const start = addMonths(calendarDate(`${today().slice(0, 8)}01`), -2)
    const { id } = await makeContract({
      ...parties,
      startsOn: start,
      expectedDay: 1,
      items: [itemTerms({ code: 'LAV', validFrom: start, unitPriceMinor4: 1_000_000 })],
    })
    const { id: categoryId } = await oneRow<{ id: number }>(
      `select id from categories where name = 'Lavandería'`
    )
    const invoiceId = await createInvoice(
      {
        siteId,
        providerId,
        invoiceNumber: `K-${Date.now()}`,
        issuedOn: start,
        lines: [
          {
            concept: 'Servicio LAV',
            baseMinor: 12_000,
            vatCode: 'IVA21',
            withholdingCode: null,
            categoryId,
            accountCode: '629',
          },
        ],
        source: 'api',
      },
      person.actor
    )
    const { session } = await makeSignedIn('aprobador', { siteIds: [siteId] })
    const page = (await open(client, `/provider-contracts/${id}`, session)).inertiaProps as {
      prices: { code: string; steps: { price: string; isNow: boolean }[] }[]
      invoices: { id: number; deviation: { minor: number } }[]
      calendar: { state: string }[]
    }
    assert.deepEqual(
      page.prices.map(({ code, steps }) => [code, steps[0]?.price, steps[0]?.isNow]),
      [['LAV', '100.00', true]]
    )
    assert.deepEqual(
      page.invoices.map((invoice) => [invoice.id, invoice.deviation.minor]),
      [[invoiceId, 2_000]]
    )
    assert.equal(page.calendar.at(-1)?.state, 'received')
    assert.equal(page.calendar.at(-2)?.state, 'missing')
    const sheet = await client.get(`/provider-contracts/${id}/sheet`).withSession(session)
    assert.equal(sheet.header('content-type'), 'application/pdf')

    for (const [role, shown] of [
      ['superC0ntab1l1dad', [false]],
      ['aprobador', [true]],
      ['c0ntab1l1dad', []],
    ] as const) {
      const reader = await makeSignedIn(role, { siteIds: [siteId] })
      const { contracts } = (await open(client, `/invoices/${invoiceId}`, reader.session)).inertiaProps as {
        contracts: {
          canOpen: boolean
          chips: { id: number }[]
          links: { line_id: number; outcome: string }[]
        } | null
      }
      assert.deepEqual(contracts ? [contracts.canOpen] : [], [...shown])
      if (contracts) assert.deepEqual([contracts.chips[0]?.id, contracts.links[0]?.outcome], [id, 'linked'])
    }

    const { line } = await oneRow<{ line: number }>(
      `select id as line from invoice_lines where invoice_id = :invoiceId`,
      { invoiceId }
    )
    await send(client, 'DELETE', `/invoices/${invoiceId}/lines/${line}/contract`, session)
    assert.deepEqual(
      await oneRow(
        `select i.contract_id, l.contract_item_id from invoices i join invoice_lines l on l.invoice_id = i.id where i.id = :invoiceId`,
        { invoiceId }
      ),
      { contractId: null, contractItemId: null }
    )
  })

  test('a paper is a PDF or a picture, once, and the signed one stays when somebody was asked to approve it', async ({
    assert,
    client,
  }) => {
    const { parties } = await makeParties()
    const { id, author } = await makeDraft(parties)
    const { session } = await makeSignedIn('aprobador')
    const upload = (name: string, content: string) =>
      client
        .post(`/provider-contracts/${id}/files`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .header('referer', `/provider-contracts/${id}`)
        .field('kind', 'annex')
        .file('file', Buffer.from(content), { filename: name, contentType: 'application/pdf' })
    assert.deepEqual(fieldErrors(await upload('malo.pdf', '<html>no</html>')), {
      files: 'Formato no admitido: use PDF, JPG, PNG o WebP.',
    })
    assert.deepEqual(fieldErrors(await upload('anexo.pdf', '%PDF-1.4 anexo')), {})
    assert.deepEqual(fieldErrors(await upload('otra-vez.pdf', '%PDF-1.4 anexo')), {
      files: 'Este archivo ya está en el contrato (anexo.pdf).',
    })
    await submitContract(id, author.actor)
    const { signed } = await oneRow<{ signed: number }>(
      `select id as signed from contract_files where contract_id = :id and kind = 'signed'`,
      { id }
    )
    const refused = await send(client, 'DELETE', `/provider-contracts/${id}/files/${signed}`, session)
    assert.include(JSON.stringify(refused.flashMessages()), 'El contrato firmado no se elimina')
    assert.equal(
      (await client.get(`/provider-contracts/${id}/files/${signed}`).withSession(session)).status(),
      200
    )
    assert.equal(
      (await client.get(`/provider-contracts/${id}/files/999999`).withSession(session)).status(),
      404
    )
  })
})
