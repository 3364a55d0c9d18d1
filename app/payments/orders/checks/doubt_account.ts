import { tellBankChanged } from '#app/accounts/payee_bank_followers'
import type { Actor } from '#app/audit/record_event'
import { doubtEmployeeBank } from '#app/employees/actions/employee_banks'
import { afterCommit, rows, type Transaction } from '#app/kernel/database/sql'
import { describeReturnReason, isAccountReason, isHolderReason } from '#app/payments/files/return_reasons'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { doubtBank } from '#app/providers/actions/provider_banks'

type Holder = { payee: 'provider' | 'employee'; payeeId: number; bankId: number }

/**
 * When the bank says that an account is wrong, somebody verifies it again before it is paid (area 28 §2), whoever of our payees
 * has it: a closed account is closed for all of them. Payments that are on their way to it follow once this is committed.
 */
export async function doubtAccount(
  order: PaymentOrder,
  code: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const iban = order.creditorIban
  if (!isAccountReason(code) || iban === null || namesNoDetail(order)) return
  for (const { payee, payeeId, bankId } of await holdersOf(order, code, trx)) {
    const isOwn = bankId === (payee === 'provider' ? order.providerBankId : order.employeeBankId)
    // The payment itself is not for everybody who sees another payee of the account.
    const reason = isOwn ? `${order.number}: ${describeReturnReason(code)}` : describeReturnReason(code)
    if (payee === 'provider') await doubtBank(bankId, reason, actor, trx)
    else await doubtEmployeeBank(bankId, reason, actor, trx)
    afterCommit(trx, () => tellBankChanged({ payee, payeeId, iban }))
  }
}

/** What was paid to a supplier or an employee without one of their details says nothing about any. */
const namesNoDetail = ({ creditorType, providerBankId, employeeBankId }: PaymentOrder) =>
  creditorType !== 'other' && providerBankId === null && employeeBankId === null

/** Verified details with the account, suppliers before employees, each by key; of a name that is not its holder's only the one that was paid. */
function holdersOf(order: PaymentOrder, code: string, trx: Transaction): Promise<Holder[]> {
  return rows<Holder>(
    `select payee, payee_id, bank_id from (
       select 'provider' as payee, provider_id as payee_id, id as bank_id from provider_banks where iban = :iban and verification = 'verified'
         and (not :isHolder or id = :providerBankId)
       union all
       select 'employee', employee_id, id from employee_banks where iban = :iban and verification = 'verified' and (not :isHolder or id = :employeeBankId)) b
      order by payee desc, payee_id, bank_id`,
    {
      iban: order.creditorIban,
      isHolder: isHolderReason(code),
      providerBankId: order.providerBankId ?? 0,
      employeeBankId: order.employeeBankId ?? 0,
    },
    trx
  )
}
