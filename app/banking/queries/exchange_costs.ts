import { rows } from '#app/kernel/database/sql'
import { currencyExponent } from '#app/kernel/money/currency'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { convertToBase } from '#app/ledger/fx/convert'

/** A movement whose other side is in another currency, held against the reference rate of its day. */
export type ExchangeCost = {
  transactionId: number
  bookedOn: string
  text: string
  amount: MoneyJson
  local: MoneyJson
  /** Units of the other currency for one of the account's, as it was exchanged and as the reference has it. */
  appliedRate: string
  referenceRate: string | null
  /** What it cost more than at the reference; negative where it was cheaper, null without a rate. */
  cost: MoneyJson | null
}

type Found = {
  id: number
  bookedOn: string
  text: string
  amountMinor: number
  localMinor: number
  localCurrency: string
  /** Units of each currency for one euro. */
  ownRate: string | null
  localRate: string | null
}

const EXCHANGES_MAX = 500
const rateOn = (column: string) =>
  `case when ${column} = 'EUR' then '1' else (select f.rate::text from fx_rates f
     where f.currency = ${column} and f.on_date <= t.booked_on order by f.on_date desc, f.source = 'manual' desc limit 1) end`

/** The newest exchanges of an account between two days. */
export async function exchangeCosts(of: {
  accountId: number
  currency: string
  from: CalendarDate
  to: CalendarDate
}): Promise<ExchangeCost[]> {
  const found = await rows<Found>(
    `select t.id, t.booked_on, t.text, t.amount_minor, t.local_minor, t.local_currency,
        ${rateOn('t.currency')} as own_rate, ${rateOn('t.local_currency')} as local_rate
       from provider_transactions t
      where t.provider_account_id = :accountId and t.status = 'booked' and t.booked_on between :from and :to
        and t.local_currency <> t.currency and t.local_minor <> 0 and t.amount_minor <> 0
      order by t.booked_on desc, t.id desc limit ${EXCHANGES_MAX}`,
    of
  )
  return found.map((one) => costOf(one, of.currency))
}

function costOf(found: Found, currency: string): ExchangeCost {
  const { id, bookedOn, text, amountMinor, localMinor, localCurrency, ownRate, localRate } = found
  const reference = ownRate === null || localRate === null ? null : crossRate(localRate, ownRate)
  const worth =
    reference === null ? null : convertToBase(Math.abs(localMinor), localCurrency, reference, currency)
  const cost = worth === null ? null : amountMinor < 0 ? -amountMinor - worth : worth - amountMinor
  return {
    transactionId: id,
    bookedOn,
    text,
    amount: { minor: amountMinor, currency },
    local: { minor: localMinor, currency: localCurrency },
    appliedRate: appliedRate(found, currency),
    referenceRate: reference,
    cost: cost === null ? null : { minor: cost, currency },
  }
}

const DECIMALS = 8

/** Units of the one for a unit of the other, of two rates to the euro. */
function crossRate(local: string, own: string): string {
  const [above, below] = [scaled(local), scaled(own)]
  return decimal((above * 10n ** BigInt(DECIMALS)) / below)
}

function appliedRate({ amountMinor, localMinor, localCurrency }: Found, currency: string): string {
  const above =
    BigInt(Math.abs(localMinor)) * 10n ** BigInt(DECIMALS) * 10n ** BigInt(currencyExponent(currency))
  const below = BigInt(Math.abs(amountMinor)) * 10n ** BigInt(currencyExponent(localCurrency))
  return decimal(above / below)
}

/** A rate as a whole number of 10⁻⁸. */
function scaled(rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(whole + part.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
}

function decimal(value: bigint): string {
  const text = String(value).padStart(DECIMALS + 1, '0')
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`.replace(/0+$/, '').replace(/\.$/, '')
}
