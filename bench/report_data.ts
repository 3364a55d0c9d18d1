import type pg from 'pg'
import { storeFile } from '#app/files/store_file'
import { rows } from '#app/kernel/database/sql'
import { makeAccount, makeBankAccount, makeSite } from '#tests/factories/books'
import { seedInvoices } from './invoice_data.js'

export type Volume = {
  sites: number
  invoices: number
  payments: number
  lines: number
  users: number
  employees: number
}

const SUPPLIERS_PER_SITE = 100
const CHUNK = 50_000
const ENTRIES_CHUNK = 2_500

/**
 * A group as large as the reports are meant for: invoices as the list of invoices has them, half of the payments made
 * here and half imported, a journal of two years of purchases, payments and sales, statements and users. Payments are
 * written in their last state, for which their own triggers rest; keys, checks and indexes are kept.
 */
export async function seedGroup(
  owner: pg.Client,
  connect: () => Promise<pg.Client>,
  volume: Volume
): Promise<void> {
  await seedInvoices(owner, connect, volume.invoices)
  await seedSites(owner, volume.sites)
  await inChunks(owner, 'payment_orders', volume.payments / 2, ORDERS)
  await seedLegacy(owner, volume.payments / 2)
  await seedJournal(connect, volume.lines / 4)
  await inChunks(owner, 'bank_statement_lines', volume.lines / 4, STATEMENT_LINES)
  await inChunks(owner, 'users', volume.users, USERS)
  await inChunks(owner, 'employees', volume.employees, EMPLOYEES)
  await owner.query('select refresh_report_month_totals()')
  await vacuumFilled(owner)
}

/** Makes every table ready to be read after some were filled; nothing where none was. */
export async function vacuumFilled(owner: pg.Client): Promise<void> {
  const { rows: filled } = await owner.query(
    `select 1 from pg_stat_user_tables where greatest(n_mod_since_analyze, n_ins_since_vacuum, n_dead_tup) > 10000 limit 1`
  )
  if (filled.length > 0) await owner.query('vacuum (analyze)')
}

async function seedSites(owner: pg.Client, wanted: number): Promise<void> {
  const open = () =>
    rows<{ id: number }>(
      `select id from sites s where not exists (select 1 from bank_accounts b where b.site_id = s.id) order by id`
    )
  const { length } = await rows(`select id from sites`)
  for (let site = length; site < wanted; site++) await makeSite()
  for (const { id } of await open()) {
    const accountId = await makeBankAccount(id)
    for (const prefix of ['628', '629', '705']) await makeAccount(id, prefix)
    await owner.query(SUPPLIERS, [id, SUPPLIERS_PER_SITE])
    await owner.query(
      `insert into bank_statements (bank_account_id, source, currency, status) values ($1, 'manual', 'EUR', 'balanced')`,
      [accountId]
    )
  }
}

/** Fills a table up to `wanted` rows; its own triggers rest meanwhile. `sql` takes the first, the last and all of them. */
export async function inChunks(owner: pg.Client, table: string, wanted: number, sql: string): Promise<void> {
  const { rows: found } = await owner.query<{ n: string }>(`select count(*) as n from ${table}`)
  await owner.query(`alter table ${table} disable trigger user`)
  for (let start = Number(found[0]?.n ?? 0); start < wanted; start += CHUNK) {
    await owner.query(sql, [start + 1, Math.min(start + CHUNK, wanted), wanted])
    process.stderr.write(`${start + CHUNK} ${table}\n`)
  }
  await owner.query(`alter table ${table} enable trigger user`)
}

async function seedLegacy(owner: pg.Client, wanted: number): Promise<void> {
  const known = await rows(`select 1 as found from imports where kind = 'legacy-payments' limit 1`)
  if (known.length === 0) {
    const bytes = Buffer.from('Fecha;Empresa;Beneficiario;Importe\n')
    const file = await storeFile({ bytes, name: 'historico.csv', createdBy: null })
    await owner.query(
      `insert into imports (kind, file_id, file_name, sha256, status, applied_at) values ('legacy-payments', $1, $2, $3, 'applied', now())`,
      [file.id, file.name, file.sha256]
    )
  }
  await inChunks(owner, 'legacy_payments', wanted, LEGACY)
}

