import { judgeBeforePayment } from '#app/invoices/approval/judge_before_payment'
import { refreshPaymentState, settleInvoice } from '#app/invoices/booking/settle_invoice'
import { mainCategory } from '#app/invoices/queries/main_category'
import { OVERRULED_OF_PAID, type Overruled, saidTexts } from '#app/invoices/queries/overruled'
import { followUnbooking } from '#app/invoices/unbook_followers'
import { oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'
import { LIVE, liveOrdersOf } from '#app/payments/orders/checks/live_orders'
import { supplierPayments } from '#app/providers/ports'
import { MERGE_KIND } from '#app/providers/postings/merge_posting'

/** Supplier invoices: booked ones are paid, on the account that they were booked to. */
export const supplierKind: PaymentKind = {
  kind: 'supplier',
  documentType: 'invoice',
  title: 'Proveedor',
  approvals: 'payment_supplier',
  canOthersPay: true,
  purpose: 'SUPP',
  list: { page: 'paysuppliers', closedTab: 'history' },
  ofDocument: 'de la factura',
  debtEntrySql: 'select journal_entry_id from invoices where id = :sourceId',
  filesSql: (invoice) =>
    `select i.file_id from invoice_files i where i.invoice_id = ${invoice} and i.kind in ('original', 'attachment')`,
  refusals: {
    CA037: 'El importe supera lo pendiente de la factura: recargue la página y revise sus pagos.',
  },
  routes: () => import('#app/payments/kinds/supplier/routes'),
  boot() {
    followUnbooking(async (invoiceId, actor, trx) =>
      (await import('#app/payments/kinds/supplier/drop_invoice')).dropInvoice(invoiceId, actor, trx)
    )
    supplierPayments.answer(async (providerId, reader) =>
      (await import('#app/payments/kinds/supplier/list_provider_payments')).listProviderPayments(
        providerId,
        reader
      )
    )
  },
  handText: 'Quien creó o corrigió la factura no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from invoices where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  judge: judgeBeforePayment,
  readFacts,
  settle: (documentId, amountMinor, actor, trx) => settleInvoice(documentId, amountMinor, actor, trx),
  refresh: refreshPaymentState,
  liabilityAccount: ({ sourceId }, trx) => debtAccount(sourceId, trx),
  categoryOf: (documentId, trx) => mainCategory(documentId, trx),
  async repeat(order, actor, trx) {
    const { createOrder } = await import('#app/payments/kinds/supplier/create_orders')
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
  const found = await rows<
    Omit<SourceFacts, 'problem' | 'said'> & { id: number; status: string; overruled: Overruled[] | null }
  >(
    `select o.id, i.status, i.payable_minor as outstanding_minor, ${liveOrdersOf('i.id')} as ordered,
        (select l.number from payment_orders l where l.source_type = 'invoice' and l.source_id = i.id and l.id <> o.id and l.status in ${LIVE} order by l.id limit 1) as other_order,
        (select a.message from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.severity = 'blocking' limit 1) as blocking,
        ${OVERRULED_OF_PAID} as overruled
       from payment_orders o join invoices i on i.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = 'invoice'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, overruled, ...facts }) => [
      id,
      { ...facts, problem: problemOf(status), said: saidTexts(overruled) },
    ])
  )
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
