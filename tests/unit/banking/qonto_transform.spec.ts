import { test } from '@japa/runner'
import fc from 'fast-check'
import { minorOfDecimal } from '#app/banking/providers/qonto/money'
import {
  accountOf,
  beneficiaryOf,
  knownTransferOf,
  movementOf,
  orderNumberIn,
} from '#app/banking/providers/qonto/transform'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { decimalText } from '#app/kernel/money/money'

const charge = {
  id: '0b9d0c1e-0000-4000-8000-000000000001',
  amount: 84.7,
  amount_cents: 8470,
  settled_balance: 9915.3,
  settled_balance_cents: 991530,
  local_amount: 84.7,
  local_currency: 'EUR',
  side: 'debit',
  operation_type: 'transfer',
  currency: 'EUR',
  label: 'Panadería Sol',
  clean_counterparty_name: 'Panadería Sol',
  settled_at: '2026-11-30T23:30:00.000Z',
  emitted_at: '2026-11-30T22:00:00.000Z',
  updated_at: '2026-11-30T23:30:01.000Z',
  status: 'completed',
  note: 'OP-2026-000042',
  reference: 'Pan de noviembre',
  category: 'food_and_grocery',
  bank_account_id: '0b9d0c1e-0000-4000-8000-0000000000aa',
  attachment_ids: ['a1', 'a2'],
  attachments: [{ id: 'a1', file_name: 'factura.pdf' }],
  transfer: {
    counterparty_account_number: 'ES9121000418450200051332',
    counterparty_account_number_format: 'IBAN',
  },
}

test.group('Qonto in our words', () => {
  test('an amount is read and written exactly in currencies of no, two and three decimals', ({ assert }) => {
    const currency = fc.constantFrom('JPY', 'EUR', 'KWD')
    const minor = fc.integer({ min: -90_000_000_000, max: 90_000_000_000 })
    fc.assert(
      fc.property(currency, minor, (currency, minor) => {
        const text = decimalText(minor, currency)
        assert.equal(minorOfDecimal(text, currency), minor)
        assert.equal(minorOfDecimal(Number(text), currency), minor)
      })
    )
  })

  test('what is no amount of its currency is refused, never rounded', ({ assert }) => {
    for (const [text, currency] of [
      ['10.005', 'EUR'],
      ['1.5', 'JPY'],
      ['1e3', 'EUR'],
      ['', 'EUR'],
      ['1,5', 'EUR'],
      [0.1 + 0.2, 'EUR'],
    ] as const)
      assert.throws(() => minorOfDecimal(text, currency), RangeError)
    assert.equal(minorOfDecimal('10.500', 'EUR'), 1050)
  })

  test('a charge is negative, with its day in Madrid, its payee and the order that it executes', ({
    assert,
  }) => {
    assert.containsSubset(movementOf(charge), {
      externalId: charge.id,
      amountMinor: -8470,
      currency: 'EUR',
      local: null,
      status: 'booked',
      type: 'transfer',
      counterpartyName: 'Panadería Sol',
      counterpartyIban: 'ES9121000418450200051332',
      text: 'Pan de noviembre · Panadería Sol · OP-2026-000042',
      orderNumber: 'OP-2026-000042',
      bookedOn: '2026-12-01',
      balanceAfterMinor: 991530,
      attachments: [
        { externalId: 'a1', name: 'factura.pdf' },
        { externalId: 'a2', name: '' },
      ],
    })
  })

  test('what was spent abroad keeps the amount in that currency, whatever its decimals', ({ assert }) => {
    const abroad = (local_amount: number, local_currency: string) =>
      movementOf({ ...charge, operation_type: 'card', local_amount, local_currency }).local
    assert.deepEqual(abroad(14230, 'JPY'), { minor: -14230, currency: 'JPY' })
    assert.deepEqual(abroad(26.125, 'KWD'), { minor: -26125, currency: 'KWD' })
    assert.isNull(abroad(10.005, 'USD'))
  })

  test('pending, declined and reversed movements are not booked', ({ assert }) => {
    const statusOf = (status: string, settled_at: string | null = null) =>
      movementOf({ ...charge, status, settled_at }).status
    assert.deepEqual(
      ['pending', 'declined', 'reversed'].map((word) => statusOf(word)),
      ['pending', 'declined', 'reversed']
    )
    assert.isNull(movementOf({ ...charge, status: 'pending', settled_at: null }).bookedOn)
  })

  test('words and fields that are new do not stop the reading', ({ assert }) => {
    const strange = movementOf({
      ...charge,
      status: 'frozen',
      settled_at: null,
      operation_type: 'teleport',
      tomorrow: { a: 1 },
    })
    assert.containsSubset(strange, { status: 'pending', providerStatus: 'frozen', type: 'other' })
    assert.deepEqual((strange.raw as { tomorrow: unknown }).tomorrow, { a: 1 })
    assert.equal(movementOf({ ...charge, status: 'archived' }).status, 'booked')
    const transfer = {
      id: 't',
      amount: 1,
      amount_cents: 100,
      amount_currency: 'EUR',
      status: 'blessed',
      reference: 'x',
      bank_account_id: 'b',
    }
    assert.containsSubset(knownTransferOf(transfer), { state: 'processing', providerStatus: 'blessed' })
    assert.equal(
      beneficiaryOf({ id: 'b', name: 'X', iban: null, status: 'wondering', trusted: false }).status,
      'pending'
    )
  })

  test('what lacks its amount or its key makes no sense and is thrown', ({ assert }) => {
    assert.throws(() => movementOf({ ...charge, amount_cents: undefined }), NoAnswer)
    assert.throws(() => movementOf({ ...charge, amount_cents: 84.7 }), NoAnswer)
    assert.throws(() => knownTransferOf({ status: 'pending' }), NoAnswer)
    assert.throws(() => accountOf({ id: 'a' }), NoAnswer)
  })

  test('a transfer that was declined says why in Spanish', ({ assert }) => {
    const told = {
      id: 't',
      amount: 1,
      amount_cents: 100,
      amount_currency: 'EUR',
      status: 'declined',
      note: 'OP-2026-000007',
      declined_reason: 'insufficient_funds',
    }
    assert.containsSubset(knownTransferOf(told), {
      state: 'rejected',
      orderNumber: 'OP-2026-000007',
      code: 'insufficient_funds',
      message: 'No hay saldo suficiente en la cuenta de Qonto.',
    })
  })

  test('an order number is known whole, not within a longer one', ({ assert }) => {
    assert.equal(orderNumberIn('Pago OP-2026-000012.'), 'OP-2026-000012')
    assert.equal(orderNumberIn(null, 'OP-2026-0000123'), 'OP-2026-0000123')
    assert.isNull(orderNumberIn('XOP-2026-000012', 'OP-26-12', undefined))
  })
})