/** Entries of four lines through the ledger's own door, with every check on. */
async function seedJournal(connect: () => Promise<pg.Client>, entries: number): Promise<void> {
  const sites = await rows<{ id: number; entries: number }>(
    `select s.id, (select count(*)::int from journal_entries e where e.site_id = s.id and e.kind = 'bench.fill') as entries from sites s order by 1`
  )
  const perSite = Math.ceil(entries / sites.length)
  const waiting = sites.filter((site) => site.entries < perSite)
  const work = async () => {
    const client = await connect()
    for (let site = waiting.shift(); site; site = waiting.shift()) {
      for (let from = site.entries + 1; from <= perSite; from += ENTRIES_CHUNK)
        await client.query(ENTRIES, [site.id, from, Math.min(from + ENTRIES_CHUNK - 1, perSite), perSite])
      process.stderr.write(`journal of company ${site.id}\n`)
    }
    await client.end()
  }
  await Promise.all([work(), work()])
}

const SUPPLIERS = `
  insert into ledger_accounts (site_id, code, name, type, normal_side, is_postable, subledger, subledger_id)
    select $1::bigint, '4100' || lpad((1000 + n)::text, 4, '0'), p.legal_name, 'liability', 'H', true, 'provider', p.id
    from (select id, legal_name, row_number() over (order by id) as n from providers where code like 'BP%') p where n <= $2::int`

const WHO = `(array['Suministros', 'Lavandería', 'Distribuciones', 'Mantenimientos', 'Hostelería', 'Frutas', 'Construcciones', 'Gestoría'])[1 + g % 8] || ' '
  || (array['García', 'Martínez', 'Núñez', 'Peña', 'Iglesias', 'Muñoz', 'Ibáñez', 'Castaño', 'Vázquez', 'Álvarez'])[1 + (g / 8) % 10] || ' ' || (g % 2000)`
const ACCOUNTS = `account as (select array_agg(id order by id) as ids, array_agg(site_id order by id) as sites, cardinality(array_agg(id)) as n from bank_accounts)`

/** One in forty is a payroll; dates fall over two years, the newest with the highest keys. */
const ORDERS = `
  with ${ACCOUNTS},
  provider as (select array_agg(id order by id) as ids, count(*)::int as n from providers where code like 'BP%'),
  drawn as (
    select g, 1 + floor(power(random(), 1.5) * account.n)::int as place, random() as luck, now() - interval '730 days' * (1 - g / $3::float) as at
      from generate_series($1::int, $2::int) g, account)
  insert into payment_orders (number, kind, site_id, payer_site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban, amount_minor, execution_date,
      remittance, end_to_end_id, channel, status, fingerprint, required_approvals, buffered_at, approved_at, sent_at, paid_at, failed_at, returned_at, created_at, updated_at)
    select 'OPB-' || g, case when g % 40 = 0 then 'payroll' else 'supplier' end, sites[place], sites[place], case when g % 40 = 0 then 'payroll_payment' else 'invoice' end, 1000000000 + g, ids[place], case when g % 40 = 0 then 'employee' else 'provider' end,
      (select ids[1 + g % n] from provider), ${WHO}, 'ES9121000418' || lpad((g % 5000)::text, 12, '0'), (100 + power(luck, 3) * 1500000)::bigint, at::date,
      'FRA ' || to_char(at, 'YYYY') || '/' || lpad(g::text, 7, '0'), 'EB' || g, 'sepa_file',
      case when luck < 0.93 then 'reconciled' when luck < 0.97 then 'paid' when luck < 0.99 then 'failed' else 'returned' end, md5(g::text), 1,
      at, at, at, case when luck < 0.97 or luck >= 0.99 then at end, case when luck >= 0.97 and luck < 0.99 then at end, case when luck >= 0.99 then at end, at, at
    from drawn, account`

const LEGACY = `
  with ${ACCOUNTS}, import as (select id from imports where kind = 'legacy-payments' limit 1),
  drawn as (select g, 1 + floor(power(random(), 1.5) * account.n)::int as place, random() as luck from generate_series($1::int, $2::int) g, account)
  insert into legacy_payments (import_batch, row_no, raw, fingerprint, paid_on, site_id, kind, payee, concept, amount_minor, iban, bank_account_id, reference)
    select import.id, g, '{}', md5('legacy' || g), current_date - 731 - (730 * (1 - g / $3::float))::int, sites[place], case when g % 40 = 0 then 'payroll' else 'other' end,
      ${WHO}, 'Histórico ' || lpad(g::text, 7, '0'), (100 + power(luck, 3) * 1500000)::bigint, 'ES9121000418' || lpad((g % 5000)::text, 12, '0'), ids[place], 'R' || g
    from drawn, account, import`

