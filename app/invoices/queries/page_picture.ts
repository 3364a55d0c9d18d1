import drive from '@adonisjs/drive/services/main'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { drawInChild } from '#app/invoices/drawing/draw_in_child'
import { originalFileId } from '#app/invoices/queries/original_file'

const WIDTH_PX = 1400
const PAGES_MAX = 60

/** Pages being drawn now: who asks for the same one waits for it. */
const drawing = new Map<string, Promise<Uint8Array | null>>()

/**
 * A page of the original as PNG, made once in a process of its own and kept; null when there is no such page. Throws
 * E_UNREADABLE_FILE when it cannot be drawn, `FileGone` when its file is not in the store.
 */
export async function pagePicture(invoiceId: number, page: number): Promise<Uint8Array | null> {
  const fileId = await originalFileId(invoiceId)
  const file = fileId === null ? null : await findFile(fileId)
  return file && filePicture(file, page)
}

/** The same of any stored file. */
export async function filePicture(file: StoredFile, page: number): Promise<Uint8Array | null> {
  if (page < 1 || page > PAGES_MAX || file.mime === 'application/xml') return null
  const key = `pages/${file.sha256}-${page}-${WIDTH_PX}.png`
  if (await drive.use().exists(key)) return drive.use().getBytes(key)
  const running = drawing.get(key) ?? draw(file, page, key).finally(() => drawing.delete(key))
  drawing.set(key, running)
  return running
}

async function draw(file: StoredFile, page: number, key: string): Promise<Uint8Array | null> {
  const bytes = await readFileBytes(file)
  const picture = await drawInChild({ bytes, mime: file.mime, pageIndex: page - 1, widthPx: WIDTH_PX })
  if (picture) await drive.use().put(key, picture)
  return picture
}
