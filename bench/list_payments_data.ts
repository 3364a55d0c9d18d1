import type pg from 'pg'
import { inChunks } from './report_data.js'

/**
 * What stands beside the payments of the history: as many more orders, in batches of 25 that mix their kinds, 2,000 recurring
 * payments of two years, and 5,000 procedures with twenty costs each, one cost in ten still owed.
 */
export async function seedPayments(owner: pg.Client, wanted: number): Promise<void> {
  await inChunks(owner, 'payment_batches', wanted / 50, BATCHES)
  await inChunks(owner, 'payment_orders', wanted, ORDERS)
  await owner.query(SUMS)
  await inChunks(owner, 'recurrent_payments', wanted / 500, RECURRENTS)
  await inChunks(owner, 'recurrent_occurrences', (wanted / 500) * 24, OCCURRENCES)
  await inChunks(owner, 'legal_procedures', wanted / 200, PROCEDURES)
  await inChunks(owner, 'legal_procedure_phases', wanted / 200, PHASES)
  await inChunks(owner, 'legal_procedure_files', wanted / 200, FILES)
  await inChunks(owner, 'legal_procedure_costs', wanted / 10, COSTS)
  await inChunks(owner, 'payroll_month_totals', 1, SALARIES)
}

const SITES = `site as (select array_agg(id order by id) as ids, count(*)::int as n from sites)`
const PROVIDERS = `provider as (select array_agg(id order by id) as ids, count(*)::int as n from providers where code like 'BP%')`
const PEOPLE = `person as (select array_agg(id) as ids from (select id from users order by id limit 50) u)`

const BATCHES = `
  with account as (select array_agg(id order by id) as ids, array_agg(site_id order by id) as sites, count(*)::int as n from bank_accounts), file as (select min(id) as id from files)
  insert into payment_batches (number, site_id, debtor_account_id, channel, execution_date, currency, message_id, status, file_id, file_sha256, created_at)
    select 'RMB-' || g, sites[1 + g % n], ids[1 + g % n], 'sepa_file', at::date, 'EUR', 'RMB' || g, 'done', file.id, md5(g::text), at
      from account, file, generate_series($1::int, $2::int) g cross join lateral (select now() - interval '730 days' * (1 - g / $3::float) as at) drawn`

/** One batch in four is of salaries alone; in the others three payments in ten are not for accounting staff. */
const ORDERS = `
  with batch as (select array_agg(id order by id) as ids, count(*)::int as n from payment_batches where number like 'RMB-%'), ${PROVIDERS},
  drawn as (select g, (g - 1) / 25 % batch.n as place, (g - 1) / 25 % 4 = 0 as is_payroll, 1000 + (g * 7919::bigint) % 900000 as minor, case when g % 50 = 0 then 'failed' else 'reconciled' end as state
      from batch, generate_series($1::int, $2::int) g where g <= $3::int)
  insert into payment_orders (number, kind, site_id, payer_site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban, amount_minor, execution_date,
      remittance, end_to_end_id, channel, status, fingerprint, required_approvals, batch_id, buffered_at, approved_at, sent_at, paid_at, failed_at, created_at, updated_at)
    select 'OPB-' || g, case when is_payroll then 'payroll' when g % 10 < 2 then 'recurring' when g % 10 = 2 then 'legal_procedure' else 'supplier' end, b.site_id, b.site_id,
      case when is_payroll then 'payroll_payment' when g % 10 < 2 then 'recurrent_occurrence' when g % 10 = 2 then 'legal_cost' else 'invoice' end, 1000000000 + g, b.debtor_account_id,
      case when is_payroll then 'employee' else 'provider' end, provider.ids[1 + g % provider.n], 'Suministros García ' || g % 2000, 'ES9121000418' || lpad((g % 5000)::text, 12, '0'), minor, b.execution_date,
      'REM ' || g, 'EB' || g, 'sepa_file', state, md5(g::text), 1, b.id, b.created_at, b.created_at, b.created_at, case when state = 'reconciled' then b.created_at end,
      case when state = 'failed' then b.created_at end, b.created_at, b.created_at
    from drawn join batch on true join payment_batches b on b.id = batch.ids[1 + place], provider`

const SUMS = `
  update payment_batches b set count = o.n, total_minor = o.total, common_count = o.common, common_minor = o.common_total
    from (select batch_id, count(*)::int as n, sum(amount_minor)::bigint as total, count(*) filter (where is_common)::int as common, coalesce(sum(amount_minor) filter (where is_common), 0)::bigint as common_total
            from (select batch_id, amount_minor, kind not in ('payroll', 'legal_procedure', 'recurring') as is_common from payment_orders where batch_id is not null) p group by 1) o
   where o.batch_id = b.id and b.count = 0`

