import { test } from '@japa/runner'
import fc from 'fast-check'
import { GatewayUnavailable, type Quote } from '#app/banking/gateway/transfer_gateway'
import { wiseGateway } from '#app/banking/providers/wise/gateway'
import { wiseQuotes } from '#app/banking/providers/wise/quotes'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import { orderOf, type PlayedWise, playWise } from '#tests/factories/wise'

const QUOTE_LIFE_SECONDS = 1_800

async function quoteOf(played: PlayedWise, targetMinor: number, target = 'GBP'): Promise<Quote> {
  const made = await wiseQuotes.create(played.connection, played.client, {
    sourceCurrency: 'EUR',
    targetCurrency: target,
    sourceMinor: null,
    targetMinor,
    beneficiaryExternalId: String(played.recipient(target).id),
    accountExternalId: String(played.balance('EUR').id),
  })
  if (made.kind !== 'quoted') throw new Error(made.message)
  return made.quote
}

const abroad = async (played: PlayedWise, amountMinor = 100_000) =>
  orderOf(played, { amountMinor, currency: 'GBP', quote: await quoteOf(played, amountMinor) })

test.group('Payments at Wise with a personal token', () => {
  test('the transfer is made and waits until a person pays it at Wise, for 14 days', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played)

    const answer = await played.gateway.submit(order, 'key-1')

    if (answer.kind !== 'taken') return assert.fail(answer.kind)
    const { transfer } = answer
    assert.containsSubset(transfer, {
      orderNumber: order.orderNumber,
      amountMinor: 12_100,
      currency: 'EUR',
      state: 'awaiting_authorisation',
      providerStatus: 'incoming_payment_waiting',
    })
    assert.include(transfer.authorisation?.url ?? '', transfer.ref)
    const life = Date.parse(transfer.authorisation?.expiresAt ?? '') - Date.now()
    assert.approximately(life / 86_400_000, 14, 0.01)
    assert.equal(played.balance('EUR').minor, 10_000_000)

    await played.standIn.acts.fund?.({ transferId: transfer.ref })
    assert.equal((await played.gateway.getStatus(transfer.ref))?.state, 'processing')
    played.standIn.clock.advance(300)
    await played.standIn.work()
    assert.equal((await played.gateway.getStatus(transfer.ref))?.state, 'executed')
    assert.isBelow(played.balance('EUR').minor, 10_000_000 - 12_100)
  })

  test('the link of what waits leads to a page on which a person pays it', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played), 'key-page')
    if (answer.kind !== 'taken') return assert.fail(answer.kind)
    const { url } = answer.transfer.authorisation ?? {}

    const page = await (await fetch(url ?? '')).text()
    assert.match(page, /121,00\s€ a Lavandería Sol, S\. L\./)
    const [, action = ''] = /action="([^"]+\/pay)"/.exec(page) ?? []
    const paid = await fetch(new URL(action, url ?? ''), { method: 'POST' })

    assert.include(await paid.text(), 'Transferencia pagada.')
    assert.equal((await played.gateway.getStatus(answer.transfer.ref))?.state, 'processing')
    const again = await fetch(new URL(action, url ?? ''), { method: 'POST' })
    assert.include(await again.text(), 'La transferencia ya no espera que se pague.')
  })

  test('what nobody pays in 14 days is cancelled', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played), 'key-2')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    played.standIn.clock.advance(14 * 86_400 + 60)
    await played.standIn.work()
    assert.equal((await played.gateway.getStatus(ref))?.state, 'cancelled')
    assert.equal(played.balance('EUR').minor, 10_000_000)
  })

  test('the same key never makes a second transfer, at once or later, and is found by its number', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played)
    const answers = await Promise.all([1, 2, 3].map(() => played.gatewayAgain().submit(order, 'key-3')))
    const again = await played.gatewayAgain().submit(order, 'key-3')
    const refs = [...answers, again].map((one) => (one.kind === 'taken' ? one.transfer.ref : one.kind))
    assert.lengthOf([...new Set(refs)], 1)
    assert.lengthOf(played.state.transfers, 1)
    const found = await played.gateway.findSubmission(order, 'key-3')
    assert.deepEqual(
      found.map(({ ref, orderNumber }) => [ref, orderNumber]),
      [[refs[0], order.orderNumber]]
    )
  })

  test('an order without answer is found, however many transfers lie over it', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played, { amountMinor: 50_002 })
    const impatient = played.gatewayAgain(250)

    const answer = await impatient.submit(order, 'key-4')
    assert.equal(answer.kind, 'unknown')
    const model = played.state.transfers[0]
    if (!model) return assert.fail('It was accepted')
    for (let n = 0; n < 230; n++)
      played.state.transfers.push({
        ...model,
        id: 90_000_000 + n,
        reference: `Otra ${n}`,
        customerTransactionId: crypto.randomUUID(),
      })

    const found = await impatient.findSubmission(order, 'key-4')
    assert.deepEqual(
      found.map(({ ref, amountMinor }) => [ref, amountMinor]),
      [[String(model.id), 50_002]]
    )
    assert.isEmpty(await impatient.findSubmission(orderOf(played), 'key-other'))
  })

  test('a number too long for the reference of its currency is found by its end', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played, { currency: 'USD', orderNumber: 'OP-2026-000777', remittance: 'Licencias' })

    await played.gateway.submit(order, 'key-5')

    assert.equal(played.state.transfers[0]?.reference, '2026000777')
    const found = await played.gatewayAgain().findSubmission(order, 'another-key')
    assert.deepEqual(
      found.map(({ orderNumber }) => orderNumber),
      ['OP-2026-000777']
    )
    assert.isEmpty(
      await played.gatewayAgain().findSubmission({ ...order, orderNumber: 'OP-2026-001777' }, 'another-key')
    )
  })

  test('the payee reads the order and what it pays, in letters that every bank takes', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played, { remittance: 'Factura 2026/118 – lavandería «Sol»' })
    await played.gateway.submit(order, 'key-6')
    assert.equal(played.state.transfers[0]?.reference, `${order.orderNumber} Factura 2026 118 lavanderia Sol`)
  })

  test('an account is paid through its recipient, made once', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const before = played.state.recipients.length
    const payee = {
      kind: 'iban',
      name: 'Panadería Ruiz',
      iban: 'ES7921000813610123456789',
      bic: null,
    } as const
    const known = {
      kind: 'iban',
      name: 'Lavandería Sol, S. L.',
      iban: 'ES91 2100 0418 4502 0005 1332',
      bic: null,
    } as const

    for (const [n, one] of [payee, payee, known].entries()) {
      const answer = await played.gateway.submit(orderOf(played, { payee: one }), `key-7-${n}`)
      assert.equal(answer.kind, 'taken')
    }

    assert.lengthOf(played.state.recipients, before + 1)
    assert.deepInclude(played.state.recipients.at(-1), { name: 'Panadería Ruiz', currency: 'EUR' })
  })

  test('each trouble of Wise is told as what it is', async ({ assert, cleanup }) => {
    const cases = [
      ['transfers.create', 'timeout_after', 'unknown', 1],
      ['transfers.create', 'error_500_after', 'unknown', 1],
      ['transfers.create', 'empty_body_after', 'unknown', 1],
      ['transfers.create', 'lost_before', 'unknown', 0],
      ['transfers.create', 'bad_gateway', 'unknown', 0],
      ['transfers.create', 'rate_limited', 'later', 0],
      ['transfers.create', 'expired_token', 'later', 0],
      ['quotes.create', 'timeout_after', 'later', 0],
      ['quotes.create', 'html_page', 'later', 0],
      ['balances.get', 'bad_gateway', 'later', 0],
      ['transfers.requirements', 'half_page', 'later', 0],
    ] as const
    for (const [operation, fault, kind, made] of cases) {
      const played = await playWise()
      cleanup(played.close)
      played.standIn.faults.plan(operation, fault)
      const answer = await played.gatewayAgain(250).submit(orderOf(played), `key-8-${operation}-${fault}`)
      assert.equal(answer.kind, kind, `${operation} ${fault}`)
      assert.lengthOf(played.state.transfers, made, `${operation} ${fault}`)
    }
  })

  test('a service that nobody reaches is asked later', async ({ assert }) => {
    const played = await playWise()
    await played.close()
    const answer = await played.gateway.submit(orderOf(played), 'key-9')
    assert.equal(answer.kind, 'later')
    await assert.rejects(() => played.gateway.getStatus('1'), GatewayUnavailable as never)
    await assert.rejects(
      () => played.gateway.findSubmission(orderOf(played), 'k'),
      GatewayUnavailable as never
    )
  })

  test('what is put off says for how long, and goes the next time', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = orderOf(played, { amountMinor: 20_003 })
    const first = await played.gatewayAgain().submit(order, 'key-10')
    assert.containsSubset(first, { kind: 'later', afterSeconds: 1 })
    const second = await played.gatewayAgain().submit(order, 'key-10')
    assert.equal(second.kind, 'taken')
    assert.lengthOf(played.state.transfers, 1)
  })

  test('whom Wise does not know, or a currency without quote, is refused and nothing is made', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const eur = String(played.balance('EUR').id)
    const refusals = [
      orderOf(played, {
        payee: { kind: 'beneficiary', name: 'X', externalId: '1', account: '', iban: null },
      }),
      orderOf(played, { currency: 'GBP', debtorRef: eur }),
      orderOf(played, {
        debtorRef: String(played.state.balances.find(({ type }) => type === 'SAVINGS')?.id),
      }),
      orderOf(played, { payee: { kind: 'email', name: 'X', email: 'x@example.com' } }),
      { ...(await abroad(played)), amountMinor: 99_000 },
    ]
    for (const [n, order] of refusals.entries()) {
      const answer = await played.gateway.submit(order, `key-11-${n}`)
      assert.equal(answer.kind, 'refused', String(n))
    }
    assert.isEmpty(played.state.transfers)
  })

  test('cancelling gives the transfer as it is afterwards', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const one = await played.gateway.submit(orderOf(played), 'key-12')
    const two = await played.gateway.submit(orderOf(played), 'key-13')
    if (one.kind !== 'taken' || two.kind !== 'taken') return assert.fail('Both are taken')
    assert.equal((await played.gateway.cancel(one.transfer.ref)).state, 'cancelled')
    await played.standIn.acts.fund?.({ transferId: two.transfer.ref })
    played.standIn.clock.advance(300)
    await played.standIn.work()
    assert.equal((await played.gateway.cancel(two.transfer.ref)).state, 'executed')
    assert.isNull(await played.gateway.getStatus('1'))
  })

  test('what the payee’s bank sends back stays in process, says why, and ends as returned', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played, { amountMinor: 10_004 }), 'key-14')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    await played.standIn.acts.fund?.({ transferId: ref })
    const states: (string | undefined)[] = []
    for (const seconds of [180, 86_400, 86_400]) {
      played.standIn.clock.advance(seconds)
      await played.standIn.work()
      const known = await played.gateway.getStatus(ref)
      states.push(`${known?.state} ${known?.code}`)
    }
    assert.deepEqual(states, ['executed null', 'processing bounced_back', 'returned funds_refunded'])
  })
})

