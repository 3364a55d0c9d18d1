import { majorOf, minorOf } from '#app/banking/providers/revolut/money'
import { activeAccount, assertFunds, rateOrRefuse } from '#app/banking/providers/revolut/stand_in/pricing'
import { bought, exchangeFee, sold } from '#app/banking/providers/revolut/stand_in/rates'
import {
  amountOf,
  BadRequest,
  bodyOf,
  optionalText,
  partOf,
} from '#app/banking/providers/revolut/stand_in/read_request'
import { newRequestId } from '#app/banking/providers/revolut/stand_in/routes/payment_routes'
import { route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import { money, ok, takenJson } from '#app/banking/providers/revolut/stand_in/to_wire'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

/** Rates, and exchanging from one account of the business to another. */
export const exchangeRoutes = (bank: ToBank): StandInRoute[] => [
  route('GET /rate', 'rate', ({ query }) => {
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
    const rate = rateOrRefuse(bank, from, to)
    const minor = readAmount(query.get('amount') ?? '1', from)
    return ok({
      from: money(minor, from),
      to: money(bought(minor, { from, to, rate }), to),
      rate: Number(rate),
      fee: money(from === to ? 0 : exchangeFee(minor), from),
      rate_date: bank().clock.now().toISOString(),
    })
  }),
  route('POST /exchange', 'exchange', (request) => {
    const body = bodyOf(request)
    const requestId = newRequestId(bank, body)
    const [from, to] = [partOf(body, 'from'), partOf(body, 'to')]
    const [source, target] = [activeAccount(bank, from.account_id), activeAccount(bank, to.account_id)]
    if (from.currency !== source.currency || to.currency !== target.currency)
      throw new BadRequest('Currencies must be those of the accounts')
    if ((from.amount === undefined) === (to.amount === undefined))
      throw new BadRequest("Exactly one of 'from.amount' and 'to.amount' is required")
    const pair = {
      from: source.currency,
      to: target.currency,
      rate: rateOrRefuse(bank, source.currency, target.currency),
    }
    const isSale = from.amount !== undefined
    const soldMinor = isSale ? amountOf(from, pair.from) : sold(amountOf(to, pair.to), pair)
    const boughtMinor = isSale ? bought(soldMinor, pair) : amountOf(to, pair.to)
    const feeMinor = exchangeFee(soldMinor)
    assertFunds(bank, source, soldMinor + feeMinor)
    const leg = bank().leg(source, -soldMinor, `Exchanged to ${pair.to}`, {
      feeMinor,
      bill: { minor: -boughtMinor, currency: pair.to },
    })
    const arrives = bank().leg(target, boughtMinor, `Exchanged from ${source.name}`, { legId: leg.legId })
    const reference = optionalText(body, 'reference')
    return ok(
      takenJson(bank().makeCompleted({ type: 'exchange', requestId, reference, legs: [leg, arrives] }))
    )
  }),
]

/** Of a rate any amount may be asked: what the currency has no decimals for is cut off. */
function readAmount(text: string, currency: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new BadRequest("'amount' is not valid")
  const decimals = String(majorOf(1, currency)).split('.')[1]?.length ?? 0
  const [whole = '0', fraction = ''] = text.split('.')
  return minorOf(decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(1, '0')}`, currency)
}
