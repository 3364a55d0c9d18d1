import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What was agreed with each supplier: contracts and their amendments, prices by item, date and quantity, revisions of
 * prices, papers, deposits, alarms that went out, and the consumer price index. States take only the steps of their
 * table (CC001), nobody puts in force what they wrote or sent in (CC002), prices of a contract that left its draft are
 * never rewritten (CC003), and neither is whom and whose companies it binds (CC004).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table ipc_values, contract_numbers, provider_contracts, contract_items, contract_indexations,
        contract_item_prices, contract_editors, contract_files, contract_deposits, contract_alerts cascade;
      drop function if exists provider_contracts_guard, contract_items_guard, contract_item_prices_guard, contract_covers,
        contract_item_at, contract_price_at cascade;
    `)
  }
}

const TABLES = `
-- An amendment is a contract of its own under the first one: it is approved like it and brings its own prices.
create table provider_contracts (
  id bigint generated always as identity primary key,
  reference text not null unique,
  provider_id bigint not null references providers,
  site_ids bigint[] not null,
  title text not null check (length(title) between 1 and 160),
  kind text not null check (kind in ('rent', 'service', 'supply', 'maintenance', 'insurance', 'license', 'framework', 'other')),
  status text not null default 'draft' check (status in ('draft', 'pending_approval', 'active', 'suspended', 'expired',
    'terminated')),
  signed_on date,
  starts_on date not null,
  ends_on date,
  notice_days smallint not null default 60 check (notice_days between 0 and 730),
  auto_renew boolean not null default false,
  renewal_months smallint not null default 12 check (renewal_months between 1 and 240),
  billing_frequency text not null default 'monthly' check (billing_frequency in ('monthly', 'quarterly', 'yearly', 'per_use',
    'one_off')),
  expected_day smallint check (expected_day between 1 and 31),
  expected_amount_minor bigint check (expected_amount_minor > 0),
  amount_tolerance_percent smallint not null default 0 check (amount_tolerance_percent between 0 and 100),
  currency char(3) not null default 'EUR' references currencies,
  vat_code_id bigint references tax_codes,
  withholding_code_id bigint references tax_codes,
  payment_terms_days smallint check (payment_terms_days between 0 and 365),
  cap_minor bigint,
  cap_period text not null default 'contract' check (cap_period in ('contract', 'year', 'month')),
  indexation text not null default 'none' check (indexation in ('none', 'ipc', 'fixed_percent', 'manual')),
  index_percent numeric(5,2) check (index_percent between -50 and 100),
  index_base_month date check (extract(day from index_base_month) = 1),
  index_floor boolean not null default true,
  last_indexed_on date,
  deposit_minor bigint check (deposit_minor > 0),
  guarantee_until date,
  category_id bigint references categories,
  profile_id bigint references expense_profiles,
  center_id bigint references site_centers,
  ledger_account_code text,
  requires_invoice_match boolean not null default false,
  owner_user_id bigint references users,
  notes text check (length(notes) <= 4000),
  parent_contract_id bigint references provider_contracts,
  amendment_no smallint not null default 0,
  root_id bigint not null generated always as (coalesce(parent_contract_id, id)) stored,
  suspended_on date,
  ended_on date,
  end_reason text,
  submitted_by bigint references users,
  submitted_at timestamptz,
  approved_by bigint references users,
  approved_at timestamptz,
  search_text text not null default '',
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint provider_contracts_amendments unique (parent_contract_id, amendment_no),
  constraint provider_contracts_amendment check ((parent_contract_id is null) = (amendment_no = 0)),
  constraint provider_contracts_cap check (cap_minor > 0),
  constraint provider_contracts_days check (ends_on >= starts_on),
  constraint provider_contracts_ended check ((status = 'terminated') = (ended_on is not null)),
  constraint provider_contracts_fixed check (indexation <> 'fixed_percent' or index_percent is not null),
  constraint provider_contracts_ipc check (indexation <> 'ipc' or index_base_month is not null),
  constraint provider_contracts_sites check (cardinality(site_ids) between 1 and 200),
  constraint provider_contracts_suspended check ((status = 'suspended') = (suspended_on is not null))
);
comment on table provider_contracts is 'What was agreed with a supplier.';
create index provider_contracts_provider on provider_contracts (provider_id, status);
create index provider_contracts_root on provider_contracts (root_id);
create index provider_contracts_sites_of on provider_contracts using gin (site_ids);
create index provider_contracts_end on provider_contracts (ends_on, id) where parent_contract_id is null;
create index provider_contracts_start on provider_contracts (starts_on, id) where parent_contract_id is null;
create index provider_contracts_reference on provider_contracts (reference, id) where parent_contract_id is null;
create index provider_contracts_status on provider_contracts (status, id) where parent_contract_id is null;
create index provider_contracts_search on provider_contracts using gin (search_text gin_trgm_ops);
create trigger provider_contracts_touch before update on provider_contracts for each row execute function touch_updated_at();

