import { test } from '@japa/runner'
import {
  type Authorisation,
  GatewayUnavailable,
  type SubmitAnswer,
} from '#app/banking/gateway/transfer_gateway'
import { referenceOf } from '#app/banking/providers/qonto/request'
import { addDays, today } from '#app/kernel/time/calendar_date'
import {
  playQonto,
  QONTO_SAVINGS_IBAN,
  qontoTransfer,
  STRANGER,
  TRUSTED_IBAN,
} from '#tests/factories/qonto_stand_in'

const key = () => crypto.randomUUID()

function taken(answer: SubmitAnswer | undefined) {
  if (answer?.kind !== 'taken') throw new Error(`Not taken: ${JSON.stringify(answer)}`)
  return answer.transfer
}

function toSign(answer: SubmitAnswer | undefined): Authorisation {
  if (answer?.kind !== 'authorise') throw new Error(`Nothing to sign: ${JSON.stringify(answer)}`)
  return answer.authorisation
}

test.group('The way out of Qonto', () => {
  test('a transfer to a trusted payee leaves without a signature, is executed and found by its number', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const transfer = qontoTransfer()
    const known = taken(await gateway.submit(transfer, key()))
    assert.containsSubset(known, {
      orderNumber: transfer.orderNumber,
      amountMinor: 121_000,
      currency: 'EUR',
      state: 'processing',
    })
    await standIn.work()
    await standIn.work()
    const after = await gateway.getStatus(known.ref)
    assert.containsSubset(after, {
      ref: known.ref,
      state: 'executed',
      providerStatus: 'settled',
      on: today(),
    })
    const found = await gateway.findSubmission(transfer, key())
    assert.deepEqual(
      found.map(({ ref }) => ref),
      [known.ref]
    )
    assert.equal(standIn.state.accounts[0]?.balanceCents, 50_000_000 - 121_000)
    assert.isEmpty(await gateway.findSubmission(qontoTransfer(), key()))
    assert.isNull(await gateway.getStatus(key()))
  })

  test('a transfer to anyone else waits for a signature, and leaves once with it', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn, act } = await playQonto(cleanup)
    const submission = {
      transfer: qontoTransfer({ payee: STRANGER, executionOn: addDays(today(), 3) }),
      key: key(),
    }
    const first = await gateway.submit(submission.transfer, submission.key)
    const authorisation = toSign(first)
    assert.match(authorisation.instruction, /Abra Qonto y firme la transferencia OP-/)
    assert.isNotNull(authorisation.expiresAt)
    const [waiting] = (await gateway.resume?.([submission], submission.key, authorisation)) ?? []
    assert.deepEqual(toSign(waiting), authorisation)
    assert.isEmpty(standIn.state.transfers)
    await act('allow')
    const [answer] = (await gateway.resume?.([submission], submission.key, authorisation)) ?? []
    assert.equal(taken(answer).state, 'processing')
    assert.lengthOf(standIn.state.transfers, 1)
    assert.equal(standIn.state.transfers[0]?.scheduledDate, addDays(today(), 3))
  })

  test('a signature that is refused, or given by nobody in time, sends nothing', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn, act } = await playQonto(cleanup)
    const submission = { transfer: qontoTransfer({ payee: STRANGER }), key: key() }
    const refused = toSign(await gateway.submit(submission.transfer, submission.key))
    await act('deny')
    const [denied] = (await gateway.resume?.([submission], submission.key, refused)) ?? []
    assert.equal(denied?.kind, 'denied')
    const forgotten = toSign(await gateway.submit(submission.transfer, submission.key))
    await gateway.resume?.([submission], submission.key, forgotten)
    const over = { ...forgotten, expiresAt: new Date(Date.now() - 1000).toISOString() }
    const [late] = (await gateway.resume?.([submission], submission.key, over)) ?? []
    assert.equal(late?.kind, 'denied')
    assert.isEmpty(standIn.state.transfers)
  })

  test('where nobody can sign it is refused and says what to do', async ({ assert, cleanup }) => {
    const { gateway, act } = await playQonto(cleanup)
    await act('unenrol')
    const answer = await gateway.submit(qontoTransfer({ payee: STRANGER }), key())
    assert.containsSubset(answer, { kind: 'refused', code: 'sca_not_enrolled' })
    assert.match(answer.kind === 'refused' ? answer.message : '', /no tiene activada la firma/)
  })

  test('the payee is verified whatever the check says, its bank silent or not', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn, act } = await playQonto(cleanup)
    const check = (name: string) => gateway.checkPayee?.({ iban: TRUSTED_IBAN, name })
    await act('holder', { iban: TRUSTED_IBAN, name: 'Lavandería Costa SL' })
    assert.deepEqual(await check('Lavandería Costa SL'), { result: 'match', officialName: null })
    assert.deepEqual(await check('Lavanderia Costas'), {
      result: 'close_match',
      officialName: 'Lavandería Costa SL',
    })
    assert.deepEqual(await check('Talleres Pérez'), { result: 'no_match', officialName: null })
    taken(
      await gateway.submit(
        qontoTransfer({ payee: { ...STRANGER, iban: TRUSTED_IBAN, name: 'Talleres Pérez' } }),
        key()
      )
    )
    await act('holder', { iban: TRUSTED_IBAN, name: '' })
    assert.deepEqual(await check('Quien sea'), { result: 'not_possible', officialName: null })
    taken(await gateway.submit(qontoTransfer(), key()))
    assert.lengthOf(standIn.state.transfers, 2)
  })

  test('a payee of Qonto is paid by its key there', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const payee = {
      kind: 'beneficiary',
      name: 'Lavandería Costa SL',
      externalId: standIn.state.beneficiaries[0]?.id ?? '',
      account: '•••• 6789',
      iban: null,
    } as const
    const known = taken(await gateway.submit(qontoTransfer({ payee }), key()))
    assert.equal(known.payee.externalId, payee.externalId)
    const gone = await gateway.submit(qontoTransfer({ payee: { ...payee, externalId: key() } }), key())
    assert.containsSubset(gone, { kind: 'refused', code: 'beneficiary_not_found' })
  })

  test('above 30.000 € a receipt goes along, and without one nothing is asked', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const amountMinor = 3_000_100
    const bare = await gateway.submit(qontoTransfer({ amountMinor }), key())
    assert.containsSubset(bare, { kind: 'refused', code: 'attachment_required' })
    const attachments = [{ fileId: 7, name: 'factura.pdf', contentType: 'application/pdf' }]
    taken(await gateway.submit(qontoTransfer({ amountMinor, attachments }), key()))
    assert.equal(standIn.state.attachments[0]?.fileName, 'factura.pdf')
  })

  test('what Qonto refuses names the reason and the field', async ({ assert, cleanup }) => {
    const { gateway, act } = await playQonto(cleanup)
    const poor = await gateway.submit(
      qontoTransfer({ amountMinor: 2_900_000, debtorIban: QONTO_SAVINGS_IBAN }),
      key()
    )
    assert.containsSubset(poor, {
      kind: 'refused',
      code: 'insufficient_funds',
      message: 'No hay saldo suficiente en la cuenta de Qonto.',
    })
    const wrong = await gateway.submit(
      qontoTransfer({ payee: { ...STRANGER, iban: 'ES0000000000000000000000' } }),
      key()
    )
    assert.containsSubset(wrong, { kind: 'refused', code: 'invalid_iban' })
    await act('policy', { aboveMinor: 100_000 })
    const policy = await gateway.submit(qontoTransfer(), key())
    assert.containsSubset(policy, { kind: 'refused', code: 'payment_policy_approval_required' })
    await act('policy', { aboveMinor: null })
    const nowhere = await gateway.submit(qontoTransfer({ debtorIban: STRANGER.iban }), key())
    assert.containsSubset(nowhere, { kind: 'refused', code: 'bank_account_not_found' })
    const dollars = await gateway.submit(qontoTransfer({ currency: 'USD' }), key())
    assert.containsSubset(dollars, { kind: 'refused', code: 'currency' })
    const email = await gateway.submit(
      qontoTransfer({ payee: { kind: 'email', name: 'A', email: 'a@b.es' } }),
      key()
    )
    assert.containsSubset(email, { kind: 'refused', code: 'payee' })
  })

  test('a bulk leaves with one signature and has a state for each transfer', async ({ assert, cleanup }) => {
    const { gateway, standIn, act } = await playQonto(cleanup)
    const submissions = [{ payee: STRANGER }, { amountMinor: 2_900_000 }, {}, { amountMinor: 3_000_100 }].map(
      (given) => ({
        transfer: qontoTransfer({ ...given, debtorIban: QONTO_SAVINGS_IBAN }),
        key: key(),
      })
    )
    const bulkKey = key()
    const answers = (await gateway.submitBulk?.(submissions, bulkKey)) ?? []
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['authorise', 'authorise', 'authorise', 'refused']
    )
    const going = submissions.slice(0, 3)
    const authorisation = toSign(answers[0])
    await act('allow')
    const fewer = (await gateway.resume?.(going.slice(1), bulkKey, authorisation)) ?? []
    assert.deepEqual(
      fewer.map(({ kind }) => kind),
      ['denied', 'denied']
    )
    const signed = (await gateway.resume?.(going.toReversed(), bulkKey, authorisation)) ?? []
    const refs = signed.map((answer) => taken(answer).ref).toReversed()
    assert.isTrue(refs.every((ref) => ref.startsWith('bulk:')))
    assert.containsSubset(await gateway.getStatus(refs[0] ?? ''), {
      state: 'processing',
      amountMinor: 121_000,
      orderNumber: going[0]?.transfer.orderNumber,
    })
    const [first] = going
    if (!first) throw new Error('No submission')
    await assert.rejects(() => gateway.findSubmission(first.transfer, first.key), GatewayUnavailable)
    await standIn.work()
    const [paid, poor, other] = await Promise.all(refs.map((ref) => gateway.getStatus(ref)))
    assert.deepEqual([paid?.state, poor?.state, other?.state], ['processing', 'rejected', 'processing'])
    assert.notMatch(paid?.ref ?? 'bulk:', /^bulk:/)
    assert.equal(poor?.message, 'No hay saldo suficiente en la cuenta de Qonto.')
    assert.deepEqual(
      (await gateway.findSubmission(first.transfer, first.key)).map(({ ref }) => ref),
      [paid?.ref]
    )
  })

  test('what is wrong with a bulk is refused alone; the rest may go later', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const gone = {
      kind: 'beneficiary',
      name: 'Nadie',
      externalId: key(),
      account: '',
      iban: TRUSTED_IBAN,
    } as const
    const submissions = [{}, { payee: gone }].map((given) => ({ transfer: qontoTransfer(given), key: key() }))
    const answers = (await gateway.submitBulk?.(submissions, key())) ?? []
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['later', 'refused']
    )
    assert.isEmpty(standIn.state.bulks)
  })

  test('money between own accounts moves both and is known by its charge', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const toOwnRef = standIn.state.accounts[1]?.id ?? ''
    const transfer = qontoTransfer({ toOwnRef, amountMinor: 500_000 })
    const known = taken(await gateway.submit(transfer, key()))
    assert.equal((await gateway.getStatus(known.ref))?.state, 'processing')
    await standIn.work()
    assert.containsSubset(await gateway.getStatus(known.ref), {
      ref: known.ref,
      state: 'executed',
      on: today(),
    })
    assert.lengthOf(await gateway.findSubmission(transfer, key()), 1)
    assert.deepEqual(
      standIn.state.accounts.map(({ balanceCents }) => balanceCents),
      [49_500_000, 1_500_000]
    )
  })

  test('a transfer that comes back is told as returned', async ({ assert, cleanup }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const known = taken(await gateway.submit(qontoTransfer({ amountMinor: 50_004 }), key()))
    for (const state of ['processing', 'executed', 'returned']) {
      await standIn.work()
      assert.equal((await gateway.getStatus(known.ref))?.state, state)
    }
    assert.equal(standIn.state.accounts[0]?.balanceCents, 50_000_000)
  })

  test('a transfer that is declined says why, and its money may be spent again', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const known = taken(await gateway.submit(qontoTransfer({ amountMinor: 50_001 }), key()))
    await standIn.work()
    await standIn.work()
    assert.containsSubset(await gateway.getStatus(known.ref), {
      state: 'rejected',
      message: 'El banco del beneficiario ha rechazado la transferencia.',
    })
    assert.equal(standIn.state.accounts[0]?.authorizedCents, 50_000_000)
  })

  test('only what has not begun is cancelled; what has begun is told as it is', async ({
    assert,
    cleanup,
  }) => {
    const { gateway, standIn } = await playQonto(cleanup)
    const early = taken(await gateway.submit(qontoTransfer(), key()))
    assert.equal((await gateway.cancel(early.ref)).state, 'cancelled')
    const late = taken(await gateway.submit(qontoTransfer(), key()))
    await standIn.work()
    assert.equal((await gateway.cancel(late.ref)).state, 'processing')
    await assert.rejects(() => gateway.cancel(key()), GatewayUnavailable)
  })

  test('once consent is revoked nothing is sent', async ({ assert, cleanup }) => {
    const { standIn, act, gateway } = await playQonto(cleanup)
    await act('revoke_consent')
    const answer = await gateway.submit(qontoTransfer(), key())
    assert.containsSubset(answer, { kind: 'later' })
    assert.isEmpty(standIn.state.transfers)
  })

  test('the reference carries the order number once, within what Qonto takes', ({ assert }) => {
    const transfer = qontoTransfer({ remittance: `${'Factura larga '.repeat(20)}` })
    assert.isAtMost(referenceOf(transfer).length, 140)
    assert.isTrue(referenceOf(transfer).endsWith(transfer.orderNumber))
    const told = `Pago ${transfer.orderNumber}`
    assert.equal(referenceOf({ ...transfer, remittance: told }), told)
  })
})
