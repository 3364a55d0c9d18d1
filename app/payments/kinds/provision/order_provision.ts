import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { PROVISION } from '#app/payments/kinds/provision/kind'
import { NO_IBAN } from '#app/payments/orders/checks/account_without_iban'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

type Wanted = {
  /** Cents; all that is left when absent. */
  amountMinor?: number | null
  debtorAccountId?: number | null
  executionDate?: CalendarDate | null
  retryOfId?: number | null
}

type Source = {
  siteId: number
  providerId: number
  concept: string
  currency: string
  status: string
  expectedOn: CalendarDate
  restMinor: number
  parts: number
  legalName: string
  bankId: number | null
  holderName: string | null
  iban: string | null
  retryOfId: number | null
}

/** A draft order for a provision, paid in advance (407). Throws at `amount` above what is left, and what `placeOrder` refuses. */
export function orderProvision(
  provisionId: number,
  wanted: Wanted,
  actor: Actor,
  outer?: Transaction
): Promise<PaymentOrder> {
  return inTransaction(async (trx) => {
    const source = await lockSource(provisionId, trx)
    const amountMinor = wanted.amountMinor ?? source.restMinor
    refuseUnpayable(source, amountMinor)
    return placeOrder(
      {
        kind: 'provision',
        siteId: source.siteId,
        sourceType: PROVISION,
        sourceId: provisionId,
        sourcePart: source.parts + 1,
        creditorType: 'provider',
        creditorId: source.providerId,
        creditorName: source.holderName ?? source.legalName,
        providerBankId: source.bankId,
        employeeBankId: null,
        creditorIban: source.iban,
        amountMinor,
        currency: source.currency,
        remittance: `ANTICIPO ${source.concept}`,
        debtorAccountId: wanted.debtorAccountId ?? null,
        wantedOn: wanted.executionDate ?? source.expectedOn,
        retryOfId: wanted.retryOfId ?? source.retryOfId,
      },
      actor,
      trx
    )
  }, outer)
}

/** Locked first and read afterwards: a statement that waits for a lock still sees the payments of before. */
async function lockSource(provisionId: number, trx: Transaction): Promise<Source> {
  await execute(`select 1 from supplier_provisions where id = :provisionId for update`, { provisionId }, trx)
  const found = await row<Source>(
    `with locked as (select * from supplier_provisions where id = :provisionId)
     select v.site_id, v.provider_id, v.concept, v.currency, v.status, v.expected_on, p.legal_name, b.id as bank_id, b.holder_name, b.iban,
        v.amount_minor - v.settled_minor - coalesce(live.minor, 0) as rest_minor, coalesce(live.parts, 0)::int as parts, again.id as retry_of_id
       from locked v join providers p on p.id = v.provider_id
       left join lateral (select max(o.source_part) as parts, sum(o.amount_minor) filter (where o.status in ('draft', 'buffered', 'approved', 'sent'))::bigint as minor
           from payment_orders o where o.source_type = '${PROVISION}' and o.source_id = v.id) live on true
       left join lateral (select o.id from payment_orders o where o.source_type = '${PROVISION}' and o.source_id = v.id and o.status in ('failed', 'returned')
           and not exists (select 1 from payment_orders r where r.retry_of_id = o.id and r.status not in ('cancelled', 'failed', 'returned')) order by o.id desc limit 1) again on true
       left join lateral (select k.* from provider_banks k where k.provider_id = p.id and k.disabled_at is null and k.verification = 'verified' and (k.site_id is null or k.site_id = v.site_id)
           order by (k.site_id = v.site_id) desc nulls last, k.is_default desc, k.id limit 1) b on true`,
    { provisionId },
    trx
  )
  if (!found) throw new DomainError('E_PROVISION', 'La provisión no existe.')
  return found
}

function refuseUnpayable({ status, bankId, iban, restMinor }: Source, amountMinor: number): void {
  if (status !== 'open') throw new DomainError('E_TRANSITION', 'La provisión ya está vinculada o cancelada.')
  if (bankId !== null && iban === null) throw new DomainError('E_NO_IBAN', `${NO_IBAN}.`)
  if (!iban) throw new DomainError('E_BANK', 'El proveedor no tiene una cuenta bancaria verificada.')
  if (amountMinor <= 0 || amountMinor > restMinor)
    throw new DomainError(
      'E_AMOUNT',
      `El importe supera lo pendiente de la provisión (${formatAmount(Math.max(restMinor, 0), 'EUR')}).`,
      { field: 'amount' }
    )
}
