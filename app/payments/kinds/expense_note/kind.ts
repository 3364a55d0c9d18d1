import { peoplePaid } from '#app/employees/queries/people_paid'
import { payableAccount } from '#app/expenses/actions/prepare_posting'
import { followPayments, settleNote } from '#app/expenses/actions/settle_note'
import ExpenseNote from '#app/expenses/models/expense_note'
import { useReceiptReader } from '#app/expenses/receipt_reader'
import { paymentsElsewhere } from '#app/invoices/audit/outside_facts'
import { oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { owedNotes } from '#app/payments/kinds/expense_note/owed_notes'
import type { PaymentKind, SourceFacts } from '#app/payments/kinds/payment_kind'

export const EXPENSE_NOTE = 'expense_note'

/** What somebody who works for the group laid out: against 4651 of the employee, or the supplier's account. */
export const expenseNoteKind: PaymentKind = {
  kind: 'expense_note',
  documentType: EXPENSE_NOTE,
  title: 'Nota de gastos',
  approvals: 'expense_note',
  canOthersPay: true,
  purpose: null,
  list: { page: 'payexpenses', closedTab: 'paid' },
  ofDocument: 'de la nota de gastos',
  debtEntrySql: 'select journal_entry_id from expense_notes where id = :sourceId',
  owed: owedNotes,
  filesSql: (note) => `select n.file_id from expense_note_files n where n.note_id = ${note}`,
  routes: () => import('#app/payments/kinds/expense_note/routes'),
  boot() {
    paymentsElsewhere.answer(async (wanted, days, client) =>
      (await import('#app/payments/kinds/expense_note/find_expenses_paid')).findExpensesPaid(
        wanted,
        days,
        client
      )
    )
    useReceiptReader(async (bytes, fileName) =>
      (await import('#app/payments/kinds/expense_note/read_receipt')).readReceiptAsInvoice(bytes, fileName)
    )
  },
  handText: 'Quien presentó, revisó o corrigió la nota de gastos no aprueba su pago',
  async lock(documentIds, trx) {
    await rows(
      `select id from expense_notes where id = any(:documentIds::bigint[]) order by id for update`,
      { documentIds },
      trx
    )
  },
  readFacts,
  settle: settleNote,
  async refresh(documentId, live, trx) {
    await followPayments(
      documentId,
      { live, hasFailed: live === 0 && (await hasFailed(documentId, trx)) },
      trx
    )
  },
  async liabilityAccount({ sourceId }, trx) {
    return payableAccount(await ExpenseNote.findOrFail(sourceId, { client: trx }), trx)
  },
  payees: readPayees,
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderExpense } = await import('#app/payments/kinds/expense_note/order_expense')
    return orderExpense(
      order.sourceId,
      { debtorAccountId: order.debtorAccountId, retryOfId: order.id },
      actor,
      trx
    )
  },
  async describe(documentId) {
    const found = await row<{ number: string; title: string }>(
      `select number, title from expense_notes where id = :documentId`,
      { documentId }
    )
    return found
      ? { label: `Nota de gastos ${found.number}: ${found.title}`, href: `/payexpenses/${documentId}` }
      : null
  },
}

/** Who is paid by it, in whatever company they work. */
async function readPayees(
  documentIds: readonly number[],
  trx: Transaction
): Promise<ReadonlyMap<number, readonly number[]>> {
  const notes = await rows<{ id: number; employeeId: number }>(
    `select id, employee_id from expense_notes where id = any(:documentIds::bigint[]) and employee_id is not null`,
    { documentIds },
    trx
  )
  const people = await peoplePaid(
    notes.map(({ employeeId }) => employeeId),
    trx
  )
  return new Map(notes.map(({ id, employeeId }) => [id, people.get(employeeId) ?? []]))
}

async function readFacts(orderIds: number[], trx: Transaction): Promise<Map<number, SourceFacts>> {
  const found = await rows<{ id: number; status: string; outstandingMinor: number; ordered: number }>(
    `select o.id, n.status, n.approved_minor - n.settled_minor as outstanding_minor,
        (select coalesce(sum(l.amount_minor), 0)::bigint from payment_orders l where l.source_type = o.source_type and l.source_id = o.source_id and l.status in ('draft', 'buffered', 'approved', 'sent')) as ordered
       from payment_orders o join expense_notes n on n.id = o.source_id where o.id = any(:orderIds::bigint[]) and o.source_type = '${EXPENSE_NOTE}'`,
    { orderIds },
    trx
  )
  return new Map(
    found.map(({ id, status, ...facts }) => [
      id,
      {
        ...facts,
        blocking: null,
        problem: ['approved', 'in_payment'].includes(status) ? null : 'La nota de gastos no está aprobada.',
      },
    ])
  )
}

/** Whether the last payment of it came to nothing after the bank had it. */
async function hasFailed(documentId: number, trx: Transaction): Promise<boolean> {
  const { failed } = await oneRow<{ failed: boolean }>(
    `select coalesce((select status in ('failed', 'returned') or (status = 'cancelled' and sent_at is not null) from payment_orders
        where source_type = '${EXPENSE_NOTE}' and source_id = :documentId order by updated_at desc, id desc limit 1), false) as failed`,
    { documentId },
    trx
  )
  return failed
}
