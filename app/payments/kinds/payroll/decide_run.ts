import { createHash } from 'node:crypto'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { approversOf } from '#app/payments/approvals/approval_needs'
import type { OrderApproval } from '#app/payments/approvals/decide_order'
import { noteListedApproval, refuseSilent } from '#app/payments/approvals/listed_approval'
import {
  decideForSides,
  missingApprovals,
  requiredOfAll,
  sidesOf,
} from '#app/payments/approvals/payer_approvals'
import { handsIn, peopleOf, whyOf } from '#app/payments/approvals/payment_hands'
import { kindOf } from '#app/payments/kinds/payment_kind'
import { checkOrders } from '#app/payments/orders/checks/check_order'
import type { Checked } from '#app/payments/orders/checks/judge_order'
import { holdAllFunds, lockOrders, moveOrders } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { tellRunCreator } from '#app/payments/orders/tell_creator'
import { enqueueRunRelease } from '#app/payments/release/release_now_job'
import { recordOverrides } from '#app/sites/actions/override_approval'
import { type Approver, recordApprovals, revokeAllDecisions } from '#app/sites/actions/record_decision'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'

/** What the approvers of a run approve: the hash of the fingerprints of its payments, sorted (area 28 §3.1). */
export function runFingerprint(orders: readonly { fingerprint: string }[]): string {
  const sorted = orders.map(({ fingerprint }) => fingerprint).toSorted()
  return createHash('sha256').update(sorted.join('\n')).digest('hex')
}

type Decided = { runId: number; shownFingerprint: string; actor: Actor }
type Decision = Decided & { comment?: string | null }

/**
 * Approves all that waits in a run, as it was shown; each payment gets the decision under its own fingerprint. With the
 * last approval the money is reserved hard. Throws E_CHANGED where a payment came, went or changed since, and what
 * `recordApprovals` refuses; the person's limit is held against the total.
 */
export function approveRun({ comment = null, ...decision }: Decision): Promise<OrderApproval> {
  const ownWorkMessage = 'No puede aprobar una relación en la que ha intervenido o que le paga a usted.'
  return decide({ ...decision, comment }, (_run, shown, trx) =>
    recordApprovals({ ...shown, comment, ownWorkMessage }, trx)
  )
}

/**
 * The emergency approval of the system role (area 02), where nobody may approve the run: the same checks, and the
 * refusals of `recordOverrides`.
 */
export function overrideRun({ reason, ...decision }: Decided & { reason: string }): Promise<OrderApproval> {
  return decide({ ...decision, comment: reason }, ({ id, number }, shown, trx) =>
    recordOverrides(
      {
        ...shown,
        reason,
        document: { name: `la nómina ${number}`, currency: 'EUR', path: `/payroll-runs/${id}` },
        subject: { type: 'payment_run', id },
      },
      trx
    )
  )
}

type Shown = {
  question: ApprovalQuestion
  actor: Actor
  shownFingerprint: string
  fingerprint: string
  changedMessage: string
  documents: { documentId: number; amountMinor: number; fingerprint: string }[]
}
type Record = (run: Run, shown: Shown, trx: Transaction) => Promise<void>

function decide(
  { runId, shownFingerprint, comment, actor }: Decided & { comment: string | null },
  record: Record
): Promise<OrderApproval> {
  return inTransaction(async (trx) => {
    const { run, orders } = await lockRun(runId, trx)
    if (orders.length === 0)
      throw new DomainError('E_TRANSITION', `La relación ${run.number} ya no está pendiente de aprobación.`)
    const checked = await checkOrders(orders, 'approve', actor.userId, trx)
    const needs = await requiredNow(orders, checked, trx)
    refuseSilent(checked, comment)
    const documents = orders.map(({ id, amountMinor, fingerprint }) => ({
      documentId: id,
      amountMinor,
      fingerprint,
    }))
    const fingerprint = runFingerprint(orders)
    const changedMessage = 'La relación ha cambiado desde que la abrió. Revísela de nuevo.'
    const approvers = await leastApproved(orders, needs, trx)
    await decideForSides(await runQuestions(orders, trx), { order: needs, approvers }, (question) =>
      record(run, { question, actor, shownFingerprint, fingerprint, changedMessage, documents }, trx)
    )
    const required = requiredOfAll(needs)
    const given = required - missingApprovals(needs, await leastApproved(orders, needs, trx))
    if (given >= required) {
      await moveOrders(orders, 'approve', actor, trx, { reason: comment })
      await holdAllFunds(orders, 'hard', trx)
      await noteListedApproval(orders, checked, actor.userId, trx)
      if (orders.some(({ payNow }) => payNow)) await enqueueRunRelease(run, actor, trx)
    }
    await recordEvent(
      {
        actor,
        objectType: 'payment_run',
        objectId: runId,
        siteId: run.siteId,
        event: given >= required ? 'payment_run.approved' : 'payment_run.approval_given',
        reason: comment,
        diff: { approvals: [null, `${given} de ${required}`], fingerprint: [null, shownFingerprint] },
      },
      trx
    )
    return { given, required }
  })
}