const ENTRIES = `
  with supplier as (select array_agg(id order by id) as ids from ledger_accounts where site_id = $1 and subledger = 'provider'),
  other as (select (select min(id) from ledger_accounts where site_id = $1 and code like '628%' and is_postable) as power,
      (select min(id) from ledger_accounts where site_id = $1 and code like '629%' and is_postable) as others,
      (select min(id) from ledger_accounts where site_id = $1 and code like '705%' and is_postable) as sales,
      (select min(ledger_account_id) from bank_accounts where site_id = $1) as bank)
  select ledger_post(jsonb_build_object('siteId', $1::bigint, 'postedOn', date '2025-01-01' + (g * 690 / $4::int), 'journal', case g % 2 when 0 then 'compras' else 'banco' end,
    'kind', 'bench.fill', 'idempotencyKey', 'fill:' || $1 || ':' || g, 'description', 'Asiento ' || g, 'lines',
    case g % 2 when 0 then jsonb_build_array(
      jsonb_build_object('accountId', power, 'amountMinor', 1000 + g), jsonb_build_object('accountId', others, 'amountMinor', 2000 + g),
      jsonb_build_object('accountId', supplier.ids[1 + g % 97], 'amountMinor', -1000 - g), jsonb_build_object('accountId', supplier.ids[1 + g % 89], 'amountMinor', -2000 - g))
    else jsonb_build_array(
      jsonb_build_object('accountId', supplier.ids[1 + (g - 1) % 97], 'amountMinor', 999 + g), jsonb_build_object('accountId', bank, 'amountMinor', -999 - g),
      jsonb_build_object('accountId', bank, 'amountMinor', 3500 + g), jsonb_build_object('accountId', sales, 'amountMinor', -3500 - g)) end))
    from supplier, other, generate_series($2::int, $3::int) g`

const STATEMENT_LINES = `
  with statement as (select array_agg(id order by id) as ids, array_agg(bank_account_id order by id) as accounts, cardinality(array_agg(id)) as n from bank_statements)
  insert into bank_statement_lines (statement_id, bank_account_id, external_id, booked_on, amount_minor, currency, raw_text, norm_text, status)
    select ids[1 + g % n], accounts[1 + g % n], 'B' || g, current_date - (690 * (1 - g / $3::float))::int, case when g % 3 = 0 then 5000 + g % 90000 else -1000 - g % 70000 end, 'EUR',
      'RECIBO ' || g, 'recibo ' || g, case when g % 20 = 0 then 'pending' else 'matched' end
    from statement, generate_series($1::int, $2::int) g`

const USERS = `
  insert into users (name, initials, email, role, status, last_login_at)
    select ${WHO.replace('(g % 2000)', 'g')}, 'PB', 'persona-' || g || '@prueba.test', (array['aprobador', 'c0ntab1l1dad', 'superC0ntab1l1dad', 'c0ntab1l1dad'])[1 + g % 4],
      case when g % 10 < 6 then 'active' when g % 10 < 7 then 'invited' when g % 10 < 8 then 'suspended' else 'archived' end, now() - interval '1 hour' * (g % 9000)
    from generate_series($1::int, $2::int) g where g <= $3::int`

const EMPLOYEES = `
  with company as (select array_agg(id order by id) as ids, count(*)::int as n from sites)
  insert into employees (site_id, code, first_name, last_name, tax_id, started_on, status)
    select ids[1 + g % n], 'E' || lpad(g::text, 7, '0'), split_part(${WHO}, ' ', 1), split_part(${WHO}, ' ', 2) || ' ' || g, lpad(g::text, 8, '0') || substr('TRWAGMYFPDXBNJZSQVHLCKE', 1 + g % 23, 1),
      current_date - g % 4000, case when g % 10 < 9 then 'active' else 'leave' end
    from company, generate_series($1::int, $2::int) g where g <= $3::int`
