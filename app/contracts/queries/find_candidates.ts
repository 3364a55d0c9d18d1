import type { Candidate } from '#app/contracts/matching/match_line'
import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Who bills whom, when and in what currency: the day of the operation, else that of the invoice. */
export type Billing = { providerId: number; siteId: number; day: CalendarDate; currency: string }

/** A contract in force for a billing, with the prices of that day; no items where none were agreed. */
export type Covering = {
  contractId: number
  expectedAmountMinor: number | null
  tolerancePercent: number
  items: Candidate[]
}

type Found = Partial<Omit<Candidate, 'contractId' | 'expectedAmountMinor' | 'tolerancePercent'>> & {
  at: number
  contractId: number
  expectedAmountMinor: number | null
  tolerancePercent: number
}

/**
 * The contracts in force for each of many billings, in their order, each item once: the latest amendment that has its code
 * on that day says its price, after the revisions up to then.
 */
export async function findCovering(billings: readonly Billing[], client?: Client): Promise<Covering[][]> {
  const covering: Covering[][] = billings.map(() => [])
  if (billings.length === 0) return covering
  const found = await rows<Found>(
    `select (w.at - 1)::int as at, r.id as contract_id, r.expected_amount_minor, r.amount_tolerance_percent as tolerance_percent,
            i.id as item_id, i.code, i.description, i.keywords, i.min_qty::text, i.max_qty::text,
            coalesce(p.unit_price_minor4, i.unit_price_minor4) as unit_price_minor4, coalesce(p.tiers, i.tiers) as tiers
       from unnest(:providers::bigint[], :sites::bigint[], :days::date[], :currencies::text[]) with ordinality as w(provider_id, site_id, day, currency, at)
       join provider_contracts r on r.provider_id = w.provider_id and r.parent_contract_id is null and w.site_id = any(r.site_ids)
        and r.currency = w.currency and contract_covers(r, w.day)
       left join lateral (select distinct on (i.code) i.* from provider_contracts k join contract_items i on i.contract_id = k.id
          where k.root_id = r.id and k.status not in ('draft', 'pending_approval') and i.valid_from <= w.day and (i.valid_to is null or i.valid_to >= w.day)
          order by i.code, k.amendment_no desc) i on true
       left join lateral (select unit_price_minor4, tiers from contract_item_prices p where p.item_id = i.id and p.effective_on <= w.day
          order by p.effective_on desc limit 1) p on true
      order by w.at, r.id, i.code`,
    {
      providers: billings.map(({ providerId }) => providerId),
      sites: billings.map(({ siteId }) => siteId),
      days: billings.map(({ day }) => day),
      currencies: billings.map(({ currency }) => currency),
    },
    client
  )
  for (const row of found) add(covering[row.at] ?? [], row)
  return covering
}

function add(contracts: Covering[], { at: _, ...row }: Found): void {
  const { contractId, expectedAmountMinor, tolerancePercent } = row
  let contract = contracts.at(-1)
  if (contract?.contractId !== contractId) {
    contract = { contractId, expectedAmountMinor, tolerancePercent, items: [] }
    contracts.push(contract)
  }
  if (row.itemId) contract.items.push(row as Candidate)
}
