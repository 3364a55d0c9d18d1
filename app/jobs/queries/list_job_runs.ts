import { rows } from '#app/kernel/database/sql'

/** One piece of background work as the tray shows it. */
export type JobRun = {
  id: string
  title: string
  done: number
  total: number | null
  status: 'queued' | 'running' | 'done' | 'failed'
  href: string | null
  message: string | null
}

export type FoundJobRun = {
  id: number
  title: string
  status: string
  done: number
  total: number | null
  message: string | null
  resultUrl: string | null
}

const SHOWN_MAX = 12

/** Statement of the background work of `:userId`: what is under way and what ended in the last ten minutes, newest first. */
export const JOB_RUNS_OF_USER = `select id, title, status, done_count as done, total_count as total, message, result_url
   from job_runs
  where user_id = :userId and created_at > now() - interval '1 day'
    and (status in ('queued', 'running') or finished_at > now() - interval '10 minutes')
  order by id desc limit ${SHOWN_MAX}`

/** Background work of one user as the tray shows it. */
export async function listJobRuns(userId: number): Promise<JobRun[]> {
  return (await rows<FoundJobRun>(JOB_RUNS_OF_USER, { userId })).map(shownJobRun)
}

/** A row of `JOB_RUNS_OF_USER` as the tray shows it. */
export function shownJobRun(run: FoundJobRun): JobRun {
  return {
    id: String(run.id),
    title: run.title,
    done: run.done,
    total: run.total,
    status:
      run.status === 'queued' || run.status === 'running'
        ? run.status
        : run.status === 'succeeded' || run.status === 'warning'
          ? 'done'
          : 'failed',
    href: run.resultUrl,
    message: run.message,
  }
}
