import type { HttpContext } from '@adonisjs/core/http'
import drive from '@adonisjs/drive/services/main'
import type { StoredFile } from '#app/files/store_file'

/** Sends a stored file as an attachment that no browser runs: it is never shown as a page of ours. */
export async function sendFile({ response }: HttpContext, file: StoredFile) {
  const bytes = await drive.use().getStream(file.storageKey)
  const ascii = file.name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  response.header('content-type', file.mime)
  response.header('content-length', file.sizeBytes)
  response.header(
    'content-disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`
  )
  response.header('content-security-policy', "default-src 'none'; sandbox")
  response.header('cache-control', 'private, no-store')
  return response.stream(bytes, () => {
    response.removeHeader('content-length')
    response.removeHeader('content-disposition')
    return ['El archivo no está disponible.', 404]
  })
}
