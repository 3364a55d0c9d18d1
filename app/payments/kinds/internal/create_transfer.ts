import { allowsAccount } from '#app/accounts/queries/account_scope'
import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { orderTransfer } from '#app/payments/kinds/internal/order_transfer'
import type PaymentOrder from '#app/payments/orders/payment_order'

export type WantedTransfer = {
  siteId: number
  fromAccountId: number
  toAccountId: number
  /** Cents. */
  amountMinor: number
  concept: string
  /** The first day that the bank can take it, unless told. */
  executionDate: CalendarDate | null
}

/**
 * A transfer between two accounts of a company and its draft payment, which is approved like any other. Throws at
 * `from_account_id` for an account of another company, at `to_account_id` for one that is the same, of another company, without IBAN or out of use, and what `placeOrder`
 * refuses.
 */
export function createTransfer(wanted: WantedTransfer, actor: Actor): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    await refuseTarget(wanted, actor.userId, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into own_transfers (site_id, from_account_id, to_account_id, amount_minor, currency, concept, created_by)
       values (:siteId, :fromAccountId, :toAccountId, :amountMinor, 'EUR', :concept, :userId) returning id`,
      { ...wanted, userId: actor.userId },
      trx
    )
    return orderTransfer(id, { executionDate: wanted.executionDate }, actor, trx)
  })
}

const refused = (message: string) => new DomainError('E_ACCOUNT', message, { field: 'to_account_id' })

async function refuseTarget(
  { siteId, fromAccountId, toAccountId }: WantedTransfer,
  userId: number | null,
  trx: Transaction
): Promise<void> {
  const source = await row(
    `select 1 as found from bank_accounts where id = :fromAccountId and site_id = :siteId for share`,
    { fromAccountId, siteId },
    trx
  )
  if (!source)
    throw new DomainError('E_ACCOUNT', 'La cuenta de cargo no es de la empresa.', {
      field: 'from_account_id',
    })
  if (fromAccountId === toAccountId) throw refused('Elija una cuenta distinta de la de cargo.')
  const target = await row<{ currency: string; status: string; iban: string | null }>(
    `select currency, status, iban from bank_accounts where id = :toAccountId and site_id = :siteId and ${allowsAccount('view', 'bank_accounts.id', ':userId::bigint')} for share`,
    { toAccountId, siteId, userId },
    trx
  )
  if (!target) throw refused('La cuenta de destino no es de la empresa.')
  if (target.status !== 'active') throw refused('La cuenta de destino no está activa.')
  if (target.iban === null)
    throw refused('La cuenta de destino no tiene IBAN: haga el traspaso en el banco y concílielo.')
  if (target.currency !== 'EUR')
    throw refused(`La cuenta de destino está en ${target.currency}: haga el cambio en el banco y concílielo.`)
}
