import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { RUN_IN_SCOPE, scopeOf, type Viewer } from '#app/processes/queries/list_process_runs'

export type FoundRun = {
  id: number
  title: string
  status: string
  objectType: string | null
  objectId: number | null
  siteId: number | null
}

type Wanted = { key: string; runId: number }

/** Whether a run belongs to a process and is none of a company that the viewer does not see. */
export async function canSeeRun({ key, runId }: Wanted, viewer: Viewer): Promise<boolean> {
  const found = await row(
    `select 1 as found from job_runs r where r.id = :runId and r.queue = :key and ${RUN_IN_SCOPE}`,
    { runId, key, ...scopeOf(viewer) }
  )
  return found !== null
}

/** A run of a process, locked. */
export function lockRun({ key, runId }: Wanted, trx: Transaction): Promise<FoundRun> {
  return oneRow<FoundRun>(
    `select id, title, status, object_type, object_id, site_id from job_runs where id = :runId and queue = :key for update`,
    { runId, key },
    trx
  )
}