create table contract_items (
  id bigint generated always as identity primary key,
  contract_id bigint not null references provider_contracts on delete cascade,
  position smallint not null,
  code text not null check (code ~ '^[A-Z0-9._/-]{1,40}$'),
  description text not null check (length(description) between 1 and 300),
  description_norm text not null generated always as (f_unaccent(lower(description))) stored,
  unit text not null default 'ud' check (length(unit) between 1 and 20),
  unit_price_minor4 bigint not null check (unit_price_minor4 >= 0),
  min_qty numeric(14,4) check (min_qty >= 0),
  max_qty numeric(14,4) check (max_qty > 0),
  valid_from date not null,
  valid_to date,
  tiers jsonb not null default '[]' check (jsonb_typeof(tiers) = 'array'),
  keywords text[] not null default '{}' check (cardinality(keywords) <= 20),
  created_at timestamptz not null default now(),
  constraint contract_items_days check (valid_to >= valid_from),
  constraint contract_items_quantities check (max_qty >= min_qty),
  constraint contract_items_apart exclude using gist (contract_id with =, code with =, daterange(valid_from, valid_to,
    '[]') with &&)
);
comment on table contract_items is 'What was agreed: articles and services of a contract.';
create index contract_items_of on contract_items (contract_id, code);

create table contract_indexations (
  id bigint generated always as identity primary key,
  contract_id bigint not null references provider_contracts,
  effective_on date not null,
  kind text not null check (kind in ('ipc', 'fixed_percent', 'manual')),
  base_month date,
  index_month date,
  numerator bigint not null check (numerator > 0),
  denominator bigint not null check (denominator > 0),
  reason text check (length(reason) between 5 and 500),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint contract_indexations_once unique (contract_id, effective_on),
  constraint contract_indexations_manual check (kind <> 'manual' or reason is not null)
);
comment on table contract_indexations is 'Revisions of agreed prices by an index, with its months.';
create trigger contract_indexations_fixed before update or delete on contract_indexations
  for each row execute function refuse_change();

-- Prices are a rate: ten-thousandths of the currency’s unit. A revision adds a row and leaves what was agreed as it was.
create table contract_item_prices (
  item_id bigint references contract_items,
  effective_on date,
  unit_price_minor4 bigint not null check (unit_price_minor4 >= 0),
  tiers jsonb not null default '[]',
  indexation_id bigint not null references contract_indexations,
  primary key (item_id, effective_on)
);
comment on table contract_item_prices is 'Prices of an agreed item by the day they begin; added, never rewritten.';

create table contract_editors (
  contract_id bigint references provider_contracts on delete cascade,
  user_id bigint references users,
  edited_at timestamptz not null default now(),
  primary key (contract_id, user_id)
);
comment on table contract_editors is 'Who wrote a contract: none of them approves it.';

create table contract_files (
  id bigint generated always as identity primary key,
  contract_id bigint not null references provider_contracts,
  kind text not null check (kind in ('signed', 'annex', 'other')),
  file_id bigint not null unique references files,
  sha256 text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint contract_files_once unique (contract_id, sha256)
);
comment on table contract_files is 'Documents of a contract.';

create table contract_deposits (
  id bigint generated always as identity primary key,
  contract_id bigint not null references provider_contracts,
  site_id bigint not null references sites,
  bank_account_id bigint not null references bank_accounts,
  term text not null check (term in ('short', 'long')),
  amount_minor bigint not null check (amount_minor > 0),
  paid_on date not null,
  paid_entry_id bigint references journal_entries,
  returned_on date,
  returned_bank_account_id bigint references bank_accounts,
  returned_entry_id bigint references journal_entries,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint contract_deposits_return_bank check ((returned_on is null) = (returned_bank_account_id is null)),
  constraint contract_deposits_returned check (returned_on >= paid_on)
);
comment on table contract_deposits is 'Deposits paid under a contract and given back.';
create unique index contract_deposits_open on contract_deposits (contract_id, site_id) where returned_on is null;

create table contract_alerts (
  id bigint generated always as identity primary key,
  contract_id bigint not null references provider_contracts on delete cascade,
  ends_on date not null,
  threshold text not null check (threshold in ('90', '60', '30', 'notice', 'expired', 'renewed')),
  sent_at timestamptz not null default now(),
  constraint contract_alerts_once unique (contract_id, ends_on, threshold)
);
comment on table contract_alerts is 'Warnings that were sent about the end of a contract.';

create table contract_numbers (
  year smallint primary key,
  last int not null
);
comment on table contract_numbers is 'Last number given to a contract in a year.';

