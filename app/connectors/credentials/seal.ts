import encryption from '@adonisjs/core/services/encryption'
import { DomainError } from '#app/kernel/domain_error'

/** What of a connection is sealed; a text of one part or connection is not read as that of another. */
export type SealedPart = 'credentials' | 'tokens' | 'webhook_secrets'

const purpose = (connectorId: number, part: SealedPart) => `connector:${connectorId}:${part}`

/** Seals a value with the key of the installation (AES-256-GCM), for one part of one connection. */
export const seal = (connectorId: number, part: SealedPart, value: unknown): string =>
  encryption.encrypt(value, undefined, purpose(connectorId, part))

/** Reads it again; null where there is nothing. Throws E_SECRET when another key sealed it. */
export function unseal<Value>(connectorId: number, part: SealedPart, sealed: string | null): Value | null {
  if (sealed === null) return null
  const value = encryption.decrypt<Value>(sealed, purpose(connectorId, part))
  if (value !== null) return value
  throw new DomainError(
    'E_SECRET',
    'Las credenciales no se pueden leer con la clave de esta instalación: vuelva a introducirlas.'
  )
}
