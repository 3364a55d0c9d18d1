import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { postEntry } from '#app/ledger/actions/post_entry'
import type { DraftLine } from '#app/ledger/journal_draft'
import { postingDay } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'
import { debtLine, roleLine } from '#app/loans/postings/loan_lines'
import { type Loan, lockLoan } from '#app/loans/terms/loan'

/** `document_type` of the line that waits for the direct debit of an instalment. */
export const LOAN_INSTALLMENT = 'loan_installment'

type Due = {
  id: number
  seq: number
  dueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  totalMinor: number
}

export type PostedDue = { posted: number; problems: string[] }

/**
 * Instalments of loans of banks that have fallen due: the bank collects them by itself, so the borrower’s book holds each on
 * the account that its direct debit is matched with, as an open item of its whole amount.
 */
export async function postDueInstallments(day: CalendarDate): Promise<PostedDue> {
  const result: PostedDue = { posted: 0, problems: [] }
  const due = await rows<{ id: number; loanId: number; number: string }>(
    `select i.id, i.loan_id, l.number from loan_installments i join loans l on l.id = i.loan_id
      where l.status = 'active' and l.lender_site_id is null and i.replaced_in is null and i.due_entry_id is null and i.due_on <= :day
        and i.status in ('planned', 'due', 'overdue') and i.total_minor > 0 and (l.loaded_on is null or i.due_on > l.loaded_on) order by i.due_on, i.id`,
    { day }
  )
  for (const { id, loanId, number } of due) {
    try {
      if (await postDue(loanId, id)) result.posted++
    } catch (error) {
      if (!isDomainError(error)) throw error
      result.problems.push(`${number}: ${error.message}`)
    }
  }
  return result
}

function postDue(loanId: number, installmentId: number): Promise<boolean> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    const due = await row<Due>(
      `select id, seq, due_on, principal_minor, interest_minor, fee_minor, total_minor from loan_installments
        where id = :installmentId and replaced_in is null and due_entry_id is null`,
      { installmentId },
      trx
    )
    if (!due) return false
    const { entryId } = await postEntry(
      {
        siteId: loan.borrowerSiteId,
        postedOn: await postingDay(loan.borrowerSiteId, due.dueOn, trx),
        journal: 'prestamos',
        kind: 'loan.instalment_due',
        idempotencyKey: `${LOAN_INSTALLMENT}:${due.id}:due:1`,
        description: `Cuota ${due.seq} del préstamo ${loan.number} de ${loan.lenderName ?? ''}`.slice(0, 250),
        sourceType: LOAN_INSTALLMENT,
        sourceId: due.id,
        createdBy: null,
        lines: await dueLines(loan, due, trx),
      },
      trx
    )
    await execute(
      `update loan_installments set due_entry_id = :entryId where id = :id`,
      { entryId, id: due.id },
      trx
    )
    return true
  })
}

/** Interest that no month end has booked yet is booked by the next one. */
async function dueLines(loan: Loan, due: Due, trx: Transaction): Promise<DraftLine[]> {
  const siteId = loan.borrowerSiteId
  const lines: DraftLine[] = []
  if (due.principalMinor > 0)
    lines.push(
      await debtLine(loan, { side: 'borrower', part: 'short', amountMinor: due.principalMinor }, trx)
    )
  if (due.interestMinor > 0)
    lines.push(
      await debtLine(loan, { side: 'borrower', part: 'interest', amountMinor: due.interestMinor }, trx)
    )
  if (due.feeMinor > 0)
    lines.push(await roleLine({ siteId, role: 'bank_fees', amountMinor: due.feeMinor }, loan, trx))
  const prefix = await roleCode(siteId, 'bank_instalments_due', trx)
  const waiting = await ensureAccount(
    { siteId, prefix, name: 'Cuotas de préstamos pendientes de cargo' },
    trx
  )
  return [
    ...lines,
    {
      accountId: waiting.id,
      amountMinor: -due.totalMinor,
      documentType: LOAN_INSTALLMENT,
      documentId: due.id,
      dueOn: due.dueOn,
      memo: `${loan.lenderName ?? ''}, cuota ${due.seq} de ${loan.number}`.slice(0, 250),
    },
  ]
}
