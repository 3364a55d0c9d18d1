import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { hashed } from '#app/issuing/verifactu/canonical_hash'
import type { PreviousRecord } from '#app/issuing/verifactu/record'
import { dayText, instantText } from '#app/issuing/verifactu/record_text'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type ChainKind = 'records' | 'events'

/** Where a chain ends, held until the transaction does. */
export type ChainEnd = { seq: number; hash: string | null; at: Date | null }

type Chain = Pick<IssuingSettings, 'siteId' | 'installation'> & { kind: ChainKind }

/** Locks the end of a chain: whoever adds next waits. */
export async function lockChainEnd(chain: Chain, trx: Transaction): Promise<ChainEnd> {
  await execute(
    `insert into verifactu_chains (site_id, installation, kind) values (:siteId, :installation, :kind) on conflict do nothing`,
    chain,
    trx
  )
  const end = await oneRow<{ seq: number; hash: string | null; at: string | null }>(
    `select last_seq as seq, last_hash as hash, last_at as at from verifactu_chains
      where site_id = :siteId and installation = :installation and kind = :kind for update`,
    chain,
    trx
  )
  return { ...end, at: end.at === null ? null : new Date(end.at) }
}

type Last = { issuerTaxId: string; number: string; issuedOn: CalendarDate; hash: string; hashedText: string }

/**
 * The record at the end of a chain, as the next one names it; null for the first. Its hash is worked out again: nothing is chained to
 * a record that is not what it was (E_CHAIN_BROKEN).
 */
export async function previousRecord(
  { siteId, installation }: Pick<IssuingSettings, 'siteId' | 'installation'>,
  { seq, hash }: ChainEnd,
  trx: Transaction
): Promise<PreviousRecord> {
  if (seq === 0) return null
  const last = await row<Last>(
    `select issuer_tax_id, number, issued_on, hash, hashed_text from verifactu_records
      where site_id = :siteId and installation = :installation and seq = :seq`,
    { siteId, installation, seq },
    trx
  )
  if (!last || last.hash !== hash || hashed(last.hashedText).hash !== hash)
    throw new DomainError(
      'E_CHAIN_BROKEN',
      'El último registro de facturación de la empresa no coincide con su huella: no se emite hasta aclararlo.'
    )
  return {
    IDEmisorFactura: last.issuerTaxId,
    NumSerieFactura: last.number,
    FechaExpedicionFactura: dayText(last.issuedOn),
    Huella: last.hash,
  }
}

/** When something is added: now, to the second, and never before what it follows. */
export function generatedAt({ at }: ChainEnd, territory: string): { at: Date; text: string } {
  const now = Math.floor(Date.now() / 1000) * 1000
  const instant = new Date(Math.max(now, at?.getTime() ?? 0))
  return { at: instant, text: instantText(instant, territory) }
}
