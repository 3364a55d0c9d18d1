import type { Quotes, WantedQuote } from '#app/banking/bank_provider'
import { majorOf } from '#app/banking/providers/wise/amounts'
import { askWise, profileOf, Refusal } from '#app/banking/providers/wise/client'
import { paths } from '#app/banking/providers/wise/paths'
import { toQuote } from '#app/banking/providers/wise/transform'
import type { WiseQuote } from '#app/banking/providers/wise/words'
import type { ProviderClient } from '#app/connectors/client/provider_client'

/** What a payment in another currency or an exchange costs now, and until when. */
export const wiseQuotes: Quotes = {
  async create(connection, client, wanted) {
    const given = [wanted.sourceMinor, wanted.targetMinor].filter((minor) => minor !== null)
    if (given.length !== 1) throw new RangeError('Exactly one amount of a quote is given')
    try {
      const profile = await profileOf(connection, client)
      const { quote, reason } = toQuote(await makeQuote(client, profile, wanted))
      if (!quote) return { kind: 'refused', message: reason ?? 'Wise no da un presupuesto.' }
      return { kind: 'quoted', quote, marketRate: await marketRate(client, wanted) }
    } catch (error) {
      if (error instanceof Refusal) return { kind: 'refused', message: error.message }
      throw error
    }
  },
  currencies: [
    'EUR',
    'USD',
    'GBP',
    'CHF',
    'SEK',
    'NOK',
    'DKK',
    'PLN',
    'CZK',
    'HUF',
    'RON',
    'BGN',
    'TRY',
    'MAD',
    'CAD',
    'AUD',
    'NZD',
    'JPY',
    'SGD',
    'HKD',
    'MXN',
    'BRL',
    'CLP',
    'COP',
    'INR',
    'CNY',
    'AED',
    'ZAR',
  ],
}

/** Asks for a quote that a balance pays. Of its amounts exactly one is told; Wise works out the other. */
export async function makeQuote(
  client: ProviderClient,
  profile: string,
  wanted: Omit<WantedQuote, 'accountExternalId'> & { payOut?: 'BALANCE' }
): Promise<WiseQuote> {
  const { sourceCurrency, targetCurrency, sourceMinor, targetMinor, beneficiaryExternalId, payOut } = wanted
  const value = {
    sourceCurrency,
    targetCurrency,
    ...(sourceMinor === null ? {} : { sourceAmount: majorOf(sourceMinor, sourceCurrency) }),
    ...(targetMinor === null ? {} : { targetAmount: majorOf(targetMinor, targetCurrency) }),
    ...(beneficiaryExternalId === null ? {} : { targetAccount: Number(beneficiaryExternalId) }),
    ...(payOut === undefined ? {} : { payOut }),
    preferredPayIn: 'BALANCE',
  }
  const path = paths.quotes(profile)
  return (await askWise(client, { method: 'POST', path, body: { kind: 'json', value } })) as WiseQuote
}

/** Ties a quote to whom it pays; its cost may be another afterwards. Wise takes this as a merge patch alone. */
export async function patchQuote(
  client: ProviderClient,
  profile: string,
  quoteId: string,
  value: { targetAccount: number } | { payOut: 'BALANCE' }
): Promise<WiseQuote> {
  return (await askWise(client, {
    method: 'PATCH',
    path: paths.quote(profile, quoteId),
    body: { kind: 'json', contentType: 'application/merge-patch+json', value },
  })) as WiseQuote
}

async function marketRate(
  client: ProviderClient,
  { sourceCurrency: source, targetCurrency: target }: WantedQuote
): Promise<string | null> {
  if (source === target) return '1'
  const answer = await askWise(client, { method: 'GET', path: paths.rates, query: { source, target } }).catch(
    (error: unknown) => {
      // A pair without a rate of the market may still have a quote.
      if (error instanceof Refusal) return []
      throw error
    }
  )
  const [first] = (Array.isArray(answer) ? answer : []) as { rate?: number }[]
  return typeof first?.rate === 'number' ? String(first.rate) : null
}
