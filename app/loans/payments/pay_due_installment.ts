import type { Actor } from '#app/audit/record_event'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { movementsOfLine, undoMovement } from '#app/loans/actions/undo_movement'
import { writeMovement } from '#app/loans/actions/write_movement'
import { allocatePayment } from '#app/loans/payments/allocate_payment'
import { openInstallments } from '#app/loans/payments/debt_of'
import { lockLoan } from '#app/loans/terms/loan'

/** What a movement of the bank paid of an instalment that waited for its direct debit; cents. */
export type DebitedInstallment = {
  installmentId: number
  paidMinor: number
  paidOn: CalendarDate
  lineId: number
  actor: Actor
}

/**
 * The bank has collected an instalment, or a part of it: interest, fees and principal in this order. The entry is the
 * reconciliation’s. Throws E_AMOUNT for more than is left of it.
 */
export async function payDueInstallment(
  { installmentId, paidMinor, paidOn, lineId, actor }: DebitedInstallment,
  trx: Transaction
): Promise<void> {
  const loan = await lockLoan(await loanOf(installmentId, trx), trx)
  const open = (await openInstallments(loan.id, trx)).filter(({ id }) => id === installmentId)
  const split = allocatePayment({ open, freeMinor: 0, withholdingRate: '0' }, paidMinor, paidOn)
  const [line] = split.lines
  if (!line || split.restMinor > 0)
    throw new DomainError('E_AMOUNT', 'El importe supera lo pendiente de la cuota del préstamo.')
  const { times } = await oneRow<{ times: number }>(
    `select count(*)::int as times from loan_movements where loan_id = :id and bank_statement_line_id = :lineId`,
    { id: loan.id, lineId },
    trx
  )
  await writeMovement(
    loan.id,
    {
      type: 'payment',
      valueOn: paidOn,
      principalMinor: -line.principalMinor,
      interestMinor: -line.interestMinor,
      feeMinor: line.feeMinor,
      withholdingMinor: 0,
      longMinor: 0,
      idempotencyKey: `bank_statement_line:${lineId}:loan_installment:${installmentId}:${times + 1}`,
      groupKey: null,
      statementLineId: lineId,
      note: 'Domiciliación del banco',
    },
    [{ ...line, withholdingMinor: 0 }],
    actor,
    trx
  )
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  await recordLoan(loan, 'loan.payment', actor, trx, { reason: 'Domiciliación conciliada con el extracto' })
  await endLoan(await lockLoan(loan.id, trx), actor, trx)
}

/** The match of a movement with what it collected was undone: its instalments are owed again. */
export async function takeDebitBack(lineId: number, actor: Actor, trx: Transaction): Promise<void> {
  for (const movement of await movementsOfLine(lineId, trx)) {
    const loan = await lockLoan(movement.loanId, trx)
    await undoMovement(loan, movement, { reason: 'Conciliación deshecha', actor }, trx)
  }
}

async function loanOf(installmentId: number, trx: Transaction): Promise<number> {
  const { loanId } = await oneRow<{ loanId: number }>(
    `select loan_id from loan_installments where id = :installmentId`,
    { installmentId },
    trx
  )
  return loanId
}
