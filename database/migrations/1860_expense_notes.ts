import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Expense notes (area 29): what people who work for the group ask to be paid back, its receipts, and the limits of law
 * and house that it is held against. What is owed is frozen with the approval; nobody approves what they are paid.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(LIMITS)
    this.schema.raw(NOTES)
    this.schema.raw(FINGERPRINT)
    this.schema.raw(GUARDS)
    this.schema.raw(FOUR_EYES)
  }

  async down() {
    this.schema.raw(`
      drop trigger approval_decisions_expense on approval_decisions;
      drop function expense_decision_guard();
      drop trigger payment_orders_cover_expense on payment_orders;
      drop function payment_order_cover_expense();
      drop function expense_note_fingerprint(expense_notes);
      drop table expense_note_files, expense_note_lines, expense_note_links, expense_notes;
      drop function expense_note_guard();
      drop function expense_note_line_guard();
      drop function expense_note_adds_up();
      drop sequence expense_note_numbers;
      drop table expense_policies, expense_limits;
    `)
  }
}

/**
 * What the law leaves free of income tax, in cents: art. 9.A.3 of the regulation (RD 439/2007) for the per diem, and the
 * kilometre of Orden HFP/792/2023 since 17 July 2023. A later change is a later row.
 */
const LIMITS = `
  create table expense_limits (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('kilometre', 'overnight', 'day', 'overnight_abroad', 'day_abroad')),
    valid_from date not null,
    amount_minor bigint not null check (amount_minor > 0),
    source text not null,
    unique (kind, valid_from)
  );
  insert into expense_limits (kind, valid_from, amount_minor, source) values
    ('kilometre', '2007-04-01', 19, 'RD 439/2007, art. 9.A.2'),
    ('kilometre', '2023-07-17', 26, 'Orden HFP/792/2023'),
    ('overnight', '2007-04-01', 5334, 'RD 439/2007, art. 9.A.3'),
    ('day', '2007-04-01', 2667, 'RD 439/2007, art. 9.A.3'),
    ('overnight_abroad', '2007-04-01', 9135, 'RD 439/2007, art. 9.A.3'),
    ('day_abroad', '2007-04-01', 4808, 'RD 439/2007, art. 9.A.3');

  create table expense_policies (
    id bigint generated always as identity primary key,
    site_id bigint references sites,
    category text check (category in ('transport', 'mileage', 'per_diem', 'lodging', 'meal', 'material', 'parking', 'toll', 'representation', 'other')),
    max_per_line_minor bigint check (max_per_line_minor > 0),
    max_per_day_minor bigint check (max_per_day_minor > 0),
    km_rate_minor bigint check (km_rate_minor between 1 and 200),
    receipt_required_above_minor bigint check (receipt_required_above_minor >= 0),
    months_back smallint check (months_back between 1 and 12),
    updated_by bigint references users,
    updated_at timestamptz not null default now(),
    unique nulls not distinct (site_id, category)
  );
  insert into expense_policies (site_id, category, km_rate_minor, receipt_required_above_minor, months_back) values (null, null, 26, 0, 3);
`

const CATEGORIES = `('transport', 'mileage', 'per_diem', 'lodging', 'meal', 'material', 'parking', 'toll', 'representation', 'other')`

const NOTES = `
  create sequence expense_note_numbers;
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
    status text not null default 'received'
      check (status in ('received', 'in_review', 'info_requested', 'approved', 'rejected', 'in_payment', 'paid', 'cancelled')),
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
    constraint expense_notes_vat check (vat_minor <= total_minor),
    constraint expense_notes_approved check (approved_minor <= total_minor),
    constraint expense_notes_one_claimant check (employee_id is null or provider_id is null),
    constraint expense_notes_settled check (settled_minor between 0 and approved_minor),
    constraint expense_notes_paid check ((status = 'paid') = (settled_minor > 0 and settled_minor = approved_minor)),
    constraint expense_notes_rejected check ((status = 'rejected') = (rejection_reason is not null)),
    constraint expense_notes_owed check (status not in ('approved', 'in_payment', 'paid')
      or (site_id is not null and num_nonnulls(employee_id, provider_id) = 1 and journal_entry_id is not null and approved_minor > 0))
  );
  create index expense_notes_status on expense_notes (status, created_at desc, id desc);
  create index expense_notes_site on expense_notes (site_id, status, created_at desc);
  create index expense_notes_claimant on expense_notes (claimant_tax_id, created_at desc);
  create index expense_notes_employee on expense_notes (employee_id, created_at desc) where employee_id is not null;
  create index expense_notes_provider on expense_notes (provider_id) where provider_id is not null;
  create index expense_notes_creator on expense_notes (created_by, created_at desc) where created_by is not null;
  create index expense_notes_received on expense_notes (created_at desc, id desc);
  create trigger expense_notes_touch before update on expense_notes for each row execute function touch_updated_at();
  create trigger expense_notes_no_delete before delete on expense_notes for each row execute function refuse_change();

  -- Every mail brings a link of its own, of which only the hash is kept.
  create table expense_note_links (
    token_hash text primary key,
    note_id bigint not null references expense_notes,
    created_at timestamptz not null default now()
  );
  create index expense_note_links_note on expense_note_links (note_id);

  create table expense_note_lines (
    id bigint generated always as identity primary key,
    note_id bigint not null references expense_notes,
    position smallint not null,
    spent_on date not null,
    category text not null check (category in ${CATEGORIES}),
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
    km numeric(8, 1) check (km > 0),
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
    constraint expense_note_lines_total check (base_minor + vat_minor = total_minor),
    constraint expense_note_lines_approved check (approved_minor <= total_minor and (approved_minor = total_minor or length(comment) >= 3)),
    constraint expense_note_lines_foreign check (num_nonnulls(foreign_currency, foreign_minor, rate) in (0, 3)),
    constraint expense_note_lines_exempt check (exempt_minor is null or exempt_minor <= total_minor),
    constraint expense_note_lines_mileage check ((category = 'mileage') = (km is not null) and (km is null) = (km_rate_minor is null)
      and (km is null or total_minor = round(km * km_rate_minor))),
    constraint expense_note_lines_per_diem check ((category = 'per_diem') = (per_diem_kind is not null) and (per_diem_kind is null) = (days is null))
  );
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
  create index expense_note_files_note on expense_note_files (note_id, id);
  create index expense_note_files_sha256 on expense_note_files (sha256);
`

