import { DomainError } from '#app/kernel/domain_error'

/** The largest statement file that is read. */
export const statementBytesMax = 20 * 1024 * 1024

/** The most lines, rows or entries of a statement file that are read. */
export const statementLinesMax = 200_000

/** Refuses a file of more than 20 MB with `E_STATEMENT_TOO_LARGE`. */
export function assertStatementBytes(sizeBytes: number): void {
  if (sizeBytes > statementBytesMax) throw tooLarge()
}

/** Refuses a file of more than 200,000 lines, rows or entries with `E_STATEMENT_TOO_LARGE`. */
export function assertStatementLines(count: number): void {
  if (count > statementLinesMax) throw tooLarge()
}

function tooLarge(): DomainError {
  return new DomainError('E_STATEMENT_TOO_LARGE', 'El fichero supera el máximo (20 MB / 200.000 líneas).', {
    field: 'file',
  })
}
