import type pg from 'pg'
import { inTransaction } from '#app/kernel/database/sql'
import { openFiscalYears } from '#app/ledger/actions/open_fiscal_years'
import { makeSite } from '#tests/factories/books'

const SITES = 40
const PROVIDERS = 2_000
/** The first company is a large one, the others share what is left. */
const LARGE_ACCOUNTS = 4_000
const ACCOUNTS = 20_000
const CHUNK = 10_000
/** Of ten entries six are purchases of three lines and four are payments of two. */
const LINES_PER_ENTRY = 2.6

/**
 * Fills the books up to some lines over 40 companies, 20,000 accounts and 23 months. Nothing is switched off: every
 * trigger, key and deferred check runs. Of the payments nine in ten are lettered with a purchase of the same supplier.
 */
export async function seedBooks(owner: pg.Client, wantedLines: number): Promise<void> {
  const found = await owner.query<{ n: string }>('select count(*) as n from journal_lines')
  if (Number(found.rows[0]?.n ?? 0) >= wantedLines) return
  await seedAccounts(owner)
  const entries = Math.ceil(wantedLines / LINES_PER_ENTRY)
  await owner.query(`set work_mem = '64MB'; select setseed(0.42)`)
  for (let start = 0; start < entries; start += CHUNK) {
    await owner.query('begin')
    await owner.query(ENTRIES, [start + 1, Math.min(start + CHUNK, entries), entries])
    await owner.query(LINES, [start + 1, Math.min(start + CHUNK, entries)])
    await owner.query('commit')
    process.stderr.write(`${start + CHUNK} entries\n`)
  }
  await owner.query(NUMBERS)
  await owner.query('analyze')
  await letterPairs(owner)
  await owner.query('vacuum (analyze)')
}

