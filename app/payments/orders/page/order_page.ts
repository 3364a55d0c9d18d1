import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import { ibanBankName, maskIban } from '#app/kernel/identifiers/iban'
import { RESERVED } from '#app/legal/legal_labels'
import { approvalQuestion, approvalsAhead } from '#app/payments/approvals/approval_needs'
import { lacksApprovers, lackText } from '#app/payments/approvals/lacking_approvers'
import { attachmentsOf } from '#app/payments/attachments/attachments_of'
import { shownAuthorisation } from '#app/payments/bank/authorisations'
import { rejectionOf, removalOf, sendingOf, stateOf } from '#app/payments/batches/sending_facts'
import { kindOf, type PaymentKind } from '#app/payments/kinds/payment_kind'
import { previewOrder } from '#app/payments/orders/checks/check_order'
import { orderActions } from '#app/payments/orders/controllers/payment_order_actions'
import { chargeOf, isBeforeBank, isUnsent, shownAccount } from '#app/payments/orders/page/network_page'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import { namedSteps } from '#app/payments/orders/page/order_steps'
import { reservedOrders } from '#app/payments/orders/page/payment_visibility'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { chargedMinor } from '#app/payments/orders/payment_order'
import { holdLabel } from '#app/payments/orders/payment_order_workflow'
import { type ListedAttempt, listAttempts } from '#app/payments/proofs/proof_facts'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

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
      canAttach: false,
    },
    source: null,
    checks: [],
    entries: [],
    attempts: [],
    attachments: [],
  }
}

async function wholePage(order: PaymentOrder, user: User) {
  const { checked, candidates, canOverride, isLacking } = await aheadOf(order, user)
  const money = (minor: number) => ({ minor, currency: order.currency })
  const charged = (minor: number) => ({ minor, currency: order.chargeCurrency ?? order.currency })
  const account = await payerOf(order)
  const kind = kindOf(order.kind)
  return {
    order: {
      ...(await headOf(order, user)),
      listHref: `/${kind.list.page}?tab=${tabOf(order, kind)}`,
      isInRuns: kind.isDecidedInRuns === true,
      asksComment: checked.hit?.severity === 'warn' || order.vopResult === 'no_match',
    },
    account: {
      name: account.name,
      site: account.site,
      iban: maskIban(account.iban ?? ''),
      available: charged(account.available),
      after: charged(
        order.status === 'approved' ? account.available : account.available - chargedMinor(order)
      ),
    },
    checks: checked.checks,
    lack: isLacking ? lackText(account.site) : null,
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    canApprove:
      order.status === 'buffered' &&
      candidates.some((candidate) => candidate.userId === user.id && candidate.reason === null),
    canOverride,
    source: await kind.describe(order.sourceId),
    batch: order.batchId
      ? await row<{ id: number; number: string }>(`select id, number from payment_batches where id = :id`, {
          id: order.batchId,
        })
      : null,
    repeats: await repeatsOf(order),
    removal: order.batchId === null ? await removalOf(order.id) : null,
    attempts: (await listAttempts(order.id)).map(attemptRow),
    attachments: await attachmentsOf(order.id),
    decisions: await decisionsOf(order.id),
    entries: (await entriesOf(order.id)).map(({ amountMinor, ...line }) => ({
      ...line,
      amount: money(amountMinor),
    })),
    events: namedSteps(await listEvents('payment_order', order.id)),
  }
}

/** What its checks say of it now, and who may decide it. */
function aheadOf(order: PaymentOrder, user: User) {
  const isWaiting = order.status === 'buffered'
  return inTransaction(async (trx) => {
    const checked = ['draft', 'buffered', 'approved'].includes(order.status)
      ? await previewOrder(order, user.id, trx)
      : { checks: [], reinforced: [], hit: null }
    // Of a draft too: that nobody will be able to approve it is known before it waits for them.
    const question = isWaiting || order.status === 'draft' ? await approvalQuestion(order, trx) : null
    const candidates = question ? await listCandidates(question, trx) : []
    const required = isWaiting
      ? order.requiredApprovals
      : question && (await approvalsAhead(order, checked, trx))
    return {
      checked,
      candidates,
      isLacking: question ? await lacksApprovers(order, candidates, trx, required) : false,
      canOverride: isWaiting && question ? (await overrideHindrance(question, user.id, trx)) === null : false,
    }
  })
}

/** The account or fund that it is paid from, with what it has: cents. */
function payerOf(order: PaymentOrder) {
  return oneRow<{
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
}

/** The order itself: its state, whom and how much it pays, and what its reader may do with it. */
async function headOf(order: PaymentOrder, user: User) {
  const iban = order.creditorIban ?? ''
  const sending = await sendingOf(order)
  const authorisation = order.channel === 'api' ? await shownAuthorisation(order.id) : null
  return {
    id: order.id,
    number: order.number,
    siteId: order.siteId,
    accountId: order.debtorAccountId,
    status: orderBadge({
      ...stateOf(order),
      isDownloaded: sending.isDownloaded,
      provider: authorisation?.provider ?? null,
    }),
    state: order.status,
    creditor: order.creditorName,
    iban: await shownAccount(order, user),
    ibanTail: iban.slice(-4),
    bank: ibanBankName(iban),
    authorisation: order.subStatus === 'awaiting_authorisation' ? authorisation : null,
    unsent: isUnsent(order) ? (authorisation?.outcome ?? holdLabel(order)) : null,
    charge: chargeOf(order),
    canAttach: isBeforeBank(order),
    amount: { minor: order.amountMinor, currency: order.currency },
    executionDate: order.executionDate,
    isInstant: order.speed === 'instant',
    concept: order.remittance,
    endToEndId: order.endToEndId,
    hold: holdLabel(order),
    rejection: await rejectionOf(order),
    sending: sending.marked,
    reinforced: order.reinforcedReasons,
    failure: order.failureMessage,
    required: order.requiredApprovals,
    fingerprint: order.fingerprint,
    isQueued: order.subStatus === 'queued' && order.channel !== 'api',
    subState: order.subStatus,
    payNowReason: order.payNow ? order.payNowReason : null,
    bankRef: order.providerRef,
    actions: await actionsOf(order, user),
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

function attemptRow({ attemptNo, startedAt, badge, httpStatus, providerRef, error }: ListedAttempt) {
  return {
    attemptNo,
    startedAt: startedAt.toISOString(),
    status: badge,
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

/** The tab of its list where a payment in this state is found. */
function tabOf({ status }: PaymentOrder, { list }: PaymentKind): string {
  if (status === 'buffered' || status === 'approved') return 'buffer'
  if (status === 'draft' || status === 'sent') return status
  if (status === 'failed' || status === 'returned') return 'incident'
  return list.closedTab
}
