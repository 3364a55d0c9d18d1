import type { DemoUsers } from '#app/demo/group/demo_users'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { type BookDraft, postBooks } from '#app/ledger/actions/post_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { debtLine, type LoanPart, type LoanSide } from '#app/loans/postings/loan_lines'
import { longOf, outstandingOf, unpaidInterest } from '#app/loans/queries/loan_state'
import { type Loan, readLoan } from '#app/loans/terms/loan'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'

const person = (userId: number) => ({ userId, kind: 'user' as const })

/** Reserves take the other side of what the books already had when they were opened here. */
const RESERVES = '113'

/** What a loan was taken over with, in the books of its companies: principal by its term and interest that had run. */
export function openDemoLoan(loanId: number): Promise<void> {
  return inTransaction(async (trx) => {
    const loan = await readLoan(loanId, trx)
    if (loan.loadedOn === null) return
    const long = await longOf(loanId, trx)
    const interest = loan.kind === 'term' ? await unpaidInterest(loan, loan.loadedOn, trx) : 0
    const parts = { long, short: (await outstandingOf(loanId, trx)) - long, interest }
    const books = [await openingBook(loan, { side: 'borrower', sign: -1 }, parts, trx)]
    if (loan.lenderSiteId !== null)
      books.push(await openingBook(loan, { side: 'lender', sign: 1 }, parts, trx))
    await postBooks(
      {
        sourceType: 'loan',
        sourceId: loanId,
        key: 'opening:1',
        postedOn: loan.loadedOn,
        books,
        createdBy: null,
      },
      trx
    )
  })
}

async function openingBook(
  loan: Loan,
  { side, sign }: { side: LoanSide; sign: 1 | -1 },
  parts: Record<LoanPart, number>,
  trx: Transaction
): Promise<BookDraft> {
  const siteId = side === 'borrower' || loan.lenderSiteId === null ? loan.borrowerSiteId : loan.lenderSiteId
  const lines: DraftLine[] = []
  for (const part of ['long', 'short', 'interest'] as const) {
    if (parts[part] === 0) continue
    // Without its document: what happened before it was entered is not what the loan itself posted.
    const {
      documentType: _,
      documentId: __,
      ...line
    } = await debtLine(loan, { side, part, amountMinor: sign * parts[part] }, trx)
    lines.push(line)
  }
  const reserves = await ensureAccount({ siteId, prefix: RESERVES }, trx)
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0)
  return {
    siteId,
    journal: 'prestamos',
    kind: 'loan.opening',
    description: `Saldo inicial del préstamo ${loan.number}`,
    lines: [...lines, { accountId: reserves.id, amountMinor: -sum }],
  }
}

/** An order, by its number, that was approved and that the bank has charged on a day. */
export async function payDemoOrder(number: string, on: CalendarDate, users: DemoUsers): Promise<void> {
  const { id } = await oneRow<{ id: number }>(`select id from payment_orders where number = :number`, {
    number,
  })
  const senior = person(users.senior)
  await bufferOrder(id, senior, true)
  for (const userId of [users.secondApprover, users.secondSystem]) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(id)
    if (status === 'buffered')
      await approveOrder({ orderId: id, shownFingerprint: fingerprint, actor: person(userId) })
  }
  const { batchIds } = await releaseOrders([id], person(users.secondApprover))
  for (const batchId of batchIds) await markBatchSent(batchId, senior, on)
  const { debtorAccountId } = await PaymentOrder.findOrFail(id)
  await inTransaction((trx) =>
    settleOrder({ orderId: id, settledOn: on, bankAccountId: debtorAccountId, actor: senior }, trx)
  )
}
