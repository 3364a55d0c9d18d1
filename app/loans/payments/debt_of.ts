import { type Client, rows } from '#app/kernel/database/sql'
import type { Debt, OpenInstallment } from '#app/loans/payments/allocate_payment'
import { outstandingOf } from '#app/loans/queries/loan_state'
import type { Loan } from '#app/loans/terms/loan'

/** What of a loan is owed, less what payments on their way take of it. */
export async function debtOf(loan: Loan, client?: Client): Promise<Debt> {
  const open = await openInstallments(loan.id, client)
  return { open, freeMinor: await freePrincipal(loan, open, client), withholdingRate: loan.withholdingRate }
}

/** Instalments that hold with what is left of each; those with nothing left are not in it. */
export function openInstallments(loanId: number, client?: Client): Promise<OpenInstallment[]> {
  return rows<OpenInstallment>(
    `select * from (
       select i.id, i.due_on, (i.principal_minor - i.paid_principal_minor - o.principal)::bigint as principal_minor,
              (i.interest_minor - i.paid_interest_minor - o.interest)::bigint as interest_minor,
              (i.fee_minor - i.paid_fee_minor - o.fee)::bigint as fee_minor,
              (i.withholding_minor - i.paid_withholding_minor - o.withholding)::bigint as withholding_minor
         from loan_installments i
         cross join lateral (select coalesce(sum(l.principal_minor), 0) as principal, coalesce(sum(l.interest_minor), 0) as interest,
             coalesce(sum(l.fee_minor), 0) as fee, coalesce(sum(l.withholding_minor), 0) as withholding
             from loan_payment_lines l join loan_payments p on p.id = l.loan_payment_id and p.status = 'ordered' where l.installment_id = i.id) o
        where i.loan_id = :loanId and i.replaced_in is null) n
      where principal_minor + interest_minor + fee_minor > 0 order by due_on, id`,
    { loanId },
    client
  )
}

/** Principal on no instalment, less what payments on their way give back of it. */
async function freePrincipal(loan: Loan, open: readonly OpenInstallment[], client?: Client): Promise<number> {
  if (loan.kind === 'term') return 0
  const [{ ordered } = { ordered: 0 }] = await rows<{ ordered: number }>(
    `select coalesce(sum(principal_minor), 0)::bigint as ordered from loan_payments
      where loan_id = :id and status = 'ordered' and type in ('payment', 'early_payment')`,
    { id: loan.id },
    client
  )
  const onInstallments = open.reduce((sum, { principalMinor }) => sum + principalMinor, 0)
  return Math.max(0, (await outstandingOf(loan.id, client)) - ordered - onInstallments)
}
