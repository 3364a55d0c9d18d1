import { CATEGORIES, type Category, PER_DIEM_KINDS, type PerDiemKind } from '#app/expenses/expense_categories'
import { rows } from '#app/kernel/database/sql'
import { decimalText } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'

export type PolicyShown = {
  id: number
  siteId: string | null
  site: string
  category: Category | null
  categoryLabel: string
  maxPerLine: string
  maxPerDay: string
  kmRate: string
  receiptRequiredAbove: string
  monthsBack: string
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
        siteId: row.siteId === null ? null : String(row.siteId),
        site: row.site ?? 'Todo el grupo',
        category: row.category,
        categoryLabel: row.category === null ? 'Todas' : CATEGORIES[row.category].label,
        maxPerLine: text(row.maxPerLineMinor),
        maxPerDay: text(row.maxPerDayMinor),
        kmRate: text(row.kmRateMinor),
        receiptRequiredAbove: text(row.receiptRequiredAboveMinor),
        monthsBack: row.monthsBack === null ? '' : String(row.monthsBack),
      })
    ),
    limits: await listLegalLimits(),
    perDiems: await listPerDiems(scope),
    sites: await rows<{ value: string; label: string }>(
      `select id::text as value, code || ' · ' || coalesce(nullif(trade_name, ''), legal_name) as label from sites
        where status = 'active' and (:all or id = any(:ids::bigint[])) order by code`,
      { all: scope === 'all', ids: scope === 'all' ? [] : scope }
    ),
    isGroup: scope === 'all',
    limitKinds: optionsOf(LIMIT_LABELS),
    perDiemKinds: optionsOf(PER_DIEM_KINDS),
  }
}

const LIMIT_LABELS: Record<string, string> = {
  kilometre: 'Kilómetro en vehículo propio',
  day: 'Dieta en España, sin pernocta',
  overnight: 'Dieta en España, con pernocta',
  day_abroad: 'Dieta en el extranjero, sin pernocta',
  overnight_abroad: 'Dieta en el extranjero, con pernocta',
}

/** What the house pays a day, of the group and of these companies: what holds and what will. */
async function listPerDiems(scope: number[] | 'all') {
  const found = await rows<{
    id: number
    site: string | null
    kind: PerDiemKind
    validFrom: string
    amountMinor: number
  }>(
    `select p.id, s.code as site, p.kind, p.valid_from, p.amount_minor from expense_per_diems p left join sites s on s.id = p.site_id
      where (p.site_id is null or :all or p.site_id = any(:ids::bigint[]))
        and not exists (select 1 from expense_per_diems later where later.site_id is not distinct from p.site_id and later.kind = p.kind and later.valid_from > p.valid_from and later.valid_from <= current_date)
      order by s.code nulls first, array_position(array['day', 'overnight', 'day_abroad', 'overnight_abroad'], p.kind), p.valid_from`,
    { all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(({ id, site, kind, validFrom, amountMinor }) => ({
    id,
    site: site ?? 'Todo el grupo',
    label: PER_DIEM_KINDS[kind],
    validFrom,
    amount: { minor: amountMinor, currency: 'EUR' },
  }))
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
  const order = Object.keys(LIMIT_LABELS)
  const sorted = found.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return sorted.map(({ id, kind, validFrom, amountMinor, source }) => ({
    id,
    label: LIMIT_LABELS[kind] ?? kind,
    validFrom,
    amount: { minor: amountMinor, currency: 'EUR' },
    source,
  }))
}
