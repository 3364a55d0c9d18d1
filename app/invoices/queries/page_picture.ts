import drive from '@adonisjs/drive/services/main'
import sharp from 'sharp'
import { findFile, readFileBytes } from '#app/files/store_file'
import { originalFileId } from '#app/invoices/queries/original_file'
import { renderPage } from '#app/invoices/reading/render_page'

const WIDTH_PX = 1400
const PAGES_MAX = 60

const PIXELS_MAX = 60_000_000

/** A page of the original as PNG, made once and kept; null when there is no such page. */
export async function pagePicture(invoiceId: number, page: number): Promise<Uint8Array | null> {
  const file = await findFile(await originalFileId(invoiceId))
  if (!file || page < 1 || page > PAGES_MAX || file.mime === 'application/xml') return null
  const key = `pages/${file.sha256}-${page}-${WIDTH_PX}.png`
  if (await drive.use().exists(key)) return drive.use().getBytes(key)
  const bytes = await readFileBytes(file)
  const picture =
    file.mime === 'application/pdf'
      ? await renderPage(bytes, page - 1, WIDTH_PX)
      : await pictureOf(bytes, page - 1)
  await drive.use().put(key, picture)
  return picture
}

/** A photograph or scan turned as its camera says and no wider than the viewer needs. */
async function pictureOf(bytes: Uint8Array, page: number): Promise<Uint8Array> {
  const options = { limitInputPixels: PIXELS_MAX, ...(page > 0 ? { page } : {}) }
  return sharp(bytes, options)
    .rotate()
    .resize({ width: WIDTH_PX, withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
