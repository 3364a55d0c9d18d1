import type { Quote } from '#app/banking/gateway/transfer_gateway'
import { oneRow, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Kept = {
  externalId: string
  sourceMinor: number
  sourceCurrency: string
  targetMinor: number
  targetCurrency: string
  rate: string
  feeMinor: number
  deliveryOn: CalendarDate | null
  expiresAt: Date
}

/** A quote that is on record, by its key. */
export async function quoteOf(quoteId: number, trx?: Transaction): Promise<Quote> {
  const kept = await oneRow<Kept>(
    `select external_id, source_minor, source_currency, target_minor, target_currency, rate, fee_minor, delivery_on, expires_at from provider_quotes where id = :quoteId`,
    { quoteId },
    trx
  )
  return {
    externalId: kept.externalId,
    source: { minor: kept.sourceMinor, currency: kept.sourceCurrency },
    target: { minor: kept.targetMinor, currency: kept.targetCurrency },
    feeMinor: kept.feeMinor,
    rate: kept.rate,
    deliveryOn: kept.deliveryOn,
    expiresAt: kept.expiresAt.toISOString(),
  }
}
