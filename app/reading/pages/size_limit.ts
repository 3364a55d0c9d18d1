import { DomainError } from '#app/kernel/domain_error'

const bytesMax = 25 * 1024 * 1024

/** Throws E_UNREADABLE_FILE for a file of nothing or of more than 25 MB. */
export function refuseSize(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new DomainError('E_UNREADABLE_FILE', 'El archivo está vacío.')
  if (bytes.length > bytesMax)
    throw new DomainError('E_UNREADABLE_FILE', 'El archivo supera el máximo de 25 MB.')
}
