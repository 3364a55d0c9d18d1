import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { groupAccount } from '#app/ledger/actions/group_account'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'
import { owedCharges } from '#app/payments/kinds/rebilling/owed_charges'
import { followChargePayments, settleCharge } from '#app/rebilling/charges/follow_payments'
import { REBILLING } from '#app/rebilling/rebilling_labels'

/** What one company of the group pays another for what that one has charged on to it: against their current account (5523). */
export const rebillingKind: PaymentKind = {
  kind: 'rebilling',
  documentType: REBILLING,
  title: 'Refacturación',
  approvals: 'rebilling',
  isSenior: true,
  purpose: 'INTC',
  list: { page: 'refacturacion/pagos', closedTab: 'history' },
  menu: { rebilling: ['payments/rebillings/index'] },
  refusals: {
    CR010: 'El importe supera lo pendiente de la refacturación: recargue la página.',
    CR011:
      'La cuenta de cobro de la otra empresa ha cambiado o no está activa: cancele el pago y liquide de nuevo.',
  },
  ofDocument: 'de la refacturación',
  debtEntrySql: `select e.id from rebilling_transactions t join journal_entries e on e.group_key = t.group_key and e.reverses_id is null
    and e.site_id = case when t.total_minor > 0 then t.target_site_id else t.origin_site_id end where t.id = :sourceId`,
  filesSql: (charge) =>
    `select f.file_id from rebilling_transactions t join invoice_files f on f.invoice_id = t.target_invoice_id where t.id = ${charge}`,
  owed: owedCharges,
  routes: () => import('#app/payments/kinds/rebilling/routes'),
  handText:
    'Quien creó o editó la refacturación, escribió su regla o dio de alta la cuenta de cobro no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from rebilling_transactions where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  async books(documentIds, trx) {
    const found = await rows<{ siteId: number }>(
      `select unnest(array[origin_site_id, target_site_id]) as site_id from rebilling_transactions where id = any(:documentIds::bigint[])`,
      { documentIds },
      trx
    )
    return found.map(({ siteId }) => siteId)
  },
  readFacts,
  settle: settleCharge,
  refresh: followChargePayments,
  async liabilityAccount({ siteId, sourceId }, trx) {
    const charge = await row<{ originSiteId: number; targetSiteId: number }>(
      `select origin_site_id, target_site_id from rebilling_transactions where id = :sourceId`,
      { sourceId },
      trx
    )
    if (!charge) throw new Error(`Charge ${sourceId} is gone`)
    const partnerId = charge.originSiteId === siteId ? charge.targetSiteId : charge.originSiteId
    return (await groupAccount({ siteId, partnerId, role: 'intercompany_current' }, trx)).id
  },
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderRebilling } = await import('#app/payments/kinds/rebilling/order_rebilling')
    return orderRebilling(
      order.sourceId,
      { debtorAccountId: order.debtorAccountId, retryOfId: order.id },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const found = await row<{ number: string; document: string | null; concept: string }>(
      `select number, invoice_number as document, concept from rebilling_transactions where id = :documentId`,
      { documentId }
    )
    return found
      ? {
          label: `Refacturación ${found.document ?? found.number}: ${found.concept}`,
          href: `/refacturacion/${documentId}`,
        }
      : null
  },
}

type Found = {
  id: number
  status: string
  outstandingMinor: number
  ordered: number
  isOtherAccount: boolean
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<Found>(
    `select o.id, t.status, abs(t.total_minor - t.settled_minor) as outstanding_minor, coalesce(b.status <> 'active' or b.iban is distinct from o.creditor_iban, true) as is_other_account,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join rebilling_transactions t on t.id = o.source_id left join bank_accounts b on b.id = o.creditor_id
      where o.id = any(:orderIds::bigint[]) and o.source_type = '${REBILLING}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, outstandingMinor, ordered, ...facts }) => [
      id,
      { outstandingMinor, ordered, blocking: null, problem: problemOf(facts) },
    ])
  )
}

function problemOf({ status, isOtherAccount }: Pick<Found, 'status' | 'isOtherAccount'>): string | null {
  if (status !== 'issued' && status !== 'settling')
    return 'La refacturación no está emitida o ya está liquidada.'
  return isOtherAccount
    ? 'La cuenta de cobro de la otra empresa ha cambiado: cancele el pago y liquide de nuevo.'
    : null
}
