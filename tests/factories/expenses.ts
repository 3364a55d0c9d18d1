import { approveNote } from '#app/expenses/actions/approve_note'
import { takeUpNote } from '#app/expenses/actions/review_note'
import { type NoteDraft, submitNote } from '#app/expenses/actions/submit_note'
import type { LineDraft } from '#app/expenses/prepare_lines'
import { noteFingerprint } from '#app/expenses/queries/note_approval'
import { oneRow } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { orderExpense } from '#app/payments/kinds/expense_note/order_expense'
import PaymentOrder from '#app/payments/orders/payment_order'
import { hire, type PayrollEmployee } from '#tests/factories/payroll'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { makeTreasury, type TestTreasury } from '#tests/factories/sent_payments'
import { tinyPdf } from '#tests/reading/tiny_pdf'

export type ExpenseStage = TestTreasury & {
  /** Accounting: sends notes in for others. */
  sender: Person
  /** Accounting: reviews them. */
  reviewer: Person
  /** Who may approve expense notes without limit. */
  approvers: [Person, Person, Person]
  employee: PayrollEmployee
}

/** A company with money, an employee with a verified account, and people who send, review and approve. */
export async function makeExpenseStage(): Promise<ExpenseStage> {
  const treasury = await makeTreasury()
  const approvers: ExpenseStage['approvers'] = [
    await makeUser('aprobador'),
    await makeUser('aprobador'),
    await makeUser('aprobador'),
  ]
  for (const approver of approvers) await letApprove(treasury.siteId, approver, ['expense_note'], null)
  const [employee] = await hire(treasury.siteId, 1, treasury.person)
  if (!employee) throw new Error('Nobody was hired')
  return {
    ...treasury,
    approvers,
    employee,
    sender: await makeUser('c0ntab1l1dad'),
    reviewer: await makeUser('c0ntab1l1dad'),
  }
}

let receipts = 0

/** A receipt that is no other's. */
export const someReceipt = (line: number | null = 0) => ({
  name: 'ticket.pdf',
  bytes: Buffer.from(tinyPdf([`Ticket ${process.pid}-${Date.now()}-${++receipts}`, 'Total 12,10'])),
  line,
})

/** A taxi of 12,10 € yesterday, with its ticket. */
export const someLine = (given: Partial<LineDraft> = {}): LineDraft => ({
  spentOn: addDays(today(), -1),
  category: 'transport',
  concept: 'Taxi al aeropuerto',
  documentKind: 'ticket',
  supplierName: null,
  supplierTaxId: null,
  invoiceNumber: null,
  totalMinor: 1_210,
  vatMinor: 0,
  vatRate: null,
  currency: 'EUR',
  km: null,
  perDiemKind: null,
  days: null,
  files: 1,
  ...given,
})

/** A whole invoice of 121,00 €, 21,00 of them VAT. */
export const invoiceLine = (given: Partial<LineDraft> = {}): LineDraft =>
  someLine({
    category: 'lodging',
    concept: 'Hotel en Sevilla',
    documentKind: 'invoice',
    supplierName: 'Hotel Giralda, S.L.',
    supplierTaxId: 'B12345674',
    invoiceNumber: `H-${process.pid}-${++receipts}`,
    totalMinor: 12_100,
    vatMinor: 2_100,
    vatRate: 2_100,
    ...given,
  })

/** Sends a note of the stage's employee in. Gives its key. */
export async function makeNote(stage: ExpenseStage, given: Partial<NoteDraft> = {}): Promise<number> {
  const lines = given.lines ?? [someLine({ totalMinor: 2_000 + ++receipts })]
  const { noteId } = await submitNote(
    {
      siteId: stage.siteId,
      employeeId: stage.employee.id,
      name: stage.employee.name,
      taxId: stage.employee.taxId,
      email: 'empleada@prueba.test',
      iban: null,
      title: 'Viaje a Sevilla',
      purpose: null,
      receipts: lines.flatMap((line, index) => (line.files > 0 ? [someReceipt(index)] : [])),
      ...given,
      lines,
    },
    { channel: 'internal', actor: stage.sender.actor }
  )
  return noteId
}

export async function makeReviewed(stage: ExpenseStage, given: Partial<NoteDraft> = {}): Promise<number> {
  const noteId = await makeNote(stage, given)
  await takeUpNote(noteId, stage.reviewer.actor)
  return noteId
}

export const approveAs = async (
  noteId: number,
  person: Person,
  given: Partial<Parameters<typeof approveNote>[0]> = {}
) =>
  approveNote({
    noteId,
    shownFingerprint: await noteFingerprint(noteId),
    actor: person.actor,
    confirmDuplicate: true,
    ...given,
  })

/** A note with all the approvals it needs. */
export async function makeApproved(stage: ExpenseStage, given: Partial<NoteDraft> = {}): Promise<number> {
  const noteId = await makeReviewed(stage, given)
  for (const approver of stage.approvers) if ((await approveAs(noteId, approver)).isApproved) return noteId
  throw new Error(`Note ${noteId} needs more approvers`)
}

/** The payment of an approved note, with all the approvals it needs. */
export async function makeApprovedPayment(stage: ExpenseStage, noteId: number): Promise<PaymentOrder> {
  const { id } = await orderExpense(noteId, {}, stage.sender.actor)
  await bufferOrder(id, stage.sender.actor, true)
  for (const { actor } of stage.approvers) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(id)
    if (status === 'buffered') await approveOrder({ orderId: id, shownFingerprint: fingerprint, actor })
  }
  return PaymentOrder.findOrFail(id)
}

export const statusOf = async (noteId: number): Promise<string> =>
  (await oneRow<{ status: string }>(`select status from expense_notes where id = :noteId`, { noteId })).status
