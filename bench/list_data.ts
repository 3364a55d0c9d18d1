import type pg from 'pg'
import { storeFile } from '#app/files/store_file'
import { rows } from '#app/kernel/database/sql'
import { seedPayments } from './list_payments_data.js'
import { inChunks, vacuumFilled } from './report_data.js'

/** The tables behind the lists that `reports` and `list` do not measure; a tenth of the rows are suppliers. */
export async function seedLists(owner: pg.Client, wanted: number): Promise<void> {
  const files = await rows(`select 1 as found from files limit 1`)
  if (files.length === 0)
    await storeFile({ bytes: Buffer.from('Factura de prueba'), name: 'factura.pdf', createdBy: null })
  await inChunks(owner, 'invoice_alarms', wanted, ALARMS)
  await inChunks(owner, 'invoice_action_logs', wanted, LOGS)
  await inChunks(owner, 'ocr_jobs', wanted, READINGS)
  await inChunks(owner, 'outgoing_mails', wanted, MAILS)
  await inChunks(owner, 'expense_notes', wanted, NOTES)
  await inChunks(owner, 'payroll_payments', wanted, SALARIES)
  await inChunks(owner, 'providers', wanted / 10, PROVIDERS)
  await seedPayments(owner, wanted)
  await vacuumFilled(owner)
}

const INVOICES = `invoice as (select min(id) as first, count(*)::bigint as n from invoices)`
const PEOPLE = `person as (select array_agg(id) as ids from (select id from users order by id limit 50) u)`
const SITES = `site as (select array_agg(id order by id) as ids, count(*)::int as n from sites)`
const EMPLOYEES = `employee as (select min(id) as first, count(*)::bigint as n from employees)`
/** The newest rows have the highest keys. */
const AT = `now() - interval '330 days' * (1 - g / $3::float)`

const ALARMS = `
  with ${INVOICES}, ${PEOPLE}
  insert into invoice_alarms (invoice_id, of_site_id, of_provider_id, of_minor, of_day, rule_code, fingerprint, severity, message, status, resolved_by, resolved_at, reason, created_at)
    select i.id, i.site_id, i.provider_id, i.total_minor, i.issued_on, (array['D1', 'D2', 'A1', 'R6', 'V2', 'P6', 'R7', 'B1'])[1 + g % 8], 'bench' || g, (array['info', 'warning', 'high', 'blocking'])[1 + (g / 8) % 4], 'Alarma ' || g,
      case when g % 10 < 2 then 'open' when g % 10 < 6 then 'resolved' when g % 10 < 8 then 'false_positive' else 'auto_closed' end, ids[1], now(), 'Revisada por la oficina', ${AT}
    from invoice cross join person cross join generate_series($1::int, $2::int) g join invoices i on i.id = first + g % n`

const LOGS = `
  with ${INVOICES}, ${PEOPLE}
  insert into invoice_action_logs (invoice_id, at, user_id, actor_kind, action)
    select first + (g * 7919::bigint) % n, ${AT}, ids[1 + g % 50], 'user', (array['create', 'update', 'submit', 'approve', 'book', 'pay'])[1 + g % 6]
    from invoice, person, generate_series($1::int, $2::int) g`

const READINGS = `
  with ${INVOICES}, file as (select min(id) as id from files)
  insert into ocr_jobs (invoice_id, file_id, file_sha256, engine, engine_version, status, attempts, started_at, finished_at, pages, confidence, created_at)
    select first + g % n, file.id, md5(g::text) || md5(g::text), 'caudal', 'bench.' || g, case when g % 50 = 0 then 'failed' else 'done' end, 1,
      ${AT}, ${AT} + interval '1 second' * (1 + g % 20), 1 + g % 4, 0.9, ${AT}
    from invoice, file, generate_series($1::int, $2::int) g`

const MAILS = `
  insert into outgoing_mails ("to", subject, body, status, attempts, sent_at, created_at)
    select 'persona-' || g || '@prueba.test', 'Aviso ' || g, 'Texto', case when g % 5000 = 0 then 'failed' else 'sent' end, 1, ${AT}, ${AT}
    from generate_series($1::int, $2::int) g`

/** What is on its way is the newest; the others are paid but for one in twenty that was turned down. */
const NOTES = `
  with ${SITES}, ${EMPLOYEES}, entry as (select min(id) as id from journal_entries),
  drawn as (
    select g, 1000 + (g * 7919::bigint) % 90000 as minor, ${AT} as at,
        case when g > 0.999 * $3 then 'received' when g % 20 = 0 then 'rejected' when g > 0.99 * $3 then 'approved' else 'paid' end as state
      from generate_series($1::int, $2::int) g)
  insert into expense_notes (number, channel, site_id, employee_id, claimant_name, claimant_tax_id, title, total_minor, approved_minor, settled_minor, status, rejection_reason, journal_entry_id, received_at, created_at)
    select 'NGB-' || g, 'internal', ids[1 + g % site.n], first + g % employee.n, (array['García', 'Martínez', 'Núñez', 'Peña', 'Iglesias'])[1 + g % 5] || ' ' || g % 3000, 'X' || g % 5000,
      'Viaje ' || g, minor, minor, case when state = 'paid' then minor else 0 end, state, case when state = 'rejected' then 'No procede' end, entry.id, at, at
    from site, employee, entry, drawn`

/** Twenty thousand people in fifty months; the last hundredth still waits. */
const SALARIES = `
  with ${SITES}, ${EMPLOYEES}, drawn as (
    select g, (date '2022-10-01' + interval '1 month' * (g / 20001))::date as month, g > 0.99 * $3 as waits from generate_series($1::int, $2::int) g)
  insert into payroll_payments (site_id, employee_id, period, concept, net_minor, pay_on, status, settled_minor, created_at)
    select ids[1 + g % site.n], first + g % least(20000, employee.n), to_char(month, 'YYYY-MM'), 'salary', 120000 + g % 90000, month + 27, case when waits then 'pending' else 'paid' end,
      case when waits then 0 else 120000 + g % 90000 end, month
    from site, employee, drawn`

const PROVIDERS = `
  insert into providers (code, legal_name, tax_id, active, status)
    select 'PX' || g, (array['Suministros', 'Lavandería', 'Distribuciones', 'Mantenimientos', 'Hostelería', 'Frutas', 'Construcciones', 'Gestoría'])[1 + g % 8] || ' ' || md5(g::text) || ', S.L.', 'X' || g,
      g % 10 < 8, case when g % 100 = 99 then 'blocked' when g % 100 = 98 then 'draft' else 'active' end
    from generate_series($1::int, $2::int) g where g <= $3::int`
