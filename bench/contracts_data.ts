import type pg from 'pg'
import { makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'

const SITES = 40

/**
 * Contracts in force with ten prices each, a supplier to every second contract, and invoices of two lines on them, all of
 * them linked by hand of the database so that usage and deviations have something to add up.
 */
export async function seedContracts(
  owner: pg.Client,
  { contracts, items, invoices }: { contracts: number; items: number; invoices: number }
): Promise<void> {
  const found = await owner.query<{ n: string }>('select count(*) as n from provider_contracts')
  if (Number(found.rows[0]?.n ?? 0) >= contracts) return
  const siteIds: number[] = []
  for (let made = 0; made < SITES; made++) siteIds.push((await makeSite()).siteId)
  await owner.query(PROVIDERS, [Math.ceil(contracts / 2)])
  const [author, approver] = [await makeUser('aprobador'), await makeUser('aprobador')]
  await owner.query(CONTRACTS, [contracts, siteIds, author.id])
  await owner.query(ITEMS, [Math.ceil(items / contracts)])
  await owner.query(
    `update provider_contracts set status = 'pending_approval', submitted_at = now() where reference like 'BK-%'`
  )
  await owner.query(
    `update provider_contracts set status = 'active', approved_at = now(), approved_by = $1 where reference like 'BK-%'`,
    [approver.id]
  )
  await owner.query(INVOICES, [invoices])
  await owner.query(LINES)
  await owner.query('vacuum (analyze)')
}

const PROVIDERS = `
  insert into providers (code, legal_name, tax_id) select 'BK' || g, 'Proveedor de contrato ' || g || ', S.L.', 'BK' || (10000000 + g)
    from generate_series(1, $1::int) g`

const CONTRACTS = `
  insert into provider_contracts (reference, provider_id, site_ids, title, kind, starts_on, ends_on, billing_frequency, expected_amount_minor, cap_minor, cap_period,
      search_text, created_by)
    select 'BK-' || lpad(g::text, 6, '0'), p.id, array[($2::bigint[])[1 + g % 40], ($2::bigint[])[1 + (g + 7) % 40]], 'Servicio ' || g, 'service', '2024-01-01',
      date '2026-06-01' + g % 900, 'monthly', 100000, 2000000, 'year', lower('bk-' || lpad(g::text, 6, '0') || ' servicio ' || g || ' ' || p.legal_name), $3::bigint
    from generate_series(1, $1::int) g join providers p on p.code = 'BK' || (1 + g / 2)`

const ITEMS = `
  insert into contract_items (contract_id, position, code, description, unit_price_minor4, valid_from, tiers, keywords)
    select c.id, g, 'ART-' || g, 'Lavado de prenda modelo ' || g || ' serie ' || c.id % 97, 10000 + g * 100, '2024-01-01',
      '[{"from_qty": "100", "price_minor4": 9000}, {"from_qty": "500", "price_minor4": 8000}]', array['modelo ' || g]
    from provider_contracts c cross join generate_series(1, $1::int) g where c.reference like 'BK-%'`

const INVOICES = `
  insert into invoices (reference, site_id, provider_id, contract_id, status, invoice_number, issued_on, base_minor, vat_minor, total_minor)
    select 'BK-' || g, c.site_ids[1 + g % 2], c.provider_id, c.id, 'pending_review', 'BK-' || g, date '2025-01-01' + g % 600, 40000, 8400, 48400
    from generate_series(1, $1::int) g join (select id, provider_id, site_ids, row_number() over (order by id) as n, count(*) over () as total
      from provider_contracts where reference like 'BK-%') c on c.n = 1 + g % c.total`

const LINES = `
  insert into invoice_lines (invoice_id, position, concept, quantity, base_minor, contract_id, contract_item_id)
    select i.id, p.n, 'Lavado de prenda modelo ' || p.n, 20, 20000 + (i.id % 3) * 1500, i.contract_id, t.id
    from invoices i cross join generate_series(1, 2) p(n) join contract_items t on t.contract_id = i.contract_id and t.position = p.n where i.reference like 'BK-%'`
