import { findFile, isStored, readFileBytes, type StoredFile } from '#app/files/store_file'
import { row } from '#app/kernel/database/sql'

/** The stored mark of a company, PNG; null without one. */
export async function findSiteLogo(siteId: number): Promise<StoredFile | null> {
  const site = await row<{ fileId: number | null }>(
    `select logo_file_id as file_id from sites where id = :siteId`,
    { siteId }
  )
  return site?.fileId ? findFile(site.fileId) : null
}

/** Its bytes, for what is printed: what has lost its mark is printed without. */
export async function readSiteLogo(siteId: number): Promise<Uint8Array | null> {
  const file = await findSiteLogo(siteId)
  return file && (await isStored(file)) ? readFileBytes(file) : null
}
