import { test } from '@japa/runner'
import type { KnownTransfer, Payee, Transfer } from '#app/banking/gateway/transfer_gateway'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { isSameTransfer, readRequest } from '#app/payments/bank/same_transfer'

const IBAN = 'ES9121000418450200051332'
const toIban: Payee = { kind: 'iban', name: 'Suministros', iban: IBAN, bic: null }

const transfer = (some: Partial<Transfer> = {}): Transfer => ({
  orderNumber: 'OP-2026-000001',
  endToEndId: 'OP202600000197',
  amountMinor: 12_100,
  currency: 'EUR',
  debtorName: 'Hotel Sol',
  debtorIban: null,
  debtorRef: 'ACC-1',
  payee: toIban,
  remittance: 'FRA 1',
  executionOn: calendarDate('2026-11-27'),
  speed: 'normal',
  quote: null,
  toleranceMinor: 0,
  attachments: [],
  purpose: null,
  toOwnRef: null,
  ...some,
})

const NOBODY = { iban: null, externalId: null, email: null }
const known = (some: Partial<KnownTransfer> = {}): KnownTransfer => ({
  ref: 'T-1',
  orderNumber: 'OP-2026-000001',
  amountMinor: 12_100,
  currency: 'EUR',
  payee: NOBODY,
  state: 'processing',
  providerStatus: 'pending',
  on: null,
  code: null,
  message: null,
  authorisation: null,
  ...some,
})

const beneficiary = (iban: string | null): Payee => ({
  kind: 'beneficiary',
  name: 'Acme',
  externalId: 'B-1',
  account: '•••• 4821',
  iban,
})

test.group('Whether a transfer of a provider is ours', () => {
  test('by number, amount and currency, whatever else it does not tell', ({ assert }) => {
    assert.isTrue(isSameTransfer(transfer(), known()))
    assert.isFalse(isSameTransfer(transfer(), known({ amountMinor: 12_101 })))
    assert.isFalse(isSameTransfer(transfer(), known({ currency: 'USD' })))
    assert.isFalse(isSameTransfer(transfer(), known({ orderNumber: 'OP-2026-000002' })))
  })

  for (const [payee, same, other] of [
    [toIban, { ...NOBODY, iban: IBAN }, { ...NOBODY, iban: 'ES7921000813610123456789' }],
    [beneficiary(null), { ...NOBODY, externalId: 'B-1' }, { ...NOBODY, externalId: 'B-2' }],
    [beneficiary(IBAN), { ...NOBODY, iban: IBAN }, { ...NOBODY, iban: 'ES7921000813610123456789' }],
    [
      { kind: 'email', name: 'Acme', email: 'pagos@acme.test' },
      { ...NOBODY, email: 'Pagos@Acme.test' },
      { ...NOBODY, email: 'otros@acme.test' },
    ],
  ] as const)
    test(`by whom it pays, told as ${payee.kind}`, ({ assert }) => {
      assert.isTrue(isSameTransfer(transfer({ payee }), known({ payee: same })))
      assert.isFalse(isSameTransfer(transfer({ payee }), known({ payee: other })))
    })

  test('between own accounts by the account that it goes to', ({ assert }) => {
    const own = transfer({ payee: beneficiary(null), toOwnRef: 'BAL-USD' })
    assert.isTrue(isSameTransfer(own, known({ payee: { ...NOBODY, externalId: 'BAL-USD' } })))
    assert.isFalse(isSameTransfer(own, known({ payee: { ...NOBODY, externalId: 'B-1' } })))
  })

  test('what was asked before there were other payees is read in the words of today', ({ assert }) => {
    const { payee: _payee, ...rest } = transfer()
    const read = readRequest({ ...rest, creditorIban: IBAN, creditorName: 'Suministros' })
    assert.deepEqual(read.payee, toIban)
    assert.isTrue(isSameTransfer(read, known({ payee: { ...NOBODY, iban: IBAN } })))
  })
})
