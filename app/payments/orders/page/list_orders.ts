import { OVERRULED_OF_PAID, type Overruled, saidTexts } from '#app/invoices/queries/overruled'
import { steadyRows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import { worthColumn } from '#app/kernel/money/worth_column'
import { ANSWER_PROOF } from '#app/payments/files/order_outcomes'
import { LISTED_REASON } from '#app/payments/orders/checks/judge_order'
import { orderBadge } from '#app/payments/orders/page/order_badges'
import { accountFor, actionsFor, batchFor, type Viewer } from '#app/payments/orders/page/order_reader'
import { accountEnd, PAYEE_ACCOUNT } from '#app/payments/orders/page/payee_account'
import { isReserved, reservedFor, veil } from '#app/payments/orders/page/payment_visibility'
import {
  type HOLD_LABELS,
  holdLabel,
  type PaymentOrderStatus,
  type SentSubStatus,
} from '#app/payments/orders/payment_order_workflow'

export type OrderRow = {
  id: number
  number: string
  siteId: number
  site: string
  /** The company that pays it, where that is another one. */
  payer: string | null
  creditor: string
  concept: string
  executionDate: string
  amount: MoneyJson
  /** At the rate of the day, in the currency of the company's books. */
  worth: MoneyJson
  accountId: number
  account: string
  iban: string | null
  state: PaymentOrderStatus
  status: Badge
  approvals: string
  notices: string[]
  isInstant: boolean
  asksComment: boolean
  fingerprint: string
  batch: { id: number; number: string } | null
  actions: string[]
}

/** Orders have no rate of their own: the one of the day. */
const BOOKS_CURRENCY = '(select w.base_currency from sites w where w.id = o.site_id)'
const WORTH = `case when o.currency = ${BOOKS_CURRENCY} then o.amount_minor else worth_on(o.amount_minor, o.currency, ${BOOKS_CURRENCY}, (now() at time zone 'Europe/Madrid')::date) end`

/** SQL: whether only a person says of an order `o` that it was paid. */
export const IS_PAID_BY_HAND = `(o.status = 'paid' and o.channel <> 'api' and o.paid_proof is not null and o.paid_proof not like '${ANSWER_PROOF}%')`

const definition: ListDefinition = {
  from: 'payment_orders o',
  key: 'o.id',
  joins: `join sites s on s.id = o.site_id join bank_accounts b on b.id = o.debtor_account_id join sites q on q.id = o.payer_site_id left join payment_batches r on r.id = o.batch_id left join users j on j.id = o.rejected_by left join payment_authorisations w on w.order_id = o.id and w.ended_at is null`,
  select: `o.id, o.number, o.site_id, s.code as site, o.payer_site_id, case when o.payer_site_id <> o.site_id then q.code end as payer, o.creditor_name as creditor, o.remittance as concept, o.execution_date, o.amount_minor, o.currency, ${WORTH} as worth_minor, s.base_currency as worth_currency, o.debtor_account_id as account_id, b.name as account, o.creditor_iban as iban, ${PAYEE_ACCOUNT} as payee_account,
    o.kind, o.speed, o.status, o.sub_status, o.channel, o.created_by, o.required_approvals + coalesce(o.payer_required_approvals, 0) as required_approvals, o.hold_reason, o.reinforced_reasons, o.duplicate_confirmed, case when o.source_type = 'invoice' and o.status in ('draft', 'buffered', 'approved') then (select ${OVERRULED_OF_PAID} from invoices i where i.id = o.source_id) end as overruled, o.vop_result, o.fingerprint, o.failure_message, o.rejected_at is not null as is_rejected, o.rejection_reason, j.name as rejected_by, w.provider, r.id as batch_id, r.number as batch_number, coalesce(r.downloads > 0, false) as is_downloaded, ${IS_PAID_BY_HAND} as is_paid_by_hand, ${reservedFor('o.id')} as responsible_id,
    (select count(distinct (d.user_id, d.site_id))::int from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null) as given`,
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

/** A row as it is read. */
type FoundOrder = {
  kind: string
  speed: string
  id: number
  number: string
  siteId: number
  site: string
  payerSiteId: number
  payer: string | null
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
  payeeAccount: string | null
  status: PaymentOrderStatus
  subStatus: SentSubStatus | null
  channel: string
  requiredApprovals: number | null
  given: number
  holdReason: keyof typeof HOLD_LABELS | null
  reinforcedReasons: string[]
  duplicateConfirmed: boolean
  /** What people said of its invoice otherwise than the machine. */
  overruled: Overruled[] | null
  vopResult: string | null
  fingerprint: string
  failureMessage: string | null
  isRejected: boolean
  rejectionReason: string | null
  rejectedBy: string | null
  /** Where somebody has to authorise it. */
  provider: string | null
  batchId: number | null
  batchNumber: string | null
  isDownloaded: boolean
  isPaidByHand: boolean
  createdBy: number | null
  /** Who answers for the confidential procedure that it pays for; 0 for nobody, null for any other payment. */
  responsibleId: number | null
}

/** Payments of a screen as a person reads them, in a file of this name; `showsWorth` has in view what they are worth today. */
export const ordersList = (
  person: Viewer,
  { name, showsWorth }: { name: string; showsWorth: boolean }
): List<FoundOrder, OrderRow> => ({
  name,
  definition,
  toRow: (found) => {
    const row = orderRow(found, person)
    return isReserved(found.responsibleId, person) ? veiledRow(row) : row
  },
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'site', title: 'Empresa', kind: 'reference', isOptional: true },
    {
      key: 'payer',
      title: 'Paga',
      kind: 'reference',
      isSaid: ({ rows }) => rows.some(({ payer }) => payer !== null),
    },
    { key: 'creditor', title: 'Beneficiario', kind: 'name', second: 'site', file: { width: 34 } },
    { key: 'concept', title: 'Concepto', kind: 'text', file: { width: 34 } },
    { key: 'executionDate', title: 'Ejecución', kind: 'day', sort: 'execution_date' },
    { key: 'amount', title: 'Importe', kind: 'money', sort: 'amount', card: 'figure' },
    { key: 'amount', title: 'Moneda', kind: 'currency', only: 'file' },
    worthColumn({ key: 'worth', of: 'amount', title: 'Contravalor de hoy', isOptional: !showsWorth }),
    {
      key: 'account',
      title: 'Cuenta origen',
      kind: 'text',
      isOptional: true,
      card: 'hidden',
      file: { title: 'Cuenta de origen', width: 26 },
    },
    {
      key: 'iban',
      title: 'IBAN destino',
      kind: 'account',
      card: 'hidden',
      file: { title: 'IBAN de destino' },
    },
    { key: 'status', title: 'Estado', kind: 'badge', file: { width: 26 } },
    { key: 'approvals', title: 'Aprobaciones', kind: 'reference' },
    {
      key: 'notices',
      title: 'Avisos',
      kind: 'own',
      width: 180,
      isSaid: ({ rows }) => rows.some(({ notices }) => notices.length > 0),
      file: { value: ({ notices }) => notices.join(', '), width: 34 },
    },
    {
      key: 'batch',
      title: 'Remesa',
      kind: 'own',
      isOptional: true,
      file: { value: ({ batch }) => batch?.number ?? null },
    },
  ],
})

