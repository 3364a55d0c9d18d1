import { majorOf } from '#app/banking/providers/wise/amounts'
import {
  bind,
  bodyOf,
  minorIn,
  notFound,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import { isTraded, priced, rateMicro, rateNumber } from '#app/banking/providers/wise/stand_in/wise_prices'
import type { StoredQuote } from '#app/banking/providers/wise/stand_in/wise_state'
import {
  nextUuid,
  nowOf,
  plusSeconds,
  problem,
  type World,
} from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

/** A quote lives half an hour, as those of Wise. */
const LIFE_SECONDS = 1_800
const DAY_SECONDS = 86_400

/** Quotes and rates. */
export const quoteRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  { method: 'POST', path: '/v3/profiles/:profile/quotes', operation: 'quotes.create', handle: createQuote },
  {
    method: 'GET',
    path: '/v3/profiles/:profile/quotes/:id',
    operation: 'quotes.get',
    handle: (world, { params }) => {
      const found = quoteOf(world, params.id)
      return found ? ok(toQuoteJson(world, found)) : notFound()
    },
  },
  {
    method: 'PATCH',
    path: '/v3/profiles/:profile/quotes/:id',
    operation: 'quotes.update',
    handle: patchQuote,
  },
  { method: 'GET', path: '/v1/rates', operation: 'rates.get', handle: rates },
]

export const quoteOf = ({ state }: World, id: string | undefined): StoredQuote | undefined =>
  state.quotes.find((one) => one.id === id)

/** Past its life; one that a transfer was made with stays what it was. */
export const isQuoteExpired = (world: World, quote: StoredQuote): boolean =>
  !quote.isUsed && quote.expiresAt <= nowOf(world)

function createQuote(world: World, request: StandInRequest): StandInAnswer {
  const body = bodyOf(request)
  const [sourceCurrency, targetCurrency] = [textOf(body.sourceCurrency), textOf(body.targetCurrency)]
  for (const [path, currency] of Object.entries({ sourceCurrency, targetCurrency }))
    if (!isTraded(currency))
      return problem(422, { code: 'quote.currency', message: `${currency} is not supported`, path })
  const isSource = typeof body.sourceAmount === 'number'
  if (isSource === (typeof body.targetAmount === 'number'))
    return problem(422, {
      code: 'quote.amount',
      message: 'Exactly one of sourceAmount and targetAmount',
      path: 'sourceAmount',
    })
  const givenMinor = isSource
    ? minorIn(body.sourceAmount, sourceCurrency)
    : minorIn(body.targetAmount, targetCurrency)
  if (givenMinor === null || givenMinor <= 0)
    return problem(422, {
      code: 'quote.amount',
      message: 'The amount is not valid',
      path: isSource ? 'sourceAmount' : 'targetAmount',
    })
  const quote = newQuote(world, {
    sourceCurrency,
    targetCurrency,
    given: isSource ? 'SOURCE' : 'TARGET',
    givenMinor,
    payOut: textOf(body.payOut) || 'BANK_TRANSFER',
    targetAccount: typeof body.targetAccount === 'number' ? body.targetAccount : null,
  })
  return ok(toQuoteJson(world, quote))
}

type NewQuote = Pick<
  StoredQuote,
  'sourceCurrency' | 'targetCurrency' | 'given' | 'givenMinor' | 'payOut' | 'targetAccount'
>

/** A quote at the prices of now, for half an hour. */
export function newQuote(world: World, told: NewQuote): StoredQuote {
  const at = nowOf(world)
  const quote = priced({
    ...told,
    id: nextUuid(world),
    sourceMinor: 0,
    targetMinor: 0,
    feeMinor: 0,
    rateMicro: 0,
    createdAt: at,
    expiresAt: plusSeconds(at, LIFE_SECONDS),
    isUsed: false,
  })
  world.state.quotes.push(quote)
  return quote
}

function patchQuote(world: World, request: StandInRequest): StandInAnswer {
  const quote = quoteOf(world, request.params.id)
  if (!quote) return notFound()
  if (!request.headers['content-type']?.startsWith('application/merge-patch+json'))
    return problem(415, { code: 'content_type', message: 'Unsupported media type' })
  if (quote.isUsed || isQuoteExpired(world, quote))
    return problem(422, { code: 'quote.expired', message: 'Quote is expired' })
  const { targetAccount, payOut } = bodyOf(request)
  if (typeof targetAccount === 'number') quote.targetAccount = targetAccount
  if (textOf(payOut) !== '') quote.payOut = textOf(payOut)
  Object.assign(quote, priced(quote))
  return ok(toQuoteJson(world, quote))
}

function toQuoteJson(world: World, quote: StoredQuote) {
  const { id, sourceCurrency, targetCurrency, given, payOut, createdAt, expiresAt } = quote
  const amounts = {
    sourceAmount: majorOf(quote.sourceMinor, sourceCurrency),
    targetAmount: majorOf(quote.targetMinor, targetCurrency),
  }
  const fee = majorOf(quote.feeMinor, sourceCurrency)
  const option = (payIn: string) => ({
    disabled: false,
    estimatedDelivery: plusSeconds(createdAt, DAY_SECONDS),
    fee: { transferwise: fee, payIn: 0, discount: 0, partner: 0, total: fee },
    ...amounts,
    sourceCurrency,
    targetCurrency,
    payIn,
    payOut,
    allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
  })
  return {
    id,
    sourceCurrency,
    targetCurrency,
    // The other amount stands in each way to pay, as it depends on it.
    ...(given === 'SOURCE' ? { sourceAmount: amounts.sourceAmount } : { targetAmount: amounts.targetAmount }),
    payOut,
    preferredPayIn: 'BALANCE',
    rate: rateNumber(quote.rateMicro),
    createdTime: createdAt,
    user: world.state.userId,
    profile: world.state.profile.id,
    rateType: 'FIXED',
    rateExpirationTime: plusSeconds(createdAt, DAY_SECONDS),
    guaranteedTargetAmountAllowed: true,
    targetAmountAllowed: true,
    guaranteedTargetAmount: given === 'TARGET',
    providedAmountType: given,
    paymentOptions: [option('BANK_TRANSFER'), option('BALANCE')],
    status: quote.isUsed ? 'ACCEPTED' : isQuoteExpired(world, quote) ? 'EXPIRED' : 'PENDING',
    expirationTime: expiresAt,
    notices: [],
  }
}

function rates(world: World, { query }: StandInRequest): StandInAnswer {
  const [source, target] = [query.get('source') ?? '', query.get('target') ?? '']
  if (!isTraded(source) || !isTraded(target))
    return problem(400, { code: 'rates.currency', message: 'Invalid parameters' })
  const time = nowOf(world).replace(/\.\d+Z$/, '+0000')
  return ok([{ rate: rateNumber(rateMicro(source, target)), source, target, time }])
}
