import { type Client, execute } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/**
 * Brings the states of instalments up to date by what is paid, what is on its way and their day: of one loan, or of all.
 * Gives how many changed.
 */
export function refreshInstallments(
  { loanId = null, day }: { loanId?: number | null; day: CalendarDate },
  client?: Client
): Promise<number> {
  return execute(
    `update loan_installments i set status = x.status, ordered_minor = x.ordered_minor
       from (
         select n.id, o.minor as ordered_minor, case
             when n.paid = n.total_minor then case when n.total_minor > 0 and ${TAKEN_OTHERWISE} then 'offset' else 'paid' end
             when o.minor > 0 and n.paid + o.minor >= n.total_minor then 'ordered'
             when n.paid > 0 then 'partial'
             when n.due_on < :day then 'overdue'
             when n.due_on = :day then 'due'
             else 'planned' end as status
           from (select c.id, c.due_on, c.total_minor, c.paid_principal_minor + c.paid_interest_minor + c.paid_fee_minor as paid
                   from loan_installments c where c.replaced_in is null and (:loanId::bigint is null or c.loan_id = :loanId)) n
           cross join lateral (select coalesce(sum(l.principal_minor + l.interest_minor + l.fee_minor), 0)::bigint as minor
               from loan_payment_lines l join loan_payments p on p.id = l.loan_payment_id and p.status = 'ordered' where l.installment_id = n.id) o) x
      where i.id = x.id and (i.status, i.ordered_minor) is distinct from (x.status, x.ordered_minor)`,
    { loanId, day },
    client
  )
}

/** A netting took it, or its interest joined the principal: no money did. */
const TAKEN_OTHERWISE = `exists (select 1 from loan_allocations a join loan_movements m on m.id = a.loan_movement_id
  where a.installment_id = n.id and m.type in ('compensation', 'capitalisation') and not exists (select 1 from loan_movements r where r.reverses_id = m.id))`
