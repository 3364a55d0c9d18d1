import type { Actor } from '#app/audit/record_event'
import { annulInvoice, repeatAnulacion } from '#app/issuing/invoices/annul_invoice'
import { sourceOf } from '#app/issuing/ports'
import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { givenReason } from '#app/kernel/text/given_reason'

/**
 * Annuls a document from its page, and tells whoever stands behind it in the same transaction; of one that is annulled already it
 * repeats the anulación that AEAT refused.
 */
export function annulFromPage(
  invoiceId: number,
  reason: string | null,
  actor: Actor
): Promise<'annulled' | 'repeated'> {
  return inTransaction(async (trx) => {
    const { status, sourceType, sourceId } = await oneRow<{
      status: string
      sourceType: string | null
      sourceId: number | null
    }>(
      `select status, source_type, source_id from issued_invoices where id = :invoiceId for update`,
      { invoiceId },
      trx
    )
    if (status === 'annulled') {
      await repeatAnulacion(trx, { invoiceId, actor })
      return 'repeated'
    }
    const why = givenReason(reason)
    await annulInvoice(trx, { invoiceId, reason: why, actor })
    if (sourceId !== null) await sourceOf(sourceType)?.annulled(trx, { sourceId, reason: why, actor })
    return 'annulled'
  })
}
