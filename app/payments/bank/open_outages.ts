import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'

/** A bank that payments of an account wait for. */
export type Outage = { id: number; account: string; since: string }

/** The accounts, of those that a filter leaves, whose bank has not been reached for long. `b` is the account. */
export async function openOutages({ where, bindings }: Filter): Promise<Outage[]> {
  const found = await rows<{ id: number; account: string; since: Date }>(
    `select b.id, s.code || ' · ' || b.name as account, u.since from bank_outages u join bank_accounts b on b.id = u.bank_account_id join sites s on s.id = b.site_id
      where ${['u.ended_at is null', ...where].join(' and ')} order by u.since, b.id`,
    bindings
  )
  return found.map(({ since, ...outage }) => ({ ...outage, since: since.toISOString() }))
}
