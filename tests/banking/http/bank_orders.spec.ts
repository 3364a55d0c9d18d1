import { test } from '@japa/runner'
import type { WantedBeneficiary, WantedQuote } from '#app/banking/bank_provider'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { type BankStage, makeBankStage, playBank } from '#tests/factories/bank_pages'
import { makeAccount } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

const IBAN = 'ES7921000813610123456789'
const stepUp = () => execute(`update user_sessions set step_up_at = now()`)
const verify = ({ beneficiaryId }: BankStage) =>
  execute(
    `update provider_beneficiaries set created_by = (select min(id) from users), verified_by = (select max(id) from users), verified_at = now() where id = :beneficiaryId`,
    { beneficiaryId }
  )

const asked: WantedBeneficiary[] = []
const beneficiaries = {
  list: async () => [],
  form: async () => ({
    kinds: [
      {
        code: 'iban',
        title: 'Cuenta SEPA',
        fields: [
          {
            key: 'details.IBAN',
            label: 'IBAN',
            kind: 'text' as const,
            isNeeded: true,
            changesOthers: false,
            options: [],
            example: null,
            minLength: null,
            maxLength: null,
            pattern: null,
          },
        ],
      },
    ],
  }),
  async create(_connection: unknown, _client: unknown, wanted: WantedBeneficiary) {
    asked.push(wanted)
    if (wanted.name === 'Rechazado')
      return {
        kind: 'refused' as const,
        message: 'la cuenta no existe',
        fieldErrors: { 'details.IBAN': 'No existe' },
      }
    return {
      kind: 'made' as const,
      beneficiary: {
        externalId: `R-${asked.length}-${Date.now()}`,
        name: wanted.name,
        iban: wanted.values['details.IBAN'] ?? null,
        bic: null,
        email: null,
        currency: wanted.currency,
        country: null,
        details: {},
        account: '•••• 6789',
        isTrusted: false,
        status: 'active' as const,
      },
    }
  },
}

let offers = 0
const quotes = {
  currencies: ['EUR', 'USD'],
  async create(_connection: unknown, _client: unknown, wanted: WantedQuote) {
    offers++
    if (wanted.targetCurrency === 'JPY') return { kind: 'refused' as const, message: 'no cambia a JPY' }
    const target = wanted.targetMinor ?? 110_000
    return {
      kind: 'quoted' as const,
      marketRate: '1.11',
      quote: {
        externalId: `Q-${offers}-${Date.now()}`,
        source: { minor: wanted.sourceMinor ?? 100_500, currency: wanted.sourceCurrency },
        target: { minor: target, currency: wanted.targetCurrency },
        feeMinor: 500,
        rate: '1.1',
        deliveryOn: null,
        expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
      },
    }
  },
}

test.group('Whom a bank can pay', (group) => {
  group.each.setup(() => playBank('wise', { beneficiaries, gateway: null }))

  test('its fields are asked of the bank, with what is known so far', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/wises/${stage.connectorId}/recipients/form`)
      .withSession(session)
      .withCsrfToken()
      .json({ currency: 'EUR', country: 'ES', kind: null, values: {} })

    const { data } = answer.body() as { data: { kinds: { code: string }[] } }
    assert.deepEqual(
      data.kinds.map(({ code }) => code),
      ['iban']
    )
  })

  test('somebody new waits for a second person, who is not whoever made them', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const maker = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const other = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()

    await client
      .post(`/wises/${stage.connectorId}/recipients`)
      .withSession(maker.session)
      .withCsrfToken()
      .redirects(0)
      .json({ currency: 'EUR', kind: 'iban', name: 'Lavandería Norte', values: { 'details.IBAN': IBAN } })

    const made = await oneRow<{ id: number; createdBy: number; verifiedAt: Date | null }>(
      `select id, created_by, verified_at from provider_beneficiaries where connector_id = :connectorId and name = 'Lavandería Norte'`,
      stage
    )
    assert.deepEqual([made.createdBy, made.verifiedAt], [maker.person.id, null])
    const says = (session: typeof maker.session) =>
      client
        .post(`/wises/${stage.connectorId}/recipients/${made.id}/verification`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
    const own = await says(maker.session)
    assert.equal(
      own.flashMessages().error,
      'Debe verificarlo otra persona: usted lo creó o ya ha respondido por él.'
    )
    await says(other.session)
    const after = await oneRow<{ verifiedBy: number }>(
      `select verified_by from provider_beneficiaries where id = :id`,
      made
    )
    assert.equal(after.verifiedBy, other.person.id)
  })

  test('somebody whom the bank had before is answered for by two people, anew after the connection’s secrets changed', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const one = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const other = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const path = `/wises/${stage.connectorId}/recipients/${stage.beneficiaryId}/verification`
    const says = (session: typeof one.session) =>
      client.post(path).withSession(session).withCsrfToken().redirects(0)
    const isVerified = async () =>
      (
        await oneRow<{ isVerified: boolean }>(
          `select verified_at is not null as is_verified from provider_beneficiaries where id = :beneficiaryId`,
          stage
        )
      ).isVerified
    await execute(
      `update provider_beneficiaries set created_by = null, verified_by = null, verified_at = null where id = :beneficiaryId`,
      stage
    )

    await says(one.session)
    assert.isFalse(await isVerified())
    await says(one.session)
    assert.isFalse(await isVerified())
    await says(other.session)
    assert.isTrue(await isVerified())

    await execute(`update connectors set credentials = credentials || 'x' where id = :connectorId`, stage)
    assert.isFalse(await isVerified())
  })

  test('what the bank refuses is said at its field', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    await stepUp()

    const answer = await client
      .post(`/wises/${stage.connectorId}/recipients`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ currency: 'EUR', kind: 'iban', name: 'Rechazado', values: { 'details.IBAN': IBAN } })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      'values.details.IBAN': ['No existe'],
      form: ['Wise ha rechazado la operación: la cuenta no existe'],
    })
  })

  test('an IBAN that the connection has, or that is listed, is not made again', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    await stepUp()
    const before = asked.length

    const answer = await client
      .post(`/wises/${stage.connectorId}/recipients`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        currency: 'EUR',
        kind: 'iban',
        name: 'Otra vez',
        values: { 'details.IBAN': 'ES91 2100 0418 4502 0005 1332' },
      })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      'values.details.IBAN': ['Ya existe un beneficiario con este IBAN.'],
    })
    assert.lengthOf(asked, before)
  })
})

test.group('What an exchange costs', (group) => {
  group.each.setup(() => playBank('wise', { quotes }))

  test('is offered for a while and kept', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/wises/${stage.connectorId}/quotes`)
      .withSession(session)
      .withCsrfToken()
      .withInertia()
      .redirects(0)
      .json({
        account_id: stage.accountId,
        source_currency: 'EUR',
        target_currency: 'USD',
        side: 'source',
        amount: '1.000,00',
      })

    const kept = await oneRow<{ id: number; sourceMinor: number; rate: string }>(
      `select id, source_minor, rate from provider_quotes where connector_id = :connectorId`,
      stage
    )
    answer.assertHeader('location', `/wises/${stage.connectorId}/quotes?quote=${kept.id}`)
    assert.deepEqual([kept.sourceMinor, kept.rate], [100_000, '1.1'])
  })

  test('is refused at its field for what is no amount, and in the bank’s words', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const ask = (some: Record<string, unknown>) =>
      client
        .post(`/wises/${stage.connectorId}/quotes`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json({ source_currency: 'EUR', target_currency: 'USD', side: 'source', amount: '10', ...some })

    const [nothing, pair] = [await ask({ amount: '0' }), await ask({ target_currency: 'JPY' })]

    assert.deepEqual(nothing.flashMessages().inputErrorsBag, {
      amount: ['Introduzca un importe mayor que cero.'],
    })
    assert.deepEqual(pair.flashMessages().inputErrorsBag, {
      form: ['Wise ha rechazado la operación: no cambia a JPY'],
    })
  })
})

