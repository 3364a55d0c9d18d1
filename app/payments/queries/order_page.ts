import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { formatIban, ibanBankName, maskIban } from '#app/kernel/iban'
import { inTransaction, oneRow, row, rows } from '#app/kernel/sql'
import { approvalQuestion } from '#app/payments/actions/approval_needs'
import { previewOrder } from '#app/payments/actions/check_order'
import type PaymentOrder from '#app/payments/models/payment_order'
import { orderBadge } from '#app/payments/queries/list_orders'
import { orderActions } from '#app/payments/workflows/payment_order_actions'
import { HOLD_LABELS } from '#app/payments/workflows/payment_order_workflow'
import { listCandidates } from '#app/sites/queries/eligible_approvers'

const FULL_IBAN_ROLES = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad']

/** Everything the page of one payment order shows. */
export async function orderPage(order: PaymentOrder, user: User) {
  const iban = order.creditorIban ?? ''
  const { checked, candidates } = await inTransaction(async (trx) => ({
    checked: ['draft', 'buffered', 'approved'].includes(order.status)
      ? await previewOrder(order, user.id, trx)
      : { checks: [], reinforced: [] },
    candidates:
      order.status === 'buffered' ? await listCandidates(await approvalQuestion(order, trx), trx) : [],
  }))
  const money = (minor: number) => ({ minor, currency: order.currency })
  const account = await oneRow<{
    name: string
    iban: string | null
    site: string
    balance: number
    available: number
  }>(
    `select b.name, b.iban, s.legal_name::text as site, p.balance_minor as balance, p.available_minor as available from bank_accounts b
       join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id where b.id = :id`,
    { id: order.debtorAccountId }
  )
  return {
    order: {
      id: order.id,
      number: order.number,
      status: orderBadge(order.status, order.subStatus),
      state: order.status,
      creditor: order.creditorName,
      iban: FULL_IBAN_ROLES.includes(user.role) ? formatIban(iban) : maskIban(iban),
      ibanTail: iban.slice(-4),
      bank: ibanBankName(iban),
      amount: money(order.amountMinor),
      executionDate: order.executionDate,
      concept: order.remittance,
      endToEndId: order.endToEndId,
      hold: order.holdReason ? HOLD_LABELS[order.holdReason as keyof typeof HOLD_LABELS] : null,
      reinforced: order.reinforcedReasons,
      failure: order.failureMessage,
      required: order.requiredApprovals,
      fingerprint: order.fingerprint,
      isQueued: order.subStatus === 'queued',
      actions: orderActions(order, user) as string[],
    },
    account: {
      name: account.name,
      site: account.site,
      iban: maskIban(account.iban ?? ''),
      available: money(account.available),
      after: money(order.status === 'approved' ? account.available : account.available - order.amountMinor),
    },
    checks: checked.checks,
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    canApprove: candidates.some((candidate) => candidate.userId === user.id && candidate.reason === null),
    source: await sourceOf(order),
    batch: order.batchId
      ? await row<{ id: number; number: string }>(`select id, number from payment_batches where id = :id`, {
          id: order.batchId,
        })
      : null,
    decisions: await decisionsOf(order.id),
    entries: (await entriesOf(order.id)).map(({ amountMinor, ...line }) => ({
      ...line,
      amount: money(amountMinor),
    })),
    events: await listEvents('payment_order', order.id),
  }
}

async function sourceOf(order: PaymentOrder) {
  if (order.sourceType !== 'invoice') return null
  return row<{ id: number; reference: string; number: string }>(
    `select id, reference, invoice_number as number from invoices where id = :id`,
    { id: order.sourceId }
  )
}

async function decisionsOf(orderId: number) {
  const found = await rows<{
    id: number
    user: string
    decidedAt: Date
    comment: string | null
    revoked: boolean
  }>(
    `select d.id, u.name as "user", d.decided_at, d.comment, d.revoked_at is not null as revoked from approval_decisions d join users u on u.id = d.user_id
      where d.document_type = 'payment_order' and d.document_id = :orderId order by d.decided_at`,
    { orderId }
  )
  return found.map((decision) => ({ ...decision, decidedAt: decision.decidedAt.toISOString() }))
}

function entriesOf(orderId: number) {
  return rows<{ entryNo: number; postedOn: string; account: string; name: string; amountMinor: number }>(
    `select e.entry_no, e.posted_on, a.code as account, a.name, l.amount_minor from journal_entries e join journal_lines l on l.entry_id = e.id
       join ledger_accounts a on a.id = l.account_id where e.source_type = 'payment_order' and e.source_id = :orderId order by e.id, l.line_no`,
    { orderId }
  )
}