async function seedAccounts(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into providers (code, legal_name, tax_id) select 'BP' || lpad(g::text, 6, '0'), 'Suministros ' || g || ', S.L.', 'B' || (20000000 + g) from generate_series(1, $1::int) g`,
    [PROVIDERS]
  )
  for (let site = 0; site < SITES; site++) {
    const { siteId } = await makeSite()
    await inTransaction((trx) =>
      openFiscalYears(
        { siteId, firstDay: '2025-01-01' as never, startMonth: 1, day: '2026-12-31' as never },
        trx
      )
    )
    const count = site === 0 ? LARGE_ACCOUNTS : Math.floor((ACCOUNTS - LARGE_ACCOUNTS) / (SITES - 1))
    await owner.query(ACCOUNTS_OF_SITE, [siteId, count])
  }
}

/** $1 the company, $2 how many: half suppliers, a third expenses, the rest money and VAT. */
const ACCOUNTS_OF_SITE = `
  with drawn as (select g, case when g % 2 = 0 then '4000' when g % 6 = 1 then '5720' when g % 6 = 3 then '4720' else '6290' end as prefix from generate_series(1, $2::int) g),
  numbered as (select *, row_number() over (partition by prefix order by g) as n from drawn),
  provider as (select array_agg(id order by id) as ids from providers where code like 'BP%')
  insert into ledger_accounts (site_id, code, parent_id, name, type, normal_side, is_postable, reconcilable, subledger, subledger_id, origin)
    select $1, d.prefix || lpad(n::text, 4, '0'), p.id, case d.prefix when '4000' then 'Suministros ' when '5720' then 'Banco ' when '4720' then 'IVA ' else 'Servicios ' end || n,
      p.type, p.normal_side, true, d.prefix in ('4000', '5720'), case when d.prefix = '4000' then 'provider' else 'none' end,
      case when d.prefix = '4000' then (select ids from provider)[n] end, 'auto'
    from numbered d join lateral (select id, type, normal_side from ledger_accounts x where x.site_id = $1 and not x.is_postable and d.prefix like x.code || '%' order by length(x.code) desc limit 1) p on true`

/** $1 to $2 of $3 entries, their days in order. */
const ENTRIES = `
  with site as (select array_agg(id order by id) as ids from sites),
  drawn as (select g, (select ids from site)[1 + floor(power(random(), 1.5) * cardinality((select ids from site)))::int] as site_id,
      date '2025-01-01' + floor(690.0 * g / $3::int)::int as on_day from generate_series($1::int, $2::int) g),
  dated as (select d.*, y.id as year_id, row_number() over (partition by y.id order by g) as n from drawn d join fiscal_years y on y.site_id = d.site_id and d.on_day between y.starts_on and y.ends_on),
  last as (select fiscal_year_id, max(entry_no) as no from journal_entries group by 1)
  insert into journal_entries (site_id, fiscal_year_id, entry_no, posted_on, journal, kind, idempotency_key, payload_hash, description)
    select site_id, year_id, coalesce(last.no, 0) + n, on_day, case when g % 10 < 6 then 'compras' else 'banco' end, 'bench.entry', 'bench:books:' || g, '-',
      (array['Suministro eléctrico', 'Lavandería', 'Comisión', 'Alquiler', 'Reparación'])[1 + g % 5] || ' ' || g
    from dated left join last on last.fiscal_year_id = dated.year_id order by g`

/** The lines of the entries $1 to $2: a purchase with its VAT, or a payment. */
const LINES = `
  with known as materialized (select site_id, left(code, 4) as prefix, array_agg(id order by id) as ids, array_agg(subledger_id order by id) as parties from ledger_accounts
      where is_postable and left(code, 4) in ('4000', '5720', '4720', '6290') group by 1, 2),
  entry as (select e.id, e.site_id, e.posted_on, e.journal, 1000 + (random() * 200000)::int as base, random() as a, random() as b, random() as c
      from generate_series($1::int, $2::int) g join journal_entries e on e.idempotency_key = 'bench:books:' || g),
  line as (
    select e.*, 1 as no, k.ids[1 + floor(e.a * cardinality(k.ids))::int] as account_id, base::bigint as minor, null::bigint as party from entry e join known k on k.site_id = e.site_id and k.prefix = '6290' where e.journal = 'compras'
    union all select e.*, 2, k.ids[1 + floor(e.b * cardinality(k.ids))::int], (base * 21 / 100)::bigint, null from entry e join known k on k.site_id = e.site_id and k.prefix = '4720' where e.journal = 'compras'
    union all select e.*, 3, k.ids[1 + floor(e.c * cardinality(k.ids))::int], -(base + base * 21 / 100)::bigint, k.parties[1 + floor(e.c * cardinality(k.ids))::int] from entry e join known k on k.site_id = e.site_id and k.prefix = '4000' where e.journal = 'compras'
    union all select e.*, 1, k.ids[1 + floor(e.c * cardinality(k.ids))::int], base::bigint, k.parties[1 + floor(e.c * cardinality(k.ids))::int] from entry e join known k on k.site_id = e.site_id and k.prefix = '4000' where e.journal = 'banco'
    union all select e.*, 2, k.ids[1 + floor(e.a * cardinality(k.ids))::int], -base::bigint, null from entry e join known k on k.site_id = e.site_id and k.prefix = '5720' where e.journal = 'banco')
  insert into journal_lines (entry_id, site_id, posted_on, line_no, account_id, currency, amount_minor, base_minor, counterparty_type, counterparty_id, due_on)
    select id, site_id, posted_on, no, account_id, 'EUR', minor, minor, case when party is not null then 'provider' end, party, case when party is not null then posted_on + 30 end
    from line order by id, no`

const NUMBERS = `update fiscal_years y set next_entry_no = x.no + 1 from (select fiscal_year_id, max(entry_no) as no from journal_entries group by 1) x where x.fiscal_year_id = y.id`

const PAIRS_CHUNK = 4_000

/** Binds each payment with a purchase of the same account, for as much as the smaller of the two. */
async function letterPairs(owner: pg.Client): Promise<void> {
  await owner.query(PAIRS)
  const { rows: counted } = await owner.query<{ n: number }>('select max(no)::int as n from bench_pairs')
  const pairs = counted[0]?.n ?? 0
  for (let start = 0; start < pairs; start += PAIRS_CHUNK) {
    await owner.query('begin')
    await owner.query(
      `insert into reconciliations (site_id, account_id, code, status) select site_id, account_id, 'B-' || no, 'partial' from bench_pairs where no > $1 and no <= $2`,
      [start, start + PAIRS_CHUNK]
    )
    await owner.query(
      `insert into reconciliation_lines (reconciliation_id, journal_line_id, amount_minor)
       select c.id, x.line, x.minor from bench_pairs p join reconciliations c on c.site_id = p.site_id and c.code = 'B-' || p.no
         cross join lateral (values (p.bought, -p.minor), (p.paid, p.minor)) x(line, minor) where p.no > $1 and p.no <= $2`,
      [start, start + PAIRS_CHUNK]
    )
    await owner.query('commit')
  }
}

const PAIRS = `
  create table bench_pairs as
    with items as (select o.*, row_number() over (partition by account_id, open_minor > 0 order by journal_line_id) as n from open_items o)
    select row_number() over (order by p.journal_line_id) as no, p.site_id, p.account_id, b.journal_line_id as bought, p.journal_line_id as paid, least(p.open_minor, -b.open_minor) as minor
      from items p join items b on b.account_id = p.account_id and b.n = p.n and b.open_minor < 0 where p.open_minor > 0`
