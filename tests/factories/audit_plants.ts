import type pg from 'pg'
import { seededRandom } from '#app/demo/seeded_random'

/** An invoice that a rule must find, or one that looks like it and must be left alone. */
export type Planted = { rule: string; invoiceId: number; isFinding: boolean }

/** The same of a supplier as a whole. */
export type PlantedSupplier = { rule: string; providerId: number; isFinding: boolean }

type Wanted = {
  provider: number
  site?: number
  number?: string
  /** Days before today. */
  issued?: number
  received?: number
  terms?: number
  base?: number
  vat?: number
  withholding?: number
  total?: number
  status?: string
  iban?: string | null
  reading?: unknown
  concept?: string
  source?: string
  docType?: string
  priority?: string
  vatCode?: string
  lineBase?: number
  category?: string | null
  hasFile?: boolean
  pageHash?: bigint | null
  traces?: unknown
  createdBy?: number | null
  bank?: number | null
  period?: [string, string] | null
  currency?: string
  fxRate?: number | null
  paid?: boolean
}

const TABLES = ['invoices', 'invoice_lines', 'invoice_tax_groups', 'provider_banks']

let sequence = 0

/**
 * Writes suppliers and invoices of their own for each case, as the owner of the tables and with their triggers off: what
 * is booked already could not get its lines otherwise.
 */
export class Planter {
  readonly random = seededRandom(20_261_122)
  readonly planted: Planted[] = []
  readonly suppliers: PlantedSupplier[] = []

  constructor(
    private owner: pg.Client,
    readonly sites: number[],
    private entries: Map<number, number>
  ) {}

  /** Turns the triggers of these tables off, until `end`. */
  async begin(): Promise<void> {
    await this.owner.query(TABLES.map((table) => `alter table ${table} disable trigger user`).join(';'))
    await this.owner.query(
      `insert into files (disk, storage_key, name, mime, size_bytes, sha256) values ('fs', 'bench/audit', 'factura.pdf', 'application/pdf', 1000, repeat('0', 64))
       on conflict (storage_key) do nothing`
    )
  }

  async end(): Promise<void> {
    await this.owner.query(TABLES.map((table) => `alter table ${table} enable trigger user`).join(';'))
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T
  }

  async one<T>(sql: string, values: unknown[]): Promise<T> {
    const { rows } = await this.owner.query(sql, values)
    return rows[0] as T
  }

