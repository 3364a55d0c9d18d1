import type { Actor } from '#app/audit/record_event'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { PAYMENT_TYPES } from '#app/loans/loan_labels'
import { openInstallments } from '#app/loans/payments/debt_of'
import {
  LOAN_PAYMENT,
  type LoanPayment,
  lockLoanPayment,
  paymentLines,
} from '#app/loans/payments/loan_payment'
import { refuseBeyondDebt } from '#app/loans/payments/refuse_beyond_debt'
import { lockLoan } from '#app/loans/terms/loan'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

type Wanted = { executionDate?: CalendarDate | null; retryOfId?: number | null }

/**
 * The draft order of a payment of a loan. Throws E_LOAN where it is done, cancelled or on its way, or where its instalments
 * have been paid otherwise since; and what `placeOrder` refuses.
 */
export async function orderLoan(
  paymentId: number,
  { executionDate = null, retryOfId = null }: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  const payment = await lockLoanPayment(paymentId, trx)
  await refuseDone(payment, trx)
  const { number, payee, iban, parts } = await oneRow<{
    number: string
    payee: string
    iban: string | null
    parts: number
  }>(
    `select coalesce(l.number, c.number) as number, s.legal_name::text as payee, b.iban,
        (select count(*)::int from payment_orders o where o.source_type = '${LOAN_PAYMENT}' and o.source_id = p.id) as parts
       from loan_payments p join sites s on s.id = p.payee_site_id join bank_accounts b on b.id = p.payee_account_id
       left join loans l on l.id = p.loan_id left join loan_compensations c on c.id = p.loan_compensation_id where p.id = :paymentId`,
    { paymentId },
    trx
  )
  return placeOrder(
    {
      kind: 'loan',
      siteId: payment.payerSiteId,
      sourceType: LOAN_PAYMENT,
      sourceId: paymentId,
      sourcePart: parts + 1,
      creditorType: 'other',
      // Its payments of before are those to the same account.
      creditorId: payment.payeeAccountId,
      creditorName: payee,
      providerBankId: null,
      employeeBankId: null,
      creditorIban: iban,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      remittance: `${PAYMENT_TYPES[payment.type]} ${number}`,
      debtorAccountId: payment.payerAccountId,
      wantedOn: executionDate,
      retryOfId,
    },
    actor,
    trx
  )
}

async function refuseDone(payment: LoanPayment, trx: Transaction): Promise<void> {
  const refused = (message: string) => new DomainError('E_LOAN', message)
  if (payment.status === 'settled' || payment.status === 'cancelled')
    throw refused('El pago del préstamo ya está hecho o anulado.')
  const live = await row<{ number: string }>(
    `select number from payment_orders where source_type = '${LOAN_PAYMENT}' and source_id = :id and status in ('draft', 'buffered', 'approved', 'sent') limit 1`,
    { id: payment.id },
    trx
  )
  if (live) throw refused(`Ya existe un pago en curso para este documento (${live.number}).`)
  if (payment.loanId === null) return
  const loan = await lockLoan(payment.loanId, trx)
  if (loan.status !== 'active') throw refused('El préstamo no está activo.')
  if (payment.type === 'payment' || payment.type === 'early_payment')
    await refuseBeyondDebt(loan, { principalMinor: payment.principalMinor }, trx)
  // Of a payment on its way its own instalments are not free: it is asked before it is.
  const open = new Map((await openInstallments(payment.loanId, trx)).map((left) => [left.id, left]))
  for (const line of await paymentLines(payment.id, trx)) {
    const left = open.get(line.installmentId)
    if (
      !left ||
      line.principalMinor > left.principalMinor ||
      line.interestMinor > left.interestMinor ||
      line.feeMinor > left.feeMinor
    )
      throw refused('Las cuotas de este pago se han pagado o cambiado: cree un pago nuevo.')
  }
}
