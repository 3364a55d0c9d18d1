import { followOwnAccounts } from '#app/accounts/own_account_followers'
import { row, rows, type Transaction } from '#app/kernel/database/sql'
import { LOAN_PAYMENT } from '#app/loans/payments/loan_payment'
import { loanOrders } from '#app/loans/ports'
import { transitAccount } from '#app/loans/postings/cash_lines'
import { owedInstallments } from '#app/payments/kinds/loan/owed_installments'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'

/** Money of loans between companies of the group: what is lent, given back, and what a netting leaves. */
export const loanKind: PaymentKind = {
  kind: 'loan',
  documentType: LOAN_PAYMENT,
  title: 'Préstamo',
  approvals: 'loan',
  isSenior: true,
  isReturnLettered: true,
  purpose: 'INTC',
  list: { page: 'loans/payments', closedTab: 'history' },
  menu: { loans: ['payments/loans/index'] },
  refusals: {
    CL015: 'El importe supera lo pendiente del pago del préstamo: recargue la página.',
    CL016: 'La cuenta de destino del préstamo ha cambiado o no está activa: cancele el pago y cree otro.',
  },
  routes: () => import('#app/payments/kinds/loan/routes'),
  jobs: [async () => (await import('#app/payments/kinds/loan/due_installments_job')).dueInstallmentsJob],
  boot() {
    loanOrders.answer({
      place: async (paymentId, executionDate, actor, trx) =>
        (await import('#app/payments/kinds/loan/order_loan')).orderLoan(
          paymentId,
          { executionDate },
          actor,
          trx
        ),
    })
    followOwnAccounts(async (accountId) =>
      (await import('#app/payments/kinds/loan/follow_payee')).followPayee(accountId)
    )
  },
  ofDocument: 'del préstamo',
  handText: 'Quien pidió el pago del préstamo, o dio de alta o cambió la cuenta de destino, no lo aprueba',
  owed: owedInstallments,
  /** The entry that took it to both books, once the money moved. */
  debtEntrySql: `select e.id from journal_entries e join loan_payments p on p.id = :sourceId and p.payer_site_id = e.site_id
      where e.source_type = '${LOAN_PAYMENT}' and e.source_id = :sourceId and e.reverses_id is null and e.kind not like '%.returned'
        and not exists (select 1 from journal_entries r where r.reverses_id = e.id) order by e.id desc limit 1`,
  async lock(documentIds, trx) {
    await rows(
      `select id from loan_payments where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
    await rows(
      `select id from loans where id in (select loan_id from loan_payments where id = any(:documentIds::bigint[])) order by id for update`,
      { documentIds },
      trx
    )
  },
  async books(documentIds, trx) {
    const found = await rows<{ siteId: number }>(
      `select unnest(array[payer_site_id, payee_site_id]) as site_id from loan_payments where id = any(:documentIds::bigint[])`,
      { documentIds },
      trx
    )
    return found.map(({ siteId }) => siteId)
  },
  readFacts,
  async settle(documentId, amountMinor, actor, trx, movedOn) {
    const { settleOrdered } = await import('#app/payments/kinds/loan/settle_ordered')
    await settleOrdered({ documentId, amountMinor, movedOn, actor }, trx)
  },
  async refresh(documentId, liveOrders, trx) {
    const { refreshOrdered } = await import('#app/payments/kinds/loan/settle_ordered')
    await refreshOrdered(documentId, liveOrders, trx)
  },
  /** Both books say the same from the day the money moves: until then it waits here. */
  liabilityAccount: ({ siteId }, trx) => transitAccount(siteId, trx),
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderLoan } = await import('#app/payments/kinds/loan/order_loan')
    return orderLoan(order.sourceId, { retryOfId: order.id }, actor, trx)
  },
  async describe(documentId) {
    const found = await row<{ loanId: number | null; compensationId: number | null; number: string }>(
      `select p.loan_id, p.loan_compensation_id as compensation_id, coalesce(l.number, c.number) as number from loan_payments p left join loans l on l.id = p.loan_id
         left join loan_compensations c on c.id = p.loan_compensation_id where p.id = :documentId`,
      { documentId }
    )
    if (!found) return null
    return found.loanId === null
      ? { label: `Compensación ${found.number}`, href: `/loans/compensations/${found.compensationId}` }
      : { label: `Préstamo ${found.number}`, href: `/loans/${found.loanId}/edit?tab=movements` }
  },
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{
    id: number
    outstandingMinor: number
    ordered: number
    status: string
    isOtherIban: boolean
    loanStatus: string | null
    isCancelled: boolean
  }>(
    `select o.id, p.amount_minor - p.settled_minor as outstanding_minor, b.status, b.iban is distinct from o.creditor_iban as is_other_iban, l.status as loan_status,
        p.status = 'cancelled' as is_cancelled,
        (select coalesce(sum(x.amount_minor), 0)::bigint from payment_orders x where x.source_type = o.source_type and x.source_id = o.source_id and x.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join loan_payments p on p.id = o.source_id join bank_accounts b on b.id = p.payee_account_id left join loans l on l.id = p.loan_id
      where o.id = any(:orderIds::bigint[]) and o.source_type = '${LOAN_PAYMENT}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, outstandingMinor, ordered, ...state }) => [
      id,
      { outstandingMinor, ordered, blocking: null, problem: problemOf(state) },
    ])
  )
}

type State = { status: string; isOtherIban: boolean; loanStatus: string | null; isCancelled: boolean }

function problemOf({ status, isOtherIban, loanStatus, isCancelled }: State): string | null {
  if (isCancelled) return 'El pago del préstamo está anulado.'
  if (loanStatus !== null && loanStatus !== 'active') return 'El préstamo no está activo.'
  if (status !== 'active') return 'La cuenta de destino ya no está activa.'
  return isOtherIban ? 'El IBAN de la cuenta de destino ha cambiado: cancele el pago y cree otro.' : null
}
