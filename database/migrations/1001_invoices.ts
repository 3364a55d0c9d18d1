import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Invoices and what they say. What is due is kept apart from the total: the book owes the total with its rounding; of
 * what is open there, prior_open_minor was paid before and retained_open_minor waits for its release: payable_minor is
 * the rest, the only thing that is proposed or paid, and nothing becomes payable without somebody who released it
 * (CI001). What is no invoice is kept as what it is and never reaches the states in which one is approved, booked or
 * paid (CI002; art. 97 LIVA). What came over the public page lies in quarantine until somebody of the staff accepts it
 * (CA034).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop view contract_lines, contract_usage cascade;
      alter table profile_corrections drop constraint profile_corrections_invoice_line_id_fkey;
      drop table invoices, invoice_files, invoice_lines, invoice_tax_groups, invoice_editors, invoice_party_aliases cascade;
      drop function if exists normalized_number, invoice_main_category, number_series, number_tail, invoice_number_key,
        identity_kind cascade;
      drop sequence invoice_references;
    `)
  }
}

const TABLES = `
create sequence invoice_references;

-- For finding: it drops the signs.
create function normalized_number(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(upper(coalesce($1, '')), '[^A-Z0-9]', '', 'g'), '(^|[A-Z])0+([0-9])', '\\1\\2', 'g')
$$;

-- An invoice is the one of its issuer, series and number, and customer (RD 1619/2012 art. 6.1.a). The number with its series
-- as it is printed, but for what formats write differently: letters and figures that follow each other are apart, whatever
-- sign stands between them is one boundary, and zeros before figures go. A26-15, A26/15 and "a26 0015" are one; 1/11, 11/1 and
-- 111 are three.
create function invoice_number_key(text) returns text language sql immutable parallel safe as $$
  with plain as (select upper(f_unaccent(btrim(coalesce($1, '')))) as printed),
       apart as (select printed, regexp_replace(printed, '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u2212]+', '-', 'g') as signs from plain),
       parted as (select printed, regexp_replace(regexp_replace(signs, '([^0-9-])([0-9])', '\\1-\\2', 'g'), '([0-9])([^0-9-])', '\\1-\\2', 'g') as parts from apart)
  select coalesce(nullif(btrim(regexp_replace(parts, '(^|-)0+([0-9])', '\\1\\2', 'g'), '-'), ''), printed) from parted
$$;

