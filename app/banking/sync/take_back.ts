import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'

type TakenBack = { id: number; amountMinor: number }

/**
 * Movements that were booked and then taken back stay as they were told. Where the provider tells no movement of its own that
 * brings the money back, its balance shows just what is missing: then each gets one that takes it back. Gives what they
 * make up.
 */
export async function takeBack(
  { providerAccountId, difference }: { providerAccountId: number; difference: number },
  trx: Transaction
): Promise<number> {
  const taken = await rows<TakenBack>(
    `select t.id, t.amount_minor from provider_transactions t
      where t.provider_account_id = :providerAccountId and t.taken_back_at is not null and t.status = 'booked'
        and not exists (select 1 from provider_transactions x where x.connector_id = t.connector_id and x.external_id = t.external_id || '#reversed')`,
    { providerAccountId },
    trx
  )
  const back = -taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (taken.length === 0 || back !== difference) return 0
  await execute(
    `insert into provider_transactions (connector_id, provider_account_id, external_id, parent_external_id, amount_minor, currency, status,
        provider_status, type, counterparty_name, counterparty_iban, text, search_text, reference, booked_on, occurred_at, raw, raw_hash)
     select connector_id, provider_account_id, external_id || '#reversed', external_id, -amount_minor, currency, 'booked', provider_status,
        'adjustment', counterparty_name, counterparty_iban, 'Anulado por el proveedor: ' || text, 'anulado por el proveedor ' || search_text, reference,
        :today, now(), raw, raw_hash || '#reversed'
       from provider_transactions where id = any(:ids::bigint[])`,
    { ids: taken.map(({ id }) => id), today: today() },
    trx
  )
  return back
}
