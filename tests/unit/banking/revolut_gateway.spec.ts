import { test } from '@japa/runner'
import { GatewayUnavailable, type KnownTransfer, type Transfer } from '#app/banking/gateway/transfer_gateway'
import { draftIdOf } from '#app/banking/providers/revolut/drafts'
import { NEW_PAYEE, revolutStage, revolutTransfer } from '#tests/factories/revolut'
import { carry, gatewayOf, inDollars, NOBODY, sentOf, WAYS } from '#tests/factories/revolut_payments'

test.group('Payments through Revolut', () => {
  test('the last digits of an amount decide what becomes of it', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const send = (cents: number) =>
      carry(
        stage,
        revolutTransfer(stage.account('EUR'), {
          amountMinor: 10_000 + cents,
          orderNumber: `OP-2026-00012${cents}`,
        }),
        { key: `key-${cents}-0000` }
      )
    const refs: string[] = []
    for (const cents of [0, 1, 2, 3, 4, 5]) refs.push(((await send(cents)) as KnownTransfer).ref)
    const states = async () => {
      const gateway = gatewayOf(stage)
      const all: (string | undefined)[] = []
      for (const ref of refs) all.push((await gateway.getStatus(ref))?.state)
      return all
    }

    assert.deepEqual(await states(), Array(6).fill('processing'))
    stage.pass(10)
    assert.deepEqual(await states(), [
      'executed',
      'rejected',
      'executed',
      'executed',
      'executed',
      'processing',
    ])
    stage.act('approve_payment', { id: refs[5] })
    stage.pass(10)
    assert.deepEqual(await states(), ['executed', 'rejected', 'executed', 'executed', 'returned', 'executed'])
  })

  test('a refusal says in Spanish why, and nothing was sent', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const gateway = gatewayOf(stage)
    const from = stage.account('EUR')
    const poor = await gateway.submit(revolutTransfer(from, { amountMinor: 99_999_900_00 }), 'key-poor')
    const email = await gateway.submit(
      revolutTransfer(from, { payee: { kind: 'email', name: 'Ana', email: 'ana@example.org' } }),
      'key-email'
    )
    const nowhere = await gateway.submit({ ...revolutTransfer(from), debtorRef: null }, 'key-nowhere')
    const gone = await gateway.submit(
      revolutTransfer(from, { payee: { ...inDollars(stage), externalId: `${NOBODY}/${NOBODY}` } }),
      'key-gone'
    )

    assert.deepInclude(poor, { kind: 'refused', httpStatus: 400 })
    assert.match(poor.kind === 'refused' ? poor.message : '', /saldo suficiente/)
    for (const answer of [email, nowhere, gone]) assert.equal(answer.kind, 'refused')
    assert.isEmpty(sentOf(stage))
  })

  test('too many requests are later, for as long as Revolut says', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup }, { perMinute: 1 })
    const answer = await gatewayOf(stage).submit(revolutTransfer(stage.account('EUR')), 'key-many')

    assert.equal(answer.kind, 'later')
    assert.isAbove(answer.kind === 'later' ? answer.afterSeconds : 0, 50)
    assert.isEmpty(sentOf(stage))
  })

  test('without consent payments wait, none fails', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const gateway = gatewayOf(stage)
    stage.act('revoke_consent')
    const answer = await gateway.submit(revolutTransfer(stage.account('EUR')), 'key-consent')

    assert.equal(answer.kind, 'later')
  })

  test('a payment that has become dearer than tolerated does not leave', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { 'a payment in dollars at an agreed price': way } = WAYS
    const transfer = (await way?.transfer(stage)) as Transfer
    stage.act('move_rate', { currency: 'USD', rate: '1.0500' })
    const dearer = await gatewayOf(stage).submit({ ...transfer, toleranceMinor: 100 }, 'key-dearer')
    const tolerated = await gatewayOf(stage).submit({ ...transfer, toleranceMinor: 9_000 }, 'key-dearer')
    const asked = await gatewayOf(stage).submit({ ...transfer, toleranceMinor: 0 }, 'key-dearer')

    assert.equal(dearer.kind, 'requoted')
    if (dearer.kind === 'requoted')
      assert.isAbove(dearer.quote.source.minor, (transfer.quote?.source.minor ?? 0) + 100)
    assert.equal(tolerated.kind, 'taken')
    assert.equal(tolerated.kind === 'taken' && tolerated.transfer.quote?.source.minor, 86_228)
    assert.equal(asked.kind, 'taken', 'what has left is not asked its price again')
    assert.lengthOf(sentOf(stage), 1)
  })

  test('money between own accounts is there at once, on both', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { 'an exchange between own accounts': way } = WAYS
    const transfer = (await way?.transfer(stage)) as Transfer
    const balances = () => stage.standIn.state().accounts.map(({ balanceMinor }) => balanceMinor)
    const [euros = 0, dollars = 0] = balances()
    const answer = await gatewayOf(stage).submit(transfer, 'key-exchange')

    assert.deepInclude(answer.kind === 'taken' ? answer.transfer : null, { state: 'executed' })
    const [eurosAfter = 0, dollarsAfter = 0] = balances()
    assert.equal(dollarsAfter - dollars, 90_000)
    assert.equal(euros - eurosAfter, transfer.quote?.source.minor)
  })

  test('a draft waits for a person in Revolut and becomes a payment', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const gateway = gatewayOf(stage, { settings: { drafts: true } })
    const answer = await gateway.submit(revolutTransfer(stage.account('EUR')), 'key-draft')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    const waiting = await gateway.getStatus(ref)
    const [draft] = stage.standIn.state().drafts
    const page = answer.kind === 'taken' ? (answer.transfer.authorisation?.url ?? '') : ''
    assert.include(await (await fetch(page)).text(), draft?.title ?? '')
    const approved = stage.act('approve_draft', { id: draft?.id }) as { ids: string[] }
    const sent = await gateway.getStatus(ref)
    stage.pass(10)
    const paid = await gateway.getStatus(ref)
    stage.standIn.state().drafts.length = 0
    const forgotten = await gateway.getStatus(ref)

    assert.include(forgotten, { state: 'executed', ref: approved.ids[0] })
    assert.include(waiting, { state: 'awaiting_authorisation', orderNumber: 'OP-2026-000123' })
    assert.match(waiting?.authorisation?.instruction ?? '', /Revolut/)
    assert.include(sent, { state: 'processing', ref: approved.ids[0] })
    assert.include(paid, { state: 'executed', ref: approved.ids[0] })
  })

  test('a draft that is asked for again is the one that there is', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const transfer = revolutTransfer(stage.account('EUR'), { asDraft: true })
    const first = await gatewayOf(stage).submit(transfer, 'key-draft')
    const again = await gatewayOf(stage).submit(transfer, 'key-draft')

    assert.deepEqual(
      again.kind === 'taken' && again.transfer.ref,
      first.kind === 'taken' && first.transfer.ref
    )
    assert.lengthOf(stage.standIn.state().drafts, 1)
  })

  test('somebody whom Revolut knows is paid without being made again', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const known = stage.standIn.state().counterparties[0]?.accounts?.[0]
    const payee = { kind: 'iban', name: known?.name ?? '', iban: known?.iban ?? '', bic: null } as const
    stage.standIn.faults.plan('counterparties.create', 'bad_gateway')
    const answer = await gatewayOf(stage).submit(
      revolutTransfer(stage.account('EUR'), { payee }),
      'key-known'
    )

    assert.equal(answer.kind, 'taken')
    assert.deepInclude(sentOf(stage)[0]?.legs[0]?.counterparty, { account_id: known?.id })
  })

  test('a payment is found by its key when its text says nothing', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const transfer = revolutTransfer(stage.account('EUR'))
    await gatewayOf(stage).submit(transfer, 'key-silent')
    const [sent] = sentOf(stage)
    if (sent) sent.reference = 'Factura'
    const found = await gatewayOf(stage).findSubmission(transfer, 'key-silent')
    const nothing = await gatewayOf(stage).findSubmission(transfer, 'key-other')

    assert.deepInclude(found[0], { ref: sent?.id, orderNumber: 'OP-2026-000123', amountMinor: 125_000 })
    assert.isEmpty(nothing)
  })

  test('a draft that is declined is refused, one that is taken back is cancelled', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const gateway = gatewayOf(stage, { settings: { drafts: true } })
    const refOf = async (orderNumber: string) => {
      const answer = await gateway.submit(
        revolutTransfer(stage.account('EUR'), { orderNumber }),
        `key-${orderNumber}`
      )
      return answer.kind === 'taken' ? answer.transfer.ref : ''
    }
    const [declined, withdrawn] = [await refOf('OP-2026-000201'), await refOf('OP-2026-000202')]
    stage.act('decline_draft', { id: draftIdOf(declined) })

    assert.include(await gateway.getStatus(declined), { state: 'rejected' })
    assert.include(await gateway.cancel(withdrawn), { state: 'cancelled' })
    assert.include(await gateway.cancel(declined), { state: 'rejected' })
    assert.isEmpty(stage.standIn.state().transactions)
  })

  test('a payment that comes back days later is returned', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    stage.standIn.clock.advance(-3 * 86_400)
    const gateway = gatewayOf(stage)
    const answer = await gateway.submit(revolutTransfer(stage.account('EUR')), 'key-return')
    const ref = answer.kind === 'taken' ? answer.transfer.ref : ''
    stage.pass(10)
    assert.include(await gateway.getStatus(ref), { state: 'executed' })
    stage.act('return_payment', { id: ref })

    assert.include(await gateway.getStatus(ref), { ref, state: 'returned', providerStatus: 'topup_return' })
  })

  test('a payment that Revolut does not know is nobody, and one that it cannot tell of is no answer', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    const gateway = gatewayOf(stage)
    assert.isNull(await gateway.getStatus(NOBODY))
    stage.standIn.faults.plan('transactions.show', 'bad_gateway')
    const failure = await gateway.getStatus(NOBODY).catch((error: unknown) => error)

    assert.instanceOf(failure, GatewayUnavailable)
  })

  test('whose an account is, is asked of the bank of the payee', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { iban, name } = NEW_PAYEE
    const check = (asked: string, of: string = iban) =>
      gatewayOf(stage).checkPayee?.({ iban: of, name: asked })
    stage.act('know_holder', { number: iban, name })
    stage.act('know_holder', { number: '00996995908888', name: 'Thames Ltd' })
    stage.act('know_holder', { number: 'DE89370400440532013000', name: null })

    assert.deepEqual(await check(name), { result: 'match', officialName: null })
    assert.deepEqual(await check('Carpinteria Nunes SL'), { result: 'close_match', officialName: name })
    assert.deepEqual(await check('Otra Empresa SA'), { result: 'no_match', officialName: null })
    assert.deepEqual(await check('Thames Ltd', 'GB66REVO00996995908888'), {
      result: 'match',
      officialName: null,
    })
    assert.deepEqual(await check(name, 'DE89370400440532013000'), {
      result: 'not_possible',
      officialName: null,
    })
    assert.deepEqual(await check(name, 'ES0000'), { result: 'not_possible', officialName: null })
  })
})
