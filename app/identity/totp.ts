import encryption from '@adonisjs/core/services/encryption'
import { Secret, TOTP } from 'otpauth'
import { DomainError } from '#app/kernel/domain_error'

export const CODE_LENGTH = 6
export const PERIOD_SECONDS = 30
const CLOCK_DRIFT_STEPS = 10

/** A new secret of 20 random bytes, base32 (RFC 6238, SHA-1, 30 s, 6 digits). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** `otpauth://` address for authenticator apps. */
export function totpUri(secret: string, email: string): string {
  return totp(secret, email).toString()
}

/** The code valid at an instant; the demo shows it, tests use it. */
export function currentCode(secret: string, at: Date = new Date()): string {
  return totp(secret).generate({ timestamp: at.getTime() })
}

/** The 30-second step in which an instant lies. */
export const stepOf = (at: Date) => Math.floor(at.getTime() / 1000 / PERIOD_SECONDS)

/** The step that a code belongs to when it lies within one step of `at`; null otherwise. */
export function matchingStep(secret: string, code: string, at: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: 1 })
  return delta === null ? null : stepOf(at) + delta
}

/** True when a refused code would have been right a few minutes ago or ahead: a clock that is off. */
export function looksLikeClockDrift(secret: string, code: string, at: Date): boolean {
  return totp(secret).validate({ token: code, timestamp: at.getTime(), window: CLOCK_DRIFT_STEPS }) !== null
}

export const encryptSecret = (secret: string): string => encryption.encrypt(secret)

/** Throws E_SECRET when the installation's key is not the one that encrypted it. */
export function decryptSecret(encrypted: string | null): string {
  const secret = encrypted ? encryption.decrypt<string>(encrypted) : null
  if (!secret) {
    throw new DomainError(
      'E_SECRET',
      'No se puede verificar el segundo factor. Contacte con el administrador.',
      { field: 'code' }
    )
  }
  return secret
}

function totp(secret: string, label = 'Caudal'): TOTP {
  return new TOTP({
    issuer: 'Caudal',
    label,
    algorithm: 'SHA1',
    digits: CODE_LENGTH,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}