test.group('A payment out of a bank', () => {
  const wanted = (stage: BankStage) => ({
    from_account_id: stage.accountId,
    beneficiary_id: stage.beneficiaryId,
    amount: '120,50',
    concept: 'Lavandería de noviembre',
  })
  const ledgerOf = ({ siteId }: BankStage) => makeAccount(siteId, '629')

  test('is a draft order that others approve, and nothing is sent', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    await verify(stage)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/qontos/${stage.connectorId}/transfer`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ ...wanted(stage), ledger_account_id: await ledgerOf(stage) })

    assert.isUndefined(answer.flashMessages().inputErrorsBag)
    const order = await oneRow<{ id: number; status: string; kind: string; amountMinor: number }>(
      `select id, status, kind, amount_minor from payment_orders where debtor_account_id = :bankAccountId`,
      stage
    )
    assert.deepInclude(order, { status: 'draft', kind: 'direct', amountMinor: 12_050 })
    answer.assertHeader('location', `/payment-orders/${order.id}`)
  })

  test('is not more than the account has', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    await verify(stage)
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/qontos/${stage.connectorId}/transfer`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ ...wanted(stage), amount: '1.400,01', ledger_account_id: await ledgerOf(stage) })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      amount: ['El importe supera el saldo disponible (1.400,00\u00a0€).'],
    })
    assert.isNull(await row(`select 1 from payment_orders where debtor_account_id = :bankAccountId`, stage))
  })

  test('in another currency needs an offer that still stands', async ({ assert, client }) => {
    const stage = await makeBankStage('revolut')
    await verify(stage)
    await execute(`update provider_beneficiaries set currency = 'USD' where id = :beneficiaryId`, {
      beneficiaryId: stage.beneficiaryId,
    })
    const { id } = await oneRow<{ id: number }>(
      `insert into provider_quotes (connector_id, external_id, source_minor, source_currency, target_minor, target_currency, rate, fee_minor, expires_at)
       values (:connectorId, 'vieja', 11000, 'EUR', 12050, 'USD', '1.1', 0, now() - interval '1 minute') returning id`,
      stage
    )
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const pay = async (quoteId: number | null) =>
      (
        await client
          .post(`/revoluts/${stage.connectorId}/payment`)
          .withSession(session)
          .withCsrfToken()
          .redirects(0)
          .json({ ...wanted(stage), quote_id: quoteId, ledger_account_id: await ledgerOf(stage) })
      ).flashMessages().inputErrorsBag

    assert.deepEqual(await pay(null), { quote_id: ['Pida un presupuesto: la divisa cambia.'] })
    assert.deepEqual(await pay(id), { quote_id: ['El presupuesto ha caducado. Solicite uno nuevo.'] })
  })

  test('is not made by accounting, who only reads', async ({ assert, client }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/qontos/${stage.connectorId}/transfer`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json(wanted(stage))

    assert.equal(answer.flashMessages().error, 'No tiene permisos para realizar esta acción.')
  })

  test('between own accounts goes to another account of the same connection', async ({ assert, client }) => {
    const stage = await makeBankStage('revolut')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })

    const answer = await client
      .post(`/revoluts/${stage.connectorId}/generate`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({
        from_account_id: stage.accountId,
        to_account_id: stage.accountId,
        amount: '10',
        concept: 'Traspaso',
      })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      to_account_id: ['Elija una cuenta distinta de la de cargo.'],
    })
  })
})
