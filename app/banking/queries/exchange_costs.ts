import { rows } from '#app/kernel/database/sql'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { crossRate, exchangedRate } from '#app/ledger/fx/cross_rate'
import { type FoundRate, listRatesOn, worthIn } from '#app/ledger/queries/fx_rates'

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
  bookedOn: CalendarDate
  text: string
  amountMinor: number
  localMinor: number
  localCurrency: string
}

const EXCHANGES_MAX = 500

/** The newest exchanges of an account between two days. */
export async function exchangeCosts(of: {
  accountId: number
  currency: string
  from: CalendarDate
  to: CalendarDate
}): Promise<ExchangeCost[]> {
  const found = await rows<Found>(
    `select t.id, t.booked_on, t.text, t.amount_minor, t.local_minor, t.local_currency from provider_transactions t
      where t.provider_account_id = :accountId and t.status = 'booked' and t.booked_on between :from and :to
        and t.local_currency <> t.currency and t.local_minor <> 0 and t.amount_minor <> 0
      order by t.booked_on desc, t.id desc limit ${EXCHANGES_MAX}`,
    of
  )
  const rates = await listRatesOn(found.map(({ bookedOn }) => bookedOn))
  return found.map((one) => costOf(one, of.currency, rates.get(one.bookedOn) ?? new Map()))
}

function costOf(
  { id, bookedOn, text, amountMinor, localMinor, localCurrency }: Found,
  currency: string,
  rates: ReadonlyMap<string, FoundRate>
): ExchangeCost {
  const worth = worthIn(
    { amountMinor: Math.abs(localMinor), currency: localCurrency, other: currency },
    rates
  )
  const cost = worth === null ? null : amountMinor < 0 ? -amountMinor - worth : worth - amountMinor
  return {
    transactionId: id,
    bookedOn,
    text,
    amount: { minor: amountMinor, currency },
    local: { minor: localMinor, currency: localCurrency },
    appliedRate: exchangedRate({
      of: { minor: Math.abs(localMinor), currency: localCurrency },
      per: { minor: Math.abs(amountMinor), currency },
    }),
    referenceRate: referenceRate(localCurrency, currency, rates),
    cost: cost === null ? null : { minor: cost, currency },
  }
}

function referenceRate(of: string, per: string, rates: ReadonlyMap<string, FoundRate>): string | null {
  const toEuro = (currency: string) => (currency === 'EUR' ? '1' : (rates.get(currency)?.rate ?? null))
  const [above, below] = [toEuro(of), toEuro(per)]
  return above === null || below === null ? null : crossRate({ of: above, per: below })
}
