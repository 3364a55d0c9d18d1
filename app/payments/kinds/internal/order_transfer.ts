import type { Actor } from '#app/audit/record_event'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { OWN_TRANSFER } from '#app/payments/kinds/internal/own_transfer'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

type Wanted = {
  executionDate?: CalendarDate | null
  quoteId?: number | null
  retryOfId?: number | null
}

/** The draft payment of what is left of a transfer. Throws E_TRANSFER when nothing is, and what `placeOrder` refuses. */
export async function orderTransfer(
  transferId: number,
  { executionDate = null, quoteId = null, retryOfId = null }: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  // Locked first and read afterwards: a statement that waits for a lock still sees the payments of before.
  await execute(`select 1 from own_transfers where id = :transferId for update`, { transferId }, trx)
  const found = await row<{
    siteId: number
    fromAccountId: number
    toAccountId: number
    iban: string | null
    currency: string
    company: string
    concept: string
    restMinor: number
    parts: number
  }>(
    `select t.site_id, t.from_account_id, t.to_account_id, b.iban, t.currency, s.legal_name::text as company, t.concept, live.parts,
        (t.amount_minor - t.settled_minor - live.minor)::bigint as rest_minor
       from own_transfers t join bank_accounts b on b.id = t.to_account_id join sites s on s.id = t.site_id
       cross join lateral (select count(*)::int as parts, coalesce(sum(o.amount_minor) filter (where o.status in ('draft', 'buffered', 'approved', 'sent')), 0) as minor
           from payment_orders o where o.source_type = '${OWN_TRANSFER}' and o.source_id = t.id) live
      where t.id = :transferId`,
    { transferId },
    trx
  )
  if (!found || found.restMinor <= 0)
    throw new DomainError('E_TRANSFER', 'El traspaso ya está hecho o su pago está en curso.')
  return placeOrder(
    {
      kind: 'internal',
      siteId: found.siteId,
      sourceType: OWN_TRANSFER,
      sourceId: transferId,
      sourcePart: found.parts + 1,
      creditorType: 'other',
      // Its payments of before are those to the same account.
      creditorId: found.toAccountId,
      creditorName: found.company,
      providerBankId: null,
      employeeBankId: null,
      creditorIban: found.iban,
      amountMinor: found.restMinor,
      currency: found.currency,
      quoteId,
      remittance: `TRASPASO ${found.concept}`,
      debtorAccountId: found.fromAccountId,
      wantedOn: executionDate,
      retryOfId,
    },
    actor,
    trx
  )
}
