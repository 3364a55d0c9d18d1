import { paymentsElsewhere } from '#app/invoices/audit/outside_facts'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'
import { answerPorts } from '#app/payments/kinds/recurring/answers'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { followMerges } from '#app/providers/merge_followers'

export const OCCURRENCE = 'recurrent_occurrence'

/** One day of a recurring payment, paid without an invoice: against the supplier's account or straight to the expense. */
export const recurringKind: PaymentKind = {
  kind: 'recurring',
  documentType: OCCURRENCE,
  title: 'Recurrente',
  approvals: 'payment_recurrent',
  isSenior: true,
  canOthersPay: true,
  purpose: null,
  list: { page: 'payrecurrents', closedTab: 'history' },
  ofDocument: 'del vencimiento',
  refusals: {
    CA021: 'El importe supera lo pendiente del vencimiento: recargue la página.',
  },
  routes: () => import('#app/payments/kinds/recurring/routes'),
  jobs: [
    async () => (await import('#app/payments/kinds/recurring/recurrent_payments_job')).recurrentPaymentsJob,
  ],
  boot() {
    answerPorts()
    paymentsElsewhere.answer(async (wanted, days, client) =>
      (await import('#app/payments/kinds/recurring/find_recurrents_paid')).findRecurrentsPaid(
        wanted,
        days,
        client
      )
    )
    followMerges({
      count: async (sourceId, trx) =>
        (await import('#app/payments/kinds/recurring/merge_recurrents')).countRecurrents(sourceId, trx),
      refuse: async (pair, trx) =>
        (await import('#app/payments/kinds/recurring/merge_recurrents')).refuseLiveOrders(pair, trx),
      move: async (merge, trx) =>
        (await import('#app/payments/kinds/recurring/merge_recurrents')).mergeRecurrents(merge, trx),
    })
  },
  handText: 'Quien creó o cambió el pago recurrente no aprueba sus pagos',
  async lock(documentIds, trx) {
    await rows(
      `select id from recurrent_occurrences where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, _actor, trx) {
    const settled = await execute(
      `update recurrent_occurrences set settled_minor = settled_minor + :amountMinor where id = :documentId and settled_minor + :amountMinor between 0 and amount_minor`,
      { documentId, amountMinor },
      trx
    )
    if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente del vencimiento.')
  },
  async refresh(documentId, liveOrders, trx) {
    await execute(
      `update recurrent_occurrences set status = case when :liveOrders > 0 or settled_minor > 0 then 'ordered' else 'planned' end where id = :documentId and status <> 'skipped'`,
      { documentId, liveOrders },
      trx
    )
  },
  liabilityAccount,
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderOccurrence } = await import('#app/payments/kinds/recurring/order_occurrences')
    return orderOccurrence(order.sourceId, { actor, retryOfId: order.id }, trx)
  },
  async describe(documentId) {
    const found = await row<{ id: number; concept: string; dueOn: CalendarDate }>(
      `select r.id, r.concept, o.due_on from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id where o.id = :documentId`,
      { documentId }
    )
    return found
      ? { label: `${found.concept} (${formatDay(found.dueOn)})`, href: `/payrecurrents/${found.id}/edit` }
      : null
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{ id: number; status: string; outstandingMinor: number; ordered: number }>(
    `select o.id, c.status, (coalesce(c.amount_minor, 0) - c.settled_minor)::bigint as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join recurrent_occurrences c on c.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${OCCURRENCE}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, ...facts }) => [
      id,
      { ...facts, blocking: null, problem: status === 'skipped' ? 'El vencimiento está omitido.' : null },
    ])
  )
}

/** Without an invoice it is an expense at once; else it stands on the supplier's account until the invoice comes. */
async function liabilityAccount(order: PaymentOrder, trx: Transaction): Promise<number> {
  const found = await oneRow<{
    booking: string
    expenseAccountId: number | null
    providerId: number
    name: string
    prefix: string
  }>(
    `select r.booking, r.expense_account_id, p.id as provider_id, p.legal_name as name, p.ledger_prefix as prefix
       from recurrent_occurrences o join recurrent_payments r on r.id = o.recurrent_payment_id join providers p on p.id = r.provider_id where o.id = :id`,
    { id: order.sourceId },
    trx
  )
  if (found.booking === 'expense' && found.expenseAccountId !== null) return found.expenseAccountId
  const account = await ensureAccount(
    {
      siteId: order.siteId,
      prefix: found.prefix,
      subledger: 'provider',
      subledgerId: found.providerId,
      name: found.name,
      currency: order.currency,
    },
    trx
  )
  return account.id
}
