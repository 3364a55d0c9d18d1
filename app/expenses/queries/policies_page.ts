import { CATEGORIES, type Category } from '#app/expenses/expense_categories'
import { decimalText } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'

export type PolicyShown = {
  id: number
  site_id: string | null
  site: string
  category: Category | null
  category_label: string
  max_per_line: string
  max_per_day: string
  km_rate: string
  receipt_required_above: string
  months_back: string
}

/** What the house allows, of the group and of the companies somebody works with, with the limits of law beside it. */
export async function policiesPage(scope: number[] | 'all') {
  const found = await rows<{
    id: number
    siteId: number | null
    site: string | null
    category: Category | null
    maxPerLineMinor: number | null
    maxPerDayMinor: number | null
    kmRateMinor: number | null
    receiptRequiredAboveMinor: number | null
    monthsBack: number | null
  }>(
    `select p.*, s.code as site from expense_policies p left join sites s on s.id = p.site_id
      where p.site_id is null or :all or p.site_id = any(:ids::bigint[]) order by s.code nulls first, p.category nulls first`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  const text = (minor: number | null) => (minor === null ? '' : decimalText(minor))
  return {
    rows: found.map(
      (row): PolicyShown => ({
        id: row.id,
        site_id: row.siteId === null ? null : String(row.siteId),
        site: row.site ?? 'Todo el grupo',
        category: row.category,
        category_label: row.category === null ? 'Todas' : CATEGORIES[row.category].label,
        max_per_line: text(row.maxPerLineMinor),
        max_per_day: text(row.maxPerDayMinor),
        km_rate: text(row.kmRateMinor),
        receipt_required_above: text(row.receiptRequiredAboveMinor),
        months_back: row.monthsBack === null ? '' : String(row.monthsBack),
      })
    ),
    limits: await listLegalLimits(),
    sites: await rows<{ value: string; label: string }>(
      `select id::text as value, code || ' · ' || coalesce(nullif(trade_name, ''), legal_name) as label from sites
        where status = 'active' and (:all or id = any(:ids::bigint[])) order by code`,
      { all: scope === 'all', ids: scope === 'all' ? [] : scope }
    ),
    is_group: scope === 'all',
  }
}

const LIMIT_LABELS: Record<string, string> = {
  kilometre: 'Kilómetro en vehículo propio',
  overnight: 'Dieta en España, con pernocta',
  day: 'Dieta en España, sin pernocta',
  overnight_abroad: 'Dieta en el extranjero, con pernocta',
  day_abroad: 'Dieta en el extranjero, sin pernocta',
}

/** The limits of law that hold today, with where they stand. */
async function listLegalLimits() {
  const found = await rows<{
    id: number
    kind: string
    validFrom: string
    amountMinor: number
    source: string
  }>(
    `select distinct on (kind) id, kind, valid_from, amount_minor, source from expense_limits where valid_from <= current_date order by kind, valid_from desc`
  )
  return found.map(({ id, kind, validFrom, amountMinor, source }) => ({
    id,
    label: LIMIT_LABELS[kind] ?? kind,
    valid_from: validFrom,
    amount: { minor: amountMinor, currency: 'EUR' },
    source,
  }))
}
