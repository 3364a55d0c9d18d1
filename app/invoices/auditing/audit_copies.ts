import { GIVES_WAY, IS_TOLD, SAME_INVOICE } from '#app/invoices/audit/questions/find_exact_copies'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'

const JUDGED = `('pending_review', 'pending_approval', 'approved', 'booked', 'disputed')`

/**
 * Judges again the invoices that wait because of this one: it was read, corrected, put aside or refused, and may not be what
 * they copy any more; and those that have become its copies, after which this one may go on. After its own transaction, each
 * in one of its own, so that nobody waits for two invoices at once; the latest first, for those before them go on once it is stopped.
 */
export async function auditCopiesOf(invoiceId: number): Promise<void> {
  const copies = await findNewCopies(invoiceId)
  const waiting = await rows<{ id: number }>(
    `select distinct a.invoice_id as id from invoice_alarms a join invoices i on i.id = a.invoice_id
      where a.rule_code in ('D1', 'D2', 'D3', 'D4') and a.status = 'open' and a.invoice_id <> :invoiceId and (a.evidence ->> 'invoiceId')::bigint = :invoiceId
        and i.status in ${JUDGED}`,
    { invoiceId }
  )
  const ids = [...new Set([...copies, ...waiting].map(({ id }) => id))].sort((a, b) => b - a)
  for (const id of copies.length > 0 ? [...ids, invoiceId] : ids)
    await inTransaction(async (trx) => {
      await execute(`select id from invoices where id = :id for update`, { id }, trx)
      await auditInvoice(id, trx)
    })
}

/** Invoices that give way to this one and have not been told so. */
const findNewCopies = (invoiceId: number) =>
  rows<{ id: number }>(
    `select o.id from invoices i join invoices o on ${SAME_INVOICE}
      where i.id = :invoiceId and i.number_key <> '' and i.status in ${JUDGED} and o.status in ${JUDGED} and ${GIVES_WAY} and not ${IS_TOLD}`,
    { invoiceId }
  )
