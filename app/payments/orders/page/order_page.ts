import { listEvents } from '#app/audit/list_events'
import type User from '#app/identity/models/user'
import { inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import { RESERVED } from '#app/legal/legal_labels'
import { approvalQuestion, approvalsAhead } from '#app/payments/approvals/approval_needs'
import { lacksApprovers, lackText } from '#app/payments/approvals/lacking_approvers'
import { attachmentsOf } from '#app/payments/attachments/attachments_of'
import { removalOf } from '#app/payments/batches/sending_facts'
import { kindOf, type PaymentKind } from '#app/payments/kinds/payment_kind'
import { previewOrder } from '#app/payments/orders/checks/check_order'
import { headOf, repeatsOf } from '#app/payments/orders/page/order_head'
import { attemptsOf, decisionsOf, entriesOf } from '#app/payments/orders/page/order_history'
import { namedSteps } from '#app/payments/orders/page/order_steps'
import { reservedOrders } from '#app/payments/orders/page/payment_visibility'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { chargedMinor } from '#app/payments/orders/payment_order'
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
    attempts: await attemptsOf(order.id),
    attachments: await attachmentsOf(order.id),
    decisions: await decisionsOf(order.id),
    entries: await entriesOf(order.id),
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

/** The tab of its list where a payment in this state is found. */
function tabOf({ status }: PaymentOrder, { list }: PaymentKind): string {
  if (status === 'buffered' || status === 'approved') return 'buffer'
  if (status === 'draft' || status === 'sent') return status
  if (status === 'failed' || status === 'returned') return 'incident'
  return list.closedTab
}
