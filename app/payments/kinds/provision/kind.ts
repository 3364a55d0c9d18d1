import { takeBackPrepayment } from '#app/invoices/provisions/apply_prepayment'
import { prepaymentAccount } from '#app/invoices/provisions/create_provision'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'
import { owedProvisions } from '#app/payments/kinds/provision/owed_provisions'

export const PROVISION = 'supplier_provision'

/** What a supplier is paid before its invoice comes: in advance, on 407, until the invoice takes it. */
export const provisionKind: PaymentKind = {
  kind: 'provision',
  documentType: PROVISION,
  title: 'Provisión',
  approvals: 'payment_supplier',
  purpose: 'SUPP',
  list: { page: 'paysuppliers', closedTab: 'history' },
  ofDocument: 'de la provisión',
  owed: owedProvisions,
  routes: () => import('#app/payments/kinds/provision/routes'),
  handText: 'Quien creó o corrigió la provisión no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from supplier_provisions where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, actor, trx) {
    if (amountMinor < 0) await takeBackPrepayment(documentId, -amountMinor, actor, trx)
    const settled = await execute(
      `update supplier_provisions set settled_minor = settled_minor + :amountMinor where id = :documentId and settled_minor + :amountMinor between 0 and amount_minor`,
      { documentId, amountMinor },
      trx
    )
    if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente de la provisión.')
  },
  /** The money kept for it becomes that of its payment, and is kept again when the payment ends without being made. */
  async refresh(documentId, liveOrders, trx) {
    await execute(
      `update account_holds set released_at = now() where document_type = '${PROVISION}' and document_id = :documentId and released_at is null`,
      { documentId },
      trx
    )
    if (liveOrders > 0) return
    await execute(
      `insert into account_holds (bank_account_id, document_type, document_id, amount_minor, kind)
       select reserve_account_id, '${PROVISION}', id, amount_minor - settled_minor, 'hard' from supplier_provisions
        where id = :documentId and status = 'open' and reserve_account_id is not null and settled_minor < amount_minor`,
      { documentId },
      trx
    )
  },
  async liabilityAccount({ siteId, sourceId }, trx) {
    const { providerId } = await oneRow<{ providerId: number }>(
      `select provider_id from supplier_provisions where id = :sourceId`,
      { sourceId },
      trx
    )
    return prepaymentAccount({ siteId, providerId }, trx)
  },
  async categoryOf(documentId, trx) {
    const found = await row<{ categoryId: number | null }>(
      `select category_id from supplier_provisions where id = :documentId`,
      { documentId },
      trx
    )
    return found?.categoryId ?? null
  },
  async repeat(order, actor, trx) {
    const { orderProvision } = await import('#app/payments/kinds/provision/order_provision')
    return orderProvision(
      order.sourceId,
      { amountMinor: order.amountMinor, debtorAccountId: order.debtorAccountId, retryOfId: order.id },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const found = await row<{ concept: string }>(
      `select concept from supplier_provisions where id = :documentId`,
      { documentId }
    )
    return found ? { label: `Provisión: ${found.concept}`, href: '/paysuppliers?tab=provisions' } : null
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{ id: number; status: string; outstandingMinor: number; ordered: number }>(
    `select o.id, p.status, p.amount_minor - p.settled_minor as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join supplier_provisions p on p.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${PROVISION}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, ...facts }) => [
      id,
      {
        ...facts,
        blocking: null,
        problem: status === 'open' ? null : 'La provisión ya está vinculada o cancelada.',
      },
    ])
  )
}
