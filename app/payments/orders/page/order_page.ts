import { listEvents } from '#app/audit/list_events'
import { companiesOf } from '#app/identity/actions/find_managed_user'
import type User from '#app/identity/models/user'
import { oneRow, row } from '#app/kernel/database/sql'
import { maskIban } from '#app/kernel/identifiers/iban'
import { RESERVED } from '#app/legal/legal_labels'
import { attachmentsOf } from '#app/payments/attachments/attachments_of'
import { removalOf } from '#app/payments/batches/sending_facts'
import { kindOf, type PaymentKind } from '#app/payments/kinds/payment_kind'
import { ACTS_OF_PAYER } from '#app/payments/orders/controllers/payment_order_actions'
import { aheadOf } from '#app/payments/orders/page/order_ahead'
import { headOf, repeatsOf } from '#app/payments/orders/page/order_head'
import { attemptsOf, decisionsOf, entriesOf } from '#app/payments/orders/page/order_history'
import { orderLoan } from '#app/payments/orders/page/order_loan'
import { namedSteps } from '#app/payments/orders/page/order_steps'
import { reservedOrders } from '#app/payments/orders/page/payment_visibility'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { chargedMinor } from '#app/payments/orders/payment_order'

/**
 * Everything the page of one payment order shows; of one of a confidential procedure only what its bank needs to be told, and of
 * a company that the reader does not work with only that it owes or pays it.
 */
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
  const { checked, candidates, canOverride, lacks } = await aheadOf(order, user)
  const head = await headOf(order, user)
  const charged = (minor: number) => ({ minor, currency: order.chargeCurrency ?? order.currency })
  const account = await payerOf(order)
  const seen = await seenOf(order, user)
  const kind = kindOf(order.kind)
  return {
    order: {
      ...head,
      actions: head.actions.filter((act) => seen.payer || !ACTS_OF_PAYER.includes(act)),
      listHref: `/${kind.list.page}?tab=${tabOf(order, kind)}`,
      isInRuns: kind.isDecidedInRuns === true,
      asksComment: checked.hit?.severity === 'warn' || order.vopResult === 'no_match',
    },
    account: {
      name: seen.payer ? account.name : `Cuenta de ${account.site}`,
      site: account.site,
      iban: seen.payer ? maskIban(account.iban ?? '') : '',
      available: seen.payer ? charged(account.available) : null,
      after: seen.payer
        ? charged(order.status === 'approved' ? account.available : account.available - chargedMinor(order))
        : null,
    },
    checks: checked.checks.filter(({ code }) => seen.payer || code !== 'funds'),
    lack: lacks.length > 0 ? lacks.join(' ') : null,
    candidates: candidates.flatMap(({ site, candidates: some }) =>
      some.map(({ userId, name, reason }) => ({
        userId,
        name,
        reason,
        site: candidates.length > 1 ? site : null,
      }))
    ),
    canApprove:
      order.status === 'buffered' &&
      candidates
        .flatMap(({ candidates: some }) => some)
        .some((candidate) => candidate.userId === user.id && candidate.reason === null),
    canOverride,
    source: await sourceOf(order, seen.debtor),
    batch:
      order.batchId && seen.payer
        ? await row<{ id: number; number: string }>(`select id, number from payment_batches where id = :id`, {
            id: order.batchId,
          })
        : null,
    repeats: await repeatsOf(order),
    loan: await orderLoan(order, user, seen.debtor && seen.payer),
    removal: order.batchId === null ? await removalOf(order.id) : null,
    attempts: await attemptsOf(order.id),
    attachments: await attachmentsOf(order.id),
    decisions: await decisionsOf(order.id),
    entries: await entriesOf(order.id, seen.companies),
    events: namedSteps(await listEvents('payment_order', order.id)),
  }
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

type Seen = { companies: number[] | 'all'; debtor: boolean; payer: boolean }

/** With which of its companies the reader works: that which owes it, and that which pays it. */
async function seenOf({ siteId, payerSiteId }: PaymentOrder, user: User): Promise<Seen> {
  const companies = await companiesOf(user)
  const isSeen = (id: number) => companies === 'all' || companies.includes(id)
  return { companies, debtor: isSeen(siteId), payer: isSeen(payerSiteId) }
}

/** What it pays; its page is for who works with the company that owes it. */
async function sourceOf(order: PaymentOrder, isSeen: boolean) {
  const source = await kindOf(order.kind).describe(order.sourceId)
  return source && { label: source.label, href: isSeen ? source.href : null }
}

/** The tab of its list where a payment in this state is found. */
function tabOf({ status }: PaymentOrder, { list }: PaymentKind): string {
  if (status === 'buffered' || status === 'approved') return 'buffer'
  if (status === 'draft' || status === 'sent') return status
  if (status === 'failed' || status === 'returned') return 'incident'
  return list.closedTab
}
