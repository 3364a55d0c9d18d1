import { TERRITORY_OF_SITE } from '#app/invoices/queries/tax_codes'
import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A tax that a company bears and may deduct: VAT, IGIC or IPSI at one rate. */
export type InputTax = { id: number; name: string; rateBasisPoints: number; accountSuffix: string | null }

/** Taxes that the charges of a bank to a company may carry on a day, those of its territory, the highest first. */
export function listInputTaxes(siteId: number, day: CalendarDate, client?: Client): Promise<InputTax[]> {
  return rows<InputTax>(
    `select id, name, rate_basis_points, account_suffix from tax_codes
      where account_role = 'vat_input' and kind in ('iva', 'igic', 'ipsi') and rate_basis_points > 0
        and :day::date between valid_from and coalesce(valid_to, 'infinity') and territory = (${TERRITORY_OF_SITE})
      order by rate_basis_points desc, id`,
    { siteId, day },
    client
  )
}

/** As the pages offer them. */
export const taxOptions = (taxes: readonly InputTax[]) =>
  taxes.map(({ id, name, rateBasisPoints }) => ({ value: String(id), label: name, rate: rateBasisPoints }))
