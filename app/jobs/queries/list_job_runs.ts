import { rows } from '#app/kernel/sql'

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

type Found = {
  id: number
  title: string
  status: string
  done: number
  total: number | null
  message: string | null
  resultUrl: string | null
}

const SHOWN_MAX = 12

/** Background work of one user: what is under way and what ended in the last ten minutes, newest first. */
export async function listJobRuns(userId: number): Promise<JobRun[]> {
  const found = await rows<Found>(
    `select id, title, status, done_count as done, total_count as total, message, result_url from job_runs
      where user_id = :userId and created_at > now() - interval '1 day' and (status in ('queued', 'running') or finished_at > now() - interval '10 minutes')
      order by id desc limit ${SHOWN_MAX}`,
    { userId }
  )
  return found.map((run) => ({
    id: String(run.id),
    title: run.title,
    done: run.done,
    total: run.total,
    status:
      run.status === 'queued' || run.status === 'running'
        ? run.status
        : run.status === 'succeeded'
          ? 'done'
          : 'failed',
    href: run.resultUrl,
    message: run.message,
  }))
}
