import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Costs of one company that others bear: rules, keys by month, and what is charged on. Of a cost no more is charged on than it is
 * (CR001); a charge takes only the steps that there are (CR002), and once approved it stays as it was (CR003), approved by people
 * of both companies who had no hand in it (CR004); a cost never comes back to who charged it on (CR005). Percentages add up to
 * the whole (CR006), no two rules of one priority catch the same (CR007), and a charge
 * is the sum of its costs (CR008).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(COSTS)
    this.schema.raw(RULES)
    this.schema.raw(CHARGES)
  }

  async down() {
    this.schema.raw(`
      drop view rebillable_costs, invoice_line_costs;
      drop table rebilling_computations, rebilling_sources, rebilling_transactions, rebilling_numbers, allocation_keys,
        rebilling_setting_targets, rebilling_settings cascade;
      drop function if exists category_families, rebilling_scopes_meet, rebilling_setting_guard, rebilling_targets_guard, rebilling_ancestors,
        rebilling_sources_guard, rebilling_fingerprint, rebilling_site_approvals, rebilling_guard, rebilling_recovered,
        rebilling_sources_frozen, rebilling_rule_hands, rebilling_lock_cost, rebilling_refuse_excess, rebilling_adds_up cascade;
    `)
  }
}

const TABLES = `
create table rebilling_settings (
  id bigint generated always as identity primary key,
  name text not null check (length(btrim(name)) between 2 and 80),
  origin_site_id bigint not null references sites,
  -- Every criterion that is given has to hold; of one with several values any of them.
  takes_invoices boolean not null default true,
  takes_notes boolean not null default false,
  takes_costs boolean not null default false,
  provider_ids bigint[] not null default '{}',
  profile_ids bigint[] not null default '{}',
  category_ids bigint[] not null default '{}',
  -- Numbers that accounts begin with.
  account_codes text[] not null default '{}',
  text_filter text check (length(btrim(text_filter)) between 2 and 80),
  allocation text not null check (allocation in ('percentage', 'fixed_amount', 'equal', 'key')),
  allocation_key text,
  markup_basis_points int not null default 0 check (markup_basis_points between 0 and 99999),
  treatment text not null check (treatment in ('invoice', 'suplido', 'debit_note')),
  vat_code_id bigint references tax_codes,
  -- Empty: the account of the role; that of the cost.
  income_account text check (income_account ~ '^[1-9][0-9]{2,11}$'),
  expense_account text check (expense_account ~ '^[1-9][0-9]{2,11}$'),
  frequency text not null check (frequency in ('per_document', 'monthly', 'quarterly')),
  auto_propose boolean not null default true,
  settlement text not null default 'current_account' check (settlement in ('current_account', 'payment', 'loan')),
  valid_from date not null,
  valid_to date,
  -- The smallest number goes first.
  priority smallint not null default 100 check (priority between 1 and 999),
  active boolean not null default true,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rebilling_settings_catches check (takes_invoices or takes_notes or takes_costs),
  constraint rebilling_settings_criteria check (takes_notes or takes_costs or num_nonnulls(text_filter) > 0
    or cardinality(provider_ids) + cardinality(profile_ids) + cardinality(category_ids) + cardinality(account_codes) > 0),
  -- Expense notes have no supplier, profile or category; legal costs no profile or category.
  constraint rebilling_settings_notes check (not takes_notes or cardinality(provider_ids) + cardinality(profile_ids) + cardinality(category_ids) = 0),
  constraint rebilling_settings_costs check (not takes_costs or cardinality(profile_ids) + cardinality(category_ids) = 0),
  constraint rebilling_settings_key check ((allocation = 'key') = (allocation_key is not null)),
  constraint rebilling_settings_vat check ((treatment = 'invoice') = (vat_code_id is not null)),
  -- What is paid in somebody’s name is passed on as it was.
  constraint rebilling_settings_suplido check (treatment <> 'suplido' or (markup_basis_points = 0 and income_account is null)),
  constraint rebilling_settings_valid check (valid_to >= valid_from)
);
comment on table rebilling_settings is 'Rules by which costs of a company are charged on to others.';
create unique index rebilling_settings_name on rebilling_settings (lower(name));
create index rebilling_settings_origin on rebilling_settings (origin_site_id) where active;
create trigger rebilling_settings_touch before update on rebilling_settings for each row execute function touch_updated_at();

create table rebilling_setting_targets (
  setting_id bigint not null references rebilling_settings,
  site_id bigint not null references sites,
  position smallint not null check (position > 0),
  percentage numeric(7,4) check (percentage > 0 and percentage <= 100),
  amount_minor bigint check (amount_minor > 0),
  primary key (setting_id, site_id),
  unique (setting_id, position) deferrable initially deferred,
  constraint rebilling_setting_targets_one check (num_nonnulls(percentage, amount_minor) <= 1)
);
comment on table rebilling_setting_targets is 'Who bears what of a rule; the company that bore the cost may be one of them.';
create index rebilling_setting_targets_site on rebilling_setting_targets (site_id);

create table allocation_keys (
  id bigint generated always as identity primary key,
  name text not null check (name = lower(btrim(name)) and length(name) between 2 and 40),
  month date not null check (extract(day from month) = 1),
  site_id bigint not null references sites,
  value numeric(18,4) not null check (value >= 0),
  source text not null default 'manual' check (source in ('manual', 'import', 'employees', 'centers')),
  import_id uuid references imports,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (name, month, site_id)
);
comment on table allocation_keys is 'What costs are shared out by, month by month: rooms, revenue, people, square metres.';
create index allocation_keys_list on allocation_keys (month desc, name, id);
create index allocation_keys_import on allocation_keys (import_id) where import_id is not null;
create trigger allocation_keys_touch before update on allocation_keys for each row execute function touch_updated_at();

create table rebilling_numbers (
  year int primary key,
  last_number int not null check (last_number > 0)
);
comment on table rebilling_numbers is 'Last number of the charges of a year.';

create table rebilling_transactions (
  id bigint generated always as identity primary key,
  number text not null unique check (number ~ '^RF-[0-9]{4}-[0-9]{4,}$'),
  -- The charges that one sum was shared out into.
  split_id uuid not null,
  setting_id bigint references rebilling_settings,
  origin_site_id bigint not null references sites,
  target_site_id bigint not null references sites,
  -- What it is about: a document, a month or a quarter.
  period_from date not null,
  period_to date not null,
  concept text not null check (length(btrim(concept)) between 3 and 200),
  currency char(3) not null default 'EUR' check (currency = 'EUR'),
  base_minor bigint not null check (base_minor <> 0),
  markup_minor bigint not null default 0,
  vat_minor bigint not null default 0,
  total_minor bigint not null,
  markup_basis_points int not null default 0 check (markup_basis_points between 0 and 99999),
  treatment text not null check (treatment in ('invoice', 'suplido', 'debit_note')),
  vat_code_id bigint references tax_codes,
  income_account text,
  expense_account text,
  settlement text not null check (settlement in ('current_account', 'payment', 'loan')),
  status text not null default 'draft' check (status in ('draft', 'proposed', 'approved', 'issued', 'settling', 'settled', 'rectified', 'discarded')),
  issued_on date,
  due_on date,
  invoice_number text,
  issued_invoice_id bigint,
  -- What the other company received: it is in its books without anybody there having written it down.
  target_invoice_id bigint unique references invoices,
  group_key uuid,
  settled_minor bigint not null default 0,
  -- The whole of another one taken back, or what a credit note changes of it.
  reverses_id bigint references rebilling_transactions,
  corrects_id bigint references rebilling_transactions,
  -- The cost came to this company by another charge.
  is_chain boolean not null default false,
  -- Its cost is not in the books any more, or is less than what was charged on.
  source_alert text check (source_alert in ('cancelled', 'reduced')),
  discard_reason text,
  required_origin smallint check (required_origin > 0),
  required_target smallint check (required_target > 0),
  approved_at timestamptz,
  issued_at timestamptz,
  settled_at timestamptz,
  lock_version int not null default 0,
  created_by bigint references users,
  -- Who wrote its amounts last.
  edited_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint rebilling_transactions_companies check (origin_site_id <> target_site_id),
  constraint rebilling_transactions_period check (period_to >= period_from),
  constraint rebilling_transactions_sum check (total_minor = base_minor + markup_minor + vat_minor),
  constraint rebilling_transactions_sign check (total_minor <> 0 and sign(total_minor) = sign(base_minor)),
  constraint rebilling_transactions_vat check ((treatment = 'invoice') = (vat_code_id is not null) and (treatment = 'invoice' or vat_minor = 0)),
  constraint rebilling_transactions_suplido check (treatment <> 'suplido' or markup_minor = 0),
  constraint rebilling_transactions_issued check (status not in ('issued', 'settling', 'settled', 'rectified')
    or (issued_on is not null and invoice_number is not null and group_key is not null)),
  constraint rebilling_transactions_settled check (settled_minor between least(total_minor, 0) and greatest(total_minor, 0)
    and (status <> 'settled' or settled_minor = total_minor)),
  constraint rebilling_transactions_discarded check (status <> 'discarded' or length(btrim(discard_reason)) >= 5),
  constraint rebilling_transactions_one_way check (num_nonnulls(reverses_id, corrects_id) <= 1)
);
comment on table rebilling_transactions is 'What one company of the group charges on to another.';
create unique index rebilling_transactions_invoice on rebilling_transactions (origin_site_id, invoice_number) where invoice_number is not null;
create index rebilling_transactions_origin on rebilling_transactions (origin_site_id, status, id);
create index rebilling_transactions_target on rebilling_transactions (target_site_id, status, id);
create index rebilling_transactions_period on rebilling_transactions (period_from desc, id desc);
create index rebilling_transactions_status on rebilling_transactions (status, id desc);
create index rebilling_transactions_total on rebilling_transactions (total_minor, id);
create index rebilling_transactions_base on rebilling_transactions (base_minor, id);
create index rebilling_transactions_issued on rebilling_transactions (issued_on desc, id desc) where issued_on is not null;
create unique index rebilling_transactions_reversed on rebilling_transactions (reverses_id) where reverses_id is not null and status <> 'discarded';
create index rebilling_transactions_split on rebilling_transactions (split_id);
create index rebilling_transactions_corrects on rebilling_transactions (corrects_id) where corrects_id is not null;
create index rebilling_transactions_setting on rebilling_transactions (setting_id, status) where setting_id is not null;
create index rebilling_transactions_alert on rebilling_transactions (id) where source_alert is not null;
create index rebilling_transactions_text on rebilling_transactions using gin ((f_unaccent(lower(number || ' ' || coalesce(invoice_number, '') || ' ' || concept))) gin_trgm_ops);
create trigger rebilling_transactions_touch before update on rebilling_transactions for each row execute function touch_updated_at();

create table rebilling_sources (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references rebilling_transactions on delete cascade,
  source_type text not null check (source_type in ('invoice_line', 'expense_note_line', 'legal_cost', 'manual')),
  source_id bigint,
  amount_minor bigint not null,
  -- Where the cost was booked, and under what it counts.
  account_code text not null check (account_code ~ '^[1-9][0-9]{2,11}$'),
  category_id bigint references categories,
  concept text not null,
  created_at timestamptz not null default now(),
  constraint rebilling_sources_document check ((source_type = 'manual') = (source_id is null))
);
comment on table rebilling_sources is 'Which costs a charge is made of, and how much of each.';
create index rebilling_sources_of on rebilling_sources (transaction_id);
create index rebilling_sources_cost on rebilling_sources (source_type, source_id) include (transaction_id, amount_minor) where source_id is not null;
create unique index rebilling_sources_once on rebilling_sources (transaction_id, source_type, source_id) where source_id is not null;

-- A cost is worked out once in each of its versions, whatever became of it: also where all of it stayed with who bore it.
create table rebilling_computations (
  source_type text not null check (source_type in ('invoice_line', 'expense_note_line', 'legal_cost')),
  source_id bigint not null,
  source_version int not null,
  -- Null: a whole expense note that somebody shared out by hand.
  setting_id bigint references rebilling_settings,
  base_minor bigint not null,
  computed_by bigint references users,
  computed_at timestamptz not null default now(),
  primary key (source_type, source_id, source_version)
);
comment on table rebilling_computations is 'Which costs a rule has already shared out, so that it does so once.';
create index rebilling_computations_setting on rebilling_computations (setting_id);
`

