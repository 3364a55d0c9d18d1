import type { Actor } from '#app/audit/record_event'
import type { TestOutcome } from '#app/connectors/actions/connector_input'
import { createConnector } from '#app/connectors/actions/create_connector'
import { replaceCredentials } from '#app/connectors/actions/replace_credentials'
import { NotSent } from '#app/connectors/client/provider_client'
import { ConsentGone, type Environment } from '#app/connectors/provider'
import { type CertificateFacts, certificateFacts } from '#app/issuing/aeat/certificate_facts'
import { aeatProvider, certificateOf } from '#app/issuing/aeat/provider'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatDay } from '#app/kernel/time/calendar_date'

/** A file that people bring: PKCS#12 (.p12, .pfx), or PEM with certificate and key. */
export type GivenCertificate = {
  file: Buffer
  passphrase: string
  environment: Environment
  baseUrl?: string | null
}

type Asked = { siteId: number; given: GivenCertificate; actor: Actor }

/**
 * Keeps the certificate that a company sends to AEAT with, sealed as the credentials of its connection, and tries it. Another
 * environment is another connection: what was for one goes to no other. Throws E_CERTIFICATE at its field.
 */
export async function saveCertificate({ siteId, given, actor }: Asked): Promise<TestOutcome> {
  const settings = await findIssuingSettings(siteId)
  if (!settings || settings.lockVersion === null)
    refuse('file', 'Guarde antes los datos de facturación de la empresa.')
  const credentials = readCertificate(given)
  refuseUnfit(credentials)
  if (settings.connectorId !== null && settings.environment === given.environment)
    return replaceCredentials(settings.connectorId, credentials, actor)
  const { id, outcome } = await createConnector(
    {
      provider: aeatProvider.code,
      siteId,
      label: `AEAT · ${ENVIRONMENTS[given.environment]}`,
      environment: given.environment,
      baseUrl: given.baseUrl ?? null,
      credentials,
    },
    actor
  )
  await inTransaction((trx) =>
    execute(
      `update issuing_settings set connector_id = :id, updated_by = :userId, lock_version = lock_version + 1 where site_id = :siteId`,
      { id, siteId, userId: actor.userId },
      trx
    )
  )
  return outcome
}

export const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  live: 'Producción',
  sandbox: 'Pruebas de la AEAT',
  sandbox_local: 'Simulador de este equipo',
}

type Kept = { bundle: string; passphrase?: string }

const readCertificate = ({ file, passphrase }: GivenCertificate): Kept => ({
  bundle: file.toString('base64'),
  ...(passphrase === '' ? {} : { passphrase }),
})

function refuseUnfit(kept: Kept): void {
  const facts = factsOf(kept)
  if (facts?.isExpired) refuse('file', `El certificado caducó el ${formatDay(facts.validTo)}.`)
}

function factsOf(kept: Kept): CertificateFacts | null {
  try {
    return certificateFacts(certificateOf(kept))
  } catch (error) {
    if (error instanceof ConsentGone)
      refuse(
        'file',
        'El fichero debe ser un PKCS#12 (.p12, .pfx) o un PEM con el certificado y su clave privada.'
      )
    if (error instanceof NotSent)
      refuse(
        'passphrase',
        'El certificado no se abre: revise la contraseña, o expórtelo de nuevo con un cifrado actual (AES).'
      )
    throw error
  }
}

function refuse(field: string, message: string): never {
  throw new DomainError('E_CERTIFICATE', message, { field })
}
