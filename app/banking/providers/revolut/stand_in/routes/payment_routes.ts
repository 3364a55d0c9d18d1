import { fateOf } from '#app/banking/providers/revolut/stand_in/by_cents'
import {
  activeAccount,
  assertFunds,
  costOf,
  type Priced,
  priceOf,
} from '#app/banking/providers/revolut/stand_in/pricing'
import {
  amountOf,
  BadRequest,
  type Body,
  bodyOf,
  optionalText,
  textOf,
} from '#app/banking/providers/revolut/stand_in/read_request'
import { route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Transaction } from '#app/banking/providers/revolut/stand_in/state'
import { money, ok, present, takenJson } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const REASONS = [
  ['IN', 'INR', 'goods', 'Goods'],
  ['IN', 'INR', 'services', 'Services'],
  ['IN', 'INR', 'advertising', 'Advertising'],
  ['MX', 'MXN', 'services', 'Services'],
  ['MX', 'MXN', 'property_rental', 'Property rental'],
] as const
const REQUEST_ID_MAX = 40

/** Money that leaves the business, and money between its accounts. */
export const paymentRoutes = (bank: ToBank): StandInRoute[] => [
  route('POST /pay', 'pay', (request) => {
    const body = bodyOf(request)
    const requestId = newRequestId(bank, body)
    const priced = priceOf(bank, body)
    assertFunds(bank, priced.account, costOf(priced))
    return ok(takenJson(pay(bank, priced, { requestId, reference: optionalText(body, 'reference') })))
  }),
  route('POST /pay/indicative-quote', 'pay.quote', (request) =>
    ok(quoteJson(bank, priceOf(bank, bodyOf(request))))
  ),
  route('POST /transfer', 'transfer', (request) => {
    const body = bodyOf(request)
    const requestId = newRequestId(bank, body)
    const [source, target] = [
      activeAccount(bank, body.source_account_id),
      activeAccount(bank, body.target_account_id),
    ]
    const currency = textOf(body, 'currency')
    if (source.currency !== currency || target.currency !== currency || source === target)
      throw new BadRequest('Accounts must be two and have the currency of the transfer')
    const minor = amountOf(body, currency)
    assertFunds(bank, source, minor)
    const self = (account_id: string) => ({ account_id, account_type: 'self' as const })
    const made = bank().makeCompleted({
      type: 'transfer',
      requestId,
      reference: optionalText(body, 'reference'),
      legs: [
        bank().leg(source, -minor, `To ${target.name}`, { counterparty: self(target.id) }),
        bank().leg(target, minor, `From ${source.name}`, { counterparty: self(source.id) }),
      ],
    })
    return ok(takenJson(made))
  }),
  route('GET /transfer-reasons', 'reasons.transfer', () =>
    ok(REASONS.map(([country, currency, code, description]) => ({ country, currency, code, description })))
  ),
  route('GET /exchange-reasons', 'reasons.exchange', () =>
    ok([
      { code: 'fund_transfer_and_intracompany_payment', name: 'Fund transfer and intracompany payment' },
      { code: 'payment_for_goods_and_services', name: 'Payment for goods and services' },
    ])
  ),
]

/** The key of a request: one that was used before is refused, whatever the rest says. */
export function newRequestId(bank: ToBank, body: Body): string {
  const requestId = textOf(body, 'request_id')
  if (requestId.length > REQUEST_ID_MAX) throw new BadRequest('request_id must be at most 40 characters')
  if (bank().state.transactions.some((one) => one.requestId === requestId))
    throw new BadRequest(`Duplicate request: ${requestId}`, 3020)
  return requestId
}

/** Makes the payment, with the fate that its amount has. */
export function pay(
  bank: ToBank,
  priced: Priced,
  more: Pick<Transaction, 'reference'> & Partial<Pick<Transaction, 'requestId' | 'draftId'>>
): Transaction {
  const { account, counterparty, receiver, amountMinor, currency, soldMinor } = priced
  const leg = bank().leg(account, -soldMinor, `To ${counterparty.name}`, {
    feeMinor: priced.transferFeeMinor + priced.exchangeFeeMinor,
    bill: currency === account.currency ? null : { minor: -amountMinor, currency },
    counterparty: {
      id: counterparty.id,
      ...(receiver.account_id ? { account_id: receiver.account_id } : {}),
      account_type: priced.to?.type === 'external' ? 'external' : 'revolut',
    },
  })
  return bank().make({ type: 'transfer', legs: [leg], ...fateOf(amountMinor), ...more })
}

function quoteJson(bank: ToBank, priced: Priced) {
  const { account, amountMinor, currency, soldMinor, transferFeeMinor, exchangeFeeMinor, rate } = priced
  const own = (minor: number) => money(minor, account.currency)
  const isExchanged = currency !== account.currency
  return present({
    amount: money(amountMinor, currency),
    fee: {
      ...own(transferFeeMinor + exchangeFeeMinor),
      breakdown: { transfer_fee: own(transferFeeMinor), exchange_fee: own(exchangeFeeMinor) },
    },
    estimated_total: own(costOf(priced)),
    estimated_exchange_rate: isExchanged ? rate : null,
    estimated_amount_after_exchange: isExchanged ? own(soldMinor) : null,
    estimated_arrival: { date: bank().clock.now().toISOString().slice(0, 10), speed: 'today' },
  })
}
