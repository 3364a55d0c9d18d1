import { dropKept, forgetFile } from '#app/files/store_stream'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'

const BATCH = 200

/** Removes the files whose time is over. Old lines of the list go after a month. */
export async function removeExpiredExports(): Promise<{ message: string; counters: { updated: number } }> {
  const expired = await rows<{ id: number }>(
    `select id from exports where status = 'done' and expires_at <= now() order by id limit ${BATCH}`
  )
  for (const { id } of expired) await expire(id)
  await execute(
    `delete from exports where status in ('failed', 'expired') and created_at < now() - interval '30 days'`
  )
  return {
    message: counted(expired.length, 'archivo eliminado', 'archivos eliminados'),
    counters: { updated: expired.length },
  }
}

/** The bytes first: should the rest fail, the next run repeats it, and nothing lies about that no row knows. */
async function expire(id: number): Promise<void> {
  await inTransaction(async (trx) => {
    const found = await row<{ fileId: number }>(
      `select file_id from exports where id = :id and status = 'done' for update`,
      { id },
      trx
    )
    if (!found) return
    await execute(`update exports set status = 'expired', file_id = null where id = :id`, { id }, trx)
    const kept = await forgetFile(found.fileId, trx)
    if (kept) await dropKept(kept)
  })
}
