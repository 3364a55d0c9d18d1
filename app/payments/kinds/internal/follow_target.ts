import { SYSTEM } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { freezeFiles } from '#app/payments/batches/freeze_files'
import { OWN_TRANSFER } from '#app/payments/kinds/internal/own_transfer'

/**
 * The account that a transfer goes to got another IBAN or is not in use any more: a file with it that nobody has marked as
 * sent is frozen at once, and people are told. What has not left is judged again before it does.
 */
export async function followTarget(bankAccountId: number): Promise<void> {
  const found = await rows<{ id: number; isActive: boolean }>(
    `select o.id, b.status = 'active' as is_active from own_transfers t join bank_accounts b on b.id = t.to_account_id
       join payment_orders o on o.source_type = '${OWN_TRANSFER}' and o.source_id = t.id and o.status = 'sent' and o.sub_status = 'queued'
      where t.to_account_id = :bankAccountId and (b.status <> 'active' or b.iban is distinct from o.creditor_iban) order by o.id`,
    { bankAccountId }
  )
  const [first] = found
  if (!first) return
  const reason = first.isActive
    ? 'El IBAN de la cuenta de destino del traspaso ha cambiado.'
    : 'La cuenta de destino del traspaso ya no está activa.'
  await freezeFiles(
    found.map(({ id }) => id),
    { hold: 'source_changed', reason },
    SYSTEM
  )
}
