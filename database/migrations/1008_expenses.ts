import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Expense notes: what people who work for the group ask to be paid back, its receipts, the mails about it, and the
 * limits of law and house that it is held against. What is owed is frozen with the approval; nobody approves what they
 * are paid.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(ROWS)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table expense_limits, expense_policies, expense_notes, expense_note_links, expense_note_lines,
        expense_note_files, email_templates, expense_note_messages, expense_note_rebillings, expense_per_diems cascade;
      drop function if exists expense_note_fingerprint, expense_note_line_guard, expense_note_adds_up,
        expense_note_rebilling_guard, expense_note_hands_guard cascade;
    `)
  }
}

const TABLES = `
create table expense_notes (
  id bigint generated always as identity primary key,
  number text not null unique,
  channel text not null check (channel in ('public', 'internal')),
  site_id bigint references sites,
  employee_id bigint references employees,
  provider_id bigint references providers,
  claimant_name text not null check (length(claimant_name) between 2 and 120),
  claimant_tax_id citext not null,
  claimant_email citext,
  iban text,
  title text not null check (length(title) between 3 and 120),
  purpose text,
  currency char(3) not null default 'EUR' references currencies,
  total_minor bigint not null check (total_minor between 1 and 99999999999),
  vat_minor bigint not null default 0 check (vat_minor >= 0),
  approved_minor bigint not null check (approved_minor >= 0),
  settled_minor bigint not null default 0,
  status text not null default 'received' check (status in ('received', 'in_review', 'info_requested', 'approved', 'rejected',
    'in_payment', 'paid', 'cancelled')),
  received_at timestamptz not null default now(),
  review_user_id bigint references users,
  info_request text,
  info_requested_at timestamptz,
  reminded_times smallint not null default 0,
  notices text[] not null default '{}',
  rejection_reason text,
  duplicate_of_id bigint references expense_notes,
  duplicate_confirmed_by bigint references users,
  iban_confirmed_by bigint references users,
  matched_by bigint references users,
  last_edited_by bigint references users,
  required_approvals smallint,
  approved_at timestamptz,
  posted_on date,
  posting_version int not null default 0,
  journal_entry_id bigint references journal_entries,
  rebilled_at timestamptz,
  final_at timestamptz,
  source_ip inet,
  user_agent text,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint expense_notes_approved check (approved_minor <= total_minor),
  constraint expense_notes_one_claimant check (employee_id is null or provider_id is null),
  constraint expense_notes_owed check (status not in ('approved', 'in_payment', 'paid')
    or (site_id is not null and num_nonnulls(employee_id, provider_id) = 1 and journal_entry_id is not null
    and approved_minor > 0)),
  constraint expense_notes_paid check ((status = 'paid') = (settled_minor > 0 and settled_minor = approved_minor)),
  constraint expense_notes_rejected check ((status = 'rejected') = (rejection_reason is not null)),
  constraint expense_notes_settled check (settled_minor between 0 and approved_minor),
  constraint expense_notes_vat check (vat_minor <= total_minor)
);
comment on table expense_notes is 'What somebody laid out and asks back.';
create index expense_notes_status on expense_notes (status, created_at desc, id desc);
create index expense_notes_site on expense_notes (site_id, status, created_at desc);
create index expense_notes_claimant on expense_notes (claimant_tax_id, created_at desc);
create index expense_notes_employee on expense_notes (employee_id, created_at desc) where employee_id is not null;
create index expense_notes_provider on expense_notes (provider_id) where provider_id is not null;
create index expense_notes_creator on expense_notes (created_by, created_at desc) where created_by is not null;
create index expense_notes_received on expense_notes (created_at desc, id desc);
create index expense_notes_order on expense_notes (received_at, id) include (status);
create index expense_notes_total on expense_notes (total_minor, id) include (status);
create index expense_notes_claimant_order on expense_notes (claimant_name, id) include (status);
create index expense_notes_text on expense_notes using gin ((f_unaccent(lower(number || claimant_name || title))) gin_trgm_ops);
create trigger expense_notes_touch before update on expense_notes for each row execute function touch_updated_at();
create trigger expense_notes_no_delete before delete on expense_notes for each row execute function refuse_change();

