import { minorOf } from '#app/banking/providers/revolut/money'
import { exchangeFee, rateBetween, sold } from '#app/banking/providers/revolut/stand_in/rates'
import type { Body } from '#app/banking/providers/revolut/stand_in/read_request'
import { amountOf, BadRequest, partOf, textOf } from '#app/banking/providers/revolut/stand_in/read_request'
import type { ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Account } from '#app/banking/providers/revolut/stand_in/state'
import type { WireCounterparty, WireCounterpartyAccount } from '#app/banking/providers/revolut/wire'

/** Five units of the account for a payment that no local scheme carries. */
const SWIFT_FEE = 5

export type Receiver = { counterparty_id: string; account_id?: string }

/** A payment as it would be carried out now: what is sold of the account, what it costs beside, what arrives. */
export type Priced = {
  account: Account
  counterparty: WireCounterparty
  to: WireCounterpartyAccount | null
  receiver: Receiver
  amountMinor: number
  currency: string
  rate: string
  soldMinor: number
  transferFeeMinor: number
  exchangeFeeMinor: number
}

export const costOf = ({ soldMinor, transferFeeMinor, exchangeFeeMinor }: Priced): number =>
  soldMinor + transferFeeMinor + exchangeFeeMinor

/** Reads a payment, its price with it. Throws BadRequest for what cannot be paid. */
export function priceOf(bank: ToBank, body: Body): Priced {
  const account = activeAccount(bank, body.account_id)
  const receiver = partOf(body, 'receiver') as Receiver
  const counterparty = bank().state.counterparties.find(({ id }) => id === receiver.counterparty_id)
  if (!counterparty) throw new BadRequest('The specified counterparty was not found', 3006, 404)
  const to = counterparty.accounts?.find(({ id }) => id === receiver.account_id) ?? null
  if (receiver.account_id && !to) throw new BadRequest('The specified account was not found', 3006, 404)
  const currency = textOf(body, 'currency')
  const amountMinor = amountOf(body, currency)
  const pair = { from: account.currency, to: currency, rate: rateOrRefuse(bank, account.currency, currency) }
  const isExchanged = account.currency !== currency
  const soldMinor = isExchanged ? sold(amountMinor, pair) : amountMinor
  return {
    account,
    counterparty,
    to,
    receiver,
    amountMinor,
    currency,
    rate: pair.rate,
    soldMinor,
    transferFeeMinor: isLocal(to, currency) ? 0 : minorOf(SWIFT_FEE, account.currency),
    exchangeFeeMinor: isExchanged ? exchangeFee(soldMinor) : 0,
  }
}

/** Carried by a scheme of its country, or within Revolut: without a fee. */
function isLocal(to: WireCounterpartyAccount | null, currency: string): boolean {
  if (!to || to.type === 'revolut') return true
  if (currency === 'EUR') return to.iban !== undefined
  return (
    (currency === 'GBP' && to.sort_code !== undefined) ||
    (currency === 'USD' && to.routing_number !== undefined)
  )
}

export function activeAccount(bank: ToBank, id: unknown): Account {
  const account = bank().account(id)
  if (account?.state !== 'active') throw new BadRequest('The specified account was not found', 3006, 404)
  return account
}

export function rateOrRefuse(bank: ToBank, from: string, to: string): string {
  const rate = rateBetween(bank().state.rates, from, to)
  if (rate === null) throw new BadRequest('Exchange rate unknown', 3472, 404)
  return rate
}

/** Refuses what the account cannot pay. */
export function assertFunds(bank: ToBank, account: Account, costMinor: number): void {
  if (bank().available(account) < costMinor) throw new BadRequest('Insufficient balance', 3000)
}
