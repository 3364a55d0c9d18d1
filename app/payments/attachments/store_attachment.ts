import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@adonisjs/core/bodyparser'
import { storeFile } from '#app/files/store_file'
import { DomainError } from '#app/kernel/domain_error'

const BYTES_MAX = 20_000_000

/** Keeps a document that somebody uploads for a payment; gives its key. Throws E_FILE_SIZE and E_FILE_KIND at `file`. */
export async function storeAttachment(file: MultipartFile, createdBy: number | null): Promise<number> {
  if (!file.tmpPath || file.size > BYTES_MAX)
    throw new DomainError('E_FILE_SIZE', 'El archivo supera el máximo (20 MB).', { field: 'file' })
  const stored = await storeFile({ name: file.clientName, bytes: await readFile(file.tmpPath), createdBy })
  return stored.id
}
