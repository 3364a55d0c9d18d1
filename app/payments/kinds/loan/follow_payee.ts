import { SYSTEM } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { LOAN_PAYMENT } from '#app/loans/payments/loan_payment'
import { freezeFiles } from '#app/payments/batches/freeze_files'

/**
 * The account that a payment of a loan goes to got another IBAN or is not in use any more: a file with it that nobody has
 * marked as sent is frozen at once, and people are told. What has not left is judged again before it does.
 */
export async function followPayee(bankAccountId: number): Promise<void> {
  const found = await rows<{ id: number; isActive: boolean }>(
    `select o.id, b.status = 'active' as is_active from loan_payments p join bank_accounts b on b.id = p.payee_account_id
       join payment_orders o on o.source_type = '${LOAN_PAYMENT}' and o.source_id = p.id and o.status = 'sent' and o.sub_status = 'queued'
      where p.payee_account_id = :bankAccountId and (b.status <> 'active' or b.iban is distinct from o.creditor_iban) order by o.id`,
    { bankAccountId }
  )
  const [first] = found
  if (!first) return
  const reason = first.isActive
    ? 'El IBAN de la cuenta de destino del préstamo ha cambiado.'
    : 'La cuenta de destino del préstamo ya no está activa.'
  await freezeFiles(
    found.map(({ id }) => id),
    { hold: 'source_changed', reason },
    SYSTEM
  )
}
