import type pg from 'pg'
import { inTransaction } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeSite } from '#tests/factories/books'

const SITES = 40
const PROVIDERS = 2_000
const CHUNK = 50_000

/**
 * Fills the invoice table up to `wanted` rows over 40 companies, 2,000 suppliers and 24 months; nothing is switched
 * off for it: every check, key and index is kept. A booked invoice points at an entry of its company. `even` gives each
 * supplier its usual amount and concept, and numbers that rise with the days.
 */
export async function seedInvoices(
  owner: pg.Client,
  connect: () => Promise<pg.Client>,
  wanted: number,
  look: keyof typeof LOOKS = 'spread'
): Promise<void> {
  const { rows } = await owner.query<{ n: string }>('select count(*) as n from invoices')
  const have = Number(rows[0]?.n ?? 0)
  if (have >= wanted) return
  if (have === 0) await seedParties(owner, look)
  const starts = Array.from(
    { length: Math.ceil((wanted - have) / CHUNK) },
    (_, chunk) => have + chunk * CHUNK
  )
  const work = async () => {
    const client = await connect()
    await client.query(`set work_mem = '64MB'; set gin_pending_list_limit = '64MB'`)
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      await client.query(invoicesOf(LOOKS[look]), [start + 1, Math.min(start + CHUNK, wanted), wanted])
      process.stderr.write(`${start + CHUNK} invoices\n`)
    }
    await client.end()
  }
  await Promise.all([work(), work()])
  await owner.query('vacuum (analyze) invoices')
  await owner.query('analyze providers; analyze sites')
}

async function seedParties(owner: pg.Client, look: keyof typeof LOOKS): Promise<void> {
  for (let site = 0; site < SITES; site++) {
    const { siteId } = await makeSite()
    const lines = [
      { accountId: await makeAccount(siteId, '628'), amountMinor: 100 },
      { accountId: await makeAccount(siteId, '410'), amountMinor: -100 },
    ]
    const header = {
      siteId,
      postedOn: calendarDate('2026-01-10'),
      journal: 'compras' as const,
      kind: 'bench.invoice',
    }
    await inTransaction((trx) =>
      postEntry(
        { ...header, idempotencyKey: `bench:invoices:${siteId}`, description: 'Asiento de prueba', lines },
        trx
      )
    )
  }
  await owner.query(PARTIES, [PROVIDERS])
  // Names that differ in a digit are rare but in test data; what looks for names alike would find little else.
  if (look === 'even')
    await owner.query(
      `update providers set legal_name = initcap(translate(md5(code), '0123456789', 'aeioulmnrs')) || ', S.L.' where code like 'BP%'`
    )
}

const PARTIES = `
  insert into providers (code, legal_name, trade_name, tax_id)
    select 'BP' || lpad(g::text, 6, '0'),
      (array['Suministros', 'Lavandería', 'Distribuciones', 'Mantenimientos', 'Hostelería', 'Frutas', 'Construcciones', 'Gestoría'])[1 + g % 8] || ' '
        || (array['García', 'Martínez', 'Núñez', 'Peña', 'Iglesias', 'Muñoz', 'Ibáñez', 'Castaño', 'Vázquez', 'Álvarez'])[1 + (g / 8) % 10] || ' ' || g || ', S.L.',
      null, 'B' || (20000000 + g)
    from generate_series(1, $1::int) g`

type Look = { jitter: string; age: string; base: string; concept: string }
const CONCEPTS = `(array['Suministro eléctrico', 'Agua y saneamiento', 'Lavandería de ropa de cama', 'Comisión de reservas', 'Alquiler de local',
        'Reparación de ascensor', 'Asesoría laboral', 'Productos de limpieza', 'Telefonía y fibra', 'Seguro multirriesgo'])`
