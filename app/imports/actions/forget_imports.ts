import { deleteBytes, forgetFile } from '#app/files/store_file'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'

/** So long does a file wait to be taken on. */
export const KEPT_HOURS = 24

/**
 * Takes away the files that were uploaded to be looked at and that nobody took on within a day: they hold salaries, accounts
 * and people of whom nothing was kept (data minimisation, art. 5.1.c and 5.1.e GDPR). Gives how many.
 */
export async function forgetImports(): Promise<number> {
  const keys = await inTransaction(async (trx) => {
    const old = await rows<{ fileId: number | null }>(
      `delete from imports m where m.status = 'uploaded' and m.created_at < now() - make_interval(hours => :hours)
          and not exists (select 1 from job_runs r where r.id = m.run_id and r.status in ('queued', 'running')) returning m.file_id`,
      { hours: KEPT_HOURS },
      trx
    )
    return forgetFiles(old, trx)
  })
  for (const key of keys) await deleteBytes(key)
  return keys.length
}

/** Gives the keys whose bytes go once this is committed. */
async function forgetFiles(old: readonly { fileId: number | null }[], trx: Transaction): Promise<string[]> {
  const keys: string[] = []
  for (const { fileId } of old) if (fileId !== null) keys.push(await forgetFile(fileId, trx))
  return keys
}
