import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Costs of one document that several companies bear: an invoice, lines of it, or a line of an expense note. Who approves it sees
 * who bears what (it is part of the fingerprint); in the books it stays as it was approved (CA032), the parts of the whole make
 * it up (CR006), and what other companies get of a line is never more than it is (CR012).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(GUARDS)
    this.schema.raw(FINGERPRINTS(SHARES, BEARERS))
  }

  async down() {
    this.schema.raw(FINGERPRINTS('', ''))
    this.schema.raw(`
      drop table shared_costs, cost_share_targets, cost_share_lines, cost_shares cascade;
      drop function cost_shares_frozen, cost_shares_whole, shared_costs_guard cascade;
      alter table expense_note_lines drop column site_id;
    `)
  }
}

const TABLES = `
alter table expense_note_lines add column site_id bigint references sites;
comment on column expense_note_lines.site_id is 'The company that bears it, where it is another than that of the note.';

create table cost_shares (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  -- Every line that it has when it is booked; else those that are named.
  covers_invoice boolean not null,
  allocation text not null check (allocation in ('percentage', 'fixed_amount', 'equal', 'key')),
  allocation_key text,
  -- Whose parts it took over.
  rule_name text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint cost_shares_key check ((allocation = 'key') = (allocation_key is not null))
);
comment on table cost_shares is 'What of an invoice other companies bear: what several of its lines come to is shared out as one sum.';
create index cost_shares_invoice on cost_shares (invoice_id);
create unique index cost_shares_whole_invoice on cost_shares (invoice_id) where covers_invoice;

create table cost_share_lines (
  line_id bigint primary key references invoice_lines on delete cascade,
  share_id bigint not null references cost_shares on delete cascade
);
comment on table cost_share_lines is 'Lines of an invoice that are shared out; each at most once.';
create index cost_share_lines_share on cost_share_lines (share_id);

create table cost_share_targets (
  share_id bigint not null references cost_shares on delete cascade,
  site_id bigint not null references sites,
  position smallint not null check (position > 0),
  percentage numeric(7,4) check (percentage > 0 and percentage <= 100),
  amount_minor bigint check (amount_minor > 0),
  -- What it has of the key in the month of the invoice.
  key_value numeric(18,4) check (key_value >= 0),
  primary key (share_id, site_id),
  constraint cost_share_targets_one check (num_nonnulls(percentage, amount_minor, key_value) <= 1)
);
comment on table cost_share_targets is 'Who bears what of a shared cost; the company of the invoice may be one of them.';
create index cost_share_targets_site on cost_share_targets (site_id);

create table shared_costs (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  line_id bigint not null,
  version int not null,
  origin_site_id bigint not null references sites,
  target_site_id bigint not null references sites,
  amount_minor bigint not null check (amount_minor <> 0),
  posted_on date not null,
  group_key uuid not null,
  taken_back_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (line_id, version, target_site_id),
  check (origin_site_id <> target_site_id)
);
comment on table shared_costs is 'What was booked of an invoice at other companies, in both books.';
create index shared_costs_line on shared_costs (line_id) include (amount_minor) where taken_back_at is null;
create index shared_costs_invoice on shared_costs (invoice_id);
create index shared_costs_of_year on shared_costs (posted_on) where taken_back_at is null;
`