create table ipc_values (
  month date primary key check (extract(day from month) = 1),
  value numeric(9,3) not null check (value > 0),
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table ipc_values is 'Consumer price index by month (INE).';
create trigger ipc_values_touch before update on ipc_values for each row execute function touch_updated_at();
`

const FUNCTIONS = `
create function provider_contracts_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'draft' then raise exception 'contract_not_draft' using errcode = 'CC001'; end if;
    return old;
  end if;
  if tg_op = 'INSERT' or new.site_ids <> old.site_ids then
    if (select count(*) from sites s where s.id = any(new.site_ids)) <> cardinality(new.site_ids)
      then raise exception 'contract_unknown_site' using errcode = 'CC004'; end if;
  end if;
  if new.parent_contract_id is not null and not exists (select 1 from provider_contracts p
      where p.id = new.parent_contract_id and p.parent_contract_id is null and p.provider_id = new.provider_id and p.currency = new.currency)
    then raise exception 'contract_wrong_parent' using errcode = 'CC004'; end if;
  if tg_op = 'INSERT' then
    if new.status <> 'draft' or new.approved_by is not null then raise exception 'contract_not_draft' using errcode = 'CC001'; end if;
    return new;
  end if;
  if old.status <> 'draft' and (new.provider_id, new.site_ids, new.currency, new.starts_on, new.parent_contract_id, new.created_by, new.reference)
      is distinct from (old.provider_id, old.site_ids, old.currency, old.starts_on, old.parent_contract_id, old.created_by, old.reference)
      and not exists (select 1 from providers p where p.id = old.provider_id and p.merged_into_id = new.provider_id)
    then raise exception 'contract_fixed' using errcode = 'CC004'; end if;
  if new.status = old.status then return new; end if;
  if (old.status, new.status) not in (('draft', 'pending_approval'), ('pending_approval', 'active'), ('pending_approval', 'draft'),
      ('active', 'suspended'), ('suspended', 'active'), ('active', 'expired'), ('suspended', 'expired'), ('active', 'terminated'), ('suspended', 'terminated'))
    then raise exception 'contract_no_way' using errcode = 'CC001'; end if;
  if old.status = 'pending_approval' and new.status = 'active' and (new.approved_by is null or new.approved_by is not distinct from new.submitted_by
      or new.approved_by is not distinct from new.created_by
      or exists (select 1 from contract_editors e where e.contract_id = new.id and e.user_id = new.approved_by))
    then raise exception 'contract_four_eyes' using errcode = 'CC002'; end if;
  return new;
end $$;
create trigger provider_contracts_guard before insert or update or delete on provider_contracts
  for each row execute function provider_contracts_guard();

-- Of a draft that is deleted the contract is gone already when its items go.
create function contract_items_guard() returns trigger language plpgsql as $$
begin
  if exists (select 1 from provider_contracts c where c.id = coalesce(new.contract_id, old.contract_id) and c.status <> 'draft')
    then raise exception 'contract_prices_fixed' using errcode = 'CC003'; end if;
  return coalesce(new, old);
end $$;
create trigger contract_items_guard before insert or update or delete on contract_items
  for each row execute function contract_items_guard();

create function contract_item_prices_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then raise exception 'contract_prices_fixed' using errcode = 'CC003'; end if;
  if exists (select 1 from contract_item_prices p where p.item_id = new.item_id and p.effective_on >= new.effective_on)
      or exists (select 1 from contract_items i where i.id = new.item_id and i.valid_from > new.effective_on)
    then raise exception 'contract_price_in_the_past' using errcode = 'CC003'; end if;
  return new;
end $$;
create trigger contract_item_prices_guard before insert or update or delete on contract_item_prices
  for each row execute function contract_item_prices_guard();

-- A suspended contract covers what came before; one that ended or ran out covers the days it was in force.
create function contract_covers(c provider_contracts, day date) returns boolean language sql immutable parallel safe as $$
  select c.status in ('active', 'suspended', 'expired', 'terminated') and c.starts_on <= day
    and day <= coalesce(c.ended_on, c.ends_on, 'infinity'::date) and (c.suspended_on is null or day < c.suspended_on)
$$;

create function contract_item_at(item bigint, day date) returns bigint language sql stable parallel safe as $$
  select i.id from contract_items given
    join provider_contracts g on g.id = given.contract_id
    join provider_contracts k on k.root_id = g.root_id and k.status not in ('draft', 'pending_approval')
    join contract_items i on i.contract_id = k.id and i.code = given.code and i.valid_from <= day and (i.valid_to is null or i.valid_to >= day)
   where given.id = item order by k.amendment_no desc limit 1
$$;

create function contract_price_at(item bigint, quantity numeric, day date) returns bigint
language sql stable parallel safe as $$
  select coalesce(
    (select (t.tier ->> 'price_minor4')::bigint from jsonb_array_elements(p.tiers) as t(tier)
      where (t.tier ->> 'from_qty')::numeric <= abs(quantity) order by (t.tier ->> 'from_qty')::numeric desc limit 1),
    p.unit_price_minor4)
  from (
    (select unit_price_minor4, tiers, effective_on from contract_item_prices where item_id = item and effective_on <= day order by effective_on desc limit 1)
    union all (select unit_price_minor4, tiers, '-infinity'::date from contract_items where id = item)
  ) p order by p.effective_on desc limit 1
$$;

create trigger provider_contracts_second_person before insert or update of approved_by on provider_contracts for each row
  when (new.approved_by is not null) execute function second_person_guard('approved_by');
`
