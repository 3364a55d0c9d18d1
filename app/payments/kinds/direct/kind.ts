import { peoplePaid } from '#app/employees/queries/people_paid'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { DIRECT_PAYMENT } from '#app/payments/kinds/direct/direct_payment'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'

/** What is paid without a document that asks for it: to a beneficiary of a provider or an account, on the ledger account chosen. */
export const directKind: PaymentKind = {
  kind: 'direct',
  documentType: DIRECT_PAYMENT,
  title: 'Pago directo',
  approvals: 'payment_supplier',
  isFromOneAccount: true,
  isReturnLettered: true,
  purpose: null,
  list: { page: 'paysuppliers/direct', closedTab: 'history' },
  tables: ['direct_payments'],
  menu: { paysuppliers: ['payments/direct/index'] },
  refusals: {
    CA063: 'El importe supera lo pendiente del pago directo: recargue la página.',
    CA064: 'Un pago directo no se modifica: cancélelo y cree otro.',
    CA065:
      'El beneficiario ha cambiado, no está verificado o ya no está activo: revíselo, cancele el pago y cree otro.',
    CA067: 'El beneficiario se verificó hace poco: espere antes del primer pago.',
    CA069: 'Elija el motivo del pago: el banco lo exige para este país y divisa.',
  },
  routes: () => import('#app/payments/kinds/direct/routes'),
  ofDocument: 'del pago directo',
  handText: 'Quien creó el pago directo, o dio de alta o verificó al beneficiario, no lo aprueba',
  async lock(documentIds, trx) {
    await rows(
      `select id from direct_payments where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, _actor, trx) {
    const settled = await execute(
      `update direct_payments set settled_minor = settled_minor + :amountMinor where id = :documentId and settled_minor + :amountMinor between 0 and amount_minor`,
      { documentId, amountMinor },
      trx
    )
    if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente del pago directo.')
  },
  /** Nothing else waits for it. */
  refresh: async () => undefined,
  async liabilityAccount({ sourceId }, trx) {
    const { id } = await oneRow<{ id: number }>(
      `select ledger_account_id as id from direct_payments where id = :sourceId`,
      { sourceId },
      trx
    )
    return id
  },
  payees: readPayees,
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderDirect } = await import('#app/payments/kinds/direct/order_direct')
    return orderDirect(order.sourceId, { retryOfId: order.id }, actor, trx)
  },
  async describe(documentId) {
    const found = await row<{ creditor: string; concept: string }>(
      `select creditor_name as creditor, concept from direct_payments where id = :documentId`,
      { documentId }
    )
    return found
      ? { label: `Pago directo a ${found.creditor}: ${found.concept}`, href: '/paysuppliers/direct' }
      : null
  },
}

/** Whose account it is by now: one that nobody knew when it was ordered may have become an employee's since. */
async function readPayees(
  documentIds: readonly number[],
  trx: Transaction
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await rows<{ id: number; employeeId: number }>(
    `select distinct d.id, k.employee_id from direct_payments d left join provider_beneficiaries n on n.id = d.beneficiary_id
       join employee_banks k on k.id = n.employee_bank_id or k.iban = coalesce(d.iban, n.iban) where d.id = any(:documentIds::bigint[])`,
    { documentIds },
    trx
  )
  const people = await peoplePaid(
    found.map(({ employeeId }) => employeeId),
    trx
  )
  const payees = Map.groupBy(found, ({ id }) => id)
  return new Map(
    [...payees].map(([id, some]) => [id, some.flatMap(({ employeeId }) => people.get(employeeId) ?? [])])
  )
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{ id: number; outstandingMinor: number; ordered: number }>(
    `select o.id, t.amount_minor - t.settled_minor as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join direct_payments t on t.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${DIRECT_PAYMENT}'`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...facts }) => [id, { ...facts, blocking: null, problem: null }]))
}
