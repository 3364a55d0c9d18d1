import type { HttpContext } from '@adonisjs/core/http'
import { readFileBytes, type StoredFile } from '#app/files/store_file'

/** Sends a stored file as an attachment that no browser runs: it is never shown as a page of ours. */
export async function sendFile({ response }: HttpContext, file: StoredFile) {
  const bytes = await readFileBytes(file)
  const ascii = file.name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  response.header('content-type', file.mime)
  response.header(
    'content-disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`
  )
  response.header('content-security-policy', "default-src 'none'; sandbox")
  response.header('cache-control', 'private, no-store')
  return response.send(Buffer.from(bytes))
}