const GUARDS = `
create function cost_shares_frozen() returns trigger language plpgsql as $$
declare share bigint := coalesce((to_jsonb(new) ->> 'share_id')::bigint, (to_jsonb(new) ->> 'id')::bigint, (to_jsonb(old) ->> 'share_id')::bigint, (to_jsonb(old) ->> 'id')::bigint);
begin
  if exists (select 1 from cost_shares s join invoices i on i.id = s.invoice_id where s.id = share and i.status in ('booked', 'disputed'))
    then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
  return coalesce(new, old);
end $$;
create trigger cost_shares_frozen before update or delete on cost_shares for each row execute function cost_shares_frozen();
create trigger cost_share_lines_frozen before insert or update or delete on cost_share_lines for each row execute function cost_shares_frozen();
create trigger cost_share_targets_frozen before insert or update or delete on cost_share_targets for each row execute function cost_shares_frozen();

create function cost_shares_whole() returns trigger language plpgsql as $$
begin
  if exists (select 1 from cost_shares s where s.id = coalesce((to_jsonb(new) ->> 'share_id')::bigint, (to_jsonb(new) ->> 'id')::bigint) and s.allocation = 'percentage'
       and (select sum(t.percentage) from cost_share_targets t where t.share_id = s.id) is distinct from 100)
    then raise exception 'cost_shares_not_whole' using errcode = 'CR006'; end if;
  return null;
end $$;
create constraint trigger cost_shares_whole after insert or update on cost_shares
  deferrable initially deferred for each row execute function cost_shares_whole();
create constraint trigger cost_share_targets_whole after insert or update on cost_share_targets
  deferrable initially deferred for each row execute function cost_shares_whole();

-- What is booked at other companies is written once and taken back once.
create function shared_costs_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.taken_back_at is not null or new.taken_back_at is null
       or to_jsonb(new) - 'taken_back_at' <> to_jsonb(old) - 'taken_back_at')
    then raise exception 'shared_cost_stays' using errcode = 'CR012'; end if;
  if tg_op = 'INSERT' then
    perform 1 from invoice_lines where id = new.line_id for no key update;
    if not exists (select 1 from invoice_line_costs c where c.line_id = new.line_id and c.invoice_id = new.invoice_id and c.site_id = new.origin_site_id and c.status in ('booked', 'disputed')
         and sign(new.amount_minor) = sign(c.cost_minor) and abs(c.shared_minor + new.amount_minor) <= abs(c.cost_minor))
      then raise exception 'shared_cost_exceeds' using errcode = 'CR012'; end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger shared_costs_hold before insert or update or delete on shared_costs for each row execute function shared_costs_guard();
`

/** Of an invoice: who bears what of which lines. Nothing is added to one that is not shared: what was decided on it stands. */
const SHARES = `
    || coalesce((select jsonb_build_array(jsonb_agg(jsonb_build_array(
           (select jsonb_agg(h.line_id order by h.line_id) from cost_share_lines h where h.share_id = s.id), s.covers_invoice, s.allocation,
           (select jsonb_agg(jsonb_build_array(t.site_id, t.percentage, t.amount_minor, t.key_value) order by t.position) from cost_share_targets t where t.share_id = s.id)) order by s.id))
         from cost_shares s where s.invoice_id = i.id and (s.covers_invoice or exists (select 1 from cost_share_lines h where h.share_id = s.id)) having count(*) > 0), '[]')`

/** Of an expense note: the lines that another company bears. */
const BEARERS = `
    || coalesce((select jsonb_build_array(jsonb_agg(jsonb_build_array(l.id, l.site_id) order by l.position))
         from expense_note_lines l where l.note_id = n.id and l.site_id is not null having count(*) > 0), '[]')`

const FINGERPRINTS = (shares: string, bearers: string) => `
create or replace function invoice_fingerprint(i invoices) returns text language sql stable as $$
  select encode(sha256(convert_to((jsonb_build_array(
    i.site_id, i.provider_id, i.provider_bank_id, i.doc_type, i.invoice_number, i.issued_on, i.operation_on, i.due_on, i.currency, i.fx_rate,
    i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.supplied_minor, i.total_minor, i.rectifies_invoice_id, i.rectification_note, i.advance_minor, i.prepaid_minor, i.retained_minor, i.rounding_minor, i.retained_until,
    (select jsonb_agg(jsonb_build_array(l.id, l.position, l.concept, l.quantity, l.base_minor, l.vat_code_id, l.vat_minor, l.deductible_percent,
              l.withholding_code_id, l.withholding_minor, l.category_id, l.account_code, l.center_id) order by l.id)
       from invoice_lines l where l.invoice_id = i.id),
    (select jsonb_agg(jsonb_build_array(g.vat_code_id, g.base_minor, g.vat_minor, g.surcharge_minor) order by g.vat_code_id)
       from invoice_tax_groups g where g.invoice_id = i.id)
  )${shares})::text, 'UTF8')), 'hex')
$$;

create or replace function expense_note_fingerprint(n expense_notes) returns text language sql stable as $$
  select encode(sha256(convert_to((jsonb_build_array(n.site_id, n.employee_id, n.provider_id, n.iban, n.currency, n.total_minor, n.approved_minor,
    (select jsonb_agg(jsonb_build_array(l.id, l.spent_on, l.category, l.document_kind, l.vat_code_id, l.vat_minor, l.total_minor, l.approved_minor, l.expense_account_id) order by l.position)
       from expense_note_lines l where l.note_id = n.id))${bearers})::text, 'utf8')), 'hex')
$$;
`
