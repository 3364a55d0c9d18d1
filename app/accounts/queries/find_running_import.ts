import { type Client, row } from '#app/kernel/database/sql'

export type RunningImport = { name: string; done: number; total: number | null }

/** The statement that is being imported into an account in the background, of these bytes when they are given, or null. */
export function findRunningImport(
  bankAccountId: number,
  sha256: string | null = null,
  client?: Client
): Promise<RunningImport | null> {
  return row<RunningImport>(
    `select f.name, r.done_count as done, r.total_count as total from statement_uploads u
       join job_runs r on r.id = u.run_id and r.status in ('queued', 'running') join files f on f.id = u.file_id
      where u.bank_account_id = :bankAccountId and (:sha256::text is null or f.sha256 = :sha256::text) order by r.id limit 1`,
    { bankAccountId, sha256 },
    client
  )
}
