import { allowsAccount } from '#app/accounts/queries/account_scope'
import type { Actor } from '#app/audit/record_event'
import { inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { orderTransfer } from '#app/payments/kinds/internal/order_transfer'
import { refusedAt } from '#app/payments/orders/checks/check_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { usableQuote } from '#app/payments/quotes/usable_quote'

export type WantedTransfer = {
  siteId: number
  fromAccountId: number
  toAccountId: number
  /** What arrives, in minor units of the currency of the account that it goes to. */
  amountMinor: number
  /** What was agreed on where the other account is in another currency. */
  quoteId?: number | null
  concept: string
  /** The first day that the bank can take it, unless told. */
  executionDate: CalendarDate | null
}

/**
 * A transfer between two accounts of a company and its draft payment, which is approved like any other. Throws at
 * `from_account_id` for an account of another company, at `to_account_id` for one that is the same, of another company, without IBAN or out of use, and what `placeOrder`
 * refuses. Between accounts of one connection none needs an
 * IBAN and they may be in other currencies, by quote.
 */
export function createTransfer(wanted: WantedTransfer, actor: Actor): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const money = await moneyOf(wanted, actor.userId, trx)
    const { id } = await oneRow<{ id: number }>(
      `insert into own_transfers (site_id, from_account_id, to_account_id, amount_minor, currency, from_minor, from_currency, concept, created_by)
       values (:siteId, :fromAccountId, :toAccountId, :amountMinor, :currency, :fromMinor, :fromCurrency, :concept, :userId) returning id`,
      { ...wanted, ...money, userId: actor.userId },
      trx
    )
    const { executionDate, quoteId = null } = wanted
    return refusedAt(FIELDS, () => orderTransfer(id, { executionDate, quoteId }, actor, trx))
  })
}

/** The fields that checks of a new order are about. */
const FIELDS = {
  iban: 'to_account_id',
  blacklist: 'to_account_id',
  account: 'from_account_id',
  file: 'from_account_id',
}

const refused = (message: string) => new DomainError('E_ACCOUNT', message, { field: 'to_account_id' })

type Account = {
  currency: string
  status: string
  iban: string | null
  connectorId: number | null
  isClosed: boolean
}
/** At the provider of its connection. */
const IS_CLOSED = `exists (select 1 from provider_accounts p where p.bank_account_id = bank_accounts.id and p.closed_at is not null)`

type Money = { currency: string; fromMinor: number | null; fromCurrency: string | null }

/** The currencies of both accounts, and of an exchange what its quote takes. */
async function moneyOf(wanted: WantedTransfer, userId: number | null, trx: Transaction): Promise<Money> {
  const { siteId, fromAccountId, toAccountId, quoteId = null, amountMinor } = wanted
  const source = await row<Account>(
    `select currency, status, iban, connector_id, ${IS_CLOSED} as is_closed from bank_accounts where id = :fromAccountId and site_id = :siteId for share`,
    { fromAccountId, siteId },
    trx
  )
  if (!source)
    throw new DomainError('E_ACCOUNT', 'La cuenta de cargo no es de la empresa.', {
      field: 'from_account_id',
    })
  if (fromAccountId === toAccountId) throw refused('Elija una cuenta distinta de la de cargo.')
  const target = await row<Account>(
    `select currency, status, iban, connector_id, ${IS_CLOSED} as is_closed from bank_accounts where id = :toAccountId and site_id = :siteId and ${allowsAccount('view', 'bank_accounts.id', ':userId::bigint')} for share`,
    { toAccountId, siteId, userId },
    trx
  )
  if (!target) throw refused('La cuenta de destino no es de la empresa.')
  if (target.status !== 'active') throw refused('La cuenta de destino no está activa.')
  if (target.isClosed) throw refused('La cuenta de destino está cerrada en su banco.')
  refuseUnreached(source, target)
  if (source.currency === target.currency)
    return { currency: target.currency, fromMinor: null, fromCurrency: null }
  if (quoteId === null)
    throw new DomainError(
      'E_QUOTE',
      `Las cuentas están en ${source.currency} y ${target.currency}: solicite un presupuesto de cambio.`,
      { field: 'quote_id' }
    )
  const { chargeMinor } = await usableQuote(
    { quoteId, accountId: fromAccountId, amountMinor, currency: target.currency },
    trx
  )
  return { currency: target.currency, fromMinor: chargeMinor, fromCurrency: source.currency }
}

/** Within a connection every account is reached; from one bank to another only what a transfer in euros reaches. */
function refuseUnreached(source: Account, target: Account): void {
  if (source.connectorId !== null && source.connectorId === target.connectorId) return
  if (target.iban === null)
    throw refused('La cuenta de destino no tiene IBAN: haga el traspaso en el banco y concílielo.')
  if (target.currency !== 'EUR' || source.currency !== 'EUR')
    throw refused(`La cuenta de destino está en ${target.currency}: haga el cambio en el banco y concílielo.`)
}
