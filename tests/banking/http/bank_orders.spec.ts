import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import type { WantedBeneficiary, WantedQuote } from '#app/banking/bank_provider'
import { beneficiaryFingerprint } from '#app/banking/beneficiaries/beneficiary_fingerprint'
import { findBeneficiary } from '#app/banking/pages/queries/find_beneficiary'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import { addAccountWithoutIban } from '#app/providers/actions/add_account_without_iban'
import { verifyBank } from '#app/providers/actions/provider_banks'
import { type BankStage, makeBankStage, playBank } from '#tests/factories/bank_pages'
import { makeAccount } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { american, someNumber } from '#tests/factories/foreign_accounts'
import { makeUser } from '#tests/factories/people'
import { makeSignedIn } from '#tests/factories/sign_in'

const IBAN = 'ES7921000813610123456789'
const stepUp = () => execute(`update user_sessions set step_up_at = now()`)
const verify = ({ beneficiaryId }: BankStage) =>
  execute(
    `update provider_beneficiaries set created_by = (select min(id) from users), verified_by = (select max(id) from users), verified_at = now() - interval '10 days' where id = :beneficiaryId`,
    { beneficiaryId }
  )

/** What the page of a beneficiary posts back with somebody's word for it. */
async function shownFingerprint(id: number, { connectorId }: BankStage): Promise<string> {
  const shown = await findBeneficiary(id, connectorId)
  return shown ? beneficiaryFingerprint(shown) : ''
}

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

  test('without IBAN it is said to be a supplier’s account of the same end, and verified anew', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const number = someNumber()
    const senior = await makeUser('superC0ntab1l1dad')
    const provider = await makeProvider(senior)
    const bankId = await addAccountWithoutIban(
      { providerId: provider.id, holderName: 'Acme Inc', isConfirmed: true },
      american(number),
      SYSTEM
    )
    await verifyBank({ providerId: provider.id, bankId }, 'phone_call', senior.actor)
    await verify(stage)
    await execute(
      `update provider_beneficiaries set iban = null, account = '•••• ' || right(:number, 4) where id = :beneficiaryId`,
      { number, beneficiaryId: stage.beneficiaryId }
    )
    const { session, person } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    await stepUp()
    const url = `/wises/${stage.connectorId}/recipients/${stage.beneficiaryId}/supplier`
    const link = (key: number) =>
      client.put(url).withSession(session).withCsrfToken().redirects(0).json({ provider_bank_id: key })

    const { data } = (await client.get(url).withSession(session)).body() as { data: { value: string }[] }
    assert.include(
      data.map(({ value }) => value),
      String(bankId)
    )
    const wrong = await link(provider.bankId)
    assert.deepEqual(Object.keys(wrong.flashMessages().inputErrorsBag ?? {}), ['provider_bank_id'])
    await link(bankId)

    const linked = await oneRow<{ bankId: number; createdBy: number; isVerified: boolean }>(
      `select provider_bank_id as bank_id, created_by, verified_at is not null as is_verified from provider_beneficiaries where id = :beneficiaryId`,
      stage
    )
    assert.deepEqual(linked, { bankId, createdBy: person.id, isVerified: false })
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
      .json({
        currency: 'EUR',
        kind: 'iban',
        name: 'Lavandería Norte',
        reference: 'Contrato 88',
        values: { 'details.IBAN': IBAN },
      })

    const made = await oneRow<{
      id: number
      createdBy: number
      verifiedAt: Date | null
      reference: string | null
    }>(
      `select id, created_by, verified_at, reference from provider_beneficiaries where connector_id = :connectorId and name = 'Lavandería Norte'`,
      stage
    )
    assert.deepEqual([made.createdBy, made.verifiedAt], [maker.person.id, null])
    assert.equal(made.reference, 'Contrato 88')
    const form = await client
      .get(`/wises/${stage.connectorId}/transfer`)
      .withSession(other.session)
      .withInertia()
    const { payees } = form.inertiaProps as { payees: { value: string; reference: string | null }[] }
    assert.equal(payees.find(({ value }) => value === String(made.id))?.reference, 'Contrato 88')
    const fingerprint = await shownFingerprint(made.id, stage)
    const says = (session: typeof maker.session) =>
      client
        .post(`/wises/${stage.connectorId}/recipients/${made.id}/verification`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ fingerprint })
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
    const fingerprint = await shownFingerprint(stage.beneficiaryId, stage)
    const says = (session: typeof one.session) =>
      client.post(path).withSession(session).withCsrfToken().redirects(0).json({ fingerprint })
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

  test('nobody answers for another name or account than they were shown', async ({ assert, client }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    await stepUp()
    const fingerprint = await shownFingerprint(stage.beneficiaryId, stage)
    const says = (given: object) =>
      client
        .post(`/wises/${stage.connectorId}/recipients/${stage.beneficiaryId}/verification`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json(given)
    await execute(`update provider_beneficiaries set account = '•••• 9999' where id = :beneficiaryId`, {
      beneficiaryId: stage.beneficiaryId,
    })

    const other = await says({ fingerprint })
    const blind = await says({})

    assert.match(String(other.flashMessages().error), /ha cambiado desde que lo abrió/)
    assert.property(blind.flashMessages().inputErrorsBag, 'fingerprint')
    const { createdBy } = await oneRow<{ createdBy: number | null }>(
      `select created_by from provider_beneficiaries where id = :beneficiaryId`,
      { beneficiaryId: stage.beneficiaryId }
    )
    assert.isNull(createdBy)
  })

  test('a verified one waits, and an approver who did not verify it lifts the wait with a reason', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const one = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const other = await makeSignedIn('aprobador', { siteIds: [stage.siteId] })
    const senior = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    await stepUp()
    await execute(
      `update provider_beneficiaries set created_by = :maker, verified_by = :one, verified_at = now() where id = :beneficiaryId`,
      { maker: senior.person.id, one: one.person.id, beneficiaryId: stage.beneficiaryId }
    )
    const waive = (session: typeof one.session, reason: string) =>
      client
        .post(`/wises/${stage.connectorId}/recipients/${stage.beneficiaryId}/cooling-waiver`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json({ reason })
    const waits = async () =>
      (
        await oneRow<{ waits: boolean }>(
          `select payable_from > now() as waits from provider_beneficiaries where id = :beneficiaryId`,
          { beneficiaryId: stage.beneficiaryId }
        )
      ).waits
    const rowFor = async (session: typeof one.session) =>
      (
        (await client.get(`/wises/${stage.connectorId}/recipients`).withSession(session).withInertia())
          .inertiaProps as { beneficiaries: { rows: { verified: { label: string }; actions: string[] }[] } }
      ).beneficiaries.rows[0]

    const shown = [await rowFor(one.session), await rowFor(other.session), await rowFor(senior.session)]
    assert.deepEqual(
      shown.map((row) => [row?.verified.label, row?.actions.includes('waive')]),
      [
        ['En plazo de espera', false],
        ['En plazo de espera', true],
        ['En plazo de espera', false],
      ]
    )
    await waive(senior.session, 'Lo piden hoy')
    const own = await waive(one.session, 'Lo piden hoy')
    assert.match(String(own.flashMessages().error), /persona distinta de quien lo verificó/)
    await waive(other.session, 'no')
    assert.isTrue(await waits())
    await waive(other.session, 'Confirmado por teléfono con el banco')
    assert.isFalse(await waits())
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

  test('under the key of an offer of other amounts is refused, and the first stays as it was', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('wise')
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId] })
    const ask = (amount: string) =>
      client
        .post(`/wises/${stage.connectorId}/quotes`)
        .withSession(session)
        .withCsrfToken()
        .withInertia()
        .redirects(0)
        .json({ source_currency: 'EUR', target_currency: 'USD', side: 'source', amount })
    const putBack = playBank('wise', {
      quotes: {
        ...quotes,
        async create(connection, client_, wanted) {
          const made = await quotes.create(connection, client_, wanted)
          return made.kind === 'quoted'
            ? { ...made, quote: { ...made.quote, externalId: `Q-SAME-${stage.connectorId}` } }
            : made
        },
      },
    })
    try {
      await ask('1.000,00')
      const again = await ask('1.000,00')
      const other = await ask('900,00')

      assert.isUndefined(again.flashMessages().inputErrorsBag)
      assert.deepEqual(other.flashMessages().inputErrorsBag, {
        form: ['Wise ha dado otro presupuesto con la referencia de uno anterior. Solicite uno nuevo.'],
      })
      const kept = await oneRow<{ minors: number[] }>(
        `select array_agg(source_minor)::int[] as minors from provider_quotes where connector_id = :connectorId`,
        stage
      )
      assert.deepEqual(kept.minors, [100_000])
    } finally {
      putBack()
    }
  })

  test('for a beneficiary of another connection is refused at its field', async ({ assert, client }) => {
    const [stage, other] = [await makeBankStage('wise'), await makeBankStage('wise')]
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [stage.siteId, other.siteId] })

    const answer = await client
      .post(`/wises/${stage.connectorId}/quotes`)
      .withSession(session)
      .withCsrfToken()
      .withInertia()
      .redirects(0)
      .json({
        beneficiary_id: other.beneficiaryId,
        source_currency: 'EUR',
        target_currency: 'USD',
        side: 'source',
        amount: '10',
      })

    assert.deepEqual(answer.flashMessages().inputErrorsBag, {
      beneficiary_id: ['El beneficiario no es de esta conexión.'],
    })
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

  test('to somebody who may not be paid yet is refused at their field, without a number that nobody has', async ({
    assert,
    client,
  }) => {
    const stage = await makeBankStage('qonto')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [stage.siteId] })
    const pay = async () =>
      (
        await client
          .post(`/qontos/${stage.connectorId}/transfer`)
          .withSession(session)
          .withCsrfToken()
          .redirects(0)
          .json({ ...wanted(stage), ledger_account_id: await ledgerOf(stage) })
      ).flashMessages().inputErrorsBag

    assert.deepEqual(await pay(), {
      beneficiary_id: ['El beneficiario es nuevo: otra persona debe verificarlo antes del primer pago.'],
    })
    await verify(stage)
    await execute(`update provider_accounts set closed_at = now() where id = :accountId`, stage)
    const [closed] = Object.entries((await pay()) ?? {})
    assert.equal(closed?.[0], 'from_account_id')
    assert.isNull(await row(`select 1 from payment_orders where debtor_account_id = :bankAccountId`, stage))
  })

  test('in another currency needs an offer that still stands', async ({ assert, client }) => {
    const stage = await makeBankStage('revolut')
    await execute(`update provider_beneficiaries set currency = 'USD' where id = :beneficiaryId`, {
      beneficiaryId: stage.beneficiaryId,
    })
    await verify(stage)
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
    await execute(`update provider_quotes set expires_at = now() + interval '1 hour' where id = :id`, { id })
    assert.isUndefined(await pay(id))
    assert.deepEqual(await pay(id), {
      quote_id: ['El presupuesto ya se ha usado en otra orden. Solicite uno nuevo.'],
    })
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
