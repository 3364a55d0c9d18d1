import type { Actor } from '#app/audit/record_event'
import { execute, oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { MovementType } from '#app/loans/loan_labels'
import type { Allocation } from '#app/loans/payments/allocate_payment'
import type { EarlyOption } from '#app/loans/schedule/terms'

/** What moved of a loan, in cents: more is owed (+) or less (−). */
export type NewMovement = {
  type: MovementType
  valueOn: CalendarDate
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  /** Of the principal, what stands on accounts of long term. */
  longMinor: number
  earlyPrincipalMinor?: number
  earlyInterestMinor?: number
  earlyOption?: EarlyOption | null
  earlyWaits?: boolean
  isOpening?: boolean
  idempotencyKey: string
  groupKey: string | null
  reversesId?: number | null
  loanPaymentId?: number | null
  loanCompensationId?: number | null
  statementLineId?: number | null
  note?: string | null
}

/** Writes a movement of a locked loan and what it pays of its instalments. Gives its key. */
export async function writeMovement(
  loanId: number,
  movement: NewMovement,
  allocations: readonly Allocation[],
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `insert into loan_movements (loan_id, type, value_on, principal_minor, interest_minor, fee_minor, withholding_minor, long_minor, early_principal_minor,
        early_interest_minor, early_option, early_waits, is_opening, idempotency_key, group_key, reverses_id, loan_payment_id, loan_compensation_id, bank_statement_line_id, note, created_by)
     values (:loanId, :type, :valueOn, :principalMinor, :interestMinor, :feeMinor, :withholdingMinor, :longMinor, :earlyPrincipalMinor,
        :earlyInterestMinor, :earlyOption, :earlyWaits, :isOpening, :idempotencyKey, :groupKey, :reversesId, :loanPaymentId, :loanCompensationId, :statementLineId, :note, :userId)
     returning id`,
    { ...UNTOLD, ...movement, loanId, userId: actor.userId },
    trx
  )
  if (allocations.length > 0) await payInstallments(id, allocations, trx)
  return id
}

const UNTOLD = {
  earlyPrincipalMinor: 0,
  earlyInterestMinor: 0,
  earlyOption: null,
  earlyWaits: false,
  isOpening: false,
  reversesId: null,
  loanPaymentId: null,
  loanCompensationId: null,
  statementLineId: null,
  note: null,
}

/** Their other states follow by `refreshInstallments`. */
async function payInstallments(
  movementId: number,
  allocations: readonly Allocation[],
  trx: Transaction
): Promise<void> {
  const given = { movementId, lines: JSON.stringify(allocations) }
  const LINES = `jsonb_to_recordset(:lines::jsonb) as a("installmentId" bigint, "principalMinor" bigint, "interestMinor" bigint, "feeMinor" bigint, "withholdingMinor" bigint)`
  await execute(
    `insert into loan_allocations (loan_movement_id, installment_id, principal_minor, interest_minor, fee_minor, withholding_minor)
     select :movementId, a."installmentId", a."principalMinor", a."interestMinor", a."feeMinor", a."withholdingMinor" from ${LINES}`,
    given,
    trx
  )
  await execute(
    `update loan_installments i set paid_principal_minor = i.paid_principal_minor + a."principalMinor", paid_interest_minor = i.paid_interest_minor + a."interestMinor",
        paid_fee_minor = i.paid_fee_minor + a."feeMinor", paid_withholding_minor = i.paid_withholding_minor + a."withholdingMinor",
        status = case when i.paid_principal_minor + i.paid_interest_minor + i.paid_fee_minor + a."principalMinor" + a."interestMinor" + a."feeMinor" = i.total_minor then 'paid'
          else 'planned' end
       from ${LINES} where i.id = a."installmentId"`,
    { lines: given.lines },
    trx
  )
}
