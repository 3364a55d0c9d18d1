import { judgeBeforePayment } from '#app/invoices/actions/judge_before_payment'
import { refreshPaymentState, settleInvoice } from '#app/invoices/actions/settle_invoice'
import { mainCategory } from '#app/invoices/queries/main_category'
import { oneRow, row, rows, type Transaction } from '#app/kernel/sql'
import { LIVE, liveOrdersOf } from '#app/payments/queries/live_orders'
import type { PaymentSource, SourceFacts } from '#app/payments/sources/payment_source'
import { MERGE_KIND } from '#app/providers/postings/merge_posting'

/** Supplier invoices: booked ones are paid, on the account that they were booked to. */
export const invoiceSource: PaymentSource = {
  type: 'invoice',
  ofDocument: 'de la factura',
  async lock(documentIds, trx) {
    await rows(
      `select id from invoices where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  judge: judgeBeforePayment,
  readFacts,
  settle: settleInvoice,
  refresh: refreshPaymentState,
  liabilityAccount: ({ sourceId }, trx) => debtAccount(sourceId, trx),
  categoryOf: (documentId, trx) => mainCategory(documentId, trx),
  async repeat(order, actor, trx) {
    const { createOrder } = await import('#app/payments/actions/create_orders')
    return createOrder(
      {
        invoiceId: order.sourceId,
        amountMinor: order.amountMinor,
        debtorAccountId: order.debtorAccountId,
        retryOfId: order.id,
      },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const invoice = await row<{ reference: string; number: string }>(
      `select reference, invoice_number as number from invoices where id = :documentId`,
      { documentId }
    )
    return invoice
      ? { label: `${invoice.number} (${invoice.reference})`, href: `/invoices/${documentId}` }
      : null
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<Omit<SourceFacts, 'problem'> & { id: number; status: string }>(
    `select o.id, i.status, i.outstanding_minor, ${liveOrdersOf('i.id')} as ordered,
        (select l.number from payment_orders l where l.source_type = 'invoice' and l.source_id = i.id and l.id <> o.id and l.status in ${LIVE} order by l.id limit 1) as other_order,
        (select a.message from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.severity = 'blocking' limit 1) as blocking
       from payment_orders o join invoices i on i.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = 'invoice'`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, status, ...facts }) => [id, { ...facts, problem: problemOf(status) }]))
}

function problemOf(status: string): string | null {
  if (status === 'disputed') return 'La factura está en disputa.'
  return status === 'booked' ? null : 'La factura no está contabilizada.'
}

/** Of an invoice the account that it was booked to, whatever the supplier has now; after a merge of suppliers the one it was carried over to. */
async function debtAccount(invoiceId: number, trx: Transaction): Promise<number> {
  const { accountId } = await oneRow<{ accountId: number }>(
    `select l.account_id from invoices i join journal_lines l on l.document_type = 'invoice' and l.document_id = i.id
       join journal_entries e on e.id = l.entry_id join ledger_accounts a on a.id = l.account_id and a.subledger = 'provider'
      where i.id = :invoiceId and (e.id = i.journal_entry_id or (e.kind = '${MERGE_KIND}' and a.subledger_id = i.provider_id and not exists (select 1 from journal_entries x where x.reverses_id = e.id)))
      order by (e.kind = '${MERGE_KIND}') desc, l.id desc limit 1`,
    { invoiceId },
    trx
  )
  return accountId
}
