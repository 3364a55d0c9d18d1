import type { Transaction } from '#app/kernel/database/sql'
import { ask } from '#app/payments/orders/checks/ask_orders'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import { COOLING_HOURS } from '#app/sites/actions/set_cooling_hours'

type Bank = NonNullable<OrderFacts['bank']>

/** Whether an account `b` is another supplier's or another employee's too, whichever of both it is looked up for. */
const hasOtherPayee = (
  providerId: string,
  employeeId: string
) => `(exists (select 1 from provider_banks x join providers y on y.id = x.provider_id and y.status <> 'merged'
            where x.iban = b.iban and x.provider_id is distinct from ${providerId} and x.disabled_at is null and x.verification <> 'rejected')
          or exists (select 1 from employee_banks x where x.iban = b.iban and x.employee_id is distinct from ${employeeId} and x.disabled_at is null and x.verification <> 'rejected'))`

/** The details of suppliers and employees that orders go to, by the key of the order. */
export async function readBanks(orderIds: number[], trx: Transaction): Promise<Map<number, Bank>> {
  const found = await ask(orderIds)<Bank & { id: number }>(
    `select o.id, b.iban, b.bic, b.verification, b.disabled_at is not null as is_disabled, coalesce(b.payable_from <= now(), true) as is_payable,
        b.created_at > now() - interval '7 days' as is_recent, p.active, p.status, p.payment_method,
        ${COOLING_HOURS} as cooling_hours, ${hasOtherPayee('b.provider_id', 'null::bigint')} as is_shared
       from payment_orders o join provider_banks b on b.id = o.provider_bank_id join providers p on p.id = b.provider_id
      where o.id = any(:orderIds::bigint[])
     union all
     select o.id, b.iban, b.bic, b.verification, b.disabled_at is not null, coalesce(b.payable_from <= now(), true), b.created_at > now() - interval '7 days',
        p.anonymised_at is null, 'active', 'transfer',
        ${COOLING_HOURS}, ${hasOtherPayee('null::bigint', 'b.employee_id')}
       from payment_orders o join employee_banks b on b.id = o.employee_bank_id join employees p on p.id = b.employee_id
      where o.id = any(:orderIds::bigint[])`,
    { orderIds },
    trx
  )
  return new Map(found.map(({ id, ...bank }) => [id, bank]))
}
