import type { RateLimit } from '#app/connectors/provider'
import { execute, oneRow, rows } from '#app/kernel/database/sql'

/**
 * A bucket holds 45 % of a limit and fills by 50 % of it a window: whatever happens, no window sees more than 95 % of what
 * the provider allows, and the rest is for requests that were under way or late.
 */
const CAPACITY_SHARE = 0.45
const REFILL_SHARE = 0.5

/** What a bucket holds at most, and how much of it comes back each second. */
export const bucketOf = ({ requests, seconds }: RateLimit): { capacity: number; perSecond: number } => ({
  capacity: Math.max(1, Math.floor(requests * CAPACITY_SHARE)),
  perSecond: (requests * REFILL_SHARE) / seconds,
})

export type Slot = { isTaken: true; waitMs: number } | { isTaken: false; afterSeconds: number }

/**
 * Takes one request out of the budgets of a connection, for every process alike: gives how long to wait before sending it.
 * One that would have to wait longer than `waitMaxMs` takes nothing.
 */
export async function takeSlot(
  connectorId: number,
  limits: readonly RateLimit[],
  waitMaxMs: number
): Promise<Slot> {
  if (limits.length === 0) return { isTaken: true, waitMs: 0 }
  const waitMs = await reserve(connectorId, limits)
  if (waitMs <= waitMaxMs) return { isTaken: true, waitMs }
  await execute(`update connector_budgets set tokens = tokens + 1 where connector_id = :connectorId`, {
    connectorId,
  })
  return { isTaken: false, afterSeconds: Math.ceil(waitMs / 1000) }
}

/** Below zero a bucket says how long its next request has to wait: who came before has that place already. */
async function reserve(connectorId: number, limits: readonly RateLimit[]): Promise<number> {
  const buckets = limits.map(bucketOf)
  const bindings = {
    connectorId,
    limitNos: limits.map((_, at) => at),
    capacities: JSON.stringify(buckets.map(({ capacity }) => capacity)),
    rates: JSON.stringify(buckets.map(({ perSecond }) => perSecond)),
  }
  for (;;) {
    const taken = await rows<{ waitMs: number }>(TAKE, bindings)
    if (taken.length === limits.length) return Math.max(...taken.map(({ waitMs }) => waitMs))
    await openBudgets(connectorId, buckets)
  }
}

/** Rows in the order of their limits, so that two processes never wait for each other. */
const TAKE = `
  with turn as materialized (
    select limit_no from connector_budgets where connector_id = :connectorId and limit_no = any(:limitNos::int[]) order by limit_no for update)
  update connector_budgets b
     set tokens = least((:capacities::jsonb ->> b.limit_no)::numeric,
           b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at)) * (:rates::jsonb ->> b.limit_no)::numeric) - 1,
         refilled_at = clock_timestamp()
    from turn where b.connector_id = :connectorId and b.limit_no = turn.limit_no
  returning greatest(0, ceil(-b.tokens / (:rates::jsonb ->> b.limit_no)::numeric * 1000))::int as wait_ms`

async function openBudgets(connectorId: number, buckets: readonly { capacity: number }[]): Promise<void> {
  await oneRow(
    `with made as (
       insert into connector_budgets (connector_id, limit_no, tokens, refilled_at)
       select :connectorId, ordinality - 1, value::numeric, clock_timestamp()
         from jsonb_array_elements_text(:capacities::jsonb) with ordinality
       on conflict do nothing returning 1)
     select count(*)::int as made from made`,
    { connectorId, capacities: JSON.stringify(buckets.map(({ capacity }) => capacity)) }
  )
}
