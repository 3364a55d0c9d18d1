import { type Actor, recordEvent } from '#app/audit/record_event'
import { type InvoiceAction, logInvoiceAction } from '#app/invoices/editing/log_action'
import type Invoice from '#app/invoices/models/invoice'
import { tellSubmitter } from '#app/invoices/public/tell_submitter'
import { keepTurnDown } from '#app/invoices/turned_down'
import { type InvoiceTransition, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import type { Transaction } from '#app/kernel/database/sql'

type Move = {
  transition: InvoiceTransition
  actor: Actor
  /** Line of the invoice's log; none where another line already says it. */
  action: InvoiceAction | null
  reason?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * The one way from state to state on a locked invoice: who, from, to and why go to its log and to the audit. The
 * caller saves. Throws E_TRANSITION.
 */
export async function moveState(
  invoice: Invoice,
  { transition, actor, action, reason = null, before = {}, after = {} }: Move,
  trx: Transaction
): Promise<void> {
  const from = invoice.status
  invoice.status = invoiceWorkflow.next(from, transition)
  invoice.lockVersion += 1
  invoice.updatedBy = actor.userId
  keepTurnDown(invoice, { transition, actor, reason })
  const { paymentState } = invoice
  await tellSubmitter(invoice, { status: from, paymentState }, { status: invoice.status, paymentState }, trx)
  if (action)
    await logInvoiceAction(
      {
        invoiceId: invoice.id,
        action,
        actor,
        before: { status: from, ...before },
        after: { status: invoice.status, ...(reason ? { reason } : {}), ...after },
      },
      trx
    )
  await recordEvent(
    {
      actor,
      objectType: 'invoice',
      objectId: invoice.id,
      siteId: invoice.siteId,
      event: `invoice.${transition}`,
      from,
      to: invoice.status,
      reason,
    },
    trx
  )
}
