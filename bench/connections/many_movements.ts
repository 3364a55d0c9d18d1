import type pg from 'pg'
import { writeLines } from '#app/banking/sync/write_lines'
import { timed } from '../measure.js'
import type { Connected } from './connect_bank.js'

const CHUNK = 20_000

/**
 * Movements of an account over two years, as readings of it have left them: most to and from the same few hundred names, one in
 * fifty a payment of ours, one in twenty a fee. Their lines are written by the product. Gives the seconds that took.
 */
export async function seedMovements(owner: pg.Client, connected: Connected, count: number): Promise<number> {
  const { connectorId, providerAccountId } = connected
  await owner.query(
    `update provider_accounts set lines_from = current_date - 800, read_from = current_date - 800 where id = $1`,
    [providerAccountId]
  )
  for (let from = 0; from < count; from += CHUNK) {
    await owner.query(MOVEMENTS, [connectorId, providerAccountId, from, Math.min(from + CHUNK, count), count])
    process.stderr.write(`${Math.min(from + CHUNK, count)} movements\n`)
  }
  const { ms } = await timed(() => writeLines({ providerAccountId, span: null, userId: null }))
  await owner.query('vacuum analyze provider_transactions, bank_statement_lines, provider_accounts')
  return ms / 1000
}

const MOVEMENTS = `
  insert into provider_transactions (connector_id, provider_account_id, external_id, amount_minor, currency, status, provider_status, type,
      counterparty_name, text, search_text, reference, order_number, booked_on, value_on, occurred_at, balance_after_minor, category, raw, raw_hash)
  select $1::bigint, $2::bigint, 'M' || g, m.minor, 'EUR', 'booked', 'completed', m.type, m.who, m.text, lower(m.text || ' ' || m.who), 'REF ' || g,
      case when g % 50 = 0 then 'OP-2025-' || lpad(g::text, 6, '0') end, m.day, m.day, m.day + time '06:00' + (g % 40000) * interval '1 second',
      null, case when m.minor < 0 then 'other_expense' else 'sales' end, jsonb_build_object('id', 'M' || g, 'status', 'completed'), md5(g::text)
    from generate_series($3::int, $4::int - 1) g
    cross join lateral (select
      case when g % 20 = 0 then 'fee' when g % 7 = 0 then 'card' when g % 3 = 0 then 'payin' else 'transfer' end as type,
      case when g % 20 = 0 then -(50 + g % 900) when g % 7 <> 0 and g % 3 = 0 then 1000 + (g * 7919::bigint) % 900000 else -(1000 + (g * 104729::bigint) % 700000) end as minor,
      (array['Lavandería', 'Frutas', 'Viajes', 'Congresos', 'Mantenimientos', 'Energía'])[1 + g % 6] || ' ' || (g * 31) % 400 || ' SL' as who,
      'Factura ' || (g * 13) % 90000 as text,
      current_date - 730 + (g * 729::bigint / $5::int)::int as day) m`
