import { recordEvent } from '#app/audit/record_event'
import type { Transaction } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { groupLine } from '#app/ledger/actions/group_account'
import { type BookDraft, type PostedBooks, postBooks } from '#app/ledger/actions/post_books'
import { LOAN_PAYMENT, type LoanPayment, markPayment, type Settling } from '#app/loans/payments/loan_payment'
import { bankLine } from '#app/loans/postings/cash_lines'
import { commonDay } from '#app/loans/postings/common_day'

type Residual = Settling & { payment: LoanPayment; times: number }

/** What a netting left on the current account of two companies is paid: their balance goes, in both books. */
export async function settleResidual(
  { payment, times, movedOn, payer, actor }: Residual,
  trx: Transaction
): Promise<PostedBooks> {
  const { payerSiteId, payeeSiteId, amountMinor, currency } = payment
  const payee = await bankLine(payment.payeeAccountId, trx)
  const book = async (siteId: number, partnerId: number, paidMinor: number, cash: object) => ({
    siteId,
    journal: 'prestamos' as const,
    kind: 'loan.residual',
    description: 'Pago del saldo de una compensación',
    lines: [
      await groupLine({ siteId, partnerId, role: 'intercompany_current', amountMinor: paidMinor }, trx),
      { ...cash, amountMinor: -paidMinor },
    ] as BookDraft['lines'],
  })
  const books = [
    await book(payerSiteId, payeeSiteId, amountMinor, payer),
    await book(payeeSiteId, payerSiteId, -amountMinor, payee),
  ]
  await markPayment(payment, 'settled', trx)
  await recordEvent(
    {
      actor,
      objectType: 'loan_compensation',
      objectId: payment.loanCompensationId,
      siteId: payerSiteId,
      event: 'loan_compensation.residual_paid',
      reason: formatAmount(amountMinor, currency),
    },
    trx
  )
  return postBooks(
    {
      sourceType: LOAN_PAYMENT,
      sourceId: payment.id,
      key: `settled:${times + 1}`,
      postedOn: await commonDay([payerSiteId, payeeSiteId], movedOn, trx),
      books,
      createdBy: actor.userId,
    },
    trx
  )
}
