import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, formatDay, today } from '#app/kernel/time/calendar_date'
import { refreshInstallments } from '#app/loans/actions/refresh_installments'
import { buildSchedule } from '#app/loans/schedule/build_schedule'
import type { Loan } from '#app/loans/terms/loan'
import { earlyPaymentsOf, revisionsOf, scheduleTerms } from '#app/loans/terms/schedule_terms'

type Planned = {
  seq: number
  dueOn: CalendarDate
  openingMinor: number
  principalMinor: number
  interestMinor: number
  feeMinor: number
  withholdingMinor: number
  totalMinor: number
}
type Current = Planned & { id: number; isTouched: boolean }

/**
 * Works the schedule of a locked term loan out again, by its rates and what was paid early: instalments that are others than
 * before are replaced in a new version, those that are the same stay. Gives the version that holds. Throws E_PAID where an
 * instalment that is paid, on its way or charged would change.
 */
export async function writeSchedule(loan: Loan, trx: Transaction): Promise<number> {
  const planned = await planOf(loan, trx)
  const current = await currentOf(loan.id, trx)
  const bySeq = new Map(current.map((row) => [row.seq, row]))
  const changed = planned.filter((row) => !isSame(row, bySeq.get(row.seq)))
  const kept = new Set(planned.filter((row) => isSame(row, bySeq.get(row.seq))).map(({ seq }) => seq))
  const replaced = current.filter(({ seq }) => !kept.has(seq))
  if (changed.length === 0 && replaced.length === 0) return loan.scheduleVersion
  refuseTouched(replaced)
  const version = loan.scheduleVersion + 1
  await execute(
    `update loan_installments set replaced_in = :version where id = any(:ids::bigint[])`,
    { version, ids: replaced.map(({ id }) => id) },
    trx
  )
  await insertInstallments(loan.id, version, changed, trx)
  await execute(
    `update loans set schedule_version = :version, lock_version = lock_version + 1 where id = :id`,
    { version, id: loan.id },
    trx
  )
  await refreshInstallments({ loanId: loan.id, day: today() }, trx)
  return version
}

/** Adds instalments to a version of a schedule. */
export async function insertInstallments(
  loanId: number,
  version: number,
  rows: readonly Planned[],
  trx: Transaction
): Promise<void> {
  await execute(
    `insert into loan_installments (loan_id, version, seq, due_on, opening_minor, principal_minor, interest_minor, fee_minor, withholding_minor, total_minor, status)
     select :loanId, :version, r.seq, r."dueOn", r."openingMinor", r."principalMinor", r."interestMinor", r."feeMinor", r."withholdingMinor", r."totalMinor",
            case when r."totalMinor" = 0 then 'paid' else 'planned' end
       from jsonb_to_recordset(:rows::jsonb) as r(seq int, "dueOn" date, "openingMinor" bigint, "principalMinor" bigint, "interestMinor" bigint, "feeMinor" bigint,
         "withholdingMinor" bigint, "totalMinor" bigint)`,
    { loanId, version, rows: JSON.stringify(rows) },
    trx
  )
}

/** The opening fee is due with the first instalment. */
async function planOf(loan: Loan, trx: Transaction): Promise<Planned[]> {
  const terms = scheduleTerms(loan, await revisionsOf(loan.id, trx), await earlyPaymentsOf(loan.id, trx))
  return buildSchedule(terms).flatMap(({ seq, ...row }) => {
    if (seq === null) return []
    const feeMinor = seq === 1 ? loan.feeMinor : 0
    return [{ ...row, seq, feeMinor, totalMinor: row.totalMinor + feeMinor }]
  })
}

function currentOf(loanId: number, trx: Transaction): Promise<Current[]> {
  return rows<Current>(
    `select id, seq, due_on, opening_minor, principal_minor, interest_minor, fee_minor, withholding_minor, total_minor,
            paid_principal_minor + paid_interest_minor + paid_fee_minor > 0 or ordered_minor > 0 or due_entry_id is not null as is_touched
       from loan_installments where loan_id = :loanId and replaced_in is null order by seq`,
    { loanId },
    trx
  )
}

function isSame(planned: Planned, current: Current | undefined): boolean {
  return (
    current !== undefined &&
    planned.dueOn === current.dueOn &&
    planned.openingMinor === current.openingMinor &&
    planned.principalMinor === current.principalMinor &&
    planned.interestMinor === current.interestMinor &&
    planned.feeMinor === current.feeMinor &&
    planned.withholdingMinor === current.withholdingMinor
  )
}

function refuseTouched(replaced: readonly Current[]): void {
  const touched = replaced.find(({ isTouched }) => isTouched)
  if (!touched) return
  throw new DomainError(
    'E_PAID',
    `La cuota ${touched.seq} del ${formatDay(touched.dueOn)} ya está pagada o en pago: no cambia.`
  )
}
