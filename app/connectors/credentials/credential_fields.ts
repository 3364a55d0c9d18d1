import type { GivenCredentials } from '#app/connectors/actions/connector_input'
import type { ConnectorProvider, CredentialField, Credentials } from '#app/connectors/provider'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'

const LENGTH_MAX = 20_000
const LAST = 4
/** Of a shorter secret its end would tell too much. */
const TOLD_FROM = 12

/** What is told of each secret: its end and the day it was written. */
export type CredentialsHint = Readonly<Record<string, { last4: string; on: string }>>

/**
 * The credentials of a form over those that there are: a field left empty keeps what it has. Throws DomainError at the field
 * that is needed and missing, or that another one does not work without.
 */
export function mergeCredentials(
  provider: ConnectorProvider,
  given: GivenCredentials,
  former: Credentials | null = null
): Credentials {
  const merged: Record<string, string> = {}
  for (const field of provider.credentials) {
    const value = clean(field, given[field.key]) ?? former?.[field.key]
    if (value) merged[field.key] = value
    else if (field.isNeeded) refuse(field, `Introduzca «${field.label}».`)
  }
  refuseIncomplete(provider, merged)
  return merged
}

/** Of credentials that go together all are there or none, and one set of them is. */
function refuseIncomplete(
  { credentials, credentialSets = [] }: ConnectorProvider,
  merged: Credentials
): void {
  const missing = credentialSets.map((keys) => keys.filter((key) => merged[key] === undefined))
  const fieldOf = (key: string | undefined) => credentials.find((field) => field.key === key)
  for (const [at, keys] of missing.entries()) {
    const field = fieldOf(keys[0])
    if (field && keys.length < (credentialSets[at]?.length ?? 0))
      refuse(field, `Introduzca «${field.label}».`)
  }
  const first = fieldOf(missing[0]?.[0])
  if (!first || missing.some((keys) => keys.length === 0)) return
  const sets = credentialSets.map((keys) => keys.map((key) => `«${fieldOf(key)?.label ?? key}»`).join(' y '))
  refuse(first, `Introduzca ${sets.join(', o bien ')}.`)
}

/** Credentials that are not there and that a person needs to consent with, as «Identificador de cliente OAuth». */
export const missingForConsent = (
  { credentials, consent }: Pick<ConnectorProvider, 'credentials' | 'consent'>,
  present: Readonly<Record<string, unknown>>
): string[] =>
  credentials
    .filter(({ key }) => consent?.needs.includes(key) && present[key] === undefined)
    .map(({ label }) => `«${label}»`)

function clean(field: CredentialField, given: string | null | undefined): string | null {
  const value = (given ?? '').trim()
  if (value === '') return null
  if (value.length > LENGTH_MAX) refuse(field, `«${field.label}» es demasiado largo.`)
  if (field.kind === 'pem' && !/^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(value))
    refuse(
      field,
      `«${field.label}» no está en formato PEM: pegue el texto entero, desde «-----BEGIN» hasta «-----END».`
    )
  return value
}

function refuse({ key }: CredentialField, message: string): never {
  throw new DomainError('E_CREDENTIALS', message, { field: `credentials.${key}` })
}

/** What people may know of credentials; the day of one that did not change stays. */
export function hintOf(
  provider: ConnectorProvider,
  credentials: Credentials,
  former: { credentials: Credentials; hint: CredentialsHint } | null = null
): CredentialsHint {
  return Object.fromEntries(
    provider.credentials.flatMap(({ key, kind }) => {
      const value = credentials[key]
      if (value === undefined) return []
      const known = former?.credentials[key] === value ? former.hint[key] : undefined
      return [[key, known ?? { last4: endOf(kind, value), on: today() }] as const]
    })
  )
}

function endOf(kind: CredentialField['kind'], value: string): string {
  if (kind === 'pem' || value.length < TOLD_FROM) return '••••'
  return value.slice(-LAST)
}
