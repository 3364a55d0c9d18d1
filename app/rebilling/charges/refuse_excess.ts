import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'

type Wanted = { sourceType: string; sourceId: number | null; amountMinor: number }

/**
 * Locks costs and refuses more than is left to charge on of any of them; what `without` takes of them already counts as free.
 * The database holds the same (CR001). Throws E_PENDING with what is left, at `field`.
 */
export async function refuseExcess(
  wanted: readonly Wanted[],
  trx: Transaction,
  { without = [], field }: { without?: readonly number[]; field?: string } = {}
): Promise<void> {
  const costs = wanted.filter(({ sourceId }) => sourceId !== null)
  if (costs.length === 0) return
  const keys = {
    types: costs.map(({ sourceType }) => sourceType),
    ids: costs.map(({ sourceId }) => sourceId),
  }
  await execute(
    `select rebilling_lock_cost(w.source_type, w.source_id) from (select distinct source_type, source_id from unnest(:types::text[], :ids::bigint[]) as u(source_type, source_id) order by 1, 2) w`,
    keys,
    trx
  )
  const left = await rows<{ sourceType: string; sourceId: number; wantedMinor: number; leftMinor: number }>(
    `select w.source_type, w.source_id, w.wanted_minor, (coalesce(c.base_minor, 0) - s.taken_minor)::bigint as left_minor
       from (select source_type, source_id, sum(amount_minor)::bigint as wanted_minor from unnest(:types::text[], :ids::bigint[], :amounts::bigint[]) as u(source_type, source_id, amount_minor) group by 1, 2) w
       left join rebillable_costs c on c.source_type = w.source_type and c.source_id = w.source_id
       cross join lateral (select coalesce(sum(x.amount_minor), 0) as taken_minor from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id
          where x.source_type = w.source_type and x.source_id = w.source_id and t.reverses_id is null and t.status not in ('discarded', 'rectified') and t.id <> all(:without::bigint[])) s`,
    { ...keys, amounts: costs.map(({ amountMinor }) => amountMinor), without: [...without] },
    trx
  )
  for (const { wantedMinor, leftMinor } of left)
    if (
      wantedMinor !== 0 &&
      (Math.sign(wantedMinor) !== Math.sign(leftMinor) || Math.abs(wantedMinor) > Math.abs(leftMinor))
    )
      throw new DomainError(
        'E_PENDING',
        `El importe supera lo pendiente de refacturar (${formatAmount(leftMinor, 'EUR')}).`,
        field ? { field } : {}
      )
}
