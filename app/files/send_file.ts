import type { HttpContext } from '@adonisjs/core/http'
import drive from '@adonisjs/drive/services/main'
import { FileGone } from '#app/files/file_gone'
import { isStored, type StoredFile } from '#app/files/store_file'
import { attachmentHeader } from '#app/kernel/http/attachment'

/**
 * Sends a stored file as an attachment that no browser runs: it is never shown as a page of ours. Throws `FileGone` when its
 * bytes are not there.
 */
export async function sendFile({ response }: HttpContext, file: StoredFile) {
  await refuseGone(file)
  const bytes = await drive.use().getStream(file.storageKey)
  response.header('content-type', file.mime)
  response.header('content-length', file.sizeBytes)
  response.header('content-disposition', attachmentHeader(file.name))
  response.header('content-security-policy', "default-src 'none'; sandbox")
  response.header('cache-control', 'private, no-store')
  return response.stream(bytes, () => {
    response.removeHeader('content-length')
    response.removeHeader('content-disposition')
    response.header('content-type', 'text/plain; charset=utf-8')
    return ['El archivo no está disponible.', 404]
  })
}

/** Throws `FileGone` when the bytes of a file are not in the store: before it goes on record that somebody took it. */
export async function refuseGone(file: Pick<StoredFile, 'storageKey'>): Promise<void> {
  if (!(await isStored(file))) throw new FileGone()
}
