import { S, SC } from '#app/identity/roles'
import { type Client, rows } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { convertFromBase, convertToBase } from '#app/ledger/fx/convert'

/** Longer than any run of days on which the European Central Bank publishes nothing (Easter, Christmas). */
const AGE_DAYS_MAX = 7

export type FoundRate = { currency: string; rate: string; onDate: CalendarDate }

/** The rate that holds on a day: the last one up to it and at most a week old, by hand before the bank's. Null when none. */
export async function findRate(
  currency: string,
  day: CalendarDate,
  client?: Client
): Promise<FoundRate | null> {
  const found = await readRates({ currencies: [currency], day }, client)
  return found[0] ?? null
}

/** The rates that hold on a day, by currency; a currency that is not in it has none. */
export async function listRates(day: CalendarDate, client?: Client): Promise<Map<string, FoundRate>> {
  const found = await readRates({ currencies: null, day }, client)
  return new Map(found.map((rate) => [rate.currency, rate]))
}

/** The same of several days, by day. */
export async function listRatesOn(
  days: readonly CalendarDate[],
  client?: Client
): Promise<Map<CalendarDate, Map<string, FoundRate>>> {
  const found = await rows<FoundRate & { day: CalendarDate }>(
    `select distinct on (d.day, r.currency) d.day, r.currency, trim_scale(r.rate)::text as rate, r.on_date
       from (select distinct unnest(:days::date[]) as day) d join fx_rates r on r.on_date between d.day - ${AGE_DAYS_MAX} and d.day
      order by d.day, r.currency, r.on_date desc, r.source = 'manual' desc`,
    { days: [...days] },
    client
  )
  return new Map(
    [...Map.groupBy(found, ({ day }) => day)].map(([day, some]) => [
      day,
      new Map(some.map(({ day: _, ...rate }) => [rate.currency, rate])),
    ])
  )
}

type Wanted = { /** Null for all of them. */ currencies: string[] | null; day: CalendarDate }

function readRates({ currencies, day }: Wanted, client?: Client): Promise<FoundRate[]> {
  return rows<FoundRate>(
    `select distinct on (currency) currency, trim_scale(rate)::text as rate, on_date from fx_rates
      where on_date between :from and :day and (:currencies::text[] is null or currency = any(:currencies::text[]))
      order by currency, on_date desc, source = 'manual' desc`,
    { currencies, day, from: addDays(day, -AGE_DAYS_MAX) },
    client
  )
}

/**
 * An amount of an account's currency in the company's own on a day, in minor units; itself when they are one. Throws
 * E_NO_RATE where the day has no rate, which is always so for a company that does not keep its books in euros.
 */
export async function toBaseMinor(
  { amountMinor, currency, baseCurrency, day }: Amount,
  client?: Client
): Promise<number> {
  if (currency === baseCurrency) return amountMinor
  const found = baseCurrency === 'EUR' ? await findRate(currency, day, client) : null
  if (!found) throw missingRate(currency, day)
  return convertToBase(amountMinor, currency, found.rate, baseCurrency)
}

/** The refusal of what needs a rate that there is not; `more` is what else can be done. */
export const missingRate = (currency: string, day: CalendarDate, more = ''): DomainError =>
  new DomainError('E_NO_RATE', `Falta el tipo de cambio para ${currency} a fecha ${formatDay(day)}.${more}`, {
    remedy: {
      label: 'Ir a «Tipos de cambio»',
      href: '/accounts/fx-rates',
      roles: [S, SC],
      others: 'Pida a contabilidad sénior que lo añada en «Tipos de cambio».',
    },
  })

type Amount = { amountMinor: number; currency: string; baseCurrency: string; day: CalendarDate }

/**
 * An amount of one currency in another at these rates of a day, through the euro; null where one of them has none.
 * Minor units.
 */
export function worthIn(
  { amountMinor, currency, other }: { amountMinor: number; currency: string; other: string },
  rates: ReadonlyMap<string, FoundRate>
): number | null {
  if (currency === other || amountMinor === 0) return amountMinor
  const [from, to] = [rates.get(currency), rates.get(other)]
  if ((currency !== 'EUR' && !from) || (other !== 'EUR' && !to)) return null
  const euros = from ? convertToBase(amountMinor, currency, from.rate) : amountMinor
  return to ? convertFromBase(euros, other, to.rate) : euros
}
