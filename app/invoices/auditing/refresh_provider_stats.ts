import { type Client, execute, inTransaction, rows } from '#app/kernel/database/sql'
import { addDays, addMonths, type CalendarDate, today, yearOf } from '#app/kernel/time/calendar_date'
import { isSpanishNationalHoliday } from '#app/kernel/time/working_days'

const MONTHS = 24
const BATCH = 500

/** Says that what is usual of a supplier has changed; it is counted again within minutes. */
export async function markStatsStale(providerId: number, client?: Client): Promise<void> {
  await execute(
    `insert into provider_stats (provider_id, is_stale) values (:providerId, true) on conflict (provider_id) do update set is_stale = true where not provider_stats.is_stale`,
    { providerId },
    client
  )
}

/** Counts again what is usual of the suppliers whose invoices have changed. Gives how many. */
export async function refreshStaleStats(): Promise<number> {
  const found = await rows<{ id: number }>(
    `select provider_id as id from provider_stats where is_stale order by provider_id limit ${BATCH}`
  )
  const ids = found.map(({ id }) => id)
  if (ids.length > 0) await refreshProviderStats(ids)
  return ids.length
}

/** The same of every supplier that billed in the last two years, some hundred at a time. Gives how many. */
export async function refreshAllStats(): Promise<number> {
  const providers = await rows<{ id: number }>(
    `select id from providers p where exists (select 1 from invoices i where i.provider_id = p.id) or exists (select 1 from provider_stats s where s.provider_id = p.id) order by id`
  )
  for (let from = 0; from < providers.length; from += BATCH)
    await refreshProviderStats(providers.slice(from, from + BATCH).map(({ id }) => id))
  return providers.length
}

/**
 * Counts what is usual of some suppliers from their booked invoices of the last 24 months: median and deviation,
 * rates, days, months, numbering, countries of their accounts (area 06 §7).
 */
export async function refreshProviderStats(providerIds: readonly number[]): Promise<void> {
  const day = today()
  const bindings = { ids: [...providerIds], from: addMonths(day, -MONTHS), holidays: holidaysBetween(day) }
  await inTransaction(async (trx) => {
    await execute(STATS, bindings, trx)
    await execute(
      `delete from provider_months where provider_id = any(:ids::bigint[])`,
      { ids: bindings.ids },
      trx
    )
    await execute(MONTHLY, { ids: bindings.ids, from: bindings.from }, trx)
    await execute(MONTH_STATS, { ids: bindings.ids, day }, trx)
  })
}

/** National holidays of the last years; those of the calendars are added by the statement. */
function holidaysBetween(day: CalendarDate): CalendarDate[] {
  const found: CalendarDate[] = []
  let candidate = addMonths(day, -MONTHS)
  while (yearOf(candidate) <= yearOf(day)) {
    if (isSpanishNationalHoliday(candidate)) found.push(candidate)
    candidate = addDays(candidate, 1)
  }
  return found
}

const HISTORY = `i.provider_id = any(:ids::bigint[]) and i.status in ('booked', 'disputed') and i.doc_type <> 'credit_note' and i.issued_on >= :from::date`

const STATS = `
  with h as materialized (
    select i.id, i.provider_id, worth_in_base(i.total_minor, i.currency, i.fx_rate) as total_minor, i.issued_on, i.iban_detected, i.invoice_number, extract(year from i.issued_on) as year,
        number_series(i.invoice_number) as series, number_tail(i.invoice_number) as tail
      from invoices i where ${HISTORY}),
  med as (select provider_id, percentile_disc(0.5) within group (order by total_minor) as median_minor from h group by provider_id),
  main as (
    select h.provider_id, count(*)::int as invoices, m.median_minor, percentile_disc(0.5) within group (order by abs(h.total_minor - m.median_minor)) as mad_minor,
        count(*) filter (where h.total_minor % 10000 = 0 and h.total_minor > 0)::int as round_count,
        count(*) filter (where extract(dow from h.issued_on) in (0, 6) or h.issued_on = any(:holidays::date[])
          or exists (select 1 from holidays d where d.on_date = h.issued_on))::int as free_day_count,
        bit_or(1 << extract(dow from h.issued_on)::int)::smallint as weekday_mask,
        coalesce(array_agg(distinct left(h.iban_detected, 2)) filter (where h.iban_detected is not null), '{}') as iban_countries,
        mode() within group (order by regexp_replace(h.series, '[0-9]+', '#', 'g')) as number_pattern,
        min(h.issued_on) as first_issued_on, max(h.issued_on) as last_issued_on
      from h join med m using (provider_id) group by h.provider_id, m.median_minor),
  steps as (
    select provider_id, tail - lag(tail) over (partition by provider_id, series, year order by tail) as step from (select distinct provider_id, series, year, tail from h where tail is not null) t),
  share as (select provider_id, avg((step = 1)::int) as consecutive_share from steps where step is not null group by provider_id),
  rates as (
    select provider_id, jsonb_object_agg(vat_code_id::text, n) as rates from (
      select h.provider_id, g.vat_code_id, count(*) as n from h join invoice_tax_groups g on g.invoice_id = h.id group by 1, 2) r group by provider_id)
  insert into provider_stats (provider_id, invoices, median_minor, mad_minor, round_count, free_day_count, weekday_mask, rates, iban_countries,
      number_pattern, consecutive_share, first_issued_on, last_issued_on, is_stale, refreshed_at)
    select p.id, coalesce(m.invoices, 0), m.median_minor, m.mad_minor, coalesce(m.round_count, 0), coalesce(m.free_day_count, 0), coalesce(m.weekday_mask, 0),
        coalesce(r.rates, '{}'), coalesce(m.iban_countries, '{}'), m.number_pattern, s.consecutive_share, m.first_issued_on, m.last_issued_on, false, now()
      from unnest(:ids::bigint[]) as p(id) left join main m on m.provider_id = p.id left join share s on s.provider_id = p.id left join rates r on r.provider_id = p.id
  on conflict (provider_id) do update set invoices = excluded.invoices, median_minor = excluded.median_minor, mad_minor = excluded.mad_minor,
      round_count = excluded.round_count, free_day_count = excluded.free_day_count, weekday_mask = excluded.weekday_mask, rates = excluded.rates,
      iban_countries = excluded.iban_countries, number_pattern = excluded.number_pattern, consecutive_share = excluded.consecutive_share,
      first_issued_on = excluded.first_issued_on, last_issued_on = excluded.last_issued_on, is_stale = false, refreshed_at = now()`

const MONTHLY = `
  insert into provider_months (provider_id, month, invoices, total_minor)
    select i.provider_id, date_trunc('month', i.issued_on)::date, count(*)::int, sum(worth_in_base(i.total_minor, i.currency, i.fx_rate))::bigint from invoices i where ${HISTORY} group by 1, 2`

/** Months without an invoice count as none from the first one on; the month that is still going on is left out. */
const MONTH_STATS = `
  update provider_stats s set months = m.months, month_mean = m.mean, month_sd = m.sd from (
    select p.provider_id, count(*)::int as months, avg(coalesce(k.invoices, 0))::float8 as mean, coalesce(stddev_pop(coalesce(k.invoices, 0)), 0)::float8 as sd
      from (select provider_id, min(month) as first from provider_months where provider_id = any(:ids::bigint[]) group by 1) p
      join lateral generate_series(p.first, date_trunc('month', :day::date) - interval '1 month', interval '1 month') as g(month) on true
      left join provider_months k on k.provider_id = p.provider_id and k.month = g.month::date group by 1) m
   where m.provider_id = s.provider_id`
