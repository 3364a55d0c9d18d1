import type { Actor } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/actions/log_action'
import { tellSubmitter } from '#app/invoices/public/tell_submitter'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import { DomainError } from '#app/kernel/domain_error'
import { execute, oneRow, row, type Transaction } from '#app/kernel/sql'

/**
 * Moves what is still owed on a booked invoice by a payment (positive) or by its return (negative), in cents.
 * Called by the payment engine in the transaction that posts the money. Throws E_OVERPAID when more is paid than is
 * owed, or more comes back than was paid.
 */
export async function settleInvoice(
  invoiceId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const settled = await execute(
    `update invoices set outstanding_minor = outstanding_minor - :amountMinor
      where id = :invoiceId and outstanding_minor - :amountMinor between least(0, total_minor) and greatest(0, total_minor)`,
    { invoiceId, amountMinor },
    trx
  )
  if (settled === 0)
    throw new DomainError(
      'E_OVERPAID',
      'El importe supera lo pendiente de la factura: recargue la página y revise sus pagos.'
    )
  const { outstandingMinor } = await oneRow<{ outstandingMinor: number }>(
    `select outstanding_minor from invoices where id = :invoiceId`,
    { invoiceId },
    trx
  )
  await logInvoiceAction(
    { invoiceId, action: 'payment_linked', actor, after: { amountMinor, outstandingMinor } },
    trx
  )
}

/** Tells the invoice where its payment stands: `livePayments` counts the orders that are still under way. */
export async function refreshPaymentState(
  invoiceId: number,
  livePayments: number,
  trx: Transaction
): Promise<void> {
  const changed = await row<Changed>(
    `update invoices i set payment_state = case
        when i.outstanding_minor = 0 and i.total_minor <> 0 then 'paid'
        when :livePayments > 0 then 'in_process'
        when i.outstanding_minor <> i.total_minor then 'partial'
        else 'unpaid' end
       from (select id, payment_state from invoices where id = :invoiceId for update) b
      where i.id = b.id returning i.id, i.source, i.submitter_email, i.public_code, i.status, i.payment_state, b.payment_state as before`,
    { invoiceId, livePayments },
    trx
  )
  if (changed)
    await tellSubmitter(changed, { status: changed.status, paymentState: changed.before }, changed, trx)
}

type Changed = {
  id: number
  source: string
  submitterEmail: string | null
  publicCode: string | null
  status: InvoiceStatus
  paymentState: string
  before: string
}
