import { rows, type Transaction } from '#app/kernel/database/sql'
import { letterLines } from '#app/ledger/actions/letter_lines'
import type { InvoiceWithholding } from '#app/reconciliation/queries/withholdings_due'

type Input = {
  siteId: number
  /** The entry by which it fell due. */
  entryId: number
  withholdings: readonly InvoiceWithholding[]
  createdBy: number | null
}

/** Punteo of the withholding that waited for a payment with what fell due of it, as a payment of ours does it too. */
export async function letterWithholdings(
  { siteId, entryId, withholdings, createdBy }: Input,
  trx: Transaction
): Promise<void> {
  for (const { invoiceId, deferredAccountId } of withholdings) {
    const { waiting, due } = await sidesOf({ entryId, invoiceId, accountId: deferredAccountId }, trx)
    if (!waiting || !due) continue
    const minor = Math.min(-waiting.restMinor, due.restMinor)
    if (minor <= 0) continue
    const lines = [
      { journalLineId: waiting.id, amountMinor: -minor },
      { journalLineId: due.id, amountMinor: minor },
    ]
    const status = waiting.restMinor + due.restMinor === 0 ? 'full' : 'partial'
    await letterLines({ siteId, accountId: deferredAccountId, lines, status, createdBy }, trx)
  }
}

type Side = { id: number; isDue: boolean; restMinor: number }

/** The line that booked the withholding and the one by which it falls due, with what no punteo covers of each. */
async function sidesOf(
  wanted: { entryId: number; invoiceId: number; accountId: number },
  trx: Transaction
): Promise<{ waiting: Side | undefined; due: Side | undefined }> {
  const found = await rows<Side>(
    `select l.id, l.entry_id = :entryId as is_due,
        (l.amount_minor - coalesce((select sum(r.amount_minor) from reconciliation_lines r where r.journal_line_id = l.id), 0))::bigint as rest_minor
       from journal_lines l join ledger_accounts a on a.id = l.account_id and a.reconcilable
      where l.account_id = :accountId and l.document_id = :invoiceId
        and ((l.document_type = 'invoice_withholding' and l.entry_id = :entryId)
          or (l.document_type = 'invoice' and l.entry_id = (select journal_entry_id from invoices where id = :invoiceId)))
      order by l.id`,
    wanted,
    trx
  )
  return { waiting: found.find(({ isDue }) => !isDue), due: found.find(({ isDue }) => isDue) }
}
