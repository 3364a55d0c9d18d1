import type pg from 'pg'
import { medianMs } from '../measure.js'

const RUNS = 12
const WARM_UPS = 3

/**
 * A bare table of as many invoices as the product's, with an index for each order, asked by SQL alone over one
 * connection: no users, sessions, companies to see, counts, counters or pages.
 */
const schema = (count: number) => `
  drop schema if exists bench_lists cascade;
  create schema bench_lists;
  set search_path = bench_lists, public;
  create table provider (id int primary key, name text not null);
  insert into provider select g, (array['Suministros','Lavandería','Distribuciones','Mantenimientos','Hostelería','Frutas','Construcciones','Gestoría'])[1 + g % 8] || ' '
    || (array['García','Martínez','Núñez','Peña','Iglesias','Muñoz','Ibáñez','Castaño','Vázquez','Álvarez'])[1 + (g / 8) % 10] || ' ' || g || ' S.L.' from generate_series(1, 5000) g;
  create table invoice (id int generated always as identity primary key, site_id smallint not null, provider_id int not null, number text not null,
    issued_on date not null, total bigint not null, status text not null, concept text not null, search text not null);
  select setseed(0.42);
  insert into invoice (site_id, provider_id, number, issued_on, total, status, concept, search)
    select s, p, n, d, t, st, co, public.f_unaccent(lower(n || ' ' || co || ' ' || pr.name)) from (
      select 1 + (random() * 39)::int s, 1 + floor(power(random(), 2) * 5000)::int p, 'F' || (2020 + g % 7) || '/' || lpad(g::text, 7, '0') n,
        date '2020-01-01' + (random() * 2500)::int d, (500 + random() * 900000)::bigint t,
        (array['pendiente','aprobada','pagada','pagada','pagada','pagada','pagada','rechazada','alarma','borrador'])[1 + floor(random() * 10)::int] st,
        (array['Suministro eléctrico','Agua y saneamiento','Lavandería de ropa de cama','Comisión de reservas','Alquiler de local','Reparación de ascensor',
          'Asesoría laboral','Productos de limpieza','Telefonía y fibra','Seguro multirriesgo'])[1 + floor(random() * 10)::int] co
      from generate_series(1, ${count}) g) x join provider pr on pr.id = x.p order by x.n;
  create index on invoice (issued_on desc, id desc);
  create index on invoice (site_id, status, issued_on desc, id desc);
  create index on invoice (total desc, id desc);
  create index on invoice using gin (search gin_trgm_ops)`

const COLUMNS =
  'i.id, i.site_id, i.provider_id, p.name, i.number, i.issued_on, i.total, i.status, i.concept from invoice i join provider p on p.id = i.provider_id'
const ORDER = 'order by i.issued_on desc, i.id desc'

const deepPage = (skip: number) =>
  `select ${COLUMNS} where i.id in (select id from invoice i ${ORDER} limit 10 offset ${skip}) ${ORDER}`

const questions = (count: number): Record<string, string> => ({
  'first page, 10 rows': `select ${COLUMNS} ${ORDER} limit 10`,
  'page 10,000, keys first': deepPage(100_000),
  'last page, keys first': deepPage(count - 10),
  'one company and state': `select ${COLUMNS} where i.site_id = 7 and i.status = 'pagada' ${ORDER} limit 10`,
  'sorted by total': `select ${COLUMNS} order by i.total desc, i.id desc limit 10`,
  'search, one number': `select ${COLUMNS} where i.search like '%/0500004%' ${ORDER} limit 10`,
  'search, two words': `select ${COLUMNS} where i.search like '%lavanderia%' and i.search like '%nunez%' ${ORDER} limit 10`,
  'search, nothing found': `select ${COLUMNS} where i.search like '%zzqxw%' ${ORDER} limit 10`,
  'count up to 10,000': 'select count(*) from (select 1 from invoice limit 10001) capped',
})

/** Median milliseconds of each question to the bare table, which is made for it and dropped. */
export async function measurePlainInvoices(owner: pg.Client, count: number): Promise<[string, number][]> {
  await owner.query(schema(count))
  await owner.query('vacuum analyze invoice')
  await owner.query('analyze provider')
  const measured: [string, number][] = []
  for (const [title, sql] of Object.entries(questions(count))) {
    for (let run = 0; run < WARM_UPS; run++) await owner.query(sql)
    measured.push([title, await medianMs(RUNS, () => owner.query(sql))])
  }
  await owner.query('drop schema bench_lists cascade')
  await owner.query('reset search_path')
  return measured
}
