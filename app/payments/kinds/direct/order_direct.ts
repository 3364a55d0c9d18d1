import { createHash } from 'node:crypto'
import type { Actor } from '#app/audit/record_event'
import { execute, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { DIRECT_PAYMENT } from '#app/payments/kinds/direct/direct_payment'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { placeOrder } from '#app/payments/orders/place_order'

type Wanted = {
  executionDate?: CalendarDate | null
  quoteId?: number | null
  retryOfId?: number | null
}

type Found = {
  siteId: number
  fromAccountId: number
  beneficiaryId: number | null
  providerId: number | null
  providerBankId: number | null
  creditorName: string
  iban: string | null
  currency: string
  concept: string
  purpose: string | null
  asDraft: boolean
  restMinor: number
  parts: number
}

/** The draft payment of what is left of a direct payment. Throws E_DIRECT when nothing is, and what `placeOrder` refuses. */
export async function orderDirect(
  directId: number,
  { executionDate = null, quoteId = null, retryOfId = null }: Wanted,
  actor: Actor,
  trx: Transaction
): Promise<PaymentOrder> {
  // Locked first and read afterwards: a statement that waits for a lock still sees the payments of before.
  await execute(`select 1 from direct_payments where id = :directId for update`, { directId }, trx)
  const found = await row<Found>(
    `select t.site_id, t.from_account_id, t.beneficiary_id, t.provider_id, n.provider_bank_id, t.creditor_name, t.iban, t.currency, t.concept, t.purpose, t.as_draft, live.parts,
        (t.amount_minor - t.settled_minor - live.minor)::bigint as rest_minor
       from direct_payments t left join provider_beneficiaries n on n.id = t.beneficiary_id
       cross join lateral (select count(*)::int as parts, coalesce(sum(o.amount_minor) filter (where o.status in ('draft', 'buffered', 'approved', 'sent')), 0) as minor
           from payment_orders o where o.source_type = '${DIRECT_PAYMENT}' and o.source_id = t.id) live
      where t.id = :directId`,
    { directId },
    trx
  )
  if (!found || found.restMinor <= 0)
    throw new DomainError('E_DIRECT', 'El pago directo ya está hecho o está en curso.')
  return placeOrder(
    {
      kind: 'direct',
      siteId: found.siteId,
      sourceType: DIRECT_PAYMENT,
      sourceId: directId,
      sourcePart: found.parts + 1,
      ...creditorOf(found),
      creditorName: found.creditorName,
      employeeBankId: null,
      creditorIban: found.iban,
      providerBeneficiaryId: found.beneficiaryId,
      quoteId,
      purpose: found.purpose,
      isExternalDraft: found.asDraft,
      amountMinor: found.restMinor,
      currency: found.currency,
      remittance: found.concept,
      debtorAccountId: found.fromAccountId,
      wantedOn: executionDate,
      retryOfId,
    },
    actor,
    trx
  )
}

/** A supplier where the beneficiary is one's, so that all that is paid to it counts together; else whoever has the account. */
function creditorOf({ providerId, providerBankId, beneficiaryId, iban }: Found) {
  if (providerId !== null)
    return { creditorType: 'provider' as const, creditorId: providerId, providerBankId }
  return {
    creditorType: 'other' as const,
    creditorId: beneficiaryId ?? keyOf(iban ?? ''),
    providerBankId: null,
  }
}

/** The same number for the same account, and below zero, where no key is: its payments of before are found by it and the IBAN. */
const keyOf = (iban: string): number =>
  -(Number.parseInt(createHash('sha256').update(iban).digest('hex').slice(0, 7), 16) + 1)