const RECURRENTS = `
  with ${SITES}, ${PROVIDERS}
  insert into recurrent_payments (site_id, provider_id, concept, kind, amount_mode, amount_minor, frequency, day, start_on, status, next_on)
    select site.ids[1 + g % site.n], provider.ids[1 + g % provider.n], 'Alquiler ' || g, 'rent', case when g % 10 = 0 then 'variable' else 'fixed' end, case when g % 10 > 0 then 50000 + g * 10 end,
      (array['monthly', 'monthly', 'monthly', 'quarterly', 'weekly', 'yearly'])[1 + g % 6], 1 + g % 28, (date_trunc('month', current_date) - interval '2 years')::date + g % 28,
      case when g % 20 = 0 then 'ended' else 'active' end, case when g % 20 > 0 then current_date + 1 + g % 28 end
    from site, provider, generate_series($1::int, $2::int) g where g <= $3::int`

const OCCURRENCES = `
  with agreement as (select array_agg(id order by id) as ids, count(*)::int as n from recurrent_payments)
  insert into recurrent_occurrences (recurrent_payment_id, due_on, pay_on, status, amount_minor, settled_minor)
    select ids[1 + g % n], due, due, 'ordered', 50000, 50000
      from agreement, generate_series($1::int, $2::int) g cross join lateral (select current_date - 30 * (g / n) as due) drawn where g <= $3::int`

const PROCEDURES = `
  with ${SITES}, ${PEOPLE}
  insert into legal_procedures (number, site_id, kind, title, status, opened_on, responsible_user_id, confidential, search_text)
    select 'PB-' || g, site.ids[1 + g % site.n], 'civil', 'Reclamación de cantidad ' || g, 'open', current_date - g % 900, person.ids[1 + g % 50], g % 20 = 0, 'pb-' || g || ' reclamacion de cantidad ' || g
      from site, person, generate_series($1::int, $2::int) g where g <= $3::int`

const PHASES = `
  with procedure as (select array_agg(id order by id) as ids from legal_procedures), phase as (select id, name from phases order by id limit 1)
  insert into legal_procedure_phases (procedure_id, phase_id, position, name, actual_start, status)
    select procedure.ids[g], phase.id, 1, phase.name, current_date - 100, 'active' from procedure, phase, generate_series($1::int, $2::int) g where g <= $3::int`

const FILES = `
  with procedure as (select array_agg(id order by id) as ids from legal_procedures), file as (select min(id) as id from files)
  insert into legal_procedure_files (procedure_id, kind, file_id, sha256)
    select procedure.ids[g], 'claim', file.id, md5(g::text) from procedure, file, generate_series($1::int, $2::int) g where g <= $3::int`

/** Twenty a procedure: eighteen of them paid, two owed; of these a few are in a payment. */
const COSTS = `
  with part as (select array_agg(h.procedure_id order by h.procedure_id) as procedures, array_agg(h.id order by h.procedure_id) as phases, array_agg(f.id order by h.procedure_id) as files, count(*)::int as n
      from legal_procedure_phases h join legal_procedure_files f on f.procedure_id = h.procedure_id), ${PROVIDERS}, ${PEOPLE},
  drawn as (select g, 1 + g % part.n as place, 5000 + (g * 7919::bigint) % 500000 as minor, case when g / part.n > 1 then 'paid' when g % 20 = 0 then 'ordered' else 'payable' end as state
      from part, generate_series($1::int, $2::int) g where g <= $3::int)
  insert into legal_procedure_costs (procedure_id, procedure_phase_id, concept, description, provider_id, base_minor, total_minor, due_on, document_id, status, paid_minor, approved_by, approved_at)
    select procedures[place], phases[place], 'fee', 'Honorarios ' || g, provider.ids[1 + g % provider.n], minor, minor, current_date - 60 + g % 120, files[place], state,
      case when state = 'paid' then minor else 0 end, person.ids[1], now()
    from part, provider, person, drawn`

/** Salaries were written while their own triggers rested. */
const SALARIES = `
  insert into payroll_month_totals (site_id, period, salaries, total_minor, pending_minor, ordered_minor, paid_minor)
    select site_id, period, count(*), sum(net_minor), sum(net_minor * (status = 'pending')::int), sum(net_minor * (status = 'ordered')::int), sum(net_minor * (status = 'paid')::int)
      from payroll_payments where status <> 'cancelled' and $1::int + $2::int + $3::int > 0 group by 1, 2`