const LOOKS = {
  spread: {
    jitter: 'random() * 500',
    age: 'floor(random() * 20)::int',
    base: '(500 + power(random(), 3) * 1500000)::bigint',
    concept: `${CONCEPTS}[1 + floor(random() * 10)::int]`,
  },
  even: {
    jitter: '0',
    age: '3',
    base: '((2000 + provider_id * 7919 % 200000) * (0.9 + 0.2 * random()))::bigint',
    concept: `${CONCEPTS}[1 + provider_id % 10]`,
  },
} satisfies Record<string, Look>

/** $1 to $2 of $3 rows: the last twentieth is still on its way, the others are booked but for a few. */
const invoicesOf = ({ jitter, age, base, concept }: Look) => `
  with site as (select array_agg(id order by id) as ids from sites),
  provider as (select array_agg(id order by id) as ids from providers where code like 'BP%'),
  category as (select array_agg(id order by id) as ids from categories),
  chosen as (
    select g, random() as state, (select ids from site)[1 + floor(power(random(), 1.5) * ${SITES})::int] as site_id,
      (select ids from provider)[1 + floor(power(random(), 2) * ${PROVIDERS})::int] as provider_id,
      (select ids from category)[1 + floor(random() * (select cardinality(ids) from category))::int] as category_id,
      now() - interval '730 days' * (1 - (g + ${jitter}) / $3::float) as received_at, g > 0.95 * $3 as is_recent, random() as luck
    from generate_series($1::int, $2::int) g),
  drawn as (select *, ${age} as age, ${base} as base_minor, ${concept} as concept from chosen),
  staged as (
    select *, case
        when is_recent then (array['received', 'analysing', 'analysis_failed', 'pending_review', 'pending_review', 'pending_approval', 'pending_approval', 'approved', 'booked', 'booked'])[1 + floor(state * 10)::int]
        when state < 0.96 then 'booked' when state < 0.97 then 'rejected' when state < 0.98 then 'duplicate' when state < 0.99 then 'cancelled' when state < 0.995 then 'disputed' else 'approved' end as status
    from drawn)
  insert into invoices (reference, site_id, provider_id, status, invoice_number, concept, issued_on, received_at, due_on, posted_on, base_minor, vat_minor,
      total_minor, outstanding_minor, payment_state, category_id, source, open_alarms, alarm_max, journal_entry_id, search_text)
    select 'FR-B-' || lpad(s.g::text, 8, '0'), case when s.status in ('received', 'analysing', 'analysis_failed') and s.luck < 0.2 then null else s.site_id end,
      case when s.status in ('received', 'analysing', 'analysis_failed') and s.luck < 0.4 then null else s.provider_id end,
      s.status, 'F' || to_char(s.received_at, 'YYYY') || '/' || lpad(s.g::text, 7, '0'), s.concept,
      s.received_at::date - s.age, s.received_at, s.received_at::date - s.age + 30, case when s.status in ('booked', 'disputed') then s.received_at::date end,
      s.base_minor, s.base_minor * 21 / 100, s.base_minor + s.base_minor * 21 / 100,
      case when s.status = 'booked' and (s.is_recent or s.luck < 0.05) then s.base_minor + s.base_minor * 21 / 100 else 0 end,
      case when s.status <> 'booked' or s.is_recent or s.luck < 0.05 then 'unpaid' else 'paid' end,
      s.category_id, (array['upload', 'email', 'email', 'api', 'holded'])[1 + floor(s.luck * 5)::int],
      case when s.luck > 0.97 then 1 else 0 end, case when s.luck > 0.97 then 50 else 0 end, e.id,
      f_unaccent(lower(concat_ws(' ', 'FR-B-' || lpad(s.g::text, 8, '0'), 'F' || to_char(s.received_at, 'YYYY') || '/' || lpad(s.g::text, 7, '0'), p.legal_name, p.tax_id,
        t.code, t.legal_name, s.concept, ((s.base_minor + s.base_minor * 21 / 100) / 100.0)::numeric(18, 2)::text)))
    from staged s join providers p on p.id = s.provider_id join sites t on t.id = s.site_id
    join lateral (select id from journal_entries where site_id = s.site_id order by id limit 1) e on true
    order by s.g`