test.group('Quotes at Wise', () => {
  test('a payment abroad leaves at what was agreed on', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = await abroad(played)
    const answer = await played.gateway.submit(order, 'quote-1')
    assert.equal(answer.kind, 'taken')
    const [made] = played.state.transfers
    assert.equal((made?.sourceMinor ?? 0) + (made?.feeMinor ?? 0), order.quote?.source.minor)
    assert.equal(made?.targetMinor, 100_000)
  })

  test('after it has expired another is asked for, and goes only within what is tolerated', async ({
    assert,
    cleanup,
  }) => {
    const extra = 137
    for (const tolerance of [extra - 1, extra]) {
      const played = await playWise()
      cleanup(played.close)
      const order = await abroad(played)
      const approved = order.quote
      if (!approved) return assert.fail('A quote is needed')
      played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
      const cheaper = { ...approved, source: { ...approved.source, minor: approved.source.minor - extra } }

      const answer = await played.gateway.submit(
        { ...order, quote: cheaper, toleranceMinor: tolerance },
        `quote-2-${tolerance}`
      )

      assert.equal(answer.kind, tolerance === extra ? 'taken' : 'requoted')
      if (answer.kind === 'taken') assert.equal(answer.transfer.quote?.source.minor, approved.source.minor)
      assert.lengthOf(played.state.transfers, tolerance === extra ? 1 : 0)
      if (answer.kind === 'requoted') {
        assert.notEqual(answer.quote.externalId, approved.externalId)
        assert.equal(answer.quote.source.minor, approved.source.minor)
      }
    }
  })

  test('an order that was taken with a quote that has expired since is adopted, not made again', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = await abroad(played, 77_702)
    const impatient = played.gatewayAgain(250)
    assert.equal((await impatient.submit(order, 'quote-3')).kind, 'unknown')
    played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    const again = await impatient.submit(order, 'quote-3')
    assert.equal(again.kind, 'taken')
    assert.lengthOf(played.state.transfers, 1)
  })

  test('an order that left unanswered at another quote than agreed on is found with what it cost', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = await abroad(played, 77_702)
    if (!order.quote) return assert.fail('A quote is needed')
    const cost = order.quote.source
    const agreed = { ...order.quote, source: { ...cost, minor: cost.minor - 5 } }
    played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    const sent = { ...order, quote: agreed, toleranceMinor: 5 }

    const answer = await played.gatewayAgain(250).submit(sent, 'quote-7')
    const [found] = await played.gateway.findSubmission(sent, 'quote-7')

    assert.equal(answer.kind, 'unknown')
    assert.deepEqual(found?.quote?.source, cost)
  })

  test('before another quote is used in the place of an expired one, the order is looked for', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const order = await abroad(played)
    played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    const first = await played.gateway.submit(order, 'quote-6')
    // Another key stands for a process that no longer knows which quote went out under the first.
    const again = await played.gatewayAgain().submit(order, 'quote-6-elsewhere')
    if (first.kind !== 'taken' || again.kind !== 'taken') return assert.fail('Both are taken')
    assert.equal(again.transfer.ref, first.transfer.ref)
    assert.lengthOf(played.state.transfers, 1)
  })

  test('amounts of a quote add up for any amount and pair', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5_000, max: 50_000_000 }),
        fc.constantFrom('USD', 'GBP', 'JPY', 'KWD', 'EUR'),
        fc.boolean(),
        async (minor, target, isSource) => {
          const made = await wiseQuotes.create(played.connection, played.client, {
            sourceCurrency: 'EUR',
            targetCurrency: target,
            sourceMinor: isSource ? minor : null,
            targetMinor: isSource ? null : minor,
            beneficiaryExternalId: null,
            accountExternalId: null,
          })
          if (made.kind !== 'quoted') throw new Error(made.message)
          const { source, target: paid, feeMinor } = made.quote
          assert.equal(isSource ? source.minor : paid.minor, minor)
          assert.isAtLeast(feeMinor, 0)
          assert.isAbove(source.minor, feeMinor)
          if (target === 'EUR') assert.equal(source.minor - feeMinor, paid.minor)
        }
      ),
      { numRuns: 40 }
    )
  })

  test('both amounts or none are no quote; an unknown currency is refused in words', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise()
    cleanup(played.close)
    const wanted = {
      sourceCurrency: 'EUR',
      targetCurrency: 'XXX',
      sourceMinor: 100,
      targetMinor: null,
      beneficiaryExternalId: null,
      accountExternalId: null,
    }
    assert.equal((await wiseQuotes.create(played.connection, played.client, wanted)).kind, 'refused')
    await assert.rejects(() =>
      wiseQuotes.create(played.connection, played.client, { ...wanted, targetMinor: 100 })
    )
  })

  test('an exchange between own balances moves both once, at its quote', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const quote = await quoteOf(played, 50_000, 'USD')
    const order = orderOf(played, {
      amountMinor: 50_000,
      currency: 'USD',
      quote,
      debtorRef: String(played.balance('EUR').id),
      toOwnRef: String(played.balance('USD').id),
    })
    const first = await played.gateway.submit(order, 'quote-4')
    const again = await played.gateway.submit(order, 'quote-4')
    if (first.kind !== 'taken' || again.kind !== 'taken') return assert.fail('Both are taken')
    assert.equal(first.transfer.state, 'executed')
    assert.equal(again.transfer.ref, first.transfer.ref)
    assert.equal(played.balance('USD').minor, 5_050_000)
    assert.isAtLeast(played.balance('EUR').minor, 10_000_000 - quote.source.minor)
    assert.equal((await played.gateway.getStatus(first.transfer.ref))?.state, 'executed')
    played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    const late = await played.gateway.submit(
      { ...order, quote: await quoteOf(played, 50_000, 'USD') },
      'quote-5'
    )
    assert.equal(late.kind, 'taken')
  })
})

