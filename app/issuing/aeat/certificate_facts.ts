import { X509Certificate } from 'node:crypto'
import type { SecureContext } from 'node:tls'
import { type ClientCertificate, secureContext } from '#app/connectors/client/client_certificate'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'

/** What people have to know of a certificate. */
export type CertificateFacts = {
  /** Whose it is, as it says. */
  holder: string
  /** NIF of the company that it is for, else of the person; null where it tells none. */
  taxId: string | null
  validTo: CalendarDate
  isExpired: boolean
  /** The certificate alone, without its key. */
  pem: string
}

const ORGANISATION_ID = /(?:^|\n)(?:organizationIdentifier|2\.5\.4\.97)=(?:VATES-)?([A-Z0-9]{9})(?:\n|$)/
const SERIAL = /(?:^|\n)serialNumber=(?:IDCES-)?([A-Z0-9]{9})(?:\n|$)/
const NAME = /(?:^|\n)CN=([^\n]+)/

/** Reads a certificate, opened with its password. Throws NotSent where it cannot be used; null where it does not tell. */
export function certificateFacts(certificate: ClientCertificate, now = new Date()): CertificateFacts | null {
  const read = readCertificate(certificate)
  if (!read) return null
  const { subject } = read
  const validTo = new Date(read.validTo)
  return {
    holder: NAME.exec(subject)?.[1] ?? subject.replaceAll('\n', ', '),
    taxId: taxIdOf(read),
    validTo: today(validTo),
    isExpired: validTo < now,
    pem: read.toString(),
  }
}

/** NIF of the company that a certificate is for, else of the person; null where it tells none. */
export const taxIdOf = ({ subject }: X509Certificate): string | null =>
  ORGANISATION_ID.exec(subject)?.[1] ?? SERIAL.exec(subject)?.[1] ?? null

function readCertificate(certificate: ClientCertificate): X509Certificate | null {
  const context = secureContext(certificate)
  if ('certificate' in certificate) return new X509Certificate(certificate.certificate)
  // Node has no reader of PKCS#12: what opened the file holds the certificate, in DER.
  const opened = context as SecureContext & { context: { getCertificate?: () => Buffer | null } }
  const der = opened.context.getCertificate?.()
  return der ? new X509Certificate(der) : null
}
