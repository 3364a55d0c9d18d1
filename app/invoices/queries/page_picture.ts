import drive from '@adonisjs/drive/services/main'
import { findFile, readFileBytes } from '#app/files/store_file'
import { originalFileId } from '#app/invoices/queries/original_file'
import { renderPage } from '#app/invoices/reading/render_page'

const WIDTH_PX = 1400
const PAGES_MAX = 60

/** A page of the original as PNG, made once and kept; null when there is no such page. */
export async function pagePicture(invoiceId: number, page: number): Promise<Uint8Array | null> {
  const file = await findFile(await originalFileId(invoiceId))
  if (!file || page < 1 || page > PAGES_MAX || file.mime === 'application/xml') return null
  const key = `pages/${file.sha256}-${page}-${WIDTH_PX}.png`
  if (await drive.use().exists(key)) return drive.use().getBytes(key)
  const picture = await renderPage(await readFileBytes(file), page - 1, WIDTH_PX)
  await drive.use().put(key, picture)
  return picture
}
