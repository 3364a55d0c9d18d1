import type { Actor } from '#app/audit/record_event'
import type { Affected } from '#app/blacklist/sweepers'
import { inTransaction, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { keysOf } from '#app/kernel/text/labels'
import { raiseRequired } from '#app/payments/approvals/approval_needs'
import { cancelAtBank } from '#app/payments/bank/cancel_at_bank'
import { paymentLines, type Told, tellLeadsOfMany } from '#app/payments/bank/tell_leads'
import { freezeFiles } from '#app/payments/batches/freeze_files'
import { backToDraft } from '#app/payments/orders/back_to_draft'
import { LISTED_REASON } from '#app/payments/orders/checks/judge_order'
import { lockOrder, refreshSource } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { paymentOrderWorkflow } from '#app/payments/orders/payment_order_workflow'

const REASON = 'La cuenta del beneficiario está en la lista negra.'

/**
 * Orders that have not left go back to draft with what was approved taken back; drafts say why they wait. Those that the bank
 * has not begun are taken back from it. Approvers and the system role are told which, and which of those that these entries
 * reach have left. What waits for approval to an account that the list only warns of asks for one more. Gives how many were stopped.
 */
export async function sweepListedOrders(entryIds: number[], actor: Actor): Promise<number> {
  const listed = await rows<{ id: number }>(
    `select o.id from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status in ('draft', 'buffered', 'approved') and o.creditor_iban is not null and o.hold_reason is distinct from 'blacklist' and l.severity = 'block' order by o.id`
  )
  const stopped: Told[] = []
  for (const { id } of listed) {
    const order = await stopOrder(id, actor)
    if (order) stopped.push(order)
  }
  const cancelled = await cancelListed(actor)
  const frozen = await freezeListed(actor)
  await raiseWarned()
  await tellStopped({ stopped, cancelled, left: await leftFor(entryIds) })
  return stopped.length + cancelled.length + frozen
}

/** Payments in files that nobody has marked as sent: the file is frozen, and who approves and who has it is told. Gives how many. */
async function freezeListed(actor: Actor): Promise<number> {
  const listed = await rows<{ id: number }>(
    `select o.id from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status = 'sent' and o.channel <> 'api' and o.sub_status = 'queued' and o.hold_reason is null and l.severity = 'block'`
  )
  return freezeFiles(
    listed.map(({ id }) => id),
    { hold: 'blacklist', reason: REASON },
    actor
  )
}

/** Whoever opens a payment that waits is told of the warning before they approve it, not when they have. */
async function raiseWarned(): Promise<void> {
  const warned = await rows<{ id: number }>(
    `select o.id from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status = 'buffered' and o.creditor_iban is not null and l.severity = 'warn' and not (:reason = any(o.reinforced_reasons)) order by o.id`,
    { reason: LISTED_REASON }
  )
  for (const { id } of warned)
    await inTransaction(async (trx) => {
      const order = await lockOrder(id, trx)
      if (order.status !== 'buffered') return
      raiseRequired(order, { reinforced: [LISTED_REASON] })
      await order.save()
    })
}

type Swept = { stopped: readonly Told[]; cancelled: readonly Told[]; left: readonly Told[] }

const HEADINGS = {
  stopped: 'Retenidos: no saldrán y sus aprobaciones quedan sin efecto.',
  cancelled: 'Cancelados en el banco.',
  left: 'Ya han salido y no se han podido detener: llame hoy al banco.',
} as const

/** One mail a person, with the payments of their companies by what became of them. */
async function tellStopped(swept: Swept): Promise<void> {
  const all = Object.values(swept).flat()
  if (all.length === 0) return
  const parts = (own: readonly Told[]) =>
    keysOf(HEADINGS).flatMap((kind) => {
      const some = own.filter((payment) => swept[kind].includes(payment))
      return some.length === 0 ? [] : [`${HEADINGS[kind]}\n${paymentLines(some)}`]
    })
  await inTransaction((trx) =>
    tellLeadsOfMany(
      all,
      {
        subject: 'Pagos a una cuenta que ha entrado en la lista negra',
        body: (own) => `${parts(own).join('\n\n')}\n\nEntre en Caudal para revisarlos.`,
      },
      trx
    )
  )
}

const TOLD = 'o.id, o.number, o.site_id, o.amount_minor, o.currency'

/** Orders by network that the bank has and has not begun: it is asked to take them back. What it executes is too late. */
async function cancelListed(actor: Actor): Promise<Told[]> {
  const waiting = await rows<Told>(
    `select ${TOLD} from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status = 'sent' and o.channel = 'api' and o.sub_status in ('queued', 'awaiting_authorisation', 'vop_pending_decision') and l.severity = 'block' order by o.id`
  )
  const cancelled: Told[] = []
  for (const order of waiting) {
    try {
      await cancelAtBank(order.id, REASON, actor)
      cancelled.push(order)
    } catch (error) {
      // It stays sent, and is told among those that have left.
      if (!isDomainError(error)) throw error
    }
  }
  return cancelled
}

/** What these entries reach of what somebody or the bank itself says is at the bank. */
function leftFor(entryIds: readonly number[]): Promise<Told[]> {
  return rows<Told>(
    `select ${TOLD} from payment_orders o cross join lateral iban_listing(o.creditor_iban) l
      where o.status = 'sent' and o.sub_status <> 'queued' and l.severity = 'block' and l.id = any(:entryIds::bigint[]) order by o.id`,
    { entryIds }
  )
}

/** Asked again under its lock: it may have left or been cancelled meanwhile. */
function stopOrder(orderId: number, actor: Actor): Promise<PaymentOrder | null> {
  return inTransaction(async (trx) => {
    const order = await lockOrder(orderId, trx)
    if (!['draft', 'buffered', 'approved'].includes(order.status)) return null
    order.holdReason = 'blacklist'
    if (order.status === 'draft') {
      await order.save()
      return order
    }
    await backToDraft(order, 'reopen', REASON, actor, trx)
    await refreshSource(order, trx)
    return order
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
