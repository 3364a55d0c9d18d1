import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Wanted = {
  quoteId: number
  accountId: number
  /** What the payee gets, in minor units of `currency`. */
  amountMinor: number
  currency: string
}

/** What a quote makes an account pay, in minor units of its currency. */
export type Charge = {
  quoteId: number
  chargeMinor: number
  chargeCurrency: string
  chargeFeeMinor: number
}

const refused = (message: string) => new DomainError('E_QUOTE', message, { field: 'quote_id' })

/**
 * The cost that a quote offers for a payment from an account. Throws E_QUOTE at `quote_id` where it is of another connection,
 * amount or currency, another payment has it, or it has expired.
 */
export async function usableQuote(
  { quoteId, accountId, amountMinor, currency }: Wanted,
  trx: Transaction
): Promise<Charge> {
  const quote = await row<
    Charge & { targetMinor: number; targetCurrency: string; isOver: boolean; isUsed: boolean }
  >(
    `select q.id as quote_id, q.source_minor as charge_minor, q.source_currency as charge_currency, q.fee_minor as charge_fee_minor, q.target_minor, q.target_currency,
        q.expires_at <= now() as is_over, exists (select 1 from payment_orders o where o.id = q.used_by_order_id and o.status not in ('cancelled', 'failed', 'returned')) as is_used
       from provider_quotes q join bank_accounts b on b.connector_id = q.connector_id and b.id = :accountId and b.currency = q.source_currency
       left join provider_accounts p on p.id = q.provider_account_id
      where q.id = :quoteId and (p.id is null or p.bank_account_id = b.id) for update of q`,
    { quoteId, accountId },
    trx
  )
  if (!quote) throw refused('El presupuesto no es de la cuenta de cargo.')
  if (quote.isUsed) throw refused('Otro pago ya usa este presupuesto. Solicite uno nuevo.')
  if (quote.isOver) throw refused('El presupuesto ha caducado. Solicite uno nuevo.')
  if (quote.targetMinor !== amountMinor || quote.targetCurrency !== currency)
    throw refused('El presupuesto es de otro importe. Solicite uno nuevo.')
  const { chargeMinor, chargeCurrency, chargeFeeMinor } = quote
  return { quoteId, chargeMinor, chargeCurrency, chargeFeeMinor }
}
