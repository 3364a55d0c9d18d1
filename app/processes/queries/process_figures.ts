import { oneRow } from '#app/kernel/database/sql'

export type ProcessFigures = {
  active: number
  paused: number
  failedToday: number
  running: number
  queued: number
}

/** What stands over the list: how many processes are on, and what the last day and the queue hold. */
export async function processFigures(keys: readonly string[]): Promise<ProcessFigures> {
  const { paused, ...found } = await oneRow<Omit<ProcessFigures, 'active'>>(
    `select (select count(*)::int from automatic_processes where status = 'paused' and key = any(:keys::text[])) as paused,
            (select count(distinct queue)::int from job_runs where status = 'failed' and finished_at > now() - interval '24 hours'
              and queue = any(:keys::text[])) as failed_today,
            (select count(*)::int from job_runs where status = 'running') as running,
            (select count(*)::int from job_runs where status = 'queued') as queued`,
    { keys: [...keys] }
  )
  return { ...found, paused, active: keys.length - paused }
}
