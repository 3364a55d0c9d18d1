import type { Quotes, WantedQuote } from '#app/banking/bank_provider'
import type { Quote } from '#app/banking/gateway/transfer_gateway'
import { Refused } from '#app/banking/providers/revolut/client'
import { priceOfExchange, priceOfPayment } from '#app/banking/providers/revolut/price'
import { beneficiaryIdOf } from '#app/banking/providers/revolut/transform'
import type { ProviderClient } from '#app/connectors/client/provider_client'
import type { Connection } from '#app/connectors/provider'

/** What the form offers; Revolut exchanges more. */
const CURRENCIES = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'PLN',
  'CZK',
  'DKK',
  'NOK',
  'SEK',
  'HUF',
  'RON',
  'AUD',
  'CAD',
  'JPY',
  'MXN',
  'MAD',
  'AED',
  'SGD',
  'ZAR',
] as const

/** Prices of payments to a counterparty and of exchanges between own accounts. Revolut's rate is the market's: its fee is apart. */
export const revolutQuotes: Quotes = { create: createQuote, currencies: CURRENCIES }

async function createQuote(
  _connection: Connection,
  client: ProviderClient,
  wanted: WantedQuote
): Promise<
  { kind: 'quoted'; quote: Quote; marketRate: string | null } | { kind: 'refused'; message: string }
> {
  try {
    const quote = await priceOf(client, wanted)
    return { kind: 'quoted', quote, marketRate: quote.rate }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', message: error.message }
    throw error
  }
}

function priceOf(client: ProviderClient, wanted: WantedQuote): Promise<Quote> {
  const { beneficiaryExternalId, accountExternalId, sourceCurrency, targetCurrency } = wanted
  const pair = { sourceCurrency, targetCurrency }
  if (beneficiaryExternalId === null || accountExternalId === null)
    return priceOfExchange(client, pair, wanted)
  const { counterpartyId, accountId } = beneficiaryIdOf(beneficiaryExternalId)
  const receiver = {
    counterparty_id: counterpartyId,
    ...(accountId === null ? {} : { account_id: accountId }),
  }
  return priceOfPayment(client, { accountId: accountExternalId, receiver, ...pair }, wanted)
}
