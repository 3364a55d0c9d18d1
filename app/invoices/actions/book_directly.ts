import type { Actor } from '#app/audit/record_event'
import { auditInvoice } from '#app/invoices/actions/audit_invoice'
import { bookLocked } from '#app/invoices/actions/book_invoice'
import { refreshRate } from '#app/invoices/actions/keep_rate'
import { refuseUnready } from '#app/invoices/actions/refuse_unready'
import Invoice from '#app/invoices/models/invoice'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/sql'

/**
 * Books an invoice straight from review, without approvals: one that is complete, has no open alarm and does not
 * exceed what its company lets through (area 05 §2). Throws E_DIRECT_LIMIT, E_ALARM and what keeps it from being booked.
 */
export async function bookDirectly(invoiceId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
    invoiceWorkflow.next(invoice.status, 'book_directly')
    await refreshRate(invoice, actor, trx)
    await auditInvoice(invoiceId, trx)
    await refuseUnready(invoice, actor, trx)
    await refuseLarge(invoice, trx)
    invoice.requiredApprovals = 0
    await bookLocked(invoice, actor, trx, 'book_directly')
  })
}

async function refuseLarge(
  { id, siteId, totalMinor, worthMinor, worthCurrency }: Invoice,
  trx: Transaction
): Promise<void> {
  const { limit, alarms } = await oneRow<{ limit: number; alarms: number }>(
    `select (select auto_book_limit_minor from sites where id = :siteId) as "limit",
            (select count(*)::int from invoice_alarms where invoice_id = :id and status = 'open') as alarms`,
    { id, siteId },
    trx
  )
  if (totalMinor < 0 || worthMinor > limit)
    throw new DomainError(
      'E_DIRECT_LIMIT',
      limit === 0
        ? 'La empresa no permite contabilizar sin aprobación: envíe la factura a aprobación.'
        : `Sin aprobación solo se contabilizan facturas de hasta ${formatAmount(limit, worthCurrency)} en esta empresa.`
    )
  if (alarms > 0)
    throw new DomainError('E_ALARM', 'Hay alarmas abiertas: resuélvalas o envíe la factura a aprobación.')
}