-- Every order of the list has an index that ends in the key, so that no page sorts the whole list. Issue days carry the order
-- of arrival, in which the list of a month is shown.
-- Vacuumed early, as users are: deep pages of its lists are skipped along an index alone.
create table invoices (
  id bigint generated always as identity primary key,
  reference text not null unique,
  site_id bigint references sites,
  provider_id bigint references providers,
  doc_type text not null default 'invoice' check (doc_type in ('invoice', 'credit_note', 'simplified', 'dua', 'receipt',
    'proforma', 'quote', 'order', 'delivery_note', 'reminder', 'statement_of_account', 'other')),
  status text not null default 'received' check (status in ('received', 'analysing', 'analysis_failed', 'pending_review',
    'pending_approval', 'approved', 'booked', 'disputed', 'rejected', 'duplicate', 'cancelled')),
  invoice_number text check (length(invoice_number) between 1 and 60),
  number_norm text generated always as (normalized_number(invoice_number)) stored,
  concept text,
  issued_on date,
  operation_on date,
  received_at timestamptz not null default now(),
  due_on date,
  posted_on date,
  currency char(3) not null default 'EUR' references currencies,
  fx_rate numeric(18,8),
  base_minor bigint not null default 0,
  vat_minor bigint not null default 0,
  withholding_minor bigint not null default 0,
  surcharge_minor bigint not null default 0,
  supplied_minor bigint not null default 0,
  total_minor bigint not null default 0,
  reverse_charge boolean not null default false,
  outstanding_minor bigint not null default 0,
  payment_state text not null default 'unpaid' check (payment_state in ('unpaid', 'in_process', 'partial', 'paid', 'offset')),
  payment_method_detected text,
  iban_detected text,
  provider_bank_id bigint references provider_banks,
  rectifies_invoice_id bigint references invoices,
  duplicate_of_id bigint references invoices,
  contract_id bigint,
  category_id bigint references categories,
  profile_id bigint references expense_profiles,
  vat_period char(7),
  in_347 boolean not null default true,
  source text not null default 'upload' check (source in ('upload', 'public', 'email', 'holded', 'api', 'expense_note',
    'recurring')),
  channel_ref text,
  submitter_name text,
  submitter_email text,
  submitter_ip inet,
  -- Of a secret link only the hash is kept, and the first eight characters, by which people name it.
  public_token_hash text unique,
  priority text not null default 'normal' check (priority in ('normal', 'urgent')),
  open_alarms smallint not null default 0,
  alarm_max smallint not null default 0,
  reading jsonb,
  match_explanation jsonb,
  dispute_reason text,
  rejection_reason text,
  hold_until date,
  journal_entry_id bigint references journal_entries,
  booking_version int not null default 0,
  submitted_by bigint references users,
  submitted_at timestamptz,
  search_text text not null default '',
  required_approvals smallint check (required_approvals between 0 and 5),
  rectification_note text check (length(rectification_note) between 5 and 200),
  public_code text,
  public_declaration jsonb,
  accepted_at timestamptz,
  accepted_by bigint references users,
  fx_rate_is_manual boolean not null default false,
  advance_minor bigint not null default 0,
  prepaid_minor bigint not null default 0,
  retained_minor bigint not null default 0,
  rounding_minor bigint not null default 0 check (abs(rounding_minor) <= 100),
  retained_until date,
  prior_open_minor bigint not null default 0,
  retained_open_minor bigint not null default 0,
  held_released_at timestamptz,
  held_released_by bigint references users,
  held_release_reason text,
  payable_minor bigint not null generated always as (case when outstanding_minor > 0
    then greatest(outstanding_minor - prior_open_minor - retained_open_minor, 0)
    else least(outstanding_minor - prior_open_minor - retained_open_minor, 0) end) stored,
  kind_reason text,
  number_key text generated always as (invoice_number_key(invoice_number)) stored,
  -- Who sent an invoice back last, or refused it, when and why: its reviewer sees it until it is sent again.
  turned_down_how text check (turned_down_how in ('return', 'reject', 'unbook')),
  turned_down_by bigint references users,
  turned_down_at timestamptz,
  turned_down_reason text,
  -- Who overrules the reader and takes a quote or the like for an invoice is named with the reason: approvers are told of it
  -- (CI003).
  kind_by bigint references users,
  kind_was text check (kind_was in ('receipt', 'proforma', 'quote', 'order', 'delivery_note', 'reminder',
    'statement_of_account', 'other')),
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoices_accepted_by_somebody check ((accepted_at is null) = (accepted_by is null)),
  constraint invoices_bank_needs_provider check (provider_bank_id is null or provider_id is not null),
  check (status not in ('pending_approval', 'approved', 'booked', 'disputed')
    or (site_id is not null and provider_id is not null and invoice_number is not null and issued_on is not null
        and total_minor = base_minor + vat_minor + surcharge_minor - withholding_minor + supplied_minor)),
  check (status not in ('booked') or journal_entry_id is not null),
  check ((turned_down_how is null) = (turned_down_at is null)),
  constraint invoices_credit_note check (doc_type <> 'credit_note' or status not in ('pending_approval', 'approved', 'booked',
    'disputed')
    or (total_minor <= 0 and (rectifies_invoice_id is not null or rectification_note is not null))),
  constraint invoices_due_parts check (status not in ('pending_approval', 'approved', 'booked', 'disputed') or (
    least(advance_minor, prepaid_minor, retained_minor) >= 0
    and advance_minor + prepaid_minor + retained_minor <= greatest(total_minor + rounding_minor, 0)
    or greatest(advance_minor, prepaid_minor, retained_minor) <= 0
    and advance_minor + prepaid_minor + retained_minor >= least(total_minor + rounding_minor, 0))),
  constraint invoices_fx_rate check (fx_rate > 0),
  constraint invoices_fx_rate_manual check (fx_rate is not null or not fx_rate_is_manual),
  constraint invoices_held check (prior_open_minor between least(advance_minor + prepaid_minor, 0)
    and greatest(advance_minor + prepaid_minor, 0)
    and retained_open_minor between least(retained_minor, 0) and greatest(retained_minor, 0)
    and abs(prior_open_minor + retained_open_minor) <= abs(outstanding_minor)),
  constraint invoices_outstanding check (outstanding_minor between least(total_minor + rounding_minor, 0)
    and greatest(total_minor + rounding_minor, 0)
    or status not in ('booked', 'disputed')),
  constraint invoices_own_original check (duplicate_of_id <> id and rectifies_invoice_id <> id),
  constraint invoices_public_token check (source <> 'public' or (public_token_hash is not null
  and submitter_email is not null)),
  constraint invoices_bank_of_provider foreign key (provider_id, provider_bank_id)
    references provider_banks (provider_id, id) deferrable initially deferred,
  constraint invoices_contract foreign key (contract_id) references provider_contracts
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.02);
comment on table invoices is 'Supplier invoices: what they say, what is due, where they stand.';
create unique index invoices_channel on invoices (source, channel_ref) where channel_ref is not null;
create index invoices_received on invoices (received_at desc, id desc);
create index invoices_status on invoices (status, issued_on desc, id desc);
create index invoices_status_received on invoices (status, received_at desc, id desc);
create index invoices_site_status on invoices (site_id, status, issued_on desc, id desc);
create index invoices_site_received on invoices (site_id, received_at desc, id desc);
create index invoices_issued on invoices (issued_on desc, id desc);
create index invoices_provider on invoices (provider_id, issued_on desc);
create index invoices_number on invoices (provider_id, number_norm);
create index invoices_total on invoices (total_minor, issued_on);
create index invoices_due on invoices (due_on, id) where outstanding_minor > 0;
create index invoices_alarms on invoices (alarm_max desc, issued_on desc) where open_alarms > 0;
create index invoices_search on invoices using gin (search_text gin_trgm_ops);
create index invoices_total_order on invoices (total_minor desc, id desc);
create index invoices_due_order on invoices (due_on desc, id desc);
create index invoices_issued_received on invoices (issued_on, received_at desc, id desc);
create index invoices_site_status_received on invoices (site_id, status, received_at desc, id desc);
create index invoices_open_number on invoices (number_norm) where outstanding_minor <> 0;
create index invoices_partly_open on invoices (site_id) where outstanding_minor <> 0 and outstanding_minor <> total_minor;
create index invoices_open_alarms on invoices (site_id) include (status, alarm_max) where open_alarms > 0;
create index invoices_public_code on invoices (public_code) where public_code is not null;
create index invoices_quarantine on invoices (received_at desc, id desc) where source = 'public' and accepted_at is null;
create index invoices_category on invoices (category_id, received_at desc, id desc);
create index invoices_uploader on invoices (created_by, received_at desc, id desc);
create index invoices_posted_received on invoices (posted_on, received_at desc, id desc) where posted_on is not null;
create index invoices_currency on invoices (currency, received_at desc, id desc) where currency <> 'EUR';
create index invoices_provider_total on invoices (provider_id, total_minor, issued_on);
create index invoices_provider_base on invoices (provider_id, base_minor, issued_on);
create index invoices_provider_site_day on invoices (provider_id, site_id, issued_on);
create index invoices_any_number on invoices (number_norm) where number_norm <> '';

