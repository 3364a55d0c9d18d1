import { findFile, isStored, readFileBytes, type StoredFile } from '#app/files/store_file'
import { type Client, row } from '#app/kernel/database/sql'

/** The stored mark of a company, PNG; null without one. */
export async function findSiteLogo(siteId: number, client?: Client): Promise<StoredFile | null> {
  const site = await row<{ fileId: number | null }>(
    `select logo_file_id as file_id from sites where id = :siteId`,
    { siteId },
    client
  )
  return site?.fileId ? findFile(site.fileId, client) : null
}

/** Its bytes, for what is printed: what has lost its mark is printed without. */
export async function readSiteLogo(siteId: number, client?: Client): Promise<Uint8Array | null> {
  const file = await findSiteLogo(siteId, client)
  return file && (await isStored(file)) ? readFileBytes(file) : null
}
