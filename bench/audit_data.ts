import type pg from 'pg'
import { seedInvoices } from './invoice_data.js'

const CHUNK = 50_000

/**
 * A million ordinary invoices with what the audit reads of them: a line, its tax and a file each. Rows are frozen once
 * their invoice is booked, so that guard alone is off while they are filled in afterwards.
 */
export async function seedAuditedInvoices(
  owner: pg.Client,
  connect: () => Promise<pg.Client>,
  wanted: number
): Promise<void> {
  await seedInvoices(owner, connect, wanted, 'even')
  const { rows } = await owner.query<{ least: string; most: string }>(
    `select coalesce(min(id), 1) as least, coalesce(max(id), 0) as most from invoices i where not exists (select 1 from invoice_files f where f.invoice_id = i.id)`
  )
  const [least, most] = [Number(rows[0]?.least), Number(rows[0]?.most)]
  if (most === 0) return
  await owner.query(FILE)
  await owner.query(
    `alter table invoice_lines disable trigger user; alter table invoice_tax_groups disable trigger user`
  )
  for (let from = least; from <= most; from += CHUNK) {
    const bounds = [from, Math.min(from + CHUNK - 1, most)]
    for (const sql of [LINES, TAXES, FILES]) await owner.query(sql, bounds)
    process.stderr.write(`lines up to ${bounds[1]}\n`)
  }
  await owner.query(
    `alter table invoice_lines enable trigger user; alter table invoice_tax_groups enable trigger user`
  )
  for (const table of ['invoices', 'invoice_lines', 'invoice_tax_groups', 'invoice_files'])
    await owner.query(`vacuum (analyze) ${table}`)
}

const FILE = `
  insert into files (disk, storage_key, name, mime, size_bytes, sha256) values ('fs', 'bench/audit', 'factura.pdf', 'application/pdf', 1000, repeat('0', 64))
  on conflict (storage_key) do nothing`

const MISSING = `i.id between $1 and $2 and not exists (select 1 from invoice_files f where f.invoice_id = i.id)`

const LINES = `
  insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, category_id, account_code, match_state)
    select i.id, 1, i.concept, i.base_minor, t.id, i.vat_minor, i.category_id, '628', 'manual' from invoices i, tax_codes t where t.code = 'IVA21' and ${MISSING}`

const TAXES = `
  insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor)
    select i.id, t.id, i.base_minor, i.vat_minor from invoices i, tax_codes t where t.code = 'IVA21' and ${MISSING}`

const FILES = `
  insert into invoice_files (invoice_id, file_id, kind, sha256)
    select i.id, (select id from files where storage_key = 'bench/audit'), 'original', md5(i.id::text) || md5(i.id::text || 'x') from invoices i where ${MISSING}`
