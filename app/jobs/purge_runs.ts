import type { Purge } from '#app/jobs/area_purges'
import { execute } from '#app/kernel/database/sql'

const BATCH = 5_000
const RUNS_DAYS = 180
const FAILURES_DAYS = 730

/** Runs that ended half a year ago, and those that failed after two years. The last run of each process stays. */
export const purgeRuns: readonly Purge[] = [
  { title: 'Ejecuciones', days: RUNS_DAYS, purge: () => purge(`status <> 'failed'`, RUNS_DAYS) },
  {
    title: 'Ejecuciones fallidas',
    days: FAILURES_DAYS,
    purge: () => purge(`status = 'failed'`, FAILURES_DAYS),
  },
]

/** In parts: nobody waits for a table of a year. */
async function purge(which: string, days: number): Promise<number> {
  let gone = 0
  for (;;) {
    const part = await execute(
      `delete from job_runs where id in (
         select r.id from job_runs r
          where r.${which} and r.finished_at < now() - make_interval(days => :days)
            and exists (select 1 from job_runs later where later.queue = r.queue and later.id > r.id)
          order by r.finished_at limit ${BATCH})`,
      { days }
    )
    gone += part
    if (part < BATCH) return gone
  }
}
