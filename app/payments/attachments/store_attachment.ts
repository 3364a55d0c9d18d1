import type { MultipartFile } from '@adonisjs/core/bodyparser'
import { refuseUnfitPaper, sentPaper } from '#app/files/paper'
import { storeFile } from '#app/files/store_file'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Keeps a document that somebody uploads for a payment; gives its key. Throws at `file` what is missing, too large, or by its
 * content no PDF and no picture: the rule of the provider above an amount asks for a document that can be read.
 */
export async function storeAttachment(file: MultipartFile, createdBy: number | null): Promise<number> {
  const paper = await sentPaper(file, 'file')
  if (!paper) throw new DomainError('E_FILE', 'Elija un archivo.', { field: 'file' })
  await refuseUnfitPaper(paper, 'file')
  return (await storeFile({ ...paper, createdBy })).id
}
