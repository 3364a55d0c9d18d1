import { C, type Role } from '#app/identity/roles'
import { lastFour } from '#app/kernel/iban'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { rows } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'
import { LISTED_REASON } from '#app/payments/actions/judge_order'
import { reservedOrders, veil } from '#app/payments/queries/payment_veil'
import { orderActions } from '#app/payments/workflows/payment_order_actions'
import {
  type HOLD_LABELS,
  holdLabel,
  type PaymentOrderStatus,
  paymentOrderWorkflow,
  SENT_LABELS,
  type SentSubStatus,
} from '#app/payments/workflows/payment_order_workflow'

export type OrderRow = {
  id: number
  number: string
  site_id: number
  site: string
  creditor: string
  concept: string
  execution_date: string
  amount: { minor: number; currency: string }
  /** At the rate of the day, in the currency of the company's books. */
  worth: { minor: number; currency: string }
  account_id: number
  account: string
  iban: string | null
  state: PaymentOrderStatus
  status: { label: string; tone: Tone }
  approvals: string
  notices: string[]
  is_instant: boolean
  asks_comment: boolean
  fingerprint: string
  batch: { id: number; number: string } | null
  actions: string[]
}

/** Orders have no rate of their own: the one of the day. */
const BOOKS_CURRENCY = '(select w.base_currency from sites w where w.id = o.site_id)'
const WORTH = `case when o.currency = ${BOOKS_CURRENCY} then o.amount_minor else worth_on(o.amount_minor, o.currency, ${BOOKS_CURRENCY}, (now() at time zone 'Europe/Madrid')::date) end`

export const ordersList: ListDefinition = {
  from: 'payment_orders o',
  key: 'o.id',
  joins: `join sites s on s.id = o.site_id join bank_accounts b on b.id = o.debtor_account_id left join payment_batches r on r.id = o.batch_id`,
  select: `o.id, o.number, o.site_id, s.code as site, o.creditor_name as creditor, o.remittance as concept, o.execution_date, o.amount_minor, o.currency, ${WORTH} as worth_minor, s.base_currency as worth_currency, o.debtor_account_id as account_id, b.name as account, o.creditor_iban as iban,
    o.kind, o.speed, o.status, o.sub_status, o.channel, o.created_by, o.required_approvals, o.hold_reason, o.reinforced_reasons, o.vop_result, o.fingerprint, o.failure_message, r.id as batch_id, r.number as batch_number,
    (select count(distinct d.user_id)::int from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null) as given`,
  sorts: {
    execution_date: { sql: 'o.execution_date', type: 'date' },
    number: { sql: 'o.id', type: 'bigint' },
    amount: { sql: 'o.amount_minor', type: 'bigint' },
  },
  defaultSort: '-number',
  currency: 'o.currency',
  totals: { amount: 'sum(o.amount_minor)' },
  worth: { currency: BOOKS_CURRENCY, totals: { worth: `sum(${WORTH})` } },
}

/** What words are looked for in: the text of the history, whose index it has. */
export const ORDER_WORDS = `f_unaccent(lower(o.creditor_name::text || ' ' || o.remittance::text || ' ' || o.end_to_end_id::text || ' ' || o.number::text))`

/** Tabs of a payment screen (area 28 §9), beside «Pendientes» which lists what is not ordered yet. */
export const ORDER_TABS: Record<string, string> = {
  draft: `o.status = 'draft'`,
  buffer: `o.status in ('buffered', 'approved')`,
  sent: `o.status = 'sent'`,
  incident: `(o.status in ('failed', 'returned') or (o.hold_reason is not null and o.status in ('draft', 'buffered', 'approved', 'sent')) or o.sub_status in ('unknown', 'vop_pending_decision'))`,
  history: `o.status in ('paid', 'reconciled', 'failed', 'returned', 'cancelled') and o.updated_at > now() - interval '30 days'`,
}

/** A row as it is read; `responsibleId` only for a file, which asks each row by itself. */
export type FoundOrder = {
  kind: string
  speed: string
  id: number
  number: string
  siteId: number
  site: string
  creditor: string
  concept: string
  executionDate: string
  amountMinor: number
  currency: string
  worthMinor: number
  worthCurrency: string
  accountId: number
  account: string
  iban: string | null
  status: PaymentOrderStatus
  subStatus: SentSubStatus | null
  channel: string
  requiredApprovals: number | null
  given: number
  holdReason: keyof typeof HOLD_LABELS | null
  reinforcedReasons: string[]
  vopResult: string | null
  fingerprint: string
  failureMessage: string | null
  batchId: number | null
  batchNumber: string | null
  createdBy: number | null
  responsibleId?: number | null
}

type Viewer = { id: number; role: Role }

export async function listOrders(
  request: ListRequest,
  filter: Filter,
  person: Viewer
): Promise<ListOf<OrderRow>> {
  const page = await listPage<FoundOrder>(ordersList, request, filter)
  const hidden = await reservedOrders(
    page.rows.map(({ id }) => id),
    person
  )
  const shown = page.rows.map((found) => orderRow(found, person))
  return { ...page, rows: shown.map((row) => (hidden.has(row.id) ? veiledRow(row) : row)) }
}

/** Who did what, on paper: worth having once it entered the pay buffer. */
const mayProve = ({ requiredApprovals }: FoundOrder, { role }: Viewer): boolean =>
  requiredApprovals !== null && role !== C

/** What may be told of the payment of a confidential procedure. */
export const veiledRow = (row: OrderRow): OrderRow => ({ ...veil(row), notices: [] })

export function orderRow(found: FoundOrder, person: Viewer): OrderRow {
  const hold = holdLabel(found.status, found.holdReason)
  return {
    id: found.id,
    number: found.number,
    site_id: found.siteId,
    site: found.site,
    creditor: found.creditor,
    concept: found.concept,
    execution_date: found.executionDate,
    amount: { minor: found.amountMinor, currency: found.currency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
    account_id: found.accountId,
    account: found.account,
    iban: found.iban ? `•••• ${lastFour(found.iban)}` : null,
    state: found.status,
    status: orderBadge(found.status, found.subStatus),
    approvals: found.requiredApprovals === null ? '' : `${found.given}/${found.requiredApprovals}`,
    notices: [
      ...(hold ? [hold] : []),
      ...found.reinforcedReasons,
      ...(found.failureMessage ? [found.failureMessage] : []),
    ],
    is_instant: found.speed === 'instant',
    asks_comment: found.reinforcedReasons.includes(LISTED_REASON) || found.vopResult === 'no_match',
    fingerprint: found.fingerprint,
    batch: found.batchId && found.batchNumber ? { id: found.batchId, number: found.batchNumber } : null,
    actions: [...orderActions(found, person), ...(mayProve(found, person) ? ['proof'] : [])],
  }
}

export function orderBadge(
  status: PaymentOrderStatus,
  subStatus: SentSubStatus | null
): { label: string; tone: Tone } {
  const tone =
    subStatus === 'unknown' || subStatus === 'vop_pending_decision'
      ? 'amber'
      : paymentOrderWorkflow.tone(status)
  const label = paymentOrderWorkflow.label(status)
  return { label: subStatus ? `${label} · ${SENT_LABELS[subStatus]}` : label, tone }
}

export async function countOrderTabs(scope: Filter): Promise<Record<string, number>> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const parts = Object.entries(ORDER_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from payment_orders o where ${condition} ${where} limit 999) t`
  )
  const found = await rows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}
