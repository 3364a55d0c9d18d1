import type { ColumnChoice } from '#app/imports/columns'
import type { Answers } from '#app/imports/define_import'
import { type Client, row } from '#app/kernel/database/sql'

/** A file that waits to be taken on, or is being taken on by a job (`runId`). */
export type WaitingImport = {
  id: string
  kind: string
  fileId: number
  fileName: string
  sha256: string
  choice: ColumnChoice
  sheet: string | null
  answers: Answers
  status: 'uploaded' | 'applying'
  problem: string | null
  rowsTotal: number
}

type Own = { kind: string; importId: string; userId: number | null }

/** A file that waits; null when it is somebody else's or was used already. With a transaction it is locked. */
export function findWaiting({ kind, importId, userId }: Own, client?: Client): Promise<WaitingImport | null> {
  return row<WaitingImport>(
    `select id, kind, file_id, file_name, sha256, choice, sheet, answers, status, problem, rows_total from imports
      where id = :importId::uuid and kind = :kind and created_by = :userId and status in ('uploaded', 'applying') and file_id is not null ${client ? 'for update' : ''}`,
    { importId, kind, userId },
    client
  )
}

/** How far the job is that takes a file on; null when none does. */
export function findProgress(importId: string): Promise<{ done: number; total: number | null } | null> {
  return row(
    `select r.done_count as done, r.total_count as total from imports m join job_runs r on r.id = m.run_id and r.status in ('queued', 'running')
      where m.id = :importId::uuid and m.status = 'applying'`,
    { importId }
  )
}

/** When a file with these bytes was taken on before, and by whom; null when none was. */
export function findEarlier(
  { kind, sha256 }: { kind: string; sha256: string },
  client?: Client
): Promise<{ appliedAt: Date; who: string | null } | null> {
  return row(
    `select m.applied_at, u.name as who from imports m left join users u on u.id = m.applied_by
      where m.kind = :kind and m.sha256 = :sha256 and m.status = 'applied' order by m.applied_at desc limit 1`,
    { kind, sha256 },
    client
  )
}