type Needs = Parameters<typeof sidesOf>[0]

/** Who has approved the payment of a run that most is missing of: a run is approved when all of it is. */
async function leastApproved(
  orders: readonly PaymentOrder[],
  needs: Needs,
  trx: Transaction
): Promise<Approver[]> {
  const standing = await approversOf(orders, trx)
  const [least = []] = orders
    .map(({ id }) => standing.get(id) ?? [])
    .toSorted((a, b) => missingApprovals(needs, b) - missingApprovals(needs, a))
  return least
}

/** Sends everything that waits in a run back to draft; what was approved of it is void. */
export async function rejectRun(runId: number, comment: string, actor: Actor): Promise<void> {
  if (comment.trim().length < 5)
    throw new DomainError('E_REASON', 'Indique el motivo del rechazo.', { field: 'reason' })
  await inTransaction(async (trx) => {
    const { run, orders } = await lockRun(runId, trx)
    if (orders.length === 0)
      throw new DomainError('E_TRANSITION', `La relación ${run.number} ya no está pendiente de aprobación.`)
    await moveOrders(orders, 'reject', actor, trx, { reason: comment })
    await revokeAllDecisions(
      'payment_order',
      orders.map(({ id }) => id),
      trx
    )
    await holdAllFunds(orders, 'none', trx)
    await recordEvent(
      {
        actor,
        objectType: 'payment_run',
        objectId: runId,
        siteId: run.siteId,
        event: 'payment_run.rejected',
        reason: comment,
      },
      trx
    )
    await tellRunCreator(run, comment, actor, trx)
  })
}

type Run = { id: number; number: string; siteId: number }

/** The run under its lock, then what waits in it, in the order of the keys. */
async function lockRun(runId: number, trx: Transaction): Promise<{ run: Run; orders: PaymentOrder[] }> {
  const run = await oneRow<Run>(
    `select id, number, site_id from payment_runs where id = :runId for update`,
    { runId },
    trx
  )
  const waiting = await rows<{ id: number }>(
    `select id from payment_orders where run_id = :runId and status = 'buffered' order by id`,
    { runId },
    trx
  )
  const orders = await lockOrders(
    waiting.map(({ id }) => id),
    trx
  )
  return { run, orders: orders.filter(({ status }) => status === 'buffered') }
}

/** Who may decide on what waits in a run, of each company that does: nobody who had a hand in any of its payments or accounts. */
export async function runQuestions(
  orders: readonly PaymentOrder[],
  trx: Transaction
): Promise<ApprovalQuestion[]> {
  const [first] = orders
  if (!first) throw new Error('A run without payments has no question')
  const hands = await handsIn(orders, trx)
  return sidesOf(first).map(({ siteId }) => ({
    siteId,
    kind: kindOf(first.kind).approvals,
    amountMinor: orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    excludedUserIds: peopleOf([...hands.values()].flat()),
    whyExcluded: whyOf([...hands.values()].flat(), first.sourceType),
    documentType: 'payment_order',
    documentId: first.id,
  }))
}

/** How many approvals it needs now, of each company: one more than at buffering when a reason for it came up since. */
async function requiredNow(
  orders: PaymentOrder[],
  checked: readonly Checked[],
  trx: Transaction
): Promise<Needs> {
  for (const [index, { number, creditorName }] of orders.entries()) {
    const failed = checked[index]?.checks.find(({ level }) => level === 'error')
    if (failed)
      throw new DomainError(
        'E_CHECK',
        `${number}, ${creditorName}: ${failed.message} Quítelo de la relación.`
      )
  }
  const [first] = orders
  if (!first) throw new Error('A run without payments needs nothing')
  const { siteId, payerSiteId, payerRequiredApprovals } = first
  const before = Math.max(...orders.map(({ requiredApprovals }) => requiredApprovals ?? 1))
  const needs = { siteId, payerSiteId, requiredApprovals: before, payerRequiredApprovals }
  const wasReinforced = orders.some(({ reinforcedReasons }) => reinforcedReasons.length > 0)
  const reinforced = [...new Set(checked.flatMap((found) => found.reinforced))]
  if (wasReinforced || reinforced.length === 0) return needs
  const required = Math.min(before + 1, APPROVALS_MAX)
  const payer = payerRequiredApprovals === null ? null : Math.min(payerRequiredApprovals + 1, APPROVALS_MAX)
  await execute(
    `update payment_orders set required_approvals = :required, payer_required_approvals = :payer, reinforced_reasons = :reinforced where id = any(:ids::bigint[])`,
    { required, payer, reinforced, ids: orders.map(({ id }) => id) },
    trx
  )
  return { ...needs, requiredApprovals: required, payerRequiredApprovals: payer }
}

const APPROVALS_MAX = 5
