import { execute } from '#app/kernel/database/sql'

/** Both sides of an exchange come up within so many minutes. */
const MINUTES_APART = 10

/**
 * Tells the two sides of each exchange between accounts of a connection to each other: one account gives what the other gets,
 * in the currency that it tells. Gives how many pairs were found.
 */
export function pairLegs(connectorId: number): Promise<number> {
  return execute(
    `with open as (
       select t.id, t.provider_account_id, t.amount_minor, t.currency, t.local_minor, t.local_currency, t.occurred_at, t.transfer_ref
         from provider_transactions t
        where t.connector_id = :connectorId and t.type = 'conversion' and t.counterpart_id is null and t.status = 'booked'
          and t.occurred_at > now() - interval '40 days'),
     pairs as (
       select a.id as one, b.id as other,
              row_number() over (partition by a.id order by (a.transfer_ref = b.transfer_ref) desc nulls last, abs(extract(epoch from a.occurred_at - b.occurred_at)), b.id) as of_one,
              row_number() over (partition by b.id order by (a.transfer_ref = b.transfer_ref) desc nulls last, abs(extract(epoch from a.occurred_at - b.occurred_at)), a.id) as of_other
         from open a join open b on a.amount_minor < 0 and b.amount_minor > 0 and a.provider_account_id <> b.provider_account_id
          and abs(extract(epoch from a.occurred_at - b.occurred_at)) <= ${MINUTES_APART * 60}
          and (a.transfer_ref = b.transfer_ref
            or (a.local_currency is null or (a.local_currency = b.currency and abs(a.local_minor) = b.amount_minor))
           and (b.local_currency is null or (b.local_currency = a.currency and abs(b.local_minor) = -a.amount_minor))
           and (a.local_currency is not null or b.local_currency is not null))),
     found as (select one, other from pairs where of_one = 1 and of_other = 1)
     update provider_transactions t set counterpart_id = case when t.id = f.one then f.other else f.one end
       from found f where t.id in (f.one, f.other)`,
    { connectorId }
  )
}