/** What an approver sees and decides on; the hash of it is kept with each approval. */
const FINGERPRINT = `
  create function expense_note_fingerprint(n expense_notes) returns text language sql stable as $$
    select encode(sha256(convert_to(jsonb_build_array(n.site_id, n.employee_id, n.provider_id, n.iban, n.currency, n.total_minor, n.approved_minor,
      (select jsonb_agg(jsonb_build_array(l.id, l.spent_on, l.category, l.document_kind, l.vat_code_id, l.vat_minor, l.total_minor, l.approved_minor, l.expense_account_id) order by l.position)
         from expense_note_lines l where l.note_id = n.id))::text, 'utf8')), 'hex') $$;
`

const GUARDS = `
  create function expense_note_guard() returns trigger language plpgsql as $$
  begin
    if old.status <> new.status and (old.status, new.status) not in (
         ('received', 'in_review'), ('received', 'cancelled'),
         ('in_review', 'info_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'cancelled'),
         ('info_requested', 'in_review'), ('info_requested', 'rejected'), ('info_requested', 'cancelled'),
         ('approved', 'in_payment'), ('approved', 'in_review'),
         ('in_payment', 'paid'), ('in_payment', 'approved'), ('paid', 'approved'))
      then raise exception 'expense_note_no_such_step' using errcode = 'CN001'; end if;
    if old.status in ('approved', 'in_payment', 'paid', 'rejected', 'cancelled') and new.status <> 'in_review' and
       (old.site_id, old.employee_id, old.provider_id, old.iban, old.currency, old.total_minor, old.vat_minor, old.approved_minor, old.journal_entry_id)
         is distinct from (new.site_id, new.employee_id, new.provider_id, new.iban, new.currency, new.total_minor, new.vat_minor, new.approved_minor, new.journal_entry_id)
      then raise exception 'expense_note_frozen' using errcode = 'CN002'; end if;
    if new.status = 'in_review' and old.status = 'approved' then
      if new.settled_minor > 0 or new.journal_entry_id is not null or new.rebilled_at is not null or exists (
           select 1 from payment_orders o where o.source_type = 'expense_note' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent', 'paid', 'reconciled'))
        then raise exception 'expense_note_no_way_back' using errcode = 'CN001'; end if;
    end if;
    -- As many people as it needs have approved it as it is, none of whom it is paid to or prepared it.
    if old.status = 'in_review' and new.status = 'approved' and (new.required_approvals is null or new.required_approvals > (
         select count(distinct d.user_id) from approval_decisions d where d.document_type = 'expense_note' and d.document_id = new.id
            and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = expense_note_fingerprint(new)))
      then raise exception 'expense_note_not_approved' using errcode = 'CN003'; end if;
    return new;
  end $$;
  create trigger expense_notes_guard before update on expense_notes for each row execute function expense_note_guard();

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
  create trigger expense_note_lines_guard before insert or update or delete on expense_note_lines for each row execute function expense_note_line_guard();

  -- The note is the sum of its lines, whenever somebody looks.
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

  -- As with invoices and salaries: what live orders take of a note is never more than is left of it.
  create function payment_order_cover_expense() returns trigger language plpgsql as $$
  declare
    owed bigint;
    ordered bigint;
  begin
    select approved_minor - settled_minor into owed from expense_notes where id = new.source_id and status in ('approved', 'in_payment') for update;
    select coalesce(sum(amount_minor), 0) into ordered from payment_orders
     where source_type = 'expense_note' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
    if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_expense' using errcode = 'CN005'; end if;
    return null;
  end $$;
  create trigger payment_orders_cover_expense after insert on payment_orders for each row
    when (new.source_type = 'expense_note') execute function payment_order_cover_expense();
`

/** Neither the note nor its payment is approved by who sent it in or is paid by it, through whatever door. */
const FOUR_EYES = `
  create function expense_decision_guard() returns trigger language plpgsql as $$
  begin
    if exists (
         select 1 from expense_notes n left join employees e on e.id = n.employee_id
          where n.id = case new.document_type when 'expense_note' then new.document_id
              else (select o.source_id from payment_orders o where o.id = new.document_id and o.source_type = 'expense_note') end
            and new.user_id in (n.created_by, e.user_id))
      then raise exception 'expense_note_own' using errcode = 'CN006'; end if;
    return new;
  end $$;
  create trigger approval_decisions_expense before insert on approval_decisions for each row
    when (new.document_type in ('expense_note', 'payment_order') and new.decision = 'approve') execute function expense_decision_guard();
`