test.group('Money between own balances at Wise', () => {
  test('an exchange without answer is asked for again under its key: it happens once', async ({
    assert,
    cleanup,
  }) => {
    for (const fault of ['timeout_after', 'error_500_after', 'empty_body_after', 'lost_before'] as const) {
      const played = await playWise()
      cleanup(played.close)
      const quote = await quoteOf(played, 50_000, 'USD')
      const order = orderOf(played, {
        amountMinor: 50_000,
        currency: 'USD',
        quote,
        debtorRef: String(played.balance('EUR').id),
        toOwnRef: String(played.balance('USD').id),
      })
      const impatient = played.gatewayAgain(250)
      played.standIn.faults.plan('movements.create', fault)
      assert.equal((await impatient.submit(order, `own-${fault}`)).kind, 'unknown', fault)
      assert.isEmpty(await impatient.findSubmission(order, `own-${fault}`))
      assert.equal((await impatient.submit(order, `own-${fault}`)).kind, 'taken', fault)
      assert.equal(played.balance('USD').minor, 5_050_000, fault)
    }
  })

  test('with a quote that has expired nothing moves', async ({ assert, cleanup }) => {
    const played = await playWise()
    cleanup(played.close)
    const quote = await quoteOf(played, 50_000, 'USD')
    played.standIn.clock.advance(QUOTE_LIFE_SECONDS + 1)
    const toOwnRef = String(played.balance('USD').id)
    const order = orderOf(played, { amountMinor: 50_000, currency: 'USD', quote, toOwnRef })
    assert.containsSubset(await played.gateway.submit(order, 'own-late'), {
      kind: 'refused',
      code: 'quote_expired',
    })
    assert.equal(played.balance('USD').minor, 5_000_000)
  })
})

