import { rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { interestOfLoans } from '#app/loans/queries/interest_of_loans'
import { LOOSE_CURRENT } from '#app/loans/queries/loose_current'

/** What one owes another on a day: of a loan, or on the current account of two companies (`loanId` null). Cents of EUR. */
export type DebtOn = {
  loanId: number | null
  lenderId: number | null
  /** The bank that lends, where no company does. */
  lenderName: string | null
  borrowerId: number
  principalMinor: number
  interestMinor: number
}

export type Scope = number[] | 'all'
const bound = (scope: Scope) => ({ all: scope === 'all', ids: scope === 'all' ? [] : scope })

/** Every debt between companies, and to banks, of somebody's companies on a day. */
export async function debtsOn(day: CalendarDate, scope: Scope): Promise<DebtOn[]> {
  const [loans, current] = await Promise.all([loansOn(day, scope), currentOn(day, scope)])
  const interest = await interestOfLoans(
    loans.map(({ loanId }) => loanId),
    day
  )
  return [
    ...loans.map((loan) => ({ ...loan, interestMinor: Math.max(0, interest.get(loan.loanId) ?? 0) })),
    ...current,
  ].filter(({ principalMinor, interestMinor }) => principalMinor !== 0 || interestMinor !== 0)
}

type LoanOn = Omit<DebtOn, 'loanId' | 'interestMinor'> & { loanId: number }

/** Loans that were in force by then, with what had moved. */
function loansOn(day: CalendarDate, scope: Scope): Promise<LoanOn[]> {
  return rows<LoanOn>(
    `select l.id as loan_id, l.lender_site_id as lender_id, l.lender_name, l.borrower_site_id as borrower_id, coalesce(sum(m.principal_minor), 0)::bigint as principal_minor
       from loans l join loan_movements m on m.loan_id = l.id and m.value_on <= :day
      where l.status in ('active', 'settled') and l.currency = 'EUR' and (:all or l.lender_site_id = any(:ids::bigint[]) or l.borrower_site_id = any(:ids::bigint[]))
      group by l.id order by l.id`,
    { day, ...bound(scope) }
  )
}

/** Balances on current accounts that no loan stands for: the one whose balance is positive has to receive it. */
function currentOn(day: CalendarDate, scope: Scope): Promise<DebtOn[]> {
  return rows<DebtOn>(
    `select null::bigint as loan_id, g.site_id as lender_id, null::text as lender_name, g.partner_id as borrower_id, sum(g.amount_minor)::bigint as principal_minor, 0::bigint as interest_minor
       from ${LOOSE_CURRENT} g
      where g.currency = 'EUR' and g.posted_on <= :day
        and (:all or g.site_id = any(:ids::bigint[]) or g.partner_id = any(:ids::bigint[]))
      group by g.site_id, g.partner_id having sum(g.amount_minor) > 0 order by 2, 4`,
    { day, ...bound(scope) }
  )
}

export type DueOn = {
  borrowerId: number
  lenderId: number | null
  overdueMinor: number
  due30Minor: number
  due90Minor: number
}

/** What of instalments was overdue on a day, and what fell due in the 30 and 90 days after it, by what was paid until then. */
export function duesOn(day: CalendarDate, scope: Scope): Promise<DueOn[]> {
  return rows<DueOn>(
    `with paid as (
       select a.installment_id, sum(a.principal_minor + a.interest_minor + a.fee_minor)::bigint as minor
         from loan_allocations a join loan_movements m on m.id = a.loan_movement_id and m.value_on <= :day group by 1)
     select l.borrower_site_id as borrower_id, l.lender_site_id as lender_id,
        coalesce(sum(i.total_minor - coalesce(p.minor, 0)) filter (where i.due_on < :day), 0)::bigint as overdue_minor,
        coalesce(sum(i.total_minor - coalesce(p.minor, 0)) filter (where i.due_on between :day::date and :day::date + 30), 0)::bigint as due30_minor,
        coalesce(sum(i.total_minor - coalesce(p.minor, 0)) filter (where i.due_on between :day::date and :day::date + 90), 0)::bigint as due90_minor
       from loan_installments i join loans l on l.id = i.loan_id left join paid p on p.installment_id = i.id
      where i.replaced_in is null and i.due_on <= :day::date + 90 and l.status in ('active', 'settled') and l.currency = 'EUR' and i.total_minor > coalesce(p.minor, 0)
        and (:all or l.lender_site_id = any(:ids::bigint[]) or l.borrower_site_id = any(:ids::bigint[]))
      group by 1, 2`,
    { day, ...bound(scope) }
  )
}
