import type { Actor } from '#app/audit/record_event'
import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, compareDays, today } from '#app/kernel/time/calendar_date'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { currentBalance, type DebtParties, lendingLoans } from '#app/loans/debts/lending_loans'
import { type DebtOrigin, moveDebt } from '#app/loans/debts/move_debt'
import { availableOf, refuseLiquidated } from '#app/loans/payments/ask_withdrawal'
import { companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

export type TakenDebt = DebtParties & {
  amountMinor: number
  /** From which day it carries interest. */
  valueOn: CalendarDate
  source: DebtOrigin
  /** Whether the document itself knows what is left of it; else no more is taken than stands on the current account. */
  isOwn?: boolean
  actor: Actor
}

/**
 * «Registrar como préstamo» (areas 28 §6 and 31): what one company owes another on their current account goes into a loan in
 * which that one lends, as a withdrawal without money, in both books. Throws at `loan_id` E_LOAN for a loan that is not
 * theirs or takes nothing, E_LIMIT beyond it and E_TAKEN the second time; at `value_on` E_VALUE; at `amount` E_CURRENT beyond
 * what is owed. Gives the number of the loan. The last step of its transaction.
 */
export async function takeDebt(loanId: number, debt: TakenDebt, trx: Transaction): Promise<string> {
  const loan = await lockLoan(loanId, trx)
  refuseOther(loan, debt)
  refuseDay(loan, debt.valueOn)
  await refuseLiquidated(loan, debt.valueOn, trx)
  await refuseTwice(debt.source, trx)
  await refuseBeyond(loan, debt.amountMinor, trx)
  await lockBooks(companiesOf(loan), trx)
  if (!debt.isOwn) await refuseNotOwed(debt, trx)
  const { amountMinor: principalMinor, valueOn, source, actor } = debt
  await moveDebt(loan, { principalMinor, valueOn, source, actor }, trx)
  return loan.number
}

/** The same into the first loan of the two that has room for it. Throws E_LOAN where there is none. */
export async function takeDebtSomewhere(debt: TakenDebt, trx: Transaction): Promise<string> {
  const loans = await lendingLoans(debt, trx)
  const loan = loans.find(({ availableMinor }) => (availableMinor ?? debt.amountMinor) >= debt.amountMinor)
  if (!loan)
    throw new DomainError(
      'E_LOAN',
      loans.length === 0
        ? 'las dos empresas no tienen una línea de crédito ni una cuenta corriente activa en la que anotarla.'
        : `ningún préstamo de las dos empresas tiene ${formatAmount(debt.amountMinor, 'EUR')} de límite disponible.`
    )
  return takeDebt(loan.id, debt, trx)
}

function refuseOther(loan: Loan, { creditorSiteId, debtorSiteId }: DebtParties): void {
  if (loan.lenderSiteId !== creditorSiteId || loan.borrowerSiteId !== debtorSiteId || loan.currency !== 'EUR')
    throw at('El préstamo no es de la empresa que debe cobrar a la que debe pagar.')
  if (loan.kind === 'term') throw at('De un préstamo a plazo no se hacen retiradas.')
  loanWorkflow.next(loan.status, 'withdraw')
}

function refuseDay({ maturityOn }: Loan, valueOn: CalendarDate): void {
  const refuse = (message: string) => new DomainError('E_VALUE', message, { field: 'value_on' })
  if (compareDays(valueOn, today()) > 0) throw refuse('La fecha valor no puede ser posterior a hoy.')
  if (maturityOn !== null && valueOn >= maturityOn)
    throw refuse('La fecha valor debe ser anterior al vencimiento del préstamo.')
}

async function refuseTwice(source: DebtOrigin, trx: Transaction): Promise<void> {
  if (source === null) return
  const taken = await row<{ number: string }>(
    `select l.number from loan_taken_debts t join loans l on l.id = t.loan_id where t.source_type = :type and t.source_id = :id and t.undone_by_id is null`,
    { type: source.type, id: source.id },
    trx
  )
  if (taken) throw at(`${source.number} ya está registrado en el préstamo ${taken.number}.`, 'E_TAKEN')
}

async function refuseBeyond(loan: Loan, amountMinor: number, trx: Transaction): Promise<void> {
  const available = await availableOf(loan, trx)
  if (available !== null && amountMinor > available)
    throw at(`El importe supera el límite disponible (${formatAmount(available, loan.currency)}).`, 'E_LIMIT')
}

async function refuseNotOwed(debt: TakenDebt, trx: Transaction): Promise<void> {
  const owed = Math.max(0, await currentBalance(debt, trx))
  if (debt.amountMinor <= owed) return
  throw new DomainError(
    'E_CURRENT',
    `El importe supera lo que se debe en la cuenta corriente (${formatAmount(owed, 'EUR')}).`,
    { field: 'amount' }
  )
}

const at = (message: string, code: `E_${string}` = 'E_LOAN') =>
  new DomainError(code, message, { field: 'loan_id' })