test.group('Payments at Wise of a partner', () => {
  test('the transfer is made and paid in one go', async ({ assert, cleanup }) => {
    const played = await playWise({ isPartner: true })
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played), 'partner-1')
    assert.containsSubset(answer, { kind: 'taken', transfer: { state: 'processing' } })
    assert.isBelow(played.balance('EUR').minor, 10_000_000 - 12_100)
  })

  test('a payment whose answer never came is read before it goes again: the balance pays once', async ({
    assert,
    cleanup,
  }) => {
    for (const fault of ['error_500_after', 'empty_body_after', 'lost_before', 'bad_gateway'] as const) {
      const played = await playWise({ isPartner: true })
      cleanup(played.close)
      played.standIn.faults.plan('transfers.fund', fault)
      const answer = await played.gateway.submit(orderOf(played), `partner-2-${fault}`)
      assert.containsSubset(answer, { kind: 'taken', transfer: { state: 'processing' } }, fault)
      assert.lengthOf(played.state.lines, 1)
    }
  })

  test('a payment that is put off is not asked for again at once: nobody knows until it is looked up', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ isPartner: true })
    cleanup(played.close)
    played.standIn.faults.plan('transfers.fund', 'rate_limited')
    const order = orderOf(played)
    assert.equal((await played.gateway.submit(order, 'partner-7')).kind, 'unknown')
    const again = await played.gatewayAgain().submit(order, 'partner-7')
    assert.containsSubset(again, { kind: 'taken', transfer: { state: 'processing' } })
    assert.lengthOf(played.state.lines, 1)
  })

  test('without an answer twice nobody knows, and the look-up says that it waits to be paid', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ isPartner: true })
    cleanup(played.close)
    played.standIn.faults.plan('transfers.fund', 'bad_gateway', 2)
    const order = orderOf(played)
    const answer = await played.gateway.submit(order, 'partner-3')
    assert.equal(answer.kind, 'unknown')
    const [found] = await played.gateway.findSubmission(order, 'partner-3')
    assert.equal(found?.state, 'awaiting_authorisation')
    const again = await played.gateway.submit(order, 'partner-3')
    assert.containsSubset(again, { kind: 'taken', transfer: { ref: found?.ref, state: 'processing' } })
    assert.lengthOf(played.state.lines, 1)
  })

  test('once a transfer has been made, nothing that hinders what follows says that it was not', async ({
    assert,
    cleanup,
  }) => {
    const answers = [
      ['GET', /\/transfers\/\d+$/, 429],
      ['GET', /\/transfers\/\d+$/, 404],
      ['POST', /\/transfers\/\d+\/payments$/, 429],
      ['POST', /\/transfers\/\d+\/payments$/, 401],
      ['POST', /\/v1\/transfers$/, 200],
    ] as const
    for (const [method, path, status] of answers) {
      const played = await playWise({ isPartner: true })
      cleanup(played.close)
      const hindered: ProviderClient = {
        ask: async (request) => {
          const isMeant = request.method === method && path.test(request.path)
          const answer = isMeant && status !== 200 ? null : await played.client.ask(request)
          return answer === null || isMeant ? { status, headers: {}, text: '{}', json: {} } : answer
        },
      }
      const gateway = wiseGateway(played.connection, hindered)
      const order = orderOf(played)
      assert.equal((await gateway.submit(order, order.orderNumber)).kind, 'unknown', `${method} ${status}`)
      assert.lengthOf(played.state.transfers, 1)
    }
  })

  test('what Wise refuses to pay is cancelled; what it has begun to pay meanwhile is not given up', async ({
    assert,
    cleanup,
  }) => {
    const refusing = (played: PlayedWise, before: () => unknown): ProviderClient => ({
      ask: async (request) => {
        if (!request.path.endsWith('/payments')) return played.client.ask(request)
        await before()
        const json = { errors: [{ code: 'transfer.blocked', message: 'Blocked' }] }
        return { status: 422, headers: {}, text: '', json }
      },
    })
    for (const isPaid of [false, true]) {
      const played = await playWise({ isPartner: true })
      cleanup(played.close)
      const order = orderOf(played)
      const client = refusing(played, async () => {
        if (!isPaid) return
        await played.standIn.acts.fund?.({ reference: order.orderNumber })
        played.standIn.clock.advance(300)
        await played.standIn.work()
      })
      const answer = await wiseGateway(played.connection, client).submit(order, order.orderNumber)
      assert.equal(answer.kind, isPaid ? 'taken' : 'refused')
      assert.equal(played.state.transfers[0]?.status, isPaid ? 'outgoing_payment_sent' : 'cancelled')
    }
  })

  test('a balance that is too small pays nothing and leaves nothing open', async ({ assert, cleanup }) => {
    const played = await playWise({ isPartner: true, eurMinor: 12_000 })
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played), 'partner-4')
    assert.containsSubset(answer, { kind: 'refused', code: 'insufficient_funds' })
    assert.deepEqual(
      played.state.transfers.map(({ status }) => status),
      ['cancelled']
    )
    assert.equal(played.balance('EUR').minor, 12_000)
  })

  test('where Wise wants a person to pay, the transfer waits for one and is not asked for again', async ({
    assert,
    cleanup,
  }) => {
    const played = await playWise({ isPartner: true })
    cleanup(played.close)
    const order = orderOf(played, { amountMinor: 40_005 })
    const answer = await played.gateway.submit(order, 'partner-5')
    assert.containsSubset(answer, { kind: 'taken', transfer: { state: 'awaiting_authorisation' } })
    await played.standIn.acts.fund?.({ reference: order.orderNumber })
    const [found] = await played.gateway.findSubmission(order, 'partner-5')
    assert.equal(found?.state, 'processing')
  })

  test('what Wise cancels after it was paid goes back to the balance', async ({ assert, cleanup }) => {
    const played = await playWise({ isPartner: true })
    cleanup(played.close)
    const answer = await played.gateway.submit(orderOf(played, { amountMinor: 40_001 }), 'partner-6')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    played.standIn.clock.advance(120)
    await played.standIn.work()
    assert.equal((await played.gateway.getStatus(ref))?.state, 'cancelled')
    assert.equal(played.balance('EUR').minor, 10_000_000)
  })

  test('whatever goes wrong and however often, no order is made twice and none is lost', async ({
    assert,
    cleanup,
  }) => {
    const FAULTS = ['error_500_after', 'empty_body_after', 'lost_before', 'bad_gateway', 'html_page'] as const
    const OPERATIONS = [
      'transfers.create',
      'transfers.fund',
      'transfers.get',
      'quotes.create',
      'transfers.list',
      '*',
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...OPERATIONS), fc.constantFrom(...FAULTS)), { maxLength: 4 }),
        fc.integer({ min: 10_010, max: 10_090 }),
        async (plan, amountMinor) => {
          const played = await playWise({ isPartner: true })
          cleanup(played.close)
          for (const [operation, fault] of plan) played.standIn.faults.plan(operation, fault)
          const order = orderOf(played, { amountMinor })
          await settle(played, order)
          played.standIn.faults.clear()
          assert.lengthOf(played.state.transfers, 1)
          const paid = played.state.lines.filter(({ minor }) => minor < 0)
          assert.isAtMost(paid.length, 1)
          const [found] = await played.gateway.findSubmission(order, order.orderNumber)
          assert.equal(found?.amountMinor, amountMinor)
        }
      ),
      { numRuns: 25 }
    )
  })
})

/** What the engine does with an order: asks until it is told, and looks up before it asks again. */
async function settle(played: PlayedWise, order: ReturnType<typeof orderOf>): Promise<void> {
  for (let round = 0; round < 12; round++) {
    const answer = await played.gateway.submit(order, order.orderNumber)
    if (answer.kind === 'taken') return
    if (answer.kind !== 'unknown') continue
    for (let look = 0; look < 12; look++) {
      const found = await played.gateway.findSubmission(order, order.orderNumber).catch(() => null)
      if (found === null) continue
      if (found.length > 0) return
      break
    }
  }
  throw new Error('It was never told')
}
