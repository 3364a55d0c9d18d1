import { readdir, readFile } from 'node:fs/promises'
import type { Actor } from '#app/audit/record_event'
import { registerUpload } from '#app/invoices/actions/register_upload'

const FOLDER = new URL('./files/', import.meta.url)

/** Real documents that are read when the product starts: text, scans and a photograph. */
export async function uploadDemoFiles(actor: Actor): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => /\.(pdf|jpg)$/.test(name)).sort()
  for (const name of names) {
    await registerUpload(
      {
        name,
        bytes: await readFile(new URL(name, FOLDER)),
        siteId: null,
        priority: 'normal',
        source: 'upload',
      },
      actor
    )
  }
}
