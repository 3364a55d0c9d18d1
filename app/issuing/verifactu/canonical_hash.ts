import { createHash } from 'node:crypto'
import type { AltaContent, BillingSystem, InvoiceId } from '#app/issuing/verifactu/record'

/** Texts that are hashed, by the name of their element; absent and empty are the same. */
type Values = Readonly<Record<string, string | undefined>>

const ALTA = [
  'IDEmisorFactura',
  'NumSerieFactura',
  'FechaExpedicionFactura',
  'TipoFactura',
  'CuotaTotal',
  'ImporteTotal',
  'Huella',
  'FechaHoraHusoGenRegistro',
]
const ANULACION = [
  'IDEmisorFacturaAnulada',
  'NumSerieFacturaAnulada',
  'FechaExpedicionFacturaAnulada',
  'Huella',
  'FechaHoraHusoGenRegistro',
]

/** What the hash of a record is taken over, and the hash: 64 upper-case hexadecimal digits. */
export type Hashed = { text: string; hash: string }

/** An alta, by its values (order HAC/1177/2024, hash specification 0.1.2); `Huella` is that of the record before. */
export const hashAlta = (values: Values): Hashed => hashed(joined(ALTA.map((name) => [name, values[name]])))

/** An anulación. */
export const hashAnulacion = (values: Values): Hashed =>
  hashed(joined(ANULACION.map((name) => [name, values[name]])))

/** An event: two NIF stand in it, the producer's first and then the issuer's, so it is told by place. */
export function hashEvent(event: {
  producerNif: string | undefined
  producerId: string | undefined
  system: Pick<BillingSystem, 'IdSistemaInformatico' | 'Version' | 'NumeroInstalacion'>
  issuerNif: string
  type: string
  previousHash: string | undefined
  at: string
}): Hashed {
  return hashed(
    joined([
      ['NIF', event.producerNif],
      ['ID', event.producerId],
      ['IdSistemaInformatico', event.system.IdSistemaInformatico],
      ['Version', event.system.Version],
      ['NumeroInstalacion', event.system.NumeroInstalacion],
      ['NIF', event.issuerNif],
      ['TipoEvento', event.type],
      ['HuellaEvento', event.previousHash],
      ['FechaHoraHusoGenEvento', event.at],
    ])
  )
}

/** The values of an alta that its hash is taken over. */
export const altaValues = (
  { IDFactura, TipoFactura, CuotaTotal, ImporteTotal }: AltaContent,
  { previousHash, at }: { previousHash: string | null; at: string }
): Values => ({
  ...IDFactura,
  TipoFactura,
  CuotaTotal,
  ImporteTotal,
  Huella: previousHash ?? '',
  FechaHoraHusoGenRegistro: at,
})

/** The same of an anulación of an invoice. */
export const anulacionValues = (
  { IDEmisorFactura, NumSerieFactura, FechaExpedicionFactura }: InvoiceId,
  { previousHash, at }: { previousHash: string | null; at: string }
): Values => ({
  IDEmisorFacturaAnulada: IDEmisorFactura,
  NumSerieFacturaAnulada: NumSerieFactura,
  FechaExpedicionFacturaAnulada: FechaExpedicionFactura,
  Huella: previousHash ?? '',
  FechaHoraHusoGenRegistro: at,
})

/** `name=value` with `&` between, nothing encoded. */
const joined = (pairs: readonly (readonly [string, string | undefined])[]): string =>
  pairs.map(([name, value]) => `${name}=${trimmed(value ?? '')}`).join('&')

/** Blanks are cut at both ends only, and only those that XML knows: a hard space is a character like another. */
export const trimmed = (value: string): string => value.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')

/** SHA-256 of a text in UTF-8. */
export const hashed = (text: string): Hashed => ({
  text,
  hash: createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase(),
})
