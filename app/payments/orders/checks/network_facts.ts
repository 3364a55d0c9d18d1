import { rows, type Transaction } from '#app/kernel/database/sql'
import { attachmentCounts } from '#app/payments/attachments/attachments_of'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import type { OrderRecord } from '#app/payments/orders/payment_order'
import { COOLING_HOURS } from '#app/sites/actions/set_cooling_hours'

type Beneficiary = NonNullable<OrderFacts['beneficiary']>

/** Most payments go to an IBAN: nobody is asked for then. */
export async function readBeneficiaries(
  orders: readonly OrderRecord[],
  trx: Transaction
): Promise<Map<number, Beneficiary>> {
  const orderIds = orders.flatMap(({ id, providerBeneficiaryId }) =>
    providerBeneficiaryId === null ? [] : [id]
  )
  if (orderIds.length === 0) return new Map()
  const found = await rows<Beneficiary & { id: number }>(
    `select o.id, n.iban, n.status, n.verified_at is not null as is_verified, coalesce(n.payable_from <= now(), false) as is_payable, ${COOLING_HOURS} as cooling_hours,
        coalesce(o.status <> 'draft' and n.verified_at > o.buffered_at, false) as is_verified_anew, greatest(n.created_at, n.verified_at) > now() - interval '7 days' as is_recent, b.connector_id is not distinct from n.connector_id as is_own
       from payment_orders o join provider_beneficiaries n on n.id = o.provider_beneficiary_id join bank_accounts b on b.id = o.debtor_account_id
      where o.id = any(:orderIds::bigint[])`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...beneficiary }) => [id, beneficiary]))
}

/** How many documents those have whose connection asks for some. Null where none does. */
export async function readAttached(
  asked: readonly OrderRecord[],
  trx: Transaction
): Promise<ReadonlyMap<number, number> | null> {
  return asked.length === 0
    ? null
    : attachmentCounts(
        asked.map(({ id }) => id),
        trx
      )
}
