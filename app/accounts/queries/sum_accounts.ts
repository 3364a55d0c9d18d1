import { pendingCount, transitMinor } from '#app/accounts/queries/list_accounts'
import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { convertToBase } from '#app/ledger/fx/convert'
import { type FoundRate, listRates } from '#app/ledger/queries/fx_rates'

/** Everything in one currency, at today's rates; what has no rate is not in it and is named instead. */
export type Equivalent = {
  balance: MoneyJson
  available: MoneyJson
  rates: { currency: string; rate: string; onDate: CalendarDate }[]
  missing: MoneyJson[]
}

/** What a company has on its accounts, and what somebody should look at. */
export type CompanySum = {
  id: number
  name: string
  accounts: number
  balance: MoneyJson
  available: MoneyJson
  /** By currency, where there is more than the euro. */
  currencies: MoneyJson[]
  /** Currencies that are not in the two figures, for want of a rate. */
  missing: string[]
  differences: number
  pending: number
  /** The oldest of the bank's balances of its active accounts. */
  reportedOn: CalendarDate | null
}

export type AccountSums = {
  totals: Record<string, MoneyJson[]>
  equivalent: Equivalent
  companies: CompanySum[]
}

type Found = {
  siteId: number
  site: string
  currency: string
  accounts: number
  balance: number
  available: number
  inTransit: number
  differences: number
  pending: number
  reportedOn: CalendarDate | null
}

/** Sums of all the accounts that a filter leaves (it holds the scope): by currency, in euros, and by company. */
export async function sumAccounts(filter: Filter): Promise<AccountSums> {
  const [found, rates] = await Promise.all([readSums(filter), listRates(today())])
  const currencies = [...new Set(found.map(({ currency }) => currency))].toSorted(euroFirst)
  const total = (key: 'balance' | 'available' | 'inTransit') =>
    currencies.map((currency) => ({ currency, minor: sumOf(found, key, currency) }))
  return {
    totals: { balance: total('balance'), inTransit: total('inTransit'), available: total('available') },
    equivalent: {
      balance: inEuros(total('balance'), rates),
      available: inEuros(total('available'), rates),
      rates: currencies.flatMap((currency) => {
        const rate = rates.get(currency)
        return rate ? [{ currency, rate: rate.rate, onDate: rate.onDate }] : []
      }),
      missing: total('balance').filter(({ currency }) => !isConvertible(currency, rates)),
    },
    companies: companiesOf(found, rates),
  }
}

function readSums(filter: Filter): Promise<Found[]> {
  return rows<Found>(
    `select b.site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, b.currency, count(*)::int as accounts, sum(p.balance_minor)::bigint as balance,
        sum(p.available_minor)::bigint as available, sum(${transitMinor})::bigint as in_transit,
        count(*) filter (where b.reported_balance_minor <> p.balance_minor)::int as differences, sum(${pendingCount})::int as pending,
        (min(b.reported_at) filter (where b.status = 'active') at time zone 'Europe/Madrid')::date as reported_on
       from bank_accounts b join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id
      where ${filter.where.join(' and ')} group by 1, 2, 3`,
    filter.bindings
  )
}

const euroFirst = (one: string, other: string) =>
  Number(other === 'EUR') - Number(one === 'EUR') || one.localeCompare(other)

const sumOf = (found: readonly Found[], key: 'balance' | 'available' | 'inTransit', currency: string) =>
  found.reduce((sum, row) => (row.currency === currency ? sum + row[key] : sum), 0)

type Rates = ReadonlyMap<string, FoundRate>

const isConvertible = (currency: string, rates: Rates) => currency === 'EUR' || rates.has(currency)

/** Amounts, one for each currency, as one in euros at these rates; what has no rate is not in it. */
export function inEuros(amounts: readonly MoneyJson[], rates: Rates): MoneyJson {
  const minor = amounts.reduce((sum, { minor: own, currency }) => {
    const rate = rates.get(currency)
    if (currency === 'EUR') return sum + own
    return rate ? sum + convertToBase(own, currency, rate.rate) : sum
  }, 0)
  return { minor, currency: 'EUR' }
}

/** What asks for a look comes first: money that is missing, then differences; then the largest. */
function companiesOf(found: readonly Found[], rates: Rates): CompanySum[] {
  const bySite = Map.groupBy(found, ({ siteId }) => siteId)
  const urgency = ({ available, differences }: CompanySum) =>
    available.minor < 0 ? 0 : differences > 0 ? 1 : 2
  return [...bySite.values()]
    .map((sums) => companyOf(sums, rates))
    .toSorted((one, other) => urgency(one) - urgency(other) || other.balance.minor - one.balance.minor)
}

function companyOf(sums: readonly Found[], rates: Rates): CompanySum {
  const [first] = sums
  if (!first) throw new Error('A company without accounts')
  const money = (key: 'balance' | 'available') =>
    sums.map((sum) => ({ minor: sum[key], currency: sum.currency }))
  const count = (key: 'accounts' | 'differences' | 'pending') =>
    sums.reduce((total, sum) => total + sum[key], 0)
  const isForeign = sums.some(({ currency }) => currency !== 'EUR')
  const reported = sums.flatMap(({ reportedOn }) => reportedOn ?? []).toSorted()
  return {
    id: first.siteId,
    name: first.site,
    accounts: count('accounts'),
    balance: inEuros(money('balance'), rates),
    available: inEuros(money('available'), rates),
    currencies: isForeign
      ? money('balance').toSorted((one, other) => euroFirst(one.currency, other.currency))
      : [],
    missing: sums.flatMap(({ currency }) => (isConvertible(currency, rates) ? [] : [currency])),
    differences: count('differences'),
    pending: count('pending'),
    reportedOn: reported[0] ?? null,
  }
}