create table expense_note_lines (
  id bigint generated always as identity primary key,
  note_id bigint not null references expense_notes,
  position smallint not null,
  spent_on date not null,
  category text not null check (category in ('transport', 'mileage', 'per_diem', 'lodging', 'meal', 'material', 'parking',
    'toll', 'representation', 'other')),
  concept text not null check (length(concept) between 2 and 200),
  supplier_name text,
  supplier_tax_id citext,
  invoice_number text,
  document_kind text not null check (document_kind in ('invoice', 'simplified', 'ticket', 'none')),
  base_minor bigint not null check (base_minor >= 0),
  vat_code_id bigint references tax_codes,
  vat_minor bigint not null default 0 check (vat_minor >= 0),
  total_minor bigint not null check (total_minor > 0),
  foreign_currency char(3) references currencies,
  foreign_minor bigint check (foreign_minor > 0),
  rate text,
  km numeric(8,1) check (km > 0),
  km_rate_minor bigint check (km_rate_minor > 0),
  per_diem_kind text check (per_diem_kind in ('overnight', 'day', 'overnight_abroad', 'day_abroad')),
  days smallint check (days between 1 and 60),
  -- What of it income tax leaves free; null where it is no allowance.
  exempt_minor bigint check (exempt_minor >= 0),
  expense_account_id bigint references ledger_accounts,
  approved_minor bigint not null check (approved_minor >= 0),
  comment text,
  created_at timestamptz not null default now(),
  unique (note_id, position),
  constraint expense_note_lines_approved check (approved_minor <= total_minor and (approved_minor = total_minor
    or length(comment) >= 3)),
  constraint expense_note_lines_exempt check (exempt_minor is null or exempt_minor <= total_minor),
  constraint expense_note_lines_foreign check (num_nonnulls(foreign_currency, foreign_minor, rate) in (0, 3)),
  constraint expense_note_lines_mileage check ((category = 'mileage') = (km is not null)
    and (km is null) = (km_rate_minor is null)
    and (km is null or total_minor = round(km * km_rate_minor))),
  constraint expense_note_lines_per_diem check ((category = 'per_diem') = (per_diem_kind is not null)
    and (per_diem_kind is null) = (days is null)),
  constraint expense_note_lines_total check (base_minor + vat_minor = total_minor)
);
comment on table expense_note_lines is 'What was spent, line by line.';
create index expense_note_lines_supplier on expense_note_lines (supplier_tax_id, total_minor) where supplier_tax_id is not null;

create table expense_note_files (
  id bigint generated always as identity primary key,
  note_id bigint not null references expense_notes,
  line_id bigint references expense_note_lines,
  file_id bigint not null references files,
  sha256 text not null,
  reading_status text not null default 'queued' check (reading_status in ('queued', 'done', 'failed')),
  reading jsonb,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (note_id, sha256, line_id)
);
comment on table expense_note_files is 'Receipts of an expense note and what was read on them.';
create index expense_note_files_note on expense_note_files (note_id, id);
create index expense_note_files_sha256 on expense_note_files (sha256);

create table expense_note_links (
  token_hash text primary key,
  note_id bigint not null references expense_notes,
  created_at timestamptz not null default now()
);
comment on table expense_note_links is 'Secret links to an expense note for who has no account; only hashes.';
create index expense_note_links_note on expense_note_links (note_id);

create table email_templates (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('info_request', 'approved', 'rejected', 'paid', 'free')),
  name text not null check (length(name) between 2 and 80),
  subject text not null check (length(subject) between 3 and 150),
  body text not null check (length(body) between 3 and 5000),
  is_active boolean not null default true,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, name)
);
comment on table email_templates is 'Texts of the mails about expense notes.';
create trigger email_templates_touch before update on email_templates for each row execute function touch_updated_at();

create table expense_note_messages (
  id bigint generated always as identity primary key,
  note_id bigint not null references expense_notes,
  direction text not null check (direction in ('out', 'in')),
  "to" text,
  cc text,
  subject text,
  body text not null,
  template_id bigint references email_templates,
  outgoing_mail_id bigint references outgoing_mails,
  user_id bigint references users,
  at timestamptz not null default now()
);
comment on table expense_note_messages is 'Mails sent and received about an expense note.';
create index expense_note_messages_note on expense_note_messages (note_id, id);
create trigger expense_note_messages_no_change before update or delete
  on expense_note_messages for each row execute function refuse_change();