/** What may be told of the payment of a confidential procedure. */
const veiledRow = (row: OrderRow): OrderRow => ({ ...veil(row), notices: [] })

const DUPLICATE_CONFIRMED = 'Posible duplicado: alguien confirmó que no lo es'
const isToDecide = ({ status }: FoundOrder): boolean => status === 'buffered' || status === 'approved'

function orderRow(found: FoundOrder, person: Viewer): OrderRow {
  const hold = holdLabel(found)
  return {
    id: found.id,
    number: found.number,
    siteId: found.siteId,
    site: found.site,
    payer: found.payer,
    creditor: found.creditor,
    concept: found.concept,
    executionDate: found.executionDate,
    amount: { minor: found.amountMinor, currency: found.currency },
    worth: { minor: found.worthMinor, currency: found.worthCurrency },
    accountId: found.accountId,
    account: accountFor(found, person),
    iban: accountEnd(found),
    state: found.status,
    status: orderBadge(found),
    approvals: found.requiredApprovals === null ? '' : `${found.given}/${found.requiredApprovals}`,
    notices: [
      ...rejectionNotice(found),
      ...(hold ? [hold] : []),
      ...found.reinforcedReasons,
      ...(found.duplicateConfirmed && isToDecide(found) ? [DUPLICATE_CONFIRMED] : []),
      ...saidTexts(found.overruled),
      ...(found.failureMessage ? [found.failureMessage] : []),
    ],
    isInstant: found.speed === 'instant',
    asksComment: found.reinforcedReasons.includes(LISTED_REASON) || found.vopResult === 'no_match',
    fingerprint: found.fingerprint,
    batch: batchFor(found, person),
    actions: actionsFor(found, person),
  }
}

/** Who refused it and why, as long as nobody has gone on with it. */
export const rejectionNotice = ({
  isRejected,
  rejectionReason,
  rejectedBy,
}: Pick<FoundOrder, 'isRejected' | 'rejectionReason' | 'rejectedBy'>): string[] =>
  isRejected ? [`Rechazado por ${rejectedBy ?? 'el sistema'}: ${rejectionReason ?? ''}`] : []

export async function countOrderTabs(scope: Filter): Promise<Record<string, number>> {
  const where = scope.where.length > 0 ? `and ${scope.where.join(' and ')}` : ''
  const parts = Object.entries(ORDER_TABS).map(
    ([tab, condition]) =>
      `select '${tab}' as tab, count(*)::int as n from (select 1 from payment_orders o where ${condition} ${where} limit 999) t`
  )
  const found = await steadyRows<{ tab: string; n: number }>(parts.join(' union all '), scope.bindings)
  return Object.fromEntries(found.map(({ tab, n }) => [tab, n]))
}
