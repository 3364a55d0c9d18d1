import type { Actor } from '#app/audit/record_event'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { type LetteredLine, letterLines, unletterEntries } from '#app/ledger/actions/letter_lines'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { type BookDraft, postBooks } from '#app/ledger/actions/post_books'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { askReversalGuards } from '#app/ledger/reversal_guards'
import { movementOfPayment, undoMovement } from '#app/loans/actions/undo_movement'
import { LOAN_PAYMENT, lockLoanPayment, markPayment } from '#app/loans/payments/loan_payment'
import { commonDay } from '#app/loans/postings/common_day'
import { lockLoan } from '#app/loans/terms/loan'

/**
 * The bank gave a payment back: its movement is written back, its instalments are owed again, and both books are taken back.
 * Where the payee's bank has confirmed it on a statement the entries stand, and what came back is posted against them.
 */
export async function returnLoanPayment(paymentId: number, actor: Actor, trx: Transaction): Promise<void> {
  const payment = await lockLoanPayment(paymentId, trx)
  const reason = 'Pago devuelto por el banco'
  if (payment.loanId !== null) {
    const loan = await lockLoan(payment.loanId, trx)
    const movement = await movementOfPayment(paymentId, trx)
    if (movement) await undoMovement(loan, movement, { reason, actor }, trx)
  }
  await markPayment(payment, 'unordered', trx)
  await takeBooksBack(paymentId, reason, actor, trx)
}

type Entry = {
  id: number
  entryNo: number
  siteId: number
  groupKey: string
  kind: string
  description: string
  postedOn: CalendarDate
}

async function takeBooksBack(
  paymentId: number,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const entries = await rows<Entry>(
    `select e.id, e.entry_no, e.site_id, e.group_key, e.kind, e.description, e.posted_on from journal_entries e
      where e.source_type = '${LOAN_PAYMENT}' and e.source_id = :paymentId and e.reverses_id is null and e.kind not like '%.returned'
        and not exists (select 1 from journal_entries r where r.reverses_id = e.id)
        and not exists (select 1 from journal_entries b where b.source_type = e.source_type and b.source_id = e.source_id and b.kind like '%.returned'
          and b.idempotency_key like '%:' || e.group_key || ':%')
      order by e.site_id`,
    { paymentId },
    trx
  )
  const [first] = entries
  if (!first) return
  const siteIds = entries.map(({ siteId }) => siteId)
  await lockBooks(siteIds, trx)
  await unletterEntries(
    entries.map(({ id }) => id),
    trx
  )
  if (await isFree(entries, trx)) {
    await reverseBooks({ groupKey: first.groupKey, reason, createdBy: actor.userId }, trx)
    return
  }
  const day = await commonDay(siteIds, maxDay(first.postedOn, today()), trx)
  const books: BookDraft[] = []
  for (const entry of entries) books.push(await returnedBook(entry, trx))
  await postBooks(
    {
      sourceType: LOAN_PAYMENT,
      sourceId: paymentId,
      key: `returned:${first.groupKey}`,
      postedOn: day,
      books,
      createdBy: actor.userId,
    },
    trx
  )
  await letterTransit(paymentId, actor, trx)
}

/** What waited and what came back of it are closed with each other. */
async function letterTransit(paymentId: number, { userId }: Actor, trx: Transaction): Promise<void> {
  const open = await rows<LetteredLine & { siteId: number; accountId: number }>(
    `select l.id as journal_line_id, l.amount_minor, l.site_id, l.account_id from journal_lines l
      where l.document_type = '${LOAN_PAYMENT}' and l.document_id = :paymentId and not exists (select 1 from reconciliation_lines r where r.journal_line_id = l.id) order by l.id`,
    { paymentId },
    trx
  )
  const [first] = open
  if (!first || open.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== 0) return
  const { siteId, accountId } = first
  await letterLines({ siteId, accountId, lines: open, status: 'full', createdBy: userId }, trx)
}

/** Whether nothing that a statement proves stands in the way of their reversal. */
async function isFree(entries: readonly Entry[], trx: Transaction): Promise<boolean> {
  try {
    for (const { id, entryNo } of entries) await askReversalGuards({ id, entryNo }, trx)
    return true
  } catch (error) {
    if (!isDomainError(error)) throw error
    return false
  }
}

async function returnedBook({ id, siteId, kind, description }: Entry, trx: Transaction): Promise<BookDraft> {
  const lines = await rows<DraftLine>(
    `select account_id, currency, -amount_minor as amount_minor, -base_minor as base_minor, counterparty_type, counterparty_id, document_type, document_id, memo
       from journal_lines where entry_id = :id order by line_no`,
    { id },
    trx
  )
  return {
    siteId,
    journal: 'prestamos',
    kind: `${kind}.returned`,
    description: `Devolución: ${description}`.slice(0, 250),
    lines,
  }
}
