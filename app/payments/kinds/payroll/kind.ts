import { peoplePaid } from '#app/employees/queries/people_paid'
import { execute, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { PAYROLL_CONCEPTS, type PayrollConcept, periodText } from '#app/payroll/payroll_concepts'

export const PAYROLL = 'payroll_payment'

/** What an employee is to be paid for a month: against what the company owes to them. */
export const payrollKind: PaymentKind = {
  kind: 'payroll',
  documentType: PAYROLL,
  title: 'Nómina',
  approvals: 'payment_payroll',
  isSenior: true,
  isDecidedInRuns: true,
  canOthersPay: true,
  purpose: 'SALA',
  list: { page: 'paypayrolls', closedTab: 'history' },
  ofDocument: 'de la nómina',
  debtEntrySql: 'select journal_entry_id from payroll_payments where id = :sourceId',
  refusals: {
    CE006: 'No puede aprobar el pago de su propia nómina.',
  },
  routes: () => import('#app/payments/kinds/payroll/routes'),
  handText: 'Quien importó o creó la nómina no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from payroll_payments where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  async settle(documentId, amountMinor, _actor, trx) {
    const settled = await execute(
      `update payroll_payments set settled_minor = settled_minor + :amountMinor, status = case when settled_minor + :amountMinor = net_minor then 'paid' else 'ordered' end
        where id = :documentId and status <> 'cancelled' and settled_minor + :amountMinor between 0 and net_minor`,
      { documentId, amountMinor },
      trx
    )
    if (settled === 0) throw new DomainError('E_OVERPAID', 'El importe supera lo pendiente de la nómina.')
  },
  async refresh(documentId, liveOrders, trx) {
    await refreshPayroll([{ id: documentId, live: liveOrders }], trx)
  },
  liabilityAccount,
  payees: readPayees,
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderPayroll } = await import('#app/payments/kinds/payroll/order_payroll')
    return orderPayroll(
      order.sourceId,
      { debtorAccountId: order.debtorAccountId, retryOfId: order.id },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const found = await row<{ concept: PayrollConcept; period: string; siteId: number }>(
      `select concept, period, site_id from payroll_payments where id = :documentId`,
      { documentId }
    )
    return found
      ? {
          label: `${PAYROLL_CONCEPTS[found.concept]} ${periodText(found.period)}`,
          href: `/paypayrolls?tab=payments&site_ids[]=${found.siteId}&period=${found.period}`,
        }
      : null
  },
}

/** Whose salary it is decides nothing about its payment. */
async function readPayees(
  documentIds: readonly number[],
  trx: Transaction
): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = await rows<{ id: number; employeeId: number }>(
    `select id, employee_id from payroll_payments where id = any(:documentIds::bigint[])`,
    { documentIds },
    trx
  )
  const people = await peoplePaid(
    found.map(({ employeeId }) => employeeId),
    trx
  )
  return new Map(found.map(({ id, employeeId }) => [id, people.get(employeeId) ?? []]))
}

/** Tells salaries how many of their payments are under way. */
export async function refreshPayroll(
  found: readonly { id: number; live: number }[],
  trx: Transaction
): Promise<void> {
  await execute(
    `update payroll_payments p set status = case when p.settled_minor = p.net_minor then 'paid' when w.live > 0 then 'ordered' else 'pending' end
       from jsonb_to_recordset(:found::jsonb) as w(id bigint, live int) where p.id = w.id and p.status <> 'cancelled'`,
    { found: JSON.stringify(found) },
    trx
  )
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{ id: number; status: string; outstandingMinor: number; ordered: number }>(
    `select o.id, p.status, p.net_minor - p.settled_minor as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join payroll_payments p on p.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${PAYROLL}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, ...facts }) => [
      id,
      { ...facts, blocking: null, problem: status === 'cancelled' ? 'La nómina está cancelada.' : null },
    ])
  )
}

/** 4650 of the employee. */
async function liabilityAccount(order: PaymentOrder, trx: Transaction): Promise<number> {
  const employee = await oneRow<{ id: number; name: string }>(
    `select e.id, e.full_name as name from payroll_payments p join employees e on e.id = p.employee_id where p.id = :id`,
    { id: order.sourceId },
    trx
  )
  const account = await ensureAccount(
    {
      siteId: order.siteId,
      prefix: await roleCode(order.siteId, 'payroll_payable', trx),
      subledger: 'employee',
      subledgerId: employee.id,
      name: employee.name,
      currency: order.currency,
    },
    trx
  )
  return account.id
}
