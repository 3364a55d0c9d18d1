import { askRows } from '#app/invoices/audit/rule'

/** The published rate of the day of issue (units of the currency for a euro) of invoices with a rate of their own. */
export const findReferenceRates = askRows<{ of: number; rate: number }, number>({
  sql: `select i.id as of, r.rate::float8 as rate from invoices i join lateral (
        select rate from fx_rates where currency = i.currency and source = 'ecb' and on_date between i.issued_on - 7 and i.issued_on order by on_date desc limit 1) r on true
      where i.id = any(:ids::bigint[]) and i.currency <> 'EUR' and i.fx_rate is not null and i.issued_on is not null`,
  answers: (found) => new Map(found.map(({ of, rate }) => [of, rate])),
})
