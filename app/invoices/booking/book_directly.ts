import type { Actor } from '#app/audit/record_event'
import { refuseTakenNumber } from '#app/invoices/approval/refuse_taken_number'
import { refuseUnready } from '#app/invoices/approval/refuse_unready'
import { auditInvoice } from '#app/invoices/auditing/audit_invoice'
import { bookLocked } from '#app/invoices/booking/book_invoice'
import { refreshRate } from '#app/invoices/intake/keep_rate'
import Invoice from '#app/invoices/models/invoice'
import { sharingCompanies } from '#app/invoices/ports'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'

/**
 * Books an invoice straight from review, without approvals: one that is complete, has no open alarm and does not
 * exceed what its company lets through (area 05 §2). Throws E_DIRECT_LIMIT, E_DIRECT_SHARED, E_ALARM, E_NUMBER_TAKEN and what keeps it from being booked.
 */
export function bookDirectly(invoiceId: number, actor: Actor): Promise<void> {
  return refuseTakenNumber(() => inTransaction((trx) => book(invoiceId, actor, trx)))
}

async function book(invoiceId: number, actor: Actor, trx: Transaction): Promise<void> {
  const invoice = await Invoice.query({ client: trx }).where('id', invoiceId).forUpdate().firstOrFail()
  invoiceWorkflow.next(invoice.status, 'book_directly')
  await refreshRate(invoice, actor, trx)
  await auditInvoice(invoiceId, trx)
  await refuseUnready(invoice, actor, trx)
  await refuseLarge(invoice, trx)
  invoice.requiredApprovals = 0
  await bookLocked(invoice, actor, trx, 'book_directly')
}

async function refuseLarge(
  { id, siteId, totalMinor, worthMinor, worthCurrency }: Invoice,
  trx: Transaction
): Promise<void> {
  if ((await sharingCompanies(id, trx)).length > 0)
    throw new DomainError(
      'E_DIRECT_SHARED',
      'Parte de la factura corresponde a otras empresas: envíela a aprobación.'
    )
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
