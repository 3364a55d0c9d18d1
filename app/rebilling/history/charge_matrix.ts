import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'

export type MatrixCell = {
  originId: number
  targetId: number
  base: MoneyJson
  total: MoneyJson
  count: number
}
export type ChargeMatrix = {
  year: number
  years: number[]
  origins: { id: number; code: string; name: string }[]
  targets: { id: number; code: string; name: string }[]
  cells: MatrixCell[]
}

/**
 * SQL: what was issued and counts (what was rectified and its rectification are both there and add up to zero), and what was
 * booked at other companies of invoices that they share.
 */
const CHARGED = `(select origin_site_id, target_site_id, base_minor + markup_minor as base_minor, total_minor, issued_on as charged_on from rebilling_transactions
    where status in ('issued', 'settling', 'settled', 'rectified')
  union all select origin_site_id, target_site_id, amount_minor, amount_minor, posted_on from shared_costs where taken_back_at is null)`

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

/**
 * What each company charged on to each other one in a year, by the day it was issued or booked: base with margin (what transfer pricing asks)
 * and total with tax (what 347 does).
 */
export async function chargeMatrix(year: number, { where, bindings }: Filter): Promise<ChargeMatrix> {
  const seen = ['true', ...where].join(' and ')
  const found = await rows<{
    originId: number
    targetId: number
    baseMinor: number
    totalMinor: number
    count: number
  }>(
    `select t.origin_site_id as origin_id, t.target_site_id as target_id, sum(t.base_minor)::bigint as base_minor, sum(t.total_minor)::bigint as total_minor, count(*)::int as count
       from ${CHARGED} t where ${seen} and t.charged_on >= make_date(:year::int, 1, 1) and t.charged_on < make_date(:year::int + 1, 1, 1) group by 1, 2`,
    { ...bindings, year }
  )
  const years = await rows<{ year: number }>(
    `select distinct extract(year from t.charged_on)::int as year from ${CHARGED} t where ${seen} order by 1 desc`,
    bindings
  )
  const sites = await rows<{ id: number; code: string; name: string }>(
    `select id, code, legal_name::text as name from sites where id = any(:ids::bigint[]) order by code`,
    { ids: [...new Set(found.flatMap(({ originId, targetId }) => [originId, targetId]))] }
  )
  return {
    year,
    years: [...new Set([year, ...years.map((row) => row.year)])].toSorted((a, b) => b - a),
    origins: sites.filter(({ id }) => found.some(({ originId }) => originId === id)),
    targets: sites.filter(({ id }) => found.some(({ targetId }) => targetId === id)),
    cells: found.map(({ baseMinor, totalMinor, ...cell }) => ({
      ...cell,
      base: euros(baseMinor),
      total: euros(totalMinor),
    })),
  }
}

export type MatrixRow = { origin: string; target: string; base: MoneyJson; total: MoneyJson; count: number }

/** The same as rows of a file. */
export function matrixRows({ origins, targets, cells }: ChargeMatrix): MatrixRow[] {
  const nameOf = (sites: ChargeMatrix['origins'], id: number) =>
    sites.find((site) => site.id === id)?.name ?? ''
  return cells.map(({ originId, targetId, ...cell }) => ({
    origin: nameOf(origins, originId),
    target: nameOf(targets, targetId),
    ...cell,
  }))
}
