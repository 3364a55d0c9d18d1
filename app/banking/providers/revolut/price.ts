import { randomUUID } from 'node:crypto'
import type { Quote } from '#app/banking/gateway/transfer_gateway'
import { API, ask, memberOf } from '#app/banking/providers/revolut/client'
import { fractionOf, majorOf, minorOf, plainDecimal } from '#app/banking/providers/revolut/money'
import type { Receiver } from '#app/banking/providers/revolut/payees'
import type { WireQuote, WireRate } from '#app/banking/providers/revolut/wire'
import { NoAnswer, type ProviderClient } from '#app/connectors/client/provider_client'
import { decimalText } from '#app/kernel/money/money'
import { divideRounded } from '#app/kernel/money/rational'
import { isCalendarDate } from '#app/kernel/time/calendar_date'

/**
 * Revolut holds no price: what it says is that of the moment. People are shown it for so long, and it is asked anew before
 * anything is sent.
 */
const SHOWN_SECONDS = 120
/** Asked again so often until the whole fits in what may be spent. */
const FITS_MAX = 3

/** Exactly one of both is given, in minor units. */
export type WantedPrice = { sourceMinor: number | null; targetMinor: number | null }
type Pair = { sourceCurrency: string; targetCurrency: string }
export type PayTo = { accountId: string; receiver: Receiver; sourceCurrency: string; targetCurrency: string }

/** What a payment in another currency costs now. Throws Refused and what the client throws. */
export async function priceOfPayment(
  client: ProviderClient,
  to: PayTo,
  { sourceMinor, targetMinor }: WantedPrice
): Promise<Quote> {
  const ask_ = (minor: number) => askPaymentPrice(client, to, minor)
  if (targetMinor !== null) return ask_(targetMinor)
  const { rate } = await askRate(client, to, sourceMinor ?? 0)
  return fitWithin(sourceMinor ?? 0, timesRate(sourceMinor ?? 0, rate, to), ask_)
}

/** What an exchange between own accounts costs now. */
export async function priceOfExchange(
  client: ProviderClient,
  pair: Pair,
  { sourceMinor, targetMinor }: WantedPrice
): Promise<Quote> {
  const bySold = (minor: number) => askExchangePrice(client, pair, minor)
  if (sourceMinor !== null) return fitWithin(sourceMinor, sourceMinor, bySold)
  const wanted = targetMinor ?? 0
  const { rate } = await askRate(client, pair, minorOf(1, pair.sourceCurrency))
  const bought = await bySold(overRate(wanted, rate, pair))
  return { ...bought, target: { minor: wanted, currency: pair.targetCurrency } }
}

/**
 * Amounts of both sides go up and down together: what is asked for becomes less until its cost, fee included, fits. Each part is
 * rounded down, and what fits may leave a cent that Revolut would exchange as well: it is asked for the next amount once.
 */
async function fitWithin(
  sourceMinor: number,
  first: number,
  price: (minor: number) => Promise<Quote>
): Promise<Quote> {
  let minor = first
  let quote = await price(minor)
  for (let turn = 1; quote.source.minor > sourceMinor && turn < FITS_MAX; turn++) {
    minor = shareOf(minor, { wanted: sourceMinor, cost: quote.source.minor })
    quote = await price(minor)
  }
  if (quote.source.minor >= sourceMinor || quote.source.minor === 0) return quote
  const more = await price(shareOf(minor, { wanted: sourceMinor, cost: quote.source.minor }) + 1)
  return more.source.minor <= sourceMinor ? more : quote
}

/** What of an amount that costs so much is to be had for what somebody wants to spend, rounded down. */
const shareOf = (minor: number, { wanted, cost }: { wanted: number; cost: number }): number =>
  Number(divideRounded(BigInt(minor) * BigInt(wanted), BigInt(cost), 'down'))

async function askPaymentPrice(client: ProviderClient, to: PayTo, minor: number): Promise<Quote> {
  const value = {
    account_id: to.accountId,
    receiver: to.receiver,
    amount: majorOf(minor, to.targetCurrency),
    currency: to.targetCurrency,
  }
  const body = { kind: 'json', value } as const
  const told = (await ask(client, { method: 'POST', path: `${API}/pay/indicative-quote`, body })) as WireQuote
  const { amount, currency } = told.estimated_total ?? {}
  if (amount === undefined || !currency) throw new NoAnswer('Revolut no dice cuánto cuesta el pago.')
  const { date = '' } = told.estimated_arrival ?? {}
  return {
    ...fresh(),
    source: { minor: minorOf(amount, currency), currency },
    target: { minor, currency: to.targetCurrency },
    feeMinor: told.fee?.currency === currency ? minorOf(told.fee.amount, currency) : 0,
    rate: told.estimated_exchange_rate ?? '1',
    deliveryOn: isCalendarDate(date) ? date : null,
  }
}

/** By what is sold; its fee comes on top, in the currency that is sold unless Revolut says otherwise. */
async function askExchangePrice(client: ProviderClient, pair: Pair, minor: number): Promise<Quote> {
  const { told, rate } = await askRate(client, pair, minor)
  const { sourceCurrency, targetCurrency } = pair
  const isOfSource = (told.fee?.currency ?? sourceCurrency) === sourceCurrency
  const fee = told.fee ? minorOf(told.fee.amount, told.fee.currency) : 0
  const feeMinor = isOfSource ? fee : overRate(fee, rate, pair)
  const arrives = minorOf(told.to.amount, targetCurrency) - (isOfSource ? 0 : fee)
  return {
    ...fresh(),
    source: { minor: minor + (isOfSource ? feeMinor : 0), currency: sourceCurrency },
    target: { minor: arrives, currency: targetCurrency },
    feeMinor,
    rate,
    deliveryOn: null,
  }
}

/** The rate of the moment of an amount, as a decimal. */
async function askRate(
  client: ProviderClient,
  { sourceCurrency, targetCurrency }: Pair,
  minor: number
): Promise<{ told: WireRate; rate: string }> {
  const query = { from: sourceCurrency, amount: decimalText(minor, sourceCurrency), to: targetCurrency }
  const told = await ask(client, { method: 'GET', path: `${API}/rate`, query })
  const rate = memberOf(told, 'rate')
  if (typeof rate !== 'number' || rate <= 0) throw new NoAnswer('Revolut no dice el tipo de cambio.')
  return { told: told as WireRate, rate: plainDecimal(rate) }
}

const fresh = (): Pick<Quote, 'externalId' | 'expiresAt'> => ({
  externalId: randomUUID(),
  expiresAt: new Date(Date.now() + SHOWN_SECONDS * 1000).toISOString(),
})

/** Source to target, rounded down: never more than it gives. */
function timesRate(minor: number, rate: string, pair: Pair): number {
  const { numerator, denominator } = scaled(rate, pair)
  return Number(divideRounded(BigInt(minor) * numerator, denominator, 'down'))
}

/** Target to source, rounded to the nearest. */
function overRate(minor: number, rate: string, pair: Pair): number {
  const { numerator, denominator } = scaled(rate, pair)
  return Number(divideRounded(BigInt(minor) * denominator, numerator, 'half_away_from_zero'))
}

/** The rate between minor units. */
function scaled(rate: string, { sourceCurrency, targetCurrency }: Pair) {
  const { numerator, denominator } = fractionOf(rate)
  return {
    numerator: numerator * BigInt(minorOf(1, targetCurrency)),
    denominator: denominator * BigInt(minorOf(1, sourceCurrency)),
  }
}
