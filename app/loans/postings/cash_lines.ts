import { oneRow, type Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { roleCode } from '#app/ledger/queries/role_account'
import type { CashLine } from '#app/loans/postings/loan_books'

/** The line of a bank account in the books, by the key of the bank account. */
export async function bankLine(bankAccountId: number, trx: Transaction): Promise<CashLine> {
  const { accountId } = await oneRow<{ accountId: number }>(
    `select ledger_account_id as account_id from bank_accounts where id = :bankAccountId`,
    { bankAccountId },
    trx
  )
  return { accountId }
}

/** Where payments of loans wait between the bank's order and both books: one account a company. */
export async function transitAccount(siteId: number, trx: Transaction): Promise<number> {
  const prefix = await roleCode(siteId, 'loan_payments_in_transit', trx)
  return (await ensureAccount({ siteId, prefix, name: 'Préstamos en curso de pago' }, trx)).id
}

/** The line on it of a payment, which is lettered with that of its order. */
export const transitLine = async (
  siteId: number,
  paymentId: number,
  trx: Transaction
): Promise<CashLine> => ({
  accountId: await transitAccount(siteId, trx),
  documentType: 'loan_payment',
  documentId: paymentId,
})
