import type { Actor } from '#app/audit/record_event'
import { type Open, settled } from '#app/invoices/booking/settled_parts'
import { logInvoiceAction } from '#app/invoices/editing/log_action'
import { tellSubmitter } from '#app/invoices/public/tell_submitter'
import type { InvoiceStatus } from '#app/invoices/workflows/invoice_workflow'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Moves what is still owed on a booked invoice by a payment (positive) or by its return (negative), in cents. What was paid before
 * the invoice (`prior`: an advance, a card) settles first what the invoice says was paid before, everything else what is due.
 * Called by the payment engine in the transaction that posts the money. Throws E_OVERPAID when more is paid than is
 * owed, or more comes back than was paid.
 */
export async function settleInvoice(
  invoiceId: number,
  amountMinor: number,
  actor: Actor,
  trx: Transaction,
  covers: 'due' | 'prior' = 'due'
): Promise<void> {
  const open = await oneRow<Open>(
    `select total_minor + rounding_minor as owed_minor, outstanding_minor, prior_open_minor, advance_minor + prepaid_minor as prior_minor,
        retained_open_minor, retained_minor, held_released_at is not null as is_released from invoices where id = :invoiceId for update`,
    { invoiceId },
    trx
  )
  const after = settled(open, amountMinor, covers)
  if (after === null)
    throw new DomainError(
      'E_OVERPAID',
      'El importe supera lo pendiente de la factura: recargue la página y revise sus pagos.'
    )
  await execute(
    `update invoices set outstanding_minor = :outstandingMinor, prior_open_minor = :priorOpenMinor, retained_open_minor = :retainedOpenMinor where id = :invoiceId`,
    { invoiceId, ...after },
    trx
  )
  await logInvoiceAction(
    {
      invoiceId,
      action: 'payment_linked',
      actor,
      after: { amountMinor, outstandingMinor: after.outstandingMinor },
    },
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
        when i.outstanding_minor <> i.total_minor + i.rounding_minor then 'partial'
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
