import { readFile } from 'node:fs/promises'
import type { MultipartFile } from '@adonisjs/core/bodyparser'
import { refuseInfected } from '#app/files/antivirus'
import { sniffFile } from '#app/files/sniff_file'
import { safeName } from '#app/files/store_file'
import { DomainError } from '#app/kernel/domain_error'

/** A document that goes with a record, as somebody sends it. */
export type Paper = { name: string; bytes: Uint8Array }

/** The largest paper that is kept. */
const PAPER_BYTES_MAX = 20 * 1024 * 1024
const PAPER_MIMES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

/** The paper that came with a form, null without one. Throws at `field` what is too large, before it is read. */
export async function sentPaper(
  file: MultipartFile | null | undefined,
  field: string
): Promise<Paper | null> {
  if (!file?.tmpPath) return null
  if (file.size > PAPER_BYTES_MAX) throw tooLarge(field)
  return { name: file.clientName, bytes: await readFile(file.tmpPath) }
}

/** Throws at `field` what is too large, is no PDF and no picture by its content, or holds what the scanner finds. */
export async function refuseUnfitPaper({ name, bytes }: Paper, field: string): Promise<void> {
  if (bytes.length > PAPER_BYTES_MAX) throw tooLarge(field)
  if (!PAPER_MIMES.includes(sniffFile(bytes)?.mime ?? ''))
    throw new DomainError('E_FILE_KIND', 'Formato no admitido: use PDF, JPG, PNG o WebP.', { field })
  await refuseInfected(safeName(name), bytes, field)
}

const tooLarge = (field: string) =>
  new DomainError('E_FILE_SIZE', 'El archivo supera el máximo (20 MB).', { field })
