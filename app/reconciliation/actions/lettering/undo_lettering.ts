import { type Actor, recordEvent } from '#app/audit/record_event'
import { settleInvoice } from '#app/invoices/booking/settle_invoice'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { lockReconciliations } from '#app/ledger/actions/lock_reconciliations'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { refreshSource } from '#app/payments/orders/move_order'
import { deleteLettering } from '#app/reconciliation/actions/lettering/letter_by_hand'
import { lockDocuments } from '#app/reconciliation/actions/lock_documents'

type Input = { reconciliationId: number; reason: string; actor: Actor }
type Lettering = { id: number; siteId: number; code: string; byHand: boolean; entryId: number | null }

/**
 * Takes a punteo by hand back: its items are open again, invoices owe what it paid of them, and what it posted is
 * reversed. Throws E_LETTERING for one that the bank reconciliation made, and E_REASON without a reason.
 */
export async function undoLettering({ reconciliationId, reason, actor }: Input): Promise<void> {
  if (reason.length < 3) throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const lines = await rows<{ id: number }>(
      `select journal_line_id as id from reconciliation_lines where reconciliation_id = :reconciliationId`,
      { reconciliationId },
      trx
    )
    await lockDocuments(
      lines.map(({ id }) => id),
      trx
    )
    const lettering = await lockLettering(reconciliationId, trx)
    await unpayInvoices(lettering.id, actor, trx)
    await deleteLettering(lettering.id, trx)
    if (lettering.entryId !== null)
      await reverseEntry({ entryId: lettering.entryId, reason, createdBy: actor.userId }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'reconciliation',
        objectId: lettering.id,
        siteId: lettering.siteId,
        event: 'reconciliation.undone',
        from: lettering.code,
        reason,
      },
      trx
    )
  })
}

async function lockLettering(reconciliationId: number, trx: Transaction): Promise<Lettering> {
  const found = await row<{ siteId: number }>(
    `select site_id from reconciliations where id = :reconciliationId`,
    { reconciliationId },
    trx
  )
  if (found) await lockReconciliations(found.siteId, trx)
  const lettering = await row<Lettering>(
    `select id, site_id, code, by_hand, entry_id from reconciliations where id = :reconciliationId for update`,
    { reconciliationId },
    trx
  )
  if (!lettering) throw new DomainError('E_LETTERING', 'El punteo ya no existe: recargue la página.')
  if (!lettering.byHand)
    throw new DomainError(
      'E_LETTERING',
      `El punteo ${lettering.code} viene de la conciliación bancaria: deshaga allí el movimiento.`
    )
  return lettering
}

async function unpayInvoices(reconciliationId: number, actor: Actor, trx: Transaction): Promise<void> {
  const paid = await rows<{ invoiceId: number; amountMinor: number }>(
    `select l.document_id as invoice_id, r.amount_minor from reconciliation_lines r join journal_lines l on l.id = r.journal_line_id
       join ledger_accounts a on a.id = l.account_id
      where r.reconciliation_id = :reconciliationId and l.document_type = 'invoice' and a.subledger = 'provider' order by l.document_id`,
    { reconciliationId },
    trx
  )
  for (const { invoiceId, amountMinor } of paid) {
    await settleInvoice(invoiceId, amountMinor, actor, trx, 'prior')
    await refreshSource({ sourceType: 'invoice', sourceId: invoiceId }, trx)
  }
}
