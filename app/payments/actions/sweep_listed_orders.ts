import type { Actor } from '#app/audit/record_event'
import type { Affected } from '#app/blacklist/sweepers'
import { isDomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { inTransaction, rows } from '#app/kernel/sql'
import { cancelAtBank } from '#app/payments/actions/cancel_at_bank'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/actions/move_order'
import { paymentOrderWorkflow } from '#app/payments/workflows/payment_order_workflow'
import { revokeDecisions } from '#app/sites/actions/record_decision'

const REASON = 'La cuenta del beneficiario está en la lista negra.'

/** Orders that have not left go back to draft with what was approved taken back; drafts say why they wait. Gives how many. */
export async function sweepListedOrders(_entryIds: number[], actor: Actor): Promise<number> {
  const listed = await rows<{ id: number }>(
    `select o.id from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status in ('draft', 'buffered', 'approved') and o.creditor_iban is not null and o.hold_reason is distinct from 'blacklist' and l.severity = 'block' order by o.id`
  )
  let stopped = 0
  for (const { id } of listed) stopped += (await stopOrder(id, actor)) ? 1 : 0
  return stopped + (await cancelListed(actor))
}

/** Orders by network that the bank has and has not begun: it is asked to take them back. What it executes is too late. */
async function cancelListed(actor: Actor): Promise<number> {
  const waiting = await rows<{ id: number }>(
    `select o.id from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status = 'sent' and o.channel = 'api' and o.sub_status in ('queued', 'awaiting_authorisation', 'vop_pending_decision') and l.severity = 'block' order by o.id`
  )
  let cancelled = 0
  for (const { id } of waiting) {
    try {
      await cancelAtBank(id, REASON, actor)
      cancelled++
    } catch (error) {
      // Told by the page of the entry, which names what has left: somebody must call the bank.
      if (!isDomainError(error)) throw error
    }
  }
  return cancelled
}

/** Asked again under its lock: it may have left or been cancelled meanwhile. */
function stopOrder(orderId: number, actor: Actor): Promise<boolean> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (!['draft', 'buffered', 'approved'].includes(order.status)) return false
    order.holdReason = 'blacklist'
    if (order.status === 'draft') {
      await order.save()
      return true
    }
    await moveOrder(order, 'reopen', actor, trx, { reason: REASON })
    await revokeDecisions('payment_order', order.id, trx)
    await holdFunds(order, 'none', trx)
    await refreshSource(order, trx)
    return true
  })
}

/** Orders of the reader's companies that an entry reaches; those that have left are named too, for somebody must call the bank. */
export async function affectedOrders(like: string, scope: number[] | 'all'): Promise<Affected[]> {
  const found = await rows<{
    id: number
    number: string
    creditorName: string
    amountMinor: number
    currency: string
    status: keyof typeof paymentOrderWorkflow.states
  }>(
    `select id, number, creditor_name, amount_minor, currency, status from payment_orders
      where creditor_iban like :like and status in ('draft', 'buffered', 'approved', 'sent') and (:all or site_id = any(:ids::bigint[])) order by id desc limit 100`,
    { like, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
  return found.map(({ id, number, creditorName, amountMinor, currency, status }) => ({
    kind: status === 'sent' ? 'Pago ya enviado' : 'Pago',
    label: `${number} · ${creditorName}`,
    detail: `${formatAmount(amountMinor, currency)}, ${paymentOrderWorkflow.label(status).toLowerCase()}`,
    href: `/payment-orders/${id}`,
  }))
}
