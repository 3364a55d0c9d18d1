import type { Actor } from '#app/audit/record_event'
import { forgetFile, type StoredFile, storeFile } from '#app/files/store_file'
import type { Answers } from '#app/imports/define_import'
import { type Client, execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'

/**
 * Files of imports with a reading and a page of their own (bank statements): kept, taken on and taken back as any other, but
 * found by their file and what goes with it.
 */
type Whose = { kind: string; answers: Answers }

type Kept = Whose & { name: string; bytes: Uint8Array; isOnce?: boolean; rowsTotal?: number; actor: Actor }

/** Keeps a file that is to be looked at. Gives the key of the import and its file. */
export async function keepFile(
  { kind, answers, name, bytes, isOnce = false, rowsTotal = 0, actor }: Kept,
  trx: Transaction
): Promise<{ id: string; file: StoredFile }> {
  const file = await storeFile({ name, bytes, createdBy: actor.userId, as: 'table' }, trx)
  const { id } = await oneRow<{ id: string }>(
    `insert into imports (kind, is_once, file_id, file_name, sha256, answers, rows_total, created_by)
     values (:kind, :isOnce, :fileId, :name, :sha256, :answers::jsonb, :rowsTotal, :userId) returning id`,
    {
      kind,
      isOnce,
      fileId: file.id,
      name: file.name,
      sha256: file.sha256,
      answers: JSON.stringify(answers),
      rowsTotal,
      userId: actor.userId,
    },
    trx
  )
  return { id, file }
}

/** Whether a file was kept for that, and was not taken back since. */
export async function isKept({ kind, answers, fileId }: Whose & { fileId: number }): Promise<boolean> {
  const found = await row(
    `select 1 as found from imports where kind = :kind and file_id = :fileId and answers @> :answers::jsonb and status <> 'undone'`,
    { kind, fileId, answers: JSON.stringify(answers) }
  )
  return found !== null
}

/** Notes the job that takes a kept file on. */
export async function noteRun({ fileId, runId }: { fileId: number; runId: number }, trx: Transaction) {
  await execute(`update imports set run_id = :runId where file_id = :fileId`, { runId, fileId }, trx)
}

export type AppliedCounts = { applied: number; repeated: number; wrong: number; leftOut: number }

type Applied = { fileId: number; siteId: number; counts: AppliedCounts; result: string; actor: Actor }

/** Notes that a kept file was taken on, and what became of its rows. */
export async function noteApplied(
  { fileId, siteId, counts, result, actor }: Applied,
  trx: Transaction
): Promise<void> {
  await execute(
    `update imports set status = 'applied', problem = null, applied_at = now(), applied_by = :userId, site_ids = array[:siteId::bigint], result = :result,
        rows_total = :total, rows_applied = :applied, rows_repeated = :repeated, rows_wrong = :wrong, rows_left_out = :leftOut
      where file_id = :fileId and status in ('uploaded', 'applying')`,
    {
      fileId,
      siteId,
      result,
      userId: actor.userId,
      ...counts,
      total: counts.applied + counts.repeated + counts.wrong + counts.leftOut,
    },
    trx
  )
}

/** Notes that what some files brought was taken back. */
export async function noteUndone(fileIds: readonly number[], actor: Actor, trx: Transaction): Promise<void> {
  await execute(
    `update imports set status = 'undone', undone_at = now(), undone_by = :userId where file_id = any(:fileIds::bigint[]) and status = 'applied'`,
    { fileIds: [...fileIds], userId: actor.userId },
    trx
  )
}

/** Takes away every file that was kept for something that goes; gives the keys whose bytes go once this is committed. */
export async function forgetKept({ kind, answers }: Whose, trx: Transaction): Promise<string[]> {
  const bindings = { kind, answers: JSON.stringify(answers) }
  const kept = await rows<{ fileId: number }>(
    `select file_id from imports where kind = :kind and answers @> :answers::jsonb and file_id is not null for update`,
    bindings,
    trx
  )
  await execute(
    `delete from imports where kind = :kind and answers @> :answers::jsonb and status in ('uploaded', 'applying')`,
    bindings,
    trx
  )
  const keys: string[] = []
  for (const { fileId } of kept) keys.push(await forgetFile(fileId, trx))
  return keys
}

/** The job that takes on a file kept for that, of these bytes when they are given; null when none does. */
export function findRunning(
  { kind, answers, sha256 }: Whose & { sha256: string | null },
  client?: Client
): Promise<{ name: string; done: number; total: number | null } | null> {
  return row(
    `select m.file_name as name, r.done_count as done, r.total_count as total from imports m
       join job_runs r on r.id = m.run_id and r.status in ('queued', 'running')
      where m.kind = :kind and m.answers @> :answers::jsonb and (:sha256::text is null or m.sha256 = :sha256::text) order by r.id limit 1`,
    { kind, answers: JSON.stringify(answers), sha256 },
    client
  )
}
