import {
  bind,
  bodyOf,
  minorIn,
  ok,
  textOf,
  type WiseRoute,
} from '#app/banking/providers/wise/stand_in/route_help'
import { amountOf } from '#app/banking/providers/wise/stand_in/routes_of_accounts'
import { isQuoteExpired } from '#app/banking/providers/wise/stand_in/routes_of_quotes'
import { balanceOf, exchange, standardOf } from '#app/banking/providers/wise/stand_in/wise_ledger'
import { priced, rateNumber } from '#app/banking/providers/wise/stand_in/wise_prices'
import type { StoredBalance } from '#app/banking/providers/wise/stand_in/wise_state'
import { nowOf, problem, type World } from '#app/banking/providers/wise/stand_in/wise_world'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'

/** Movements between own balances. */
export const moveRoutes = (world: World) => bind(world, ROUTES)

const ROUTES: readonly WiseRoute[] = [
  {
    method: 'POST',
    path: '/v2/profiles/:profile/balance-movements',
    operation: 'movements.create',
    handle: createMovement,
  },
]

/** An exchange by its quote, or an amount as it is; the same key gives the first again. */
function createMovement(world: World, request: StandInRequest): StandInAnswer {
  const key = request.headers['x-idempotence-uuid'] ?? ''
  const done = world.state.moves[key]
  if (done) return ok(done, 201)
  const body = bodyOf(request)
  const answer = body.quoteId === undefined ? moveAsItIs(world, body) : convert(world, textOf(body.quoteId))
  if (answer.status === 201) world.state.moves[key] = answer.json
  return answer
}

const NO_MONEY = { code: 'balance.insufficient_funds', message: 'The balance has not enough money' }

function convert(world: World, quoteId: string): StandInAnswer {
  const quote = world.state.quotes.find((one) => one.id === quoteId)
  if (!quote) return problem(422, { code: 'quote.not_found', message: 'Quote not found', path: 'quoteId' })
  if (isQuoteExpired(world, quote))
    return problem(422, { code: 'quote.expired', message: 'Quote is expired', path: 'quoteId' })
  const [source, target] = [standardOf(world, quote.sourceCurrency), standardOf(world, quote.targetCurrency)]
  if (!source || !target)
    return problem(422, { code: 'balance.not_found', message: 'There is no balance of this currency' })
  if (quote.payOut !== 'BALANCE')
    return problem(422, { code: 'quote.pay_out', message: 'The quote does not pay out to a balance' })
  const { sourceMinor, feeMinor, targetMinor, rateMicro } = priced(quote)
  if (source.minor < sourceMinor) return problem(422, NO_MONEY)
  quote.isUsed = true
  const at = nowOf(world)
  const id = exchange(world, { source, target }, { at, sourceMinor, feeMinor, targetMinor })
  return ok(
    {
      id,
      type: 'CONVERSION',
      state: 'COMPLETED',
      balancesAfter: [source, target].map(toAfter),
      creationTime: at,
      sourceAmount: amountOf(sourceMinor, source.currency),
      targetAmount: amountOf(targetMinor, target.currency),
      rate: rateNumber(rateMicro),
      feeAmounts: [amountOf(feeMinor, source.currency)],
    },
    201
  )
}

function moveAsItIs(world: World, body: Record<string, unknown>): StandInAnswer {
  const source = balanceOf(world, Number(body.sourceBalanceId))
  const target = balanceOf(world, Number(body.targetBalanceId))
  const { value, currency } = (body.amount ?? {}) as { value?: unknown; currency?: unknown }
  const minor = minorIn(value, textOf(currency))
  if (!source || !target || source === target || source.currency !== target.currency || minor === null)
    return problem(422, { code: 'movement.invalid', message: 'The movement is not possible' })
  if (source.minor < minor) return problem(422, NO_MONEY)
  const at = nowOf(world)
  const told = { at, sourceMinor: minor, feeMinor: 0, targetMinor: minor }
  const id = exchange(world, { source, target }, told)
  return ok(
    {
      id,
      type: 'WITHDRAWAL',
      state: 'COMPLETED',
      balancesAfter: [source, target].map(toAfter),
      creationTime: at,
      sourceAmount: amountOf(minor, source.currency),
      targetAmount: amountOf(minor, target.currency),
      rate: 1,
      feeAmounts: [],
    },
    201
  )
}

const toAfter = ({ id, minor, currency }: StoredBalance) => ({ id, ...amountOf(minor, currency) })
