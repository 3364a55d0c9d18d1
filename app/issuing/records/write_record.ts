import { hashed } from '#app/issuing/verifactu/canonical_hash'
import type { InvoiceId, RecordKind } from '#app/issuing/verifactu/record'
import { oneRow, type Transaction } from '#app/kernel/database/sql'

/** A record that has taken its place in the chain. */
export type NewRecord = {
  siteId: number
  installation: string
  seq: number
  kind: RecordKind
  invoiceId: number
  id: InvoiceId
  issuedOn: string
  isCorrection: boolean
  priorRejection: 'N' | 'S' | 'X' | null
  withoutPrior: boolean
  content: unknown
  previousHash: string | null
  hash: string
  hashedText: string
  at: Date
  atText: string
  xml: string
  userId: number | null
}

/** Writes it; the database refuses what does not follow the record before (CV004). Gives its key. */
export async function writeRecord(record: NewRecord, trx: Transaction): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into verifactu_records (site_id, installation, seq, kind, invoice_id, issuer_tax_id, number, issued_on, is_correction,
        prior_rejection, without_prior, content, previous_hash, hash, hashed_text, generated_at, generated_text, xml, xml_sha256, created_by)
     values (:siteId, :installation, :seq, :kind, :invoiceId, :issuerTaxId, :number, :issuedOn, :isCorrection, :priorRejection,
        :withoutPrior, :content::jsonb, :previousHash, :hash, :hashedText, :at::timestamptz, :atText, :xml, :xmlHash, :userId) returning id`,
    {
      siteId: record.siteId,
      installation: record.installation,
      seq: record.seq,
      kind: record.kind,
      invoiceId: record.invoiceId,
      issuerTaxId: record.id.IDEmisorFactura,
      number: record.id.NumSerieFactura,
      issuedOn: record.issuedOn,
      isCorrection: record.isCorrection,
      priorRejection: record.priorRejection,
      withoutPrior: record.withoutPrior,
      content: JSON.stringify(record.content),
      previousHash: record.previousHash,
      hash: record.hash,
      hashedText: record.hashedText,
      at: record.at.toISOString(),
      atText: record.atText,
      xml: record.xml,
      xmlHash: hashed(record.xml).hash,
      userId: record.userId,
    },
    trx
  )
  return id
}
