import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { lockCost } from '#app/legal/actions/lock_cost'
import { refreshCosts, settleCost } from '#app/legal/actions/settle_cost'
import { followInvoice } from '#app/legal/ports'
import { debtAccount } from '#app/legal/queries/debt_account'
import { owedCosts } from '#app/payments/kinds/legal_procedure/owed_costs'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'

export const LEGAL_COST = 'legal_cost'

/** A cost of a legal procedure that is paid without an invoice; one with an invoice is paid by paying it. */
export const legalProcedureKind: PaymentKind = {
  kind: 'legal_procedure',
  documentType: LEGAL_COST,
  title: 'Procedimiento legal',
  approvals: 'payment_legal',
  isSenior: true,
  canOthersPay: true,
  purpose: null,
  list: { page: 'paylegalprocedures', closedTab: 'history' },
  ofDocument: 'del coste',
  debtEntrySql: 'select accrual_entry_id from legal_procedure_costs where id = :sourceId',
  owed: owedCosts,
  routes: () => import('#app/payments/kinds/legal_procedure/routes'),
  boot() {
    followInvoice.answer(async (costId, trx) =>
      (await import('#app/payments/kinds/legal_procedure/follow_cost_invoice')).followCostInvoice(costId, trx)
    )
  },
  handText: 'Quien escribió o corrigió el coste no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from legal_procedure_costs where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, actor, trx) {
    const { undoApplied } = await import('#app/payments/kinds/legal_procedure/apply_legal_cost')
    if (amountMinor < 0) await undoApplied(documentId, actor, trx)
    await settleCost(documentId, amountMinor, trx)
  },
  async refresh(documentId, liveOrders, trx) {
    await refreshCosts([{ id: documentId, live: liveOrders }], trx)
  },
  async liabilityAccount({ sourceId }, trx) {
    return debtAccount(await lockCost(sourceId, trx), trx)
  },
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderLegalCost } = await import('#app/payments/kinds/legal_procedure/order_legal_cost')
    return orderLegalCost(
      order.sourceId,
      { amountMinor: order.amountMinor, debtorAccountId: order.debtorAccountId, retryOfId: order.id },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const found = await row<{ procedureId: number; number: string; description: string }>(
      `select p.id as procedure_id, p.number, c.description from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id where c.id = :documentId`,
      { documentId }
    )
    return found
      ? {
          label: `${found.number}: ${found.description}`,
          href: `/legal_procedure/${found.procedureId}/edit?tab=costs`,
        }
      : null
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{
    id: number
    status: string
    hasInvoice: boolean
    outstandingMinor: number
    ordered: number
  }>(
    `select o.id, c.status, c.invoice_id is not null as has_invoice, c.total_minor - c.paid_minor as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join legal_procedure_costs c on c.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${LEGAL_COST}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, hasInvoice, ...facts }) => [
      id,
      { ...facts, blocking: null, problem: problemOf(status, hasInvoice) },
    ])
  )
}

function problemOf(status: string, hasInvoice: boolean): string | null {
  if (hasInvoice) return 'El coste tiene factura: se paga con ella.'
  if (status === 'planned') return 'El coste no está aprobado.'
  return status === 'cancelled' ? 'El coste está anulado.' : null
}
