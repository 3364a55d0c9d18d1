import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { formatIban, ibanBankName, maskIban } from '#app/kernel/iban'
import { inTransaction, oneRow, row, rows } from '#app/kernel/sql'
import { RESERVED } from '#app/legal/legal_labels'
import { approvalQuestion } from '#app/payments/actions/approval_needs'
import { previewOrder } from '#app/payments/actions/check_order'
import type PaymentOrder from '#app/payments/models/payment_order'
import { lacksApprovers, lackText } from '#app/payments/queries/lacking_approvers'
import { orderBadge } from '#app/payments/queries/list_orders'
import { reservedOrders } from '#app/payments/queries/payment_veil'
import { type AttemptRow, listAttempts } from '#app/payments/queries/proof_facts'
import { sourceOf } from '#app/payments/sources/payment_source'
import { orderActions } from '#app/payments/workflows/payment_order_actions'
import { ATTEMPT_LABELS, holdLabel } from '#app/payments/workflows/payment_order_workflow'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

const FULL_IBAN_ROLES = ['s1st3ma', 'aprobador', 'superC0ntab1l1dad']

/** Everything the page of one payment order shows; of one of a confidential procedure only what its bank needs to be told. */
export async function orderPage(order: PaymentOrder, user: User) {
  const page = await wholePage(order, user)
  if (!(await reservedOrders([order.id], user)).has(order.id)) return page
  return {
    ...page,
    order: {
      ...page.order,
      creditor: RESERVED,
      iban: '',
      ibanTail: '',
      bank: null,
      concept: RESERVED,
      failure: null,
    },
    source: null,
    checks: [],
    entries: [],
    attempts: [],
  }
}

async function wholePage(order: PaymentOrder, user: User) {
  const iban = order.creditorIban ?? ''
  const { checked, candidates, canOverride, isLacking } = await inTransaction(async (trx) => {
    const question = order.status === 'buffered' ? await approvalQuestion(order, trx) : null
    const candidates = question ? await listCandidates(question, trx) : []
    return {
      checked: ['draft', 'buffered', 'approved'].includes(order.status)
        ? await previewOrder(order, user.id, trx)
        : { checks: [], reinforced: [], hit: null },
      candidates,
      isLacking: question ? await lacksApprovers(order, candidates, trx) : false,
      canOverride: question ? (await overrideHindrance(question, user.id, trx)) === null : false,
    }
  })
  const money = (minor: number) => ({ minor, currency: order.currency })
  const account = await oneRow<{
    name: string
    iban: string | null
    site: string
    balance: number
    available: number
  }>(
    `select b.name || case when :isFund then ' · Fondo de reserva' else '' end as name, b.iban, s.legal_name::text as site, p.balance_minor as balance,
        case when :isFund then coalesce((select f.amount_minor from account_holds f where f.document_type = 'reserve_fund' and f.document_id = :fundId::bigint and f.released_at is null), 0)
             else p.available_minor end as available from bank_accounts b
       join sites s on s.id = b.site_id join bank_account_positions p on p.bank_account_id = b.id where b.id = :id`,
    {
      id: order.debtorAccountId,
      fundId: order.debtorVirtualAccountId,
      isFund: order.debtorVirtualAccountId !== null,
    }
  )
  return {
    order: {
      id: order.id,
      number: order.number,
      kind: order.kind,
      site_id: order.siteId,
      account_id: order.debtorAccountId,
      status: orderBadge(order.status, order.subStatus),
      state: order.status,
      creditor: order.creditorName,
      iban: FULL_IBAN_ROLES.includes(user.role) ? formatIban(iban) : maskIban(iban),
      ibanTail: iban.slice(-4),
      bank: ibanBankName(iban),
      amount: money(order.amountMinor),
      executionDate: order.executionDate,
      is_instant: order.speed === 'instant',
      concept: order.remittance,
      endToEndId: order.endToEndId,
      hold: holdLabel(order.status, order.holdReason),
      reinforced: order.reinforcedReasons,
      asksComment: checked.hit?.severity === 'warn' || order.vopResult === 'no_match',
      failure: order.failureMessage,
      required: order.requiredApprovals,
      fingerprint: order.fingerprint,
      isQueued: order.subStatus === 'queued' && order.channel !== 'api',
      subState: order.subStatus,
      payNowReason: order.payNow ? order.payNowReason : null,
      bankRef: order.providerRef,
      actions: await actionsOf(order, user),
    },
    account: {
      name: account.name,
      site: account.site,
      iban: maskIban(account.iban ?? ''),
      available: money(account.available),
      after: money(order.status === 'approved' ? account.available : account.available - order.amountMinor),
    },
    checks: checked.checks,
    lack: isLacking ? lackText(account.site) : null,
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    canApprove: candidates.some((candidate) => candidate.userId === user.id && candidate.reason === null),
    canOverride,
    source: await sourceOf(order.sourceType).describe(order.sourceId),
    batch: order.batchId
      ? await row<{ id: number; number: string }>(`select id, number from payment_batches where id = :id`, {
          id: order.batchId,
        })
      : null,
    repeats: await repeatsOf(order),
    attempts: (await listAttempts(order.id)).map(attemptRow),
    decisions: await decisionsOf(order.id),
    entries: (await entriesOf(order.id)).map(({ amountMinor, ...line }) => ({
      ...line,
      amount: money(amountMinor),
    })),
    events: await listEvents('payment_order', order.id),
  }
}

/** What is being repeated already is not repeated again. */
async function actionsOf(order: PaymentOrder, user: User): Promise<string[]> {
  const actions: string[] = orderActions(order, user)
  const { again } = await repeatsOf(order)
  return again && !again.isOver ? actions.filter((action) => action !== 'retry') : actions
}

type Repeat = { id: number; number: string; isOver: boolean }

/** The payment that this one repeats, and the one that repeats it. */
async function repeatsOf({
  id,
  retryOfId,
}: PaymentOrder): Promise<{ of: Repeat | null; again: Repeat | null }> {
  const columns = `id, number, status in ('cancelled', 'failed', 'returned') as is_over`
  return {
    of:
      retryOfId === null
        ? null
        : await row<Repeat>(`select ${columns} from payment_orders where id = :retryOfId`, { retryOfId }),
    again: await row<Repeat>(
      `select ${columns} from payment_orders where retry_of_id = :id order by id desc limit 1`,
      { id }
    ),
  }
}

function attemptRow({ attemptNo, startedAt, status, httpStatus, providerRef, error }: AttemptRow) {
  return {
    attemptNo,
    startedAt: startedAt.toISOString(),
    status: ATTEMPT_LABELS[status],
    httpStatus,
    providerRef,
    error,
  }
}

async function decisionsOf(orderId: number) {
  const found = await rows<{
    id: number
    user: string
    decidedAt: Date
    comment: string | null
    isOverride: boolean
    revoked: boolean
  }>(
    `select d.id, u.name as "user", d.decided_at, d.comment, d.is_override, d.revoked_at is not null as revoked from approval_decisions d join users u on u.id = d.user_id
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
