import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, formatDay, today } from '#app/kernel/time/calendar_date'
import { type Rate, readEcbRates } from '#app/ledger/fx/ecb_rates'
import env from '#start/env'

const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml'
const TIMEOUT_MS = 20_000
const BYTES_MAX = 4_000_000

/**
 * Fetches the European Central Bank's rates of the last ninety days and keeps those of known currencies that are new.
 * Gives how many. Throws where the bank does not answer with rates: nothing is kept then.
 */
export async function fetchEcbRates(url = env.get('ECB_RATES_URL') ?? ECB_URL): Promise<number> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!answer.ok) throw new Error(`El Banco Central Europeo ha respondido ${answer.status}`)
  const xml = await answer.text()
  if (xml.length > BYTES_MAX) throw new Error('El fichero de tipos de cambio es demasiado grande')
  return keepRates(readEcbRates(xml))
}

/** Keeps published rates; those that are known stay as they are. Gives how many are new. */
export function keepRates(rates: readonly Rate[]): Promise<number> {
  return execute(
    `insert into fx_rates (currency, on_date, source, rate)
     select r.currency, r.on_date, 'ecb', r.rate from jsonb_to_recordset(:rates::jsonb) as r(currency text, on_date date, rate numeric)
       join currencies c on c.code = r.currency on conflict do nothing`,
    {
      rates: JSON.stringify(rates.map(({ currency, onDate, rate }) => ({ currency, rate, on_date: onDate }))),
    }
  )
}

type ManualRate = { currency: string; onDate: CalendarDate; rate: string; isConfirmed: boolean }

/** More than this from the last known rate is more often a slip than a crash of the currency. */
const LEAP_MAX = 0.1

/**
 * Keeps a rate entered by hand, over the one entered before for the day; what is posted stays. Throws at `on_date` for a
 * day to come, at `currency` for the euro or an unknown one, and at `rate` when it is a tenth from the last known rate
 * and nobody confirmed it.
 */
export async function saveManualRate(
  { currency, onDate, rate, isConfirmed }: ManualRate,
  actor: Actor
): Promise<void> {
  if (compareDays(onDate, today()) > 0)
    throw new DomainError('E_DAY', 'La fecha no puede ser futura.', { field: 'on_date' })
  await inTransaction(async (trx) => {
    const known = await row(
      `select 1 as found from currencies where code = :currency and code <> 'EUR'`,
      { currency },
      trx
    )
    if (!known) throw new DomainError('E_CURRENCY', 'Seleccione una divisa.', { field: 'currency' })
    const last = await row<{ rate: string; onDate: CalendarDate }>(
      `select trim_scale(rate)::text as rate, on_date from fx_rates where currency = :currency and on_date <= :onDate
        order by on_date desc, source = 'manual' desc limit 1`,
      { currency, onDate },
      trx
    )
    if (last && !isConfirmed && Math.abs(Number(rate) / Number(last.rate) - 1) > LEAP_MAX)
      throw new DomainError(
        'E_RATE_LEAP',
        `Se aparta más de un 10 % del último conocido (${last.rate.replace('.', ',')} el ${formatDay(last.onDate)}). Confírmelo para guardarlo.`,
        { field: 'rate' }
      )
    const { id } = await oneRow<{ id: number }>(
      `insert into fx_rates (currency, on_date, source, rate, created_by) values (:currency, :onDate, 'manual', :rate, :userId)
       on conflict (currency, on_date, source) do update set rate = excluded.rate, created_by = excluded.created_by, created_at = now() returning id`,
      { currency, onDate, rate, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'fx_rate',
        objectId: id,
        event: 'fx_rate.saved',
        diff: { [`${currency} ${onDate}`]: [last?.rate ?? null, rate] },
      },
      trx
    )
  })
}
