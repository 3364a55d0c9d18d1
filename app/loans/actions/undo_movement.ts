import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { paymentsOf } from '#app/ledger/document_payments'
import { isMonthOpen } from '#app/ledger/queries/periods'
import { endLoan } from '#app/loans/actions/end_loan'
import { recordLoan } from '#app/loans/actions/record_loan'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { writeMovement } from '#app/loans/actions/write_movement'
import { writeSchedule } from '#app/loans/actions/write_schedule'
import { lockOrigin } from '#app/loans/debts/lock_origin'
import { MOVEMENT_TYPES, type MovementType } from '#app/loans/loan_labels'
import type { Allocation } from '#app/loans/payments/allocate_payment'
import { LOAN_PAYMENT, lockLoanPayment, markPayment } from '#app/loans/payments/loan_payment'
import { bankProof } from '#app/loans/ports'
import type { EarlyOption } from '#app/loans/schedule/terms'
import { companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'

/** A movement that stands, with what it moved. */
export type StandingMovement = {
  id: number
  loanId: number
  type: MovementType
  valueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  longMinor: number
  earlyPrincipalMinor: number
  earlyInterestMinor: number
  earlyOption: EarlyOption | null
  isOpening: boolean
  groupKey: string | null
  loanPaymentId: number | null
  loanCompensationId: number | null
  statementLineId: number | null
}

const STANDING = `select m.id, m.loan_id, m.type, m.value_on, m.principal_minor, m.interest_minor, m.fee_minor, m.withholding_minor, m.long_minor, m.early_principal_minor,
    m.early_interest_minor, m.early_option, m.is_opening, m.group_key, m.loan_payment_id, m.loan_compensation_id, m.bank_statement_line_id as statement_line_id
  from loan_movements m where m.reverses_id is null and not exists (select 1 from loan_movements r where r.reverses_id = m.id)`

/** Movements that a movement of the bank paid, of loans of banks. */
export const movementsOfLine = (lineId: number, trx: Transaction): Promise<StandingMovement[]> =>
  rows<StandingMovement>(
    `${STANDING} and m.bank_statement_line_id = :lineId and m.group_key is null order by m.loan_id, m.id`,
    { lineId },
    trx
  )

/** The movement of a payment that stands; null where none does. */
export const movementOfPayment = (paymentId: number, trx: Transaction): Promise<StandingMovement | null> =>
  row<StandingMovement>(`${STANDING} and m.loan_payment_id = :paymentId`, { paymentId }, trx)

/** A movement by its key; null where it was taken back. */
export const standingMovement = (movementId: number, trx: Transaction): Promise<StandingMovement | null> =>
  row<StandingMovement>(`${STANDING} and m.id = :movementId`, { movementId }, trx)

/** The movements that a netting wrote. */
export const movementsOfNetting = (compensationId: number, trx: Transaction): Promise<StandingMovement[]> =>
  rows<StandingMovement>(
    `${STANDING} and m.loan_compensation_id = :compensationId order by m.loan_id, m.id`,
    { compensationId },
    trx
  )

/**
 * «Anular» a movement (area 31): written back exactly, with its entries in both books; its instalments are owed again.
 * Throws E_REVERSAL for what is not undone by itself, E_PERIOD_CLOSED «El periodo está cerrado.» and E_LIVE_ORDER.
 */
export function reverseMovement(movementId: number, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const origin = await lockOrigin(movementId, trx)
    const { loanId, loanPaymentId } = await oneRow<{ loanId: number; loanPaymentId: number | null }>(
      `select loan_id, loan_payment_id from loan_movements where id = :movementId`,
      { movementId },
      trx
    )
    const payment = loanPaymentId === null ? null : await lockLoanPayment(loanPaymentId, trx)
    const loan = await lockLoan(loanId, trx)
    const movement = await standingMovement(movementId, trx)
    if (!movement) throw new DomainError('E_REVERSAL', 'El movimiento ya está anulado.')
    await refuseFixed(loan, movement, trx)
    await lockBooks(companiesOf(loan), trx)
    if (movement.statementLineId !== null)
      await bankProof.one().release(movement.statementLineId, why, actor, trx)
    await undoMovement(loan, movement, { reason: why, actor }, trx)
    await origin?.giveBack(actor)
    if (payment) {
      await markPayment(payment, 'unordered', trx)
      await markPayment(payment, 'cancelled', trx)
    }
    if (movement.groupKey !== null)
      await reverseBooks({ groupKey: movement.groupKey, reason: why, createdBy: actor.userId }, trx)
  })
}

