import { rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, maxDay } from '#app/kernel/time/calendar_date'
import { askPayment } from '#app/loans/payments/ask_payment'

/** A transfer takes a day, and somebody has to approve it. */
const LEAD_DAYS = 3

type Due = { loanId: number; number: string; dueOn: CalendarDate; minor: number; editorId: number | null }

export type OrderedInstallments = { ordered: number; problems: string[] }

/**
 * What falls due soon of loans that pay by themselves gets its payment and draft order, one a loan, in the name of who last
 * edited the loan: they have a hand in it.
 */
export async function orderDueInstallments(day: CalendarDate): Promise<OrderedInstallments> {
  const result: OrderedInstallments = { ordered: 0, problems: [] }
  for (const due of await dueLoans(addDays(day, LEAD_DAYS))) {
    try {
      await askPayment(
        due.loanId,
        { split: { amountMinor: due.minor }, payOn: maxDay(day, due.dueOn), accountId: null, paid: null },
        { userId: due.editorId, kind: 'system' }
      )
      result.ordered++
    } catch (error) {
      if (!isDomainError(error)) throw error
      result.problems.push(`${due.number}: ${error.message}`)
    }
  }
  return result
}

/** What failed or came back is repeated by a person, who knows why. */
function dueLoans(until: CalendarDate): Promise<Due[]> {
  return rows<Due>(
    `select l.id as loan_id, l.number, max(i.due_on) as due_on, coalesce(l.updated_by, l.created_by) as editor_id,
        sum(i.total_minor - i.withholding_minor - i.paid_principal_minor - i.paid_interest_minor - i.paid_fee_minor + i.paid_withholding_minor)::bigint as minor
       from loans l join loan_installments i on i.loan_id = l.id and i.replaced_in is null
      where l.status = 'active' and l.auto_pay and l.lender_site_id is not null and i.due_on <= :until and i.status in ('planned', 'due', 'partial', 'overdue') and i.ordered_minor = 0
        and not exists (select 1 from loan_payment_lines p join loan_payments y on y.id = p.loan_payment_id and y.status = 'unordered' where p.installment_id = i.id)
        and not exists (select 1 from loan_payments e where e.loan_id = l.id and e.type in ('early_payment', 'disbursement') and e.status = 'ordered')
        and exists (select 1 from loan_movements m where m.loan_id = l.id)
      group by l.id, l.number, l.updated_by, l.created_by order by l.id`,
    { until }
  )
}