create table expense_note_rebillings (
  id bigint generated always as identity primary key,
  note_id bigint not null references expense_notes,
  site_id bigint not null references sites,
  amount_minor bigint not null check (amount_minor > 0),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (note_id, site_id)
);
comment on table expense_note_rebillings is 'What of an expense note another company of the group bears.';
create index expense_note_rebillings_site on expense_note_rebillings (site_id, note_id);
create trigger expense_note_rebillings_no_change before update
  on expense_note_rebillings for each row execute function refuse_change();

create table expense_policies (
  id bigint generated always as identity primary key,
  site_id bigint references sites,
  category text check (category in ('transport', 'mileage', 'per_diem', 'lodging', 'meal', 'material', 'parking', 'toll',
    'representation', 'other')),
  max_per_line_minor bigint check (max_per_line_minor > 0),
  max_per_day_minor bigint check (max_per_day_minor > 0),
  km_rate_minor bigint check (km_rate_minor between 1 and 200),
  receipt_required_above_minor bigint check (receipt_required_above_minor >= 0),
  months_back smallint check (months_back between 1 and 12),
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (site_id, category)
);
comment on table expense_policies is 'Limits of a company on what expense notes may hold.';

create table expense_limits (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('kilometre', 'overnight', 'day', 'overnight_abroad', 'day_abroad')),
  valid_from date not null,
  amount_minor bigint not null check (amount_minor > 0),
  source text not null,
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  unique (kind, valid_from)
);
comment on table expense_limits is 'Legal maxima of kilometres and per diems by the day they begin.';

-- What the house pays a day on a journey, from a day on: a later change is a later row. What of it income tax leaves free
-- stays with the limits of law.
create table expense_per_diems (
  id bigint generated always as identity primary key,
  site_id bigint references sites,
  kind text not null check (kind in ('overnight', 'day', 'overnight_abroad', 'day_abroad')),
  valid_from date not null,
  amount_minor bigint not null check (amount_minor > 0),
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (site_id, kind, valid_from)
);
comment on table expense_per_diems is 'Per diems a company pays, by the day they begin.';
`

const ROWS = `
-- What the law leaves free of income tax, in cents: art. 9.A.3 of the regulation (RD 439/2007) for the per diem, and the
-- kilometre of Orden HFP/792/2023 since 17 July 2023. A later change is a later row.
insert into expense_limits (kind, valid_from, amount_minor, source) values
  ('kilometre', '2007-04-01', 19, 'RD 439/2007, art. 9.A.2'),
  ('kilometre', '2023-07-17', 26, 'Orden HFP/792/2023'),
  ('overnight', '2007-04-01', 5334, 'RD 439/2007, art. 9.A.3'),
  ('day', '2007-04-01', 2667, 'RD 439/2007, art. 9.A.3'),
  ('overnight_abroad', '2007-04-01', 9135, 'RD 439/2007, art. 9.A.3'),
  ('day_abroad', '2007-04-01', 4808, 'RD 439/2007, art. 9.A.3');

insert into expense_policies (km_rate_minor, receipt_required_above_minor, months_back) values
  (26, 0, 3);