/** Writes a movement of a locked loan back, its instalments and its schedule; its entries are the caller's to reverse. */
export async function undoMovement(
  loan: Loan,
  movement: StandingMovement,
  { reason, actor }: { reason: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const paid = await rows<Allocation>(
    `select installment_id, principal_minor, interest_minor, fee_minor, withholding_minor from loan_allocations where loan_movement_id = :id`,
    { id: movement.id },
    trx
  )
  const reversalId = await writeMovement(
    loan.id,
    {
      type: 'reversal',
      valueOn: movement.valueOn,
      principalMinor: -movement.principalMinor,
      interestMinor: -movement.interestMinor,
      feeMinor: -movement.feeMinor,
      withholdingMinor: -movement.withholdingMinor,
      longMinor: -movement.longMinor,
      earlyPrincipalMinor: -movement.earlyPrincipalMinor,
      earlyInterestMinor: -movement.earlyInterestMinor,
      earlyOption: movement.earlyOption,
      idempotencyKey: `loan_movement:${movement.id}:reversal:1`,
      groupKey: movement.groupKey,
      reversesId: movement.id,
      loanPaymentId: movement.loanPaymentId,
      loanCompensationId: movement.loanCompensationId,
      statementLineId: movement.statementLineId,
      note: reason,
    },
    paid.map(negated),
    actor,
    trx
  )
  await execute(
    `update loan_taken_debts set undone_by_id = :reversalId where movement_id = :id`,
    { reversalId, id: movement.id },
    trx
  )
  if (loan.kind === 'term' && movement.earlyPrincipalMinor !== 0) await writeSchedule(loan, trx)
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  const amount = formatAmount(Math.abs(movement.principalMinor + movement.interestMinor), loan.currency)
  await recordLoan(loan, 'loan.reversal', actor, trx, {
    reason: `${MOVEMENT_TYPES[movement.type]} del ${formatDay(movement.valueOn)} de ${amount}: ${reason}`,
  })
  await endLoan(await lockLoan(loan.id, trx), actor, trx)
}

const negated = (line: Allocation): Allocation => ({
  installmentId: line.installmentId,
  principalMinor: -line.principalMinor,
  interestMinor: -line.interestMinor,
  feeMinor: -line.feeMinor,
  withholdingMinor: -line.withholdingMinor,
})

async function refuseFixed(loan: Loan, movement: StandingMovement, trx: Transaction): Promise<void> {
  if (movement.isOpening)
    throw new DomainError('E_REVERSAL', 'Lo cargado con los saldos iniciales no se anula.')
  if (movement.loanCompensationId !== null)
    throw new DomainError('E_REVERSAL', 'Una compensación se revierte entera, desde su propuesta.')
  if (movement.type === 'capitalisation')
    throw new DomainError('E_REVERSAL', 'Los intereses capitalizados no se anulan.')
  await refuseClosed(loan, movement, trx)
  await refusePaid(movement, trx)
  await refuseLiquidated(loan, movement, trx)
}

async function refuseClosed(loan: Loan, { groupKey }: StandingMovement, trx: Transaction): Promise<void> {
  const posted = await rows<{ postedOn: CalendarDate }>(
    `select distinct posted_on from journal_entries where group_key = :groupKey and reverses_id is null`,
    { groupKey },
    trx
  )
  for (const { postedOn } of posted) {
    for (const siteId of companiesOf(loan)) {
      if (!(await isMonthOpen(siteId, postedOn, trx)))
        throw new DomainError('E_PERIOD_CLOSED', 'El periodo está cerrado.')
    }
  }
}

/** What the bank has paid is taken back by its return, what waits by cancelling its order. */
async function refusePaid({ loanPaymentId }: StandingMovement, trx: Transaction): Promise<void> {
  if (loanPaymentId === null) return
  const orders = await paymentsOf(LOAN_PAYMENT, [loanPaymentId], trx)
  const order = orders.findLast(({ status }) => !['cancelled', 'failed', 'returned'].includes(status))
  if (!order) return
  throw new DomainError(
    'E_LIVE_ORDER',
    `El movimiento es del pago ${order.number}: márquelo como devuelto si el banco lo devolvió, o cancélelo.`
  )
}

/** Interest that was settled on a balance stands: what it was worked out from does too. */
async function refuseLiquidated(loan: Loan, { valueOn }: StandingMovement, trx: Transaction): Promise<void> {
  if (loan.kind === 'term') return
  const settled = await row<{ dueOn: CalendarDate }>(
    `select due_on from loan_installments where loan_id = :id and replaced_in is null and due_on > :valueOn order by due_on limit 1`,
    { id: loan.id, valueOn },
    trx
  )
  if (!settled) return
  throw new DomainError(
    'E_LIQUIDATED',
    `Los intereses están liquidados hasta el ${formatDay(settled.dueOn)}: el movimiento ya no se anula.`
  )
}
