import { deleteBytes, forgetFile } from '#app/files/store_file'
import type { Area } from '#app/kernel/area'
import { inTransaction, rows } from '#app/kernel/database/sql'

/** So long does a file wait to be taken on. */
export const KEPT_HOURS = 24

/** Where files wait to be looked at: a table with `file_id` and `created_at`. */
export type WaitingUploads = {
  table: string
  /** SQL over a row `w`: whether it waits still, for nobody once a day has passed; always unless told. */
  waits?: string
}

declare module '#app/kernel/area' {
  interface Area {
    /** Its tables of uploads that are taken on later, or forgotten. */
    uploads?: readonly WaitingUploads[]
  }
}

const waiting: WaitingUploads[] = []

/** Lets the nightly sweep know where an area keeps uploads. */
export function bringUploads({ uploads = [] }: Pick<Area, 'uploads'>): void {
  waiting.push(...uploads)
}

/**
 * Takes away the files that were uploaded to be looked at and that nobody took on within a day: they hold salaries,
 * accounts and people of whom nothing was kept (data minimisation, art. 5.1.c and 5.1.e GDPR). Gives how many.
 */
export async function forgetUploads(): Promise<number> {
  let count = 0
  for (const uploads of waiting) count += await forgetWaiting(uploads)
  return count
}

async function forgetWaiting({ table, waits = 'true' }: WaitingUploads): Promise<number> {
  const keys = await inTransaction(async (trx) => {
    const old = await rows<{ fileId: number | null }>(
      `delete from ${table} w where w.created_at < now() - make_interval(hours => :hours) and ${waits} returning file_id`,
      { hours: KEPT_HOURS },
      trx
    )
    const found: string[] = []
    for (const { fileId } of old) if (fileId !== null) found.push(await forgetFile(fileId, trx))
    return found
  })
  for (const key of keys) await deleteBytes(key)
  return keys.length
}
