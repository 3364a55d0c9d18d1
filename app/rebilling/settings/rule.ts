import { type Client, rows } from '#app/kernel/database/sql'
import type { Allocation, Frequency, Settlement, Treatment } from '#app/rebilling/rebilling_labels'

/** A company of a rule: its percentage as text ("33.3300"), or the most that it bears in cents; neither where all bear the same. */
export type Target = { siteId: number; percentage: string | null; amountMinor: number | null }

/** How a rule shares out and charges on what it catches. */
export type Rule = {
  id: number
  name: string
  originSiteId: number
  allocation: Allocation
  allocationKey: string | null
  markupBasisPoints: number
  treatment: Treatment
  vatCodeId: number | null
  /** Of its tax; 0 where none is charged. */
  vatBasisPoints: number
  incomeAccount: string | null
  expenseAccount: string | null
  frequency: Frequency
  autoPropose: boolean
  settlement: Settlement
  targets: Target[]
}

/** The tax that a code charges: exempt, not subject and reverse charge print none. SQL over an alias of `tax_codes`. */
export const chargedRate = (alias: string): string =>
  `(case when ${alias}.kind in ('iva', 'igic', 'ipsi') then ${alias}.rate_basis_points else 0 end)`

type Wanted = { siteIds: readonly number[] | 'all'; settingIds?: readonly number[] | null }

/** Active rules of companies that bear costs, with their companies in order. */
export async function activeRules({ siteIds, settingIds = null }: Wanted, client?: Client): Promise<Rule[]> {
  return readRules(
    `s.active and (:everywhere or s.origin_site_id = any(:siteIds::bigint[])) and (:settingIds::bigint[] is null or s.id = any(:settingIds::bigint[]))`,
    {
      everywhere: siteIds === 'all',
      siteIds: siteIds === 'all' ? [] : siteIds,
      settingIds,
    },
    client
  )
}

/** One rule, active or not; null where there is none. */
export async function findRule(settingId: number, client?: Client): Promise<Rule | null> {
  const [found] = await readRules('s.id = :settingId', { settingId }, client)
  return found ?? null
}

function readRules(where: string, bindings: Record<string, unknown>, client?: Client): Promise<Rule[]> {
  return rows<Rule>(
    `select s.id, s.name, s.origin_site_id, s.allocation, s.allocation_key, s.markup_basis_points, s.treatment, s.vat_code_id, coalesce(${chargedRate('t')}, 0) as vat_basis_points,
        s.income_account, s.expense_account, s.frequency, s.auto_propose, s.settlement,
        (select jsonb_agg(jsonb_build_object('siteId', g.site_id, 'percentage', g.percentage::text, 'amountMinor', g.amount_minor) order by g.position)
           from rebilling_setting_targets g where g.setting_id = s.id) as targets
       from rebilling_settings s left join tax_codes t on t.id = s.vat_code_id where ${where} order by s.origin_site_id, s.priority, s.id`,
    bindings,
    client
  )
}
