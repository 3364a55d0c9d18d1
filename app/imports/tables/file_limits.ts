import { DomainError } from '#app/kernel/domain_error'

/** The largest statement file that is read. */
export const fileBytesMax = 20 * 1024 * 1024

/** The most lines, rows or entries of a statement file that are read. */
export const fileLinesMax = 200_000

/** Refuses a file of more than 20 MB with `E_FILE_TOO_LARGE`. */
export function assertFileBytes(sizeBytes: number): void {
  if (sizeBytes > fileBytesMax) throw tooLarge()
}

/** Refuses a file of more than 200,000 lines, rows or entries with `E_FILE_TOO_LARGE`. */
export function assertFileLines(count: number): void {
  if (count > fileLinesMax) throw tooLarge()
}

function tooLarge(): DomainError {
  return new DomainError('E_FILE_TOO_LARGE', 'El fichero supera el máximo (20 MB / 200.000 líneas).', {
    field: 'file',
  })
}