const COSTS = `
-- What lines of invoices cost, booked or not, in cents of the books: what is not deductible of the tax is part of it, and what an
-- invoice charges beside its lines stands with the first, as it is booked. Less what is booked at other companies.
create view invoice_line_costs as
select i.status, l.id as line_id, i.id as invoice_id, i.site_id, i.posted_on, i.booking_version, i.provider_id, l.profile_id,
    coalesce(l.category_id, i.category_id) as category_id, l.account_code, l.center_id, l.concept, i.rectifies_invoice_id,
    worth_in_base(l.base_minor + round((case when t.kind = 'reverse_charge' then round(l.base_minor * t.rate_basis_points / 10000.0) else l.vat_minor end)
        * (100 - l.deductible_percent) / 100.0)::bigint
      + case when l.position = (select min(f.position) from invoice_lines f where f.invoice_id = i.id) then i.surcharge_minor + i.supplied_minor else 0 end,
      i.currency, i.fx_rate) as cost_minor,
    coalesce((select sum(h.amount_minor) from shared_costs h where h.line_id = l.id and h.taken_back_at is null), 0)::bigint as shared_minor
  from invoices i join invoice_lines l on l.invoice_id = i.id left join tax_codes t on t.id = l.vat_code_id
 where l.account_code is not null;
comment on view invoice_line_costs is 'What lines of invoices cost the company that bears them, and how much of it is booked at others.';

-- Booked costs, in cents. Of allowances and tickets no tax is deducted.
create view rebillable_costs as
select 'invoice_line'::text as source_type, c.line_id as source_id, 'invoice'::text as document_type, c.invoice_id as document_id, c.site_id, c.posted_on,
    c.booking_version as version, c.provider_id, c.profile_id, c.category_id, c.account_code, c.concept, c.rectifies_invoice_id as rectifies_id,
    c.cost_minor - c.shared_minor as base_minor
  from invoice_line_costs c where c.status in ('booked', 'disputed')
union all
select 'expense_note_line', l.id, 'expense_note', n.id, s.id, n.posted_on, n.posting_version, n.provider_id, null, null,
    coalesce(a.code, rpad(case when l.category = 'representation' then '627' else '629' end, s.account_width, '0')), l.concept, null,
    l.approved_minor - case when t.account_role = 'vat_input' and l.document_kind = 'invoice' and l.category <> 'representation'
      then round(l.vat_minor::numeric * l.approved_minor / l.total_minor)::bigint else 0 end
  from expense_notes n join expense_note_lines l on l.note_id = n.id join sites s on s.id = coalesce(l.site_id, n.site_id)
  left join tax_codes t on t.id = l.vat_code_id left join ledger_accounts a on a.id = l.expense_account_id
 where n.status in ('approved', 'in_payment', 'paid') and l.approved_minor > 0 and n.currency = 'EUR'
union all
select 'legal_cost', c.id, 'legal_cost', c.id, p.site_id, e.posted_on, 1, c.provider_id, null, null, a.code,
    case when p.confidential then 'Procedimiento reservado' else c.description end, null, c.total_minor
  from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id join journal_entries e on e.id = c.accrual_entry_id
  join ledger_accounts a on a.id = c.expense_account_id
 where c.status in ('payable', 'ordered', 'paid', 'offset') and c.invoice_id is null and c.currency = 'EUR';
comment on view rebillable_costs is 'What companies have booked as costs, line by line: what may be charged on to others.';
`