-- "F-2026/0012" is number 12 of the series "F-2026/".
create function number_series(text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(upper(coalesce($1, '')), '[0-9]{1,12}$', ''), '\\s', '', 'g')
$$;


create function number_tail(text) returns bigint language sql immutable parallel safe as $$
  select substring(coalesce($1, '') from '([0-9]{1,12})$')::bigint
$$;

create index invoices_series on invoices
  (provider_id, number_series(invoice_number), (extract(year from issued_on)), number_tail(invoice_number));
create index invoices_contract_of on invoices (contract_id, issued_on desc) where contract_id is not null;
create index invoices_iban_detected on invoices (iban_detected text_pattern_ops) where iban_detected is not null;
create index invoices_provider_order on invoices (provider_id, id);
create index invoices_alarmed on invoices (received_at desc, id desc) where open_alarms > 0;
create index invoices_open on invoices (due_on, id) include (site_id, currency, outstanding_minor, doc_type, payment_state,
  status, posted_on, provider_id, total_minor, fx_rate, payable_minor, rounding_minor)
  where outstanding_minor > 0 and status in ('booked', 'disputed');
create index invoices_number_key on invoices (provider_id, number_key);

create function identity_kind(text) returns text language sql immutable parallel safe as $$
  select case when $1 = 'simplified' then 'invoice' else $1 end
