import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { A, S } from '#app/identity/roles'
import { lastFour } from '#app/kernel/iban'
import { inTransaction, oneRow, rows } from '#app/kernel/sql'
import { runFingerprint, runQuestion } from '#app/payments/actions/decide_run'
import { LISTED_REASON } from '#app/payments/actions/judge_order'
import PaymentOrder from '#app/payments/models/payment_order'
import { orderBadge } from '#app/payments/queries/list_orders'
import type { PaymentOrderStatus, SentSubStatus } from '#app/payments/workflows/payment_order_workflow'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

type Run = {
  number: string
  site: string
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
  requiredApprovals: number | null
}

/** Everything the page of one run of salaries shows. */
export async function runPage(runId: number, user: User) {
  const run = await oneRow<Run>(
    `select r.number, s.legal_name::text as site, b.name as account, r.concept, r.execution_date, u.name as created_by, p.balance_minor as balance, p.available_minor as available
       from payment_runs r join sites s on s.id = r.site_id join bank_accounts b on b.id = r.debtor_account_id
       join bank_account_positions p on p.bank_account_id = b.id left join users u on u.id = r.created_by where r.id = :runId`,
    { runId }
  )
  const lines = await rows<Line>(
    `select id, number, creditor_name as creditor, remittance as concept, creditor_iban as iban, amount_minor, status, sub_status, required_approvals
       from payment_orders where run_id = :runId and status not in ('cancelled') order by creditor_name, id limit 5000`,
    { runId }
  )
  const waiting = await PaymentOrder.query().where('run_id', runId).where('status', 'buffered').orderBy('id')
  const approved = lines.filter(({ status }) => status === 'approved')
  const { candidates, canOverride } = await decidersOf(waiting, user)
  const money = (minor: number) => ({ minor, currency: 'EUR' })
  const mayDecide = (user.role === S || user.role === A) && waiting.length > 0
  return {
    run: {
      id: runId,
      number: run.number,
      site: run.site,
      account: run.account,
      concept: run.concept,
      execution_date: run.executionDate,
      created_by: run.createdBy,
      employees: lines.length,
      total: money(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      available: money(run.available),
      waiting: waiting.length,
      waiting_total: money(waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      required: Math.max(1, ...lines.map(({ requiredApprovals }) => requiredApprovals ?? 1)),
      reinforced: [...new Set(waiting.flatMap(({ reinforcedReasons }) => reinforcedReasons))],
      asks_comment: waiting.some(({ reinforcedReasons }) => reinforcedReasons.includes(LISTED_REASON)),
      fingerprint: runFingerprint(waiting),
      releasable: user.role === S || user.role === A ? approved.map(({ id }) => id) : [],
      releasable_total: money(approved.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
      can_approve:
        mayDecide && candidates.some(({ userId, reason }) => userId === user.id && reason === null),
      can_override: canOverride,
      can_reject: mayDecide,
      hindrance: candidates.find(({ userId }) => userId === user.id)?.reason ?? null,
    },
    lines: lines.map(({ amountMinor, iban, status, subStatus, requiredApprovals: _, ...line }) => ({
      ...line,
      iban: `•••• ${lastFour(iban)}`,
      amount: money(amountMinor),
      status: orderBadge(status, subStatus),
    })),
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    decisions: await decisionsOf(runId),
    events: await listEvents('payment_run', runId),
  }
}

/** Who may decide on what waits in the run, and whether the reader may in an emergency. */
async function decidersOf(waiting: readonly PaymentOrder[], user: User) {
  if (waiting.length === 0) return { candidates: [], canOverride: false }
  return inTransaction(async (trx) => {
    const question = await runQuestion(waiting, trx)
    return {
      candidates: await listCandidates(question, trx),
      canOverride: (await overrideHindrance(question, user.id, trx)) === null,
    }
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