const RULES = `
-- Categories with those below them.
create function category_families(wanted bigint[]) returns bigint[] language sql stable as $$
  with recursive family as (
    select unnest(wanted) as id
    union select c.id from categories c join family f on c.parent_id = f.id)
  select coalesce(array_agg(id), '{}') from family
$$;

-- Whether a document may be caught by both. Where each asks for words of its own, only the document itself can tell: what both
-- catch is then proposed by neither.
create function rebilling_scopes_meet(a rebilling_settings, b rebilling_settings) returns boolean language sql stable as $$
  select a.id <> b.id and a.active and b.active and a.origin_site_id = b.origin_site_id and a.priority = b.priority
    and daterange(a.valid_from, a.valid_to, '[]') && daterange(b.valid_from, b.valid_to, '[]')
    and (a.takes_invoices and b.takes_invoices or a.takes_notes and b.takes_notes or a.takes_costs and b.takes_costs)
    and (a.provider_ids = '{}' or b.provider_ids = '{}' or a.provider_ids && b.provider_ids)
    and (a.profile_ids = '{}' or b.profile_ids = '{}' or a.profile_ids && b.profile_ids)
    and (a.category_ids = '{}' or b.category_ids = '{}' or category_families(a.category_ids) && category_families(b.category_ids))
    and (a.account_codes = '{}' or b.account_codes = '{}'
      or exists (select 1 from unnest(a.account_codes) x, unnest(b.account_codes) y where x ^@ y or y ^@ x))
    and (a.text_filter is null or b.text_filter is null
      or position(f_unaccent(lower(b.text_filter)) in f_unaccent(lower(a.text_filter))) > 0
      or position(f_unaccent(lower(a.text_filter)) in f_unaccent(lower(b.text_filter))) > 0)
$$;

create function rebilling_setting_guard() returns trigger language plpgsql as $$
declare
  rule rebilling_settings;
  shared numeric;
  targets int;
  fixed int;
  others int;
begin
  select * into rule from rebilling_settings where id = new.id;
  if not found then return null; end if;
  select coalesce(sum(percentage), 0), count(*) filter (where percentage is not null), count(*) filter (where amount_minor is not null), count(*) filter (where site_id <> rule.origin_site_id)
    into shared, targets, fixed, others from rebilling_setting_targets where setting_id = rule.id;
  if others = 0 or (rule.allocation = 'percentage') <> (targets > 0) or rule.allocation = 'percentage' and (shared <> 100 or targets <> (select count(*) from rebilling_setting_targets where setting_id = rule.id))
     or (rule.allocation = 'fixed_amount') <> (fixed > 0) or rule.allocation = 'fixed_amount' and fixed <> (select count(*) from rebilling_setting_targets where setting_id = rule.id)
    then raise exception 'rebilling_targets' using errcode = 'CR006'; end if;
  if not rule.active then return null; end if;
  perform pg_advisory_xact_lock(hashtext('rebilling_settings'), rule.origin_site_id::int);
  if exists (select 1 from rebilling_settings o where o.origin_site_id = rule.origin_site_id and rebilling_scopes_meet(o, rule))
    then raise exception 'rebilling_same_priority' using errcode = 'CR007'; end if;
  return null;
end $$;
create constraint trigger rebilling_settings_hold after insert or update on rebilling_settings
  deferrable initially deferred for each row execute function rebilling_setting_guard();

create function rebilling_targets_guard() returns trigger language plpgsql as $$
begin
  update rebilling_settings set updated_at = now() where id = coalesce(new.setting_id, old.setting_id);
  return null;
end $$;
create constraint trigger rebilling_setting_targets_hold after insert or update or delete on rebilling_setting_targets
  deferrable initially deferred for each row execute function rebilling_targets_guard();

-- Whoever wrote a rule wrote what it proposes.
create trigger rebilling_settings_hands_0 after insert on rebilling_settings for each row
  execute function note_document_hand('rebilling_setting', 'id', 'created_by', 'wrote');
create trigger rebilling_settings_hands_1 after update of updated_by, lock_version on rebilling_settings for each row
  when (old.lock_version is distinct from new.lock_version)
  execute function note_document_hand('rebilling_setting', 'id', 'updated_by', 'wrote');
`