$$;

create unique index invoices_number_once on invoices (provider_id, site_id, number_key, (extract(year from issued_on)),
  identity_kind(doc_type))
  where status in ('approved', 'booked', 'disputed');
create index invoices_turned_down on invoices (turned_down_at desc, id desc) where turned_down_at is not null
  and status = 'pending_review';
create index invoices_copies_of on invoices (duplicate_of_id) where duplicate_of_id is not null;
create trigger invoices_touch before update on invoices for each row execute function touch_updated_at();

create table invoice_files (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  file_id bigint not null references files,
  kind text not null check (kind in ('original', 'attachment', 'xml', 'page_image', 'markdown')),
  sha256 text not null,
  part smallint not null default 1,
  pages smallint,
  has_text_layer boolean,
  page_hash bigint,
  pdf_traces jsonb,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
comment on table invoice_files is 'Documents of an invoice, by their part of it.';
create unique index invoice_files_original on invoice_files (sha256, part) where kind = 'original';
create index invoice_files_invoice on invoice_files (invoice_id);
create index invoice_files_sha on invoice_files (sha256);
create index invoice_files_picture on invoice_files using gin ((array[
  page_hash & 8191, 8192 + ((page_hash >> 13) & 8191), 16384 + ((page_hash >> 26) & 8191),
  24576 + ((page_hash >> 39) & 8191), 32768 + ((page_hash >> 52) & 4095)])) where page_hash is not null;

create table invoice_lines (
  id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  position smallint not null,
  concept text not null check (length(concept) between 1 and 500),
  quantity numeric(14,4) not null default 1 check (quantity <> 0),
  unit_price_minor4 bigint,
  discount_percent numeric(5,2) not null default 0 check (discount_percent between 0 and 100),
  base_minor bigint not null,
  vat_code_id bigint references tax_codes,
  vat_minor bigint not null default 0,
  deductible_percent smallint not null default 100 check (deductible_percent between 0 and 100),
  withholding_code_id bigint references tax_codes,
  withholding_minor bigint not null default 0,
  account_code text,
  category_id bigint references categories,
  profile_id bigint references expense_profiles,
  center_id bigint references site_centers,
  contract_item_id bigint,
  period_from date,
  period_to date,
  match_score int,
  match_state text not null default 'none' check (match_state in ('matched', 'ambiguous', 'none', 'manual')),
  match_explanation jsonb,
  contract_id bigint references provider_contracts,
  -- How the link to a contract came about: score, what hit, who decided, or what is only suggested.
  contract_match jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (invoice_id, position) deferrable initially deferred,
  constraint invoice_lines_item_has_contract check (contract_item_id is null or contract_id is not null),
  constraint invoice_lines_period check ((period_from is null) = (period_to is null)
    and coalesce(period_to >= period_from, true)),
  constraint invoice_lines_contract_item foreign key (contract_item_id) references contract_items
);
comment on table invoice_lines is 'What was billed, line by line, with its account and taxes.';
create index invoice_lines_profile on invoice_lines (profile_id, created_at) where profile_id is not null;
create index invoice_lines_contract on invoice_lines (contract_id) include (invoice_id, base_minor)
  where contract_id is not null;
create index invoice_lines_item on invoice_lines (contract_item_id) where contract_item_id is not null;

create table invoice_tax_groups (
  invoice_id bigint references invoices,
  vat_code_id bigint references tax_codes,
  base_minor bigint not null,
  vat_minor bigint not null,
  surcharge_minor bigint not null default 0,
  primary key (invoice_id, vat_code_id)
);
comment on table invoice_tax_groups is 'Base and tax of an invoice by tax code; they add up to its totals.';

create table invoice_editors (
  invoice_id bigint references invoices,
  user_id bigint references users,
  edited_at timestamptz not null default now(),
  primary key (invoice_id, user_id)
);
comment on table invoice_editors is 'Who wrote or corrected an invoice: none of them approves it.';

create table invoice_party_aliases (
  id bigint generated always as identity primary key,
  tax_id citext,
  name_norm text,
  provider_id bigint references providers,
  site_id bigint references sites,
  invoice_id bigint not null references invoices,
  forgotten_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  check (num_nonnulls(provider_id, site_id) = 1),
  check (tax_id is not null or length(name_norm) > 2)
);
comment on table invoice_party_aliases is 'Tax numbers and names that turned out to be a supplier or company of ours.';
create unique index invoice_party_aliases_provider on invoice_party_aliases (tax_id, name_norm) nulls not distinct
  where provider_id is not null and forgotten_at is null;
create unique index invoice_party_aliases_site on invoice_party_aliases (tax_id, name_norm) nulls not distinct
  where site_id is not null and forgotten_at is null;

alter table profile_corrections add foreign key (invoice_line_id) references invoice_lines on delete cascade;
`

const FUNCTIONS = `
-- The category an invoice counts under: its own, else the one most of its lines’ money goes to.
create function invoice_main_category(bigint) returns bigint language sql stable parallel safe as $$
  select coalesce(i.category_id, (select l.category_id from invoice_lines l where l.invoice_id = i.id and l.category_id is not null
      group by l.category_id order by sum(abs(l.base_minor)) desc, l.category_id limit 1)) from invoices i where i.id = $1
$$;

-- Invoices that are being reviewed count as well as booked ones: one that breaks a cap is stopped before it is paid.
create view contract_lines as
select l.id as line_id, l.invoice_id, l.contract_id, l.contract_item_id as item_id, i.site_id, i.provider_id, i.status,
    coalesce(i.operation_on, i.issued_on, i.received_at::date) as day, l.quantity, l.base_minor, i.currency, l.period_from, l.period_to
  from invoice_lines l join invoices i on i.id = l.invoice_id
 where l.contract_id is not null and i.status in ('pending_review', 'pending_approval', 'approved', 'booked', 'disputed');
comment on view contract_lines is 'Lines of invoices that are held against a contract.';

create view contract_usage as
select contract_id, item_id, site_id, date_trunc('month', day)::date as month, currency, sum(quantity) as quantity, sum(base_minor)::bigint as base_minor,
    count(distinct invoice_id)::int as invoices, sum(base_minor) filter (where status in ('booked', 'disputed')) as booked_minor
  from contract_lines group by contract_id, item_id, site_id, date_trunc('month', day), currency;
comment on view contract_usage is 'What of a contract was used, by item and day.';

create trigger invoices_hands_0 after insert on invoices for each row
  execute function note_document_hand('invoice', 'id', 'created_by accepted_by', 'wrote');
create trigger invoices_hands_1 after update of accepted_by on invoices for each row
  when ((old.accepted_by) is distinct from (new.accepted_by))
  execute function note_document_hand('invoice', 'id', 'accepted_by', 'wrote');
create trigger invoice_editors_hands_0 after insert on invoice_editors for each row
  execute function note_document_hand('invoice', 'invoice_id', 'user_id', 'wrote');
create trigger invoices_hands_2 after update of held_released_by on invoices for each row
  when ((old.held_released_by) is distinct from (new.held_released_by))
  execute function note_document_hand('invoice', 'id', 'held_released_by', 'wrote');
`
