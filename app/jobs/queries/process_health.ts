import { rows } from '#app/kernel/database/sql'

/** How the background work stands, for who watches the product: nothing of what it works on. */
export type ProcessHealth = {
  queue: { waiting: number; oldestSeconds: number }
  /** Processes without which the product is not sound, with their last success. */
  critical: { key: string; lastSuccessAt: string | null; failuresInRow: number; isPaused: boolean }[]
}

type Found = { key: string; lastSuccessAt: Date | null; failuresInRow: number; isPaused: boolean }

/** Rejects when the database does not answer. Runs of paused processes wait on purpose and do not count. */
export async function processHealth(criticalKeys: readonly string[]): Promise<ProcessHealth> {
  const [queue] = await rows<{ waiting: number; oldestSeconds: number }>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(r.created_at)), 0)::int as oldest_seconds
       from job_runs r where r.status = 'queued'
        and not exists (select 1 from automatic_processes p where p.key = r.queue and p.status = 'paused')`
  )
  const critical = await rows<Found>(
    `select k.key, p.last_success_at, coalesce(p.failures_in_row, 0) as failures_in_row, coalesce(p.status = 'paused', false) as is_paused
       from unnest(:keys::text[]) with ordinality k(key, place) left join automatic_processes p on p.key = k.key order by k.place`,
    { keys: [...criticalKeys] }
  )
  return {
    queue: queue ?? { waiting: 0, oldestSeconds: 0 },
    critical: critical.map((one) => ({ ...one, lastSuccessAt: one.lastSuccessAt?.toISOString() ?? null })),
  }
}