const CHARGES = `
-- What an approver sees and decides on.
create function rebilling_fingerprint(t rebilling_transactions) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(t.origin_site_id, t.target_site_id, t.period_from, t.period_to, t.concept, t.base_minor, t.markup_minor, t.vat_minor,
    t.total_minor, t.treatment, t.vat_code_id, t.income_account, t.expense_account, t.settlement, t.due_on, t.reverses_id, t.corrects_id,
    (select jsonb_agg(jsonb_build_array(x.source_type, x.source_id, x.amount_minor, x.account_code) order by x.id) from rebilling_sources x where x.transaction_id = t.id))::text, 'utf8')), 'hex')
$$;

-- The people of one company whose approval of a charge as it is now stands.
create function rebilling_site_approvals(t rebilling_transactions, site bigint) returns bigint language sql stable as $$
  select count(distinct d.user_id) from approval_decisions d
   where d.document_type = 'rebilling_transaction' and d.document_id = t.id and d.site_id = site and d.decision = 'approve' and d.revoked_at is null
     and d.fingerprint = rebilling_fingerprint(t) and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
     and not exists (select 1 from document_hands h where h.document_type = d.document_type and h.document_id = t.id and h.act = 'wrote' and h.user_id in (d.user_id, d.on_behalf_of))
$$;

-- A cost that came by a charge never goes back to who charged it, however long the way.
create function rebilling_ancestors(kind text, source bigint) returns bigint[] language sql stable as $$
  with recursive came as (
    select t.id, t.origin_site_id from invoice_lines l join rebilling_transactions t on t.target_invoice_id = l.invoice_id
     where kind = 'invoice_line' and l.id = source and t.status in ('issued', 'settling', 'settled')
    union
    select up.id, up.origin_site_id from came c join rebilling_sources x on x.transaction_id = c.id and x.source_type = 'invoice_line'
      join invoice_lines l on l.id = x.source_id join rebilling_transactions up on up.target_invoice_id = l.invoice_id and up.status in ('issued', 'settling', 'settled'))
  select coalesce(array_agg(distinct origin_site_id), '{}') from came
$$;

create function rebilling_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status not in ('draft', 'proposed') then raise exception 'rebilling_begins' using errcode = 'CR002'; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status <> 'proposed' then raise exception 'rebilling_stays' using errcode = 'CR003'; end if;
    return old;
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
       ('draft', 'approved'), ('proposed', 'approved'), ('draft', 'discarded'), ('proposed', 'discarded'), ('approved', 'discarded'),
       ('discarded', 'draft'), ('discarded', 'proposed'), ('approved', 'issued'), ('issued', 'settling'), ('issued', 'settled'), ('settling', 'settled'),
       ('settling', 'issued'), ('settled', 'issued'), ('settled', 'settling'), ('issued', 'rectified'), ('settled', 'rectified'), ('issued', 'discarded'), ('settled', 'discarded'))
    then raise exception 'rebilling_no_such_step' using errcode = 'CR002'; end if;
  if (new.number, new.split_id, new.setting_id, new.origin_site_id, new.target_site_id, new.reverses_id, new.corrects_id, new.created_by)
     is distinct from (old.number, old.split_id, old.setting_id, old.origin_site_id, old.target_site_id, old.reverses_id, old.corrects_id, old.created_by)
     or old.status not in ('draft', 'proposed') and (new.period_from, new.period_to, new.concept, new.base_minor, new.markup_minor, new.vat_minor, new.total_minor, new.treatment,
       new.vat_code_id, new.income_account, new.expense_account, new.settlement) is distinct from (old.period_from, old.period_to, old.concept, old.base_minor, old.markup_minor, old.vat_minor,
       old.total_minor, old.treatment, old.vat_code_id, old.income_account, old.expense_account, old.settlement)
     or old.issued_on is not null and new.status <> 'discarded' and (new.issued_on, new.due_on, new.invoice_number, new.group_key, new.target_invoice_id, new.issued_invoice_id)
       is distinct from (old.issued_on, old.due_on, old.invoice_number, old.group_key, old.target_invoice_id, old.issued_invoice_id)
    then raise exception 'rebilling_frozen' using errcode = 'CR003'; end if;
  -- What was approved is the charge as it was: issuing it gives it days and a number.
  if (old.status in ('draft', 'proposed') and new.status = 'approved' or old.status = 'approved' and new.status = 'issued')
     and (new.required_origin is null or new.required_target is null
       or rebilling_site_approvals(old, new.origin_site_id) < new.required_origin or rebilling_site_approvals(old, new.target_site_id) < new.required_target)
    then raise exception 'rebilling_not_approved' using errcode = 'CR004'; end if;
  return new;
end $$;
create trigger rebilling_transactions_guard before insert or update or delete on rebilling_transactions
  for each row execute function rebilling_guard();

-- Keeps one cost for one charge at a time: who comes second sees what the first took.
create function rebilling_lock_cost(kind text, source bigint) returns void language plpgsql as $$
begin
  if kind = 'invoice_line' then perform 1 from invoice_lines where id = source for no key update;
  elsif kind = 'expense_note_line' then perform 1 from expense_note_lines where id = source for no key update;
  else perform 1 from legal_procedure_costs where id = source for no key update; end if;
end $$;

-- What live charges take of a cost is never more than it is, nor of the other sign. What takes a whole charge back takes nothing
-- of the cost: the charge itself does not count any more once that is issued.
create function rebilling_refuse_excess(kinds text[], sources bigint[]) returns void language plpgsql as $$
declare excess record;
begin
  perform rebilling_lock_cost(c.kind, c.source) from (select distinct kind, source from unnest(kinds, sources) as u(kind, source) where source is not null order by kind, source) c;
  select w.kind, w.source, coalesce(b.base_minor, 0) as base_minor, s.taken_minor into excess
    from (select distinct kind, source from unnest(kinds, sources) as u(kind, source) where source is not null) w
    cross join lateral (select coalesce(sum(x.amount_minor), 0)::bigint as taken_minor from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id
        where x.source_type = w.kind and x.source_id = w.source and t.reverses_id is null and t.status not in ('discarded', 'rectified')) s
    left join lateral (select c.base_minor from rebillable_costs c where c.source_type = w.kind and c.source_id = w.source) b on true
   where s.taken_minor <> 0 and (sign(s.taken_minor) <> sign(coalesce(b.base_minor, 0)) or abs(s.taken_minor) > abs(coalesce(b.base_minor, 0))) limit 1;
  if found then raise exception 'rebilling_exceeds_cost: % %', excess.kind, excess.source using errcode = 'CR001', detail = excess.base_minor::text; end if;
end $$;

create function rebilling_sources_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from newx n join rebilling_transactions t on t.id = n.transaction_id where t.status not in ('draft', 'proposed'))
    then raise exception 'rebilling_frozen' using errcode = 'CR003'; end if;
  perform rebilling_refuse_excess(array_agg(n.source_type), array_agg(n.source_id)) from newx n join rebilling_transactions t on t.id = n.transaction_id
   where n.source_id is not null and t.reverses_id is null having count(*) > 0;
  if exists (select 1 from newx n join rebilling_transactions t on t.id = n.transaction_id
      where n.source_type = 'invoice_line' and t.target_site_id = any(rebilling_ancestors(n.source_type, n.source_id)))
    then raise exception 'rebilling_in_a_circle' using errcode = 'CR005'; end if;
  return null;
end $$;
create trigger rebilling_sources_hold_0 after insert on rebilling_sources
  referencing new table as newx for each statement execute function rebilling_sources_guard();
create trigger rebilling_sources_hold_1 after update on rebilling_sources
  referencing new table as newx for each statement execute function rebilling_sources_guard();

create function rebilling_sources_frozen() returns trigger language plpgsql as $$
begin
  if exists (select 1 from rebilling_transactions where id = old.transaction_id and status not in ('draft', 'proposed'))
    then raise exception 'rebilling_frozen' using errcode = 'CR003'; end if;
  return old;
end $$;
create trigger rebilling_sources_stay before delete on rebilling_sources for each row execute function rebilling_sources_frozen();

-- The parts are the whole, at the end of the transaction.
create function rebilling_adds_up() returns trigger language plpgsql as $$
declare wanted bigint := coalesce((to_jsonb(new) ->> 'transaction_id')::bigint, (to_jsonb(new) ->> 'id')::bigint, (to_jsonb(old) ->> 'transaction_id')::bigint);
begin
  if exists (select 1 from rebilling_transactions t where t.id = wanted
       and t.base_minor <> (select coalesce(sum(x.amount_minor), 0) from rebilling_sources x where x.transaction_id = t.id))
    then raise exception 'rebilling_does_not_add_up' using errcode = 'CR008'; end if;
  return null;
end $$;
create constraint trigger rebilling_transactions_add_up after insert or update of base_minor on rebilling_transactions
  deferrable initially deferred for each row execute function rebilling_adds_up();
create constraint trigger rebilling_sources_add_up after insert or update or delete on rebilling_sources
  deferrable initially deferred for each row execute function rebilling_adds_up();

-- What counts again, or is issued, is held against its costs as they are now.
create function rebilling_recovered() returns trigger language plpgsql as $$
begin
  perform rebilling_refuse_excess(array_agg(x.source_type), array_agg(x.source_id)) from rebilling_sources x where x.transaction_id = new.id and x.source_id is not null having count(*) > 0;
  return null;
end $$;
create trigger rebilling_transactions_recovered after update of status on rebilling_transactions for each row
  when (old.status = 'discarded' and new.status in ('draft', 'proposed') or old.status = 'approved' and new.status = 'issued' and new.reverses_id is null)
  execute function rebilling_recovered();

create trigger rebilling_transactions_hands_0 after insert on rebilling_transactions for each row
  execute function note_document_hand('rebilling_transaction', 'id', 'created_by edited_by', 'wrote');
create trigger rebilling_transactions_hands_1 after update of edited_by on rebilling_transactions for each row
  when (old.edited_by is distinct from new.edited_by)
  execute function note_document_hand('rebilling_transaction', 'id', 'edited_by', 'wrote');
create function rebilling_rule_hands() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'rebilling_transaction', new.id, h.user_id, 'wrote' from document_hands h
     where h.document_type = 'rebilling_setting' and h.document_id = new.setting_id and h.act = 'wrote'
    on conflict do nothing;
  return null;
end $$;
create trigger rebilling_transactions_hands_2 after insert on rebilling_transactions for each row
  when (new.setting_id is not null) execute function rebilling_rule_hands();
`