  async provider(more: Record<string, unknown> = {}): Promise<number> {
    sequence++
    const row = {
      code: `PL${String(sequence).padStart(6, '0')}`,
      legal_name: `${this.pick(WORDS)} ${this.pick(WORDS)} ${sequence.toString(36)}${Math.floor(this.random() * 1e9).toString(36)}`,
      tax_id: cifOf(3_000_000 + sequence),
      created_at: daysAgo(700),
      ...more,
    }
    const names = Object.keys(row)
    const { id } = await this.one<{ id: string }>(
      `insert into providers (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(row)
    )
    return Number(id)
  }

  async bank(provider: number, more: Record<string, unknown> = {}): Promise<{ id: number; iban: string }> {
    const iban = this.iban()
    const row = { provider_id: provider, iban, holder_name: 'Titular', verification: 'unverified', ...more }
    const names = Object.keys(row)
    const { id } = await this.one<{ id: string }>(
      `insert into provider_banks (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
      Object.values(row)
    )
    return { id: Number(id), iban: row.iban as string }
  }

  iban(country = 'ES'): string {
    const digits = () => String(Math.floor(this.random() * 1e10)).padStart(10, '0')
    return `${country}91${digits()}${digits()}`
  }

  async invoice(wanted: Wanted): Promise<number> {
    sequence++
    const base = wanted.base ?? 80_000 + Math.floor(this.random() * 9_000) * 7 + 3
    const vatCode = wanted.vatCode ?? 'IVA21'
    const vat = wanted.vat ?? Math.round((base * Number(/\d+$/.exec(vatCode)?.[0] ?? 0)) / 100)
    const withholding = wanted.withholding ?? 0
    const status = wanted.status ?? 'pending_review'
    const site = wanted.site ?? this.pick(this.sites)
    const issued = wanted.issued ?? 6
    const isBooked = status === 'booked'
    const total = wanted.total ?? base + vat - withholding
    const { id } = await this.one<{ id: string }>(INVOICE, [
      `FR-PL-${sequence}`,
      site,
      wanted.provider,
      wanted.docType ?? 'invoice',
      status,
      wanted.number ??
        `${Math.floor(this.random() * 1e8)
          .toString(36)
          .toUpperCase()}-${sequence * 37}`,
      wanted.concept ?? 'Servicio de consultoría',
      daysAgo(issued),
      daysAgo(wanted.received ?? Math.max(0, issued - 2)),
      daysAgo(issued - (wanted.terms ?? 30)),
      base,
      vat,
      withholding,
      total,
      isBooked && !wanted.paid ? total : 0,
      wanted.paid ? 'paid' : 'unpaid',
      wanted.iban ?? null,
      wanted.bank ?? null,
      wanted.source ?? 'upload',
      wanted.priority ?? 'normal',
      wanted.reading ? JSON.stringify(wanted.reading) : null,
      isBooked ? this.entries.get(site) : null,
      wanted.createdBy ?? null,
      wanted.currency ?? 'EUR',
      wanted.fxRate ?? null,
    ])
    const invoiceId = Number(id)
    const category = wanted.category === undefined ? 'Electricidad' : wanted.category
    await this.owner.query(LINE, [
      invoiceId,
      wanted.concept ?? 'Servicio de consultoría',
      wanted.lineBase ?? base,
      vatCode,
      vat,
      category,
      wanted.period?.[0] ?? null,
      wanted.period?.[1] ?? null,
    ])
    await this.owner.query(TAX, [invoiceId, vatCode, base, vat])
    if (wanted.hasFile !== false)
      await this.owner.query(FILE, [
        invoiceId,
        wanted.pageHash === undefined || wanted.pageHash === null
          ? null
          : BigInt.asIntN(64, wanted.pageHash).toString(),
        wanted.traces ? JSON.stringify(wanted.traces) : null,
      ])
    return invoiceId
  }

  /** Booked and paid invoices of these totals, one a day up to a month ago, each with its line, tax and file. */
  async paidTotals(provider: number, site: number, totals: readonly number[]): Promise<void> {
    sequence++
    const reference = `FR-PT-${sequence}-`
    await this.owner.query(TOTALS, [provider, site, totals, reference, this.entries.get(site)])
    for (const details of [TOTALS_LINE, TOTALS_TAX, TOTALS_FILE]) await this.owner.query(details, [reference])
  }

  supplier(rule: string, providerId: number, isFinding: boolean): void {
    this.suppliers.push({ rule, providerId, isFinding })
  }

  finding(rule: string, invoiceId: number): void {
    this.planted.push({ rule, invoiceId, isFinding: true })
  }

  lookAlike(rule: string, invoiceId: number): void {
    this.planted.push({ rule, invoiceId, isFinding: false })
  }
}

const WORDS = [
  'Talleres',
  'Norte',
  'Viveros',
  'Aceites',
  'Papelera',
  'Grúas',
  'Cristal',
  'Rótulos',
  'Imprenta',
  'Montajes',
  'Pinturas',
  'Ferretería',
]

export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** A CIF of a company with its control digit. */
function cifOf(number: number): string {
  const digits = String(number).padStart(7, '0')
  const sum = [...digits].reduce((total, digit, at) => {
    const doubled = Number(digit) * 2
    return total + (at % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : Number(digit))
  }, 0)
  return `B${digits}${(10 - (sum % 10)) % 10}`
}

const INVOICE = `
  insert into invoices (reference, site_id, provider_id, doc_type, status, invoice_number, concept, issued_on, received_at, due_on, base_minor, vat_minor, withholding_minor,
      total_minor, outstanding_minor, payment_state, iban_detected, provider_bank_id, source, priority, reading, journal_entry_id, created_by, currency, fx_rate)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9::date + interval '12 hours', $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25) returning id`
const TOTALS = `
  insert into invoices (reference, site_id, provider_id, status, invoice_number, concept, issued_on, received_at, due_on, base_minor, vat_minor, total_minor, payment_state, source, journal_entry_id)
    select $4 || n, $2, $1, 'booked', 'T' || (100000 - n) * 17, 'Totales', current_date - 30 - n::int, current_date - 29 - n::int, current_date - n::int,
        round(minor / 1.21), minor - round(minor / 1.21), minor, 'paid', 'api', $5
      from unnest($3::bigint[]) with ordinality as t(minor, n)`
const TOTALS_LINE = `
  insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, category_id, account_code, match_state)
    select i.id, 1, i.concept, i.base_minor, t.id, i.vat_minor, c.id, '628', 'manual' from invoices i
      join tax_codes t on t.code = 'IVA21' join categories c on c.name = 'Electricidad' where i.reference like $1 || '%'`
const TOTALS_TAX = `
  insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor)
    select i.id, t.id, i.base_minor, i.vat_minor from invoices i join tax_codes t on t.code = 'IVA21' where i.reference like $1 || '%'`
const TOTALS_FILE = `
  insert into invoice_files (invoice_id, file_id, kind, sha256)
    select i.id, f.id, 'original', md5(i.id::text || 'plant') || md5(i.id::text) from invoices i join files f on f.storage_key = 'bench/audit' where i.reference like $1 || '%'`
const LINE = `
  insert into invoice_lines (invoice_id, position, concept, base_minor, vat_code_id, vat_minor, category_id, account_code, match_state, period_from, period_to)
    select $1, 1, $2, $3, t.id, $5, c.id, case when c.id is not null then '628' end, 'manual', $7::date, $8::date
      from tax_codes t left join categories c on c.name = $6::citext where t.code = $4`
const TAX = `insert into invoice_tax_groups (invoice_id, vat_code_id, base_minor, vat_minor) select $1, id, $3, $4 from tax_codes where code = $2`
const FILE = `
  insert into invoice_files (invoice_id, file_id, kind, sha256, page_hash, pdf_traces)
    select $1::bigint, id, 'original', md5($1::text || 'plant') || md5($1::text), $2::bigint, $3::jsonb from files where storage_key = 'bench/audit'`