insert into email_templates (kind, name, subject, body) values
  ('info_request', 'Falta información', 'Nota de gastos {numero}: necesitamos más información', '{nombre}:

Hemos revisado su nota de gastos {numero} y nos falta información:

{motivo}

Puede responder y añadir justificantes aquí:

{enlace_estado}'),
  ('approved', 'Nota aprobada', 'Nota de gastos {numero}: aprobada', '{nombre}:

Su nota de gastos {numero} está aprobada por {importe}. La pagará {empresa}.

{enlace_estado}'),
  ('rejected', 'Nota rechazada', 'Nota de gastos {numero}: rechazada', '{nombre}:

No hemos podido aceptar su nota de gastos {numero}.

Motivo: {motivo}

{enlace_estado}'),
  ('paid', 'Nota pagada', 'Nota de gastos {numero}: pagada', '{nombre}:

{empresa} ha pagado su nota de gastos {numero}: {importe}.

{enlace_estado}'),
  ('free', 'En blanco', 'Nota de gastos {numero}', '{nombre}:

');
`

const FUNCTIONS = `
-- What an approver sees and decides on; the hash of it is kept with each approval.
create function expense_note_fingerprint(n expense_notes) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(n.site_id, n.employee_id, n.provider_id, n.iban, n.currency, n.total_minor, n.approved_minor,
    (select jsonb_agg(jsonb_build_array(l.id, l.spent_on, l.category, l.document_kind, l.vat_code_id, l.vat_minor, l.total_minor, l.approved_minor, l.expense_account_id) order by l.position)
       from expense_note_lines l where l.note_id = n.id))::text, 'utf8')), 'hex')
$$;

create function expense_note_line_guard() returns trigger language plpgsql as $$
declare
  state text;
begin
  if tg_op = 'DELETE' then select status into state from expense_notes where id = old.note_id;
  else select status into state from expense_notes where id = new.note_id; end if;
  if state not in ('received', 'in_review', 'info_requested') then raise exception 'expense_note_frozen' using errcode = 'CN002'; end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger expense_note_lines_guard before insert or update or delete
  on expense_note_lines for each row execute function expense_note_line_guard();

create function expense_note_adds_up() returns trigger language plpgsql as $$
declare
  wanted bigint;
begin
  if tg_table_name = 'expense_notes' then wanted := new.id;
  elsif tg_op = 'DELETE' then wanted := old.note_id;
  else wanted := new.note_id; end if;
  if exists (select 1 from expense_notes n cross join lateral (
       select coalesce(sum(total_minor), 0) as total, coalesce(sum(vat_minor), 0) as vat, coalesce(sum(approved_minor), 0) as approved from expense_note_lines where note_id = n.id) l
      where n.id = wanted and (n.total_minor, n.vat_minor, n.approved_minor) is distinct from (l.total, l.vat, l.approved))
    then raise exception 'expense_note_does_not_add_up' using errcode = 'CN004'; end if;
  return null;
end $$;
create constraint trigger expense_notes_add_up after insert or update of total_minor, vat_minor, approved_minor on expense_notes
  deferrable initially deferred for each row execute function expense_note_adds_up();
create constraint trigger expense_note_lines_add_up after insert or update or delete on expense_note_lines
  deferrable initially deferred for each row execute function expense_note_adds_up();

create function expense_note_rebilling_guard() returns trigger language plpgsql as $$
declare
  note expense_notes;
begin
  select * into note from expense_notes where id = new.note_id for update;
  if note.status not in ('approved', 'in_payment', 'paid') or note.site_id = new.site_id
     or new.amount_minor + (select coalesce(sum(amount_minor), 0) from expense_note_rebillings where note_id = new.note_id) > note.approved_minor
    then raise exception 'expense_note_rebilled_too_much' using errcode = 'CN007'; end if;
  return new;
end $$;
create trigger expense_note_rebillings_guard before insert
  on expense_note_rebillings for each row execute function expense_note_rebilling_guard();

create function expense_note_hands_guard() returns trigger language plpgsql as $$
begin
  if document_approvals('expense_note', new.id, expense_note_fingerprint(new)) < new.required_approvals
    then raise exception 'expense_note_not_approved' using errcode = 'CN003'; end if;
  return new;
end $$;
create trigger expense_notes_hands before update on expense_notes for each row
  when (old.status = 'in_review' and new.status = 'approved') execute function expense_note_hands_guard();

create trigger expense_notes_hands_0 after insert on expense_notes for each row
  execute function note_document_hand('expense_note', 'id', 'created_by', 'wrote');
create trigger expense_notes_hands_1 after update of last_edited_by, matched_by, iban_confirmed_by
  on expense_notes for each row when ((old.last_edited_by, old.matched_by,
  old.iban_confirmed_by) is distinct from (new.last_edited_by, new.matched_by, new.iban_confirmed_by))
  execute function note_document_hand('expense_note', 'id', 'last_edited_by matched_by iban_confirmed_by', 'wrote');
create trigger expense_notes_hands_2 after update of review_user_id on expense_notes for each row
  when ((old.review_user_id) is distinct from (new.review_user_id))
  execute function note_document_hand('expense_note', 'id', 'review_user_id', 'reviewed');
`
