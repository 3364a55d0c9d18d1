import type { HousePerDiem, LegalLimit } from '#app/expenses/allowances'
import type { PolicyRow } from '#app/expenses/policy'
import { type Client, rows } from '#app/kernel/database/sql'

/** The limits of law, all of them: which one holds is a question of the day. */
export const readLimits = (client?: Client): Promise<LegalLimit[]> =>
  rows<LegalLimit>(`select kind, valid_from, amount_minor from expense_limits`, {}, client)

/** What the house pays a day, of the group and of a company, all of it: what holds is a question of the day. */
export const readPerDiems = (siteId: number | null, client?: Client): Promise<HousePerDiem[]> =>
  rows<HousePerDiem>(
    `select site_id, kind, valid_from, amount_minor from expense_per_diems where site_id is null or site_id = :siteId`,
    { siteId },
    client
  )

/** What the house allows, of the group and of a company. */
export const readPolicies = (siteId: number | null, client?: Client): Promise<PolicyRow[]> =>
  rows<PolicyRow>(
    `select site_id, category, max_per_line_minor, max_per_day_minor, km_rate_minor, receipt_required_above_minor, months_back from expense_policies
      where site_id is null or site_id = :siteId`,
    { siteId },
    client
  )

export type VatRate = { id: number; rateBasisPoints: number; name: string }

/** VAT, IGIC or IPSI of a company's territory that holds now, by rate; of the peninsula while no company is known. */
export const readVatRates = (siteId: number | null, client?: Client): Promise<VatRate[]> =>
  rows<VatRate>(
    `select id, rate_basis_points, name from tax_codes where kind in ('iva', 'igic', 'ipsi') and rate_basis_points > 0 and (valid_to is null or valid_to >= current_date)
        and territory = coalesce((select case when territory like 'foral%' then 'peninsula_baleares' else territory end from sites where id = :siteId), 'peninsula_baleares')
      order by rate_basis_points desc`,
    { siteId },
    client
  )
