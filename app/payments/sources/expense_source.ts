import { payableAccount } from '#app/expenses/actions/prepare_posting'
import { followPayments, settleNote } from '#app/expenses/actions/settle_note'
import ExpenseNote from '#app/expenses/models/expense_note'
import { handsInNote } from '#app/expenses/queries/note_approval'
import { oneRow, row, rows, type Transaction } from '#app/kernel/sql'
import type { PaymentSource, SourceFacts } from '#app/payments/sources/payment_source'

export const EXPENSE_NOTE = 'expense_note'

/** What somebody who works for the group laid out: against 4651 of the employee, or the supplier's account. */
export const expenseSource: PaymentSource = {
  type: EXPENSE_NOTE,
  ofDocument: 'de la nota de gastos',
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
  async hands(documentIds, trx) {
    const notes = await ExpenseNote.query({ client: trx }).whereIn('id', [...documentIds])
    const found = new Map<number, number[]>()
    for (const note of notes) found.set(note.id, await payeesOf(note, trx))
    return found
  },
  categoryOf: async () => null,
  async repeat(order, actor, trx) {
    const { orderExpense } = await import('#app/payments/actions/order_expense')
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

/** Who sent it in and who it is paid to; who only put its lines right may approve the payment. */
const payeesOf = (note: ExpenseNote, trx: Transaction) =>
  handsInNote(
    {
      createdBy: note.createdBy,
      employeeId: note.employeeId,
      matchedBy: note.matchedBy,
      lastEditedBy: null,
      ibanConfirmedBy: note.ibanConfirmedBy,
    },
    trx
  )

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
