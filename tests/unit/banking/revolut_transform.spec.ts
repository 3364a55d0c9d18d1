import { test } from '@japa/runner'
import { knownOf } from '#app/banking/providers/revolut/known_transfer'
import { movementsOf, orderNumberIn, referenceOf } from '#app/banking/providers/revolut/transform'
import type { WireTransaction } from '#app/banking/providers/revolut/wire'
import { revolutTransfer } from '#tests/factories/revolut'

const ACCOUNT = '05018b0d-0000-4000-8000-000000000001'
const DOLLARS = '05018b0d-0000-4000-8000-000000000002'

const payment = (more: Partial<WireTransaction> = {}): WireTransaction => ({
  id: '63d2a8bd-0000-4000-8000-000000000001',
  type: 'transfer',
  state: 'completed',
  request_id: 'key-1',
  created_at: '2026-03-10T22:58:00.123456Z',
  updated_at: '2026-03-10T23:10:00.654321Z',
  completed_at: '2026-03-10T23:10:00.654321Z',
  reference: 'OP-2026-000123 Factura F-88',
  legs: [
    {
      leg_id: 'l1',
      account_id: ACCOUNT,
      amount: -100.1,
      fee: 0.2,
      currency: 'EUR',
      description: 'To Carpintería Núñez SL',
      balance: 899.7,
    },
  ],
  ...more,
})

test.group('What Revolut says in our words', () => {
  test('a fee is a movement of its own, and both lead to the balance that Revolut tells', ({ assert }) => {
    const [paid, fee, ...others] = movementsOf(payment(), ACCOUNT)

    assert.isEmpty(others)
    assert.deepInclude(paid, {
      amountMinor: -10_010,
      balanceAfterMinor: 89_990,
      type: 'transfer',
      status: 'booked',
      counterpartyName: 'Carpintería Núñez SL',
      orderNumber: 'OP-2026-000123',
      transferRef: '63d2a8bd-0000-4000-8000-000000000001',
      occurredAt: '2026-03-10T23:10:00.654321Z',
    })
    assert.deepInclude(fee, { amountMinor: -20, balanceAfterMinor: 89_970, type: 'fee', orderNumber: null })
    assert.notEqual(fee?.externalId, paid?.externalId)
  })

  test('the day is the one in Madrid', ({ assert }) => {
    const [paid] = movementsOf(payment())

    assert.equal(paid?.bookedOn, '2026-03-11')
  })

  test('both sides of an exchange are told apart although their legs have one key', ({ assert }) => {
    const exchange = payment({
      type: 'exchange',
      legs: [
        {
          leg_id: 'same',
          account_id: ACCOUNT,
          amount: -1,
          currency: 'EUR',
          bill_amount: -1.08,
          bill_currency: 'USD',
          description: 'Exchanged to USD',
        },
        {
          leg_id: 'same',
          account_id: DOLLARS,
          amount: 1.08,
          fee: 0.01,
          currency: 'USD',
          description: 'Exchanged from Principal',
        },
      ],
    })
    const all = movementsOf(exchange)

    assert.equal(new Set(all.map(({ externalId }) => externalId)).size, 3)
    assert.deepEqual(
      all.map(({ type, amountMinor, currency }) => [type, amountMinor, currency]),
      [
        ['conversion', -100, 'EUR'],
        ['conversion', 108, 'USD'],
        ['fee', -1, 'USD'],
      ]
    )
    assert.deepEqual(all[0]?.local, { minor: -108, currency: 'USD' })
    assert.deepEqual(
      all.map(({ transferRef }) => transferRef),
      [exchange.id, exchange.id, null]
    )
    assert.deepEqual(
      movementsOf(exchange, DOLLARS).map(({ currency }) => currency),
      ['USD', 'USD']
    )
  })

  test('what was paid and reverted moved twice and adds up to nothing', ({ assert }) => {
    const all = movementsOf(payment({ state: 'reverted', updated_at: '2026-03-14T10:00:00.000001Z' }))

    assert.deepEqual(
      all.map(({ status }) => status),
      ['booked', 'booked', 'booked', 'booked']
    )
    assert.equal(
      all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      0
    )
    assert.deepInclude(all[2], { type: 'refund', amountMinor: 10_010, bookedOn: '2026-03-14' })
  })

  test('what was reverted before it was paid, or declined, moved nothing', ({ assert }) => {
    const { completed_at: _, ...never } = payment({ state: 'reverted' })

    assert.deepEqual(
      movementsOf(never).map(({ status, bookedOn }) => [status, bookedOn]),
      [
        ['reversed', null],
        ['reversed', null],
      ]
    )
    assert.equal(movementsOf({ ...never, state: 'failed' })[0]?.status, 'declined')
  })

  test('a word that is new to us keeps a payment where it is and never stops the reading', ({ assert }) => {
    const told = payment({ type: 'moon_payment', state: 'in_orbit' })

    assert.deepInclude(movementsOf(told)[0], {
      type: 'other',
      status: 'pending',
      providerStatus: 'in_orbit',
      bookedOn: null,
    })
    assert.equal(knownOf(told, null).state, 'processing')
  })

  test('yen have no decimals and dinars have three', ({ assert }) => {
    const leg = { leg_id: 'l', account_id: ACCOUNT, description: 'x' }
    const minorIn = (amount: number, currency: string) =>
      movementsOf(payment({ legs: [{ ...leg, amount, currency }] }))[0]?.amountMinor

    assert.equal(minorIn(-1500, 'JPY'), -1_500)
    assert.equal(minorIn(-1.005, 'KWD'), -1_005)
  })

  test('of who pays by card nothing is kept but the card', ({ assert }) => {
    const card = { id: 'c', card_number: '516760******1332', first_name: 'Ana', phone: '+34600000000' }
    const [paid] = movementsOf(payment({ type: 'card_payment', merchant: { name: 'Renfe' }, card }))

    assert.notInclude(JSON.stringify(paid), '600000000')
    assert.notInclude(JSON.stringify(paid), 'Ana')
    assert.deepInclude(paid, { type: 'card', counterpartyName: 'Renfe' })
  })

  test('a payment that comes back names the one that it brings back', ({ assert }) => {
    const [back] = movementsOf(
      payment({ type: 'topup_return', related_transaction_id: 'first', legs: [{ ...leg(), amount: 100.1 }] })
    )

    assert.deepInclude(back, { type: 'refund', transferRef: 'first', amountMinor: 10_010 })
  })

  test('the number of the order leads the reference, and is found in it again', ({ assert }) => {
    const reference = referenceOf(revolutTransfer(ACCOUNT, { remittance: 'x'.repeat(200) }))

    assert.lengthOf(reference, 140)
    assert.equal(orderNumberIn(reference), 'OP-2026-000123')
    assert.equal(orderNumberIn('Factura 2026-000123'), null)
  })

  test('a payment in another currency is told by what arrives', ({ assert }) => {
    const told = payment({
      legs: [{ ...leg(), amount: -92.05, bill_amount: -100, bill_currency: 'USD' }],
    })

    assert.deepInclude(knownOf(told, null), { amountMinor: 10_000, currency: 'USD', state: 'executed' })
  })
})

const leg = () => ({ leg_id: 'l', account_id: ACCOUNT, amount: -1, currency: 'EUR', description: 'To X' })
