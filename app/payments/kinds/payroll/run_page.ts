import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { A, S } from '#app/identity/roles'
import { inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { lastFour } from '#app/kernel/identifiers/iban'
import { runFingerprint, runQuestions } from '#app/payments/kinds/payroll/decide_run'
import { type RunRejection, runProgress } from '#app/payments/kinds/payroll/run_progress'
import { LISTED_REASON } from '#app/payments/orders/checks/judge_order'
import { IS_PAID_BY_HAND } from '#app/payments/orders/page/list_orders'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import PaymentOrder from '#app/payments/orders/payment_order'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/orders/payment_order_workflow'
import { type Candidate, listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

type Run = {
  number: string
  siteId: number
  site: string
  payerId: number
  payer: string
  account: string
  concept: string
  executionDate: string
  createdBy: string | null
  balance: number
  available: number
}

type Line = {
  id: number
  number: string
  creditor: string
  concept: string
  iban: string
  amountMinor: number
  status: PaymentOrderStatus
  subStatus: SentSubStatus | null
  channel: string
  holdReason: string | null
  isDownloaded: boolean
  isPaidByHand: boolean
  requiredApprovals: number | null
  payerRequiredApprovals: number | null
}

/** Everything the page of one run of salaries shows. */
export async function runPage(runId: number, user: User) {
  const run = await oneRow<Run>(
    `select r.number, r.site_id, s.legal_name::text as site, b.site_id as payer_id, q.legal_name::text as payer, b.name as account, r.concept, r.execution_date, u.name as created_by, p.balance_minor as balance, p.available_minor as available
       from payment_runs r join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id join sites q on q.id = b.site_id
       join bank_account_positions p on p.bank_account_id = b.id left join users u on u.id = r.created_by where r.id = :runId`,
    { runId }
  )
  const lines = await rows<Line>(
    `select o.id, o.number, o.creditor_name as creditor, o.remittance as concept, o.creditor_iban as iban, o.amount_minor, o.status, o.sub_status, o.channel, o.hold_reason,
        coalesce(b.downloads > 0, false) as is_downloaded, ${IS_PAID_BY_HAND} as is_paid_by_hand, o.required_approvals, o.payer_required_approvals
       from payment_orders o left join payment_batches b on b.id = o.batch_id where o.run_id = :runId and o.status not in ('cancelled') order by o.creditor_name, o.id limit 5000`,
    { runId }
  )
  const rejection = lines.length === 0 ? await rejectionOf(runId) : null
  const batches = await batchesOf(runId)
  const waiting = await PaymentOrder.query().where('run_id', runId).where('status', 'buffered').orderBy('id')
  const approved = lines.filter(({ status }) => status === 'approved')
  const { candidates, canOverride } = await decidersOf(waiting, user)
  const money = (minor: number) => ({ minor, currency: 'EUR' })
  const canDecide = (user.role === S || user.role === A) && waiting.length > 0
  return {
    run: {
      id: runId,
      number: run.number,
      site: run.site,
      account: run.account,
      concept: run.concept,
      executionDate: run.executionDate,
      createdBy: run.createdBy,
      ...runProgress(lines, { rejection, batches }),
      employees: lines.length,
      total: money(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      available: money(run.available),
      waiting: waiting.length,
      waitingTotal: money(waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      required: Math.max(
        1,
        ...lines.map(
          ({ requiredApprovals, payerRequiredApprovals }) =>
            (requiredApprovals ?? 1) + (payerRequiredApprovals ?? 0)
        )
      ),
      payer: run.payerId === run.siteId ? null : run.payer,
      reinforced: [...new Set(waiting.flatMap(({ reinforcedReasons }) => reinforcedReasons))],
      asksComment: waiting.some(({ reinforcedReasons }) => reinforcedReasons.includes(LISTED_REASON)),
      fingerprint: runFingerprint(waiting),
      releasable: user.role === S || user.role === A ? approved.map(({ id }) => id) : [],
      releasableTotal: money(approved.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      canApprove: canDecide && candidates.some(({ userId, reason }) => userId === user.id && reason === null),
      canOverride,
      canReject: canDecide,
      hindrance: hindranceOf(candidates, user),
    },
    lines: lines.map(({ amountMinor, iban, ...line }) => ({
      id: line.id,
      number: line.number,
      creditor: line.creditor,
      concept: line.concept,
      iban: `•••• ${lastFour(iban)}`,
      amount: money(amountMinor),
      status: orderBadge(line),
    })),
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    decisions: await decisionsOf(runId),
    events: await listEvents('payment_run', runId),
  }
}

/** Why its reader may not decide; null where they may for one of its companies. */
function hindranceOf(candidates: readonly Candidate[], { id }: User): string | null {
  const own = candidates.filter(({ userId }) => userId === id)
  return own.some(({ reason }) => reason === null) ? null : (own[0]?.reason ?? null)
}

/** The last refusal of a run that holds nothing any more: all its payments are drafts since. */
async function rejectionOf(runId: number): Promise<RunRejection | null> {
  const last = await row<{ event: string; by: string | null; reason: string | null }>(
    `select e.event, u.name as by, e.reason from audit_events e left join users u on u.id = e.user_id
      where e.object_type = 'payment_run' and e.object_id = :runId order by e.id desc limit 1`,
    { runId }
  )
  return last?.event === 'payment_run.rejected'
    ? { by: last.by ?? 'el sistema', reason: last.reason ?? '' }
    : null
}

/** The batches that payments of the run are in. */
function batchesOf(runId: number): Promise<{ id: number; number: string }[]> {
  return rows<{ id: number; number: string }>(
    `select distinct b.id, b.number from payment_orders o join payment_batches b on b.id = o.batch_id
      where o.run_id = :runId and o.status <> 'cancelled' order by b.id`,
    { runId }
  )
}

/** Who may decide on what waits in the run, and whether the reader may in an emergency. */
async function decidersOf(waiting: readonly PaymentOrder[], user: User) {
  if (waiting.length === 0) return { candidates: [], canOverride: false }
  return inTransaction(async (trx) => {
    const candidates: (Candidate & { siteId: number })[] = []
    const overridable: boolean[] = []
    for (const question of await runQuestions(waiting, trx)) {
      const { siteId } = question
      candidates.push(...(await listCandidates(question, trx)).map((one) => ({ ...one, siteId })))
      overridable.push((await overrideHindrance(question, user.id, trx)) === null)
    }
    return { candidates, canOverride: overridable.includes(true) }
  })
}

/** Who has decided on payments of the run, once each. */
async function decisionsOf(runId: number) {
  const found = await rows<{
    userId: number
    user: string
    decidedAt: Date
    comment: string | null
    payments: number
  }>(
    `select d.user_id, u.name as "user", max(d.decided_at) as decided_at, max(d.comment) as comment, count(*)::int as payments
       from approval_decisions d join payment_orders o on o.id = d.document_id and o.run_id = :runId join users u on u.id = d.user_id
      where d.document_type = 'payment_order' and d.decision = 'approve' and d.revoked_at is null group by d.user_id, u.name order by 3`,
    { runId }
  )
  return found.map(({ decidedAt, ...decision }) => ({ ...decision, decidedAt: decidedAt.toISOString() }))
}
