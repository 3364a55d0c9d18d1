import { BaseSchema } from '@adonisjs/lucid/schema'

/** What is paid again and again: the agreement, and one occurrence for each day on which it falls due. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table recurrent_payments, recurrent_occurrences cascade;
      drop function if exists payment_order_cover_occurrence, note_occurrence_hands, note_hands_of_occurrences cascade;
    `)
  }
}

const TABLES = `
create table recurrent_payments (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  provider_id bigint not null references providers,
  concept text not null check (length(concept) between 3 and 120),
  kind text not null check (kind in ('rent', 'leasing', 'utilities', 'insurance', 'subscription', 'other')),
  amount_mode text not null check (amount_mode in ('fixed', 'variable', 'from_invoice')),
  amount_minor bigint check (amount_minor > 0),
  max_minor bigint check (max_minor > 0),
  currency char(3) not null default 'EUR' references currencies,
  frequency text not null check (frequency in ('weekly', 'biweekly', 'monthly', 'bimonthly', 'quarterly', 'four_monthly',
    'half_yearly', 'yearly')),
  day smallint not null check (day between 1 and 31),
  start_on date not null,
  end_on date,
  occurrences int check (occurrences between 1 and 1200),
  debtor_account_id bigint references bank_accounts,
  holiday_rule text not null default 'next' check (holiday_rule in ('next', 'previous')),
  lead_days smallint not null default 5 check (lead_days between 0 and 60),
  booking text not null default 'payable' check (booking in ('payable', 'expense')),
  expense_account_id bigint references ledger_accounts,
  revision_month smallint check (revision_month between 1 and 12),
  revision_percent numeric(5,2) check (revision_percent between -50 and 100),
  revised_year smallint,
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  next_on date,
  lock_version int not null default 0,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint recurrent_payments_amount check (amount_mode <> 'fixed' or amount_minor is not null),
  constraint recurrent_payments_booking check (booking = 'payable' or expense_account_id is not null),
  constraint recurrent_payments_dates check (end_on > start_on),
  constraint recurrent_payments_revision check ((revision_month is null) = (revision_percent is null))
);
comment on table recurrent_payments is 'Rents, subscriptions and other payments that come back.';
create index recurrent_payments_site on recurrent_payments (site_id, status);
create index recurrent_payments_next on recurrent_payments (next_on) where status = 'active';
create trigger recurrent_payments_touch before update on recurrent_payments for each row execute function touch_updated_at();

create table recurrent_occurrences (
  id bigint generated always as identity primary key,
  recurrent_payment_id bigint not null references recurrent_payments,
  due_on date not null,
  pay_on date not null,
  status text not null default 'planned' check (status in ('planned', 'ordered', 'skipped')),
  amount_minor bigint check (amount_minor > 0),
  settled_minor bigint not null default 0,
  skip_reason text,
  problem text,
  measured_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (recurrent_payment_id, due_on),
  constraint recurrent_occurrences_settled check (settled_minor between 0 and coalesce(amount_minor, 0)),
  constraint recurrent_occurrences_skipped check ((status = 'skipped') = (skip_reason is not null))
);
comment on table recurrent_occurrences is 'Days on which a recurring payment falls due.';
create index recurrent_occurrences_planned on recurrent_occurrences (pay_on) where status = 'planned';
create index recurrent_occurrences_unpaid on recurrent_occurrences (pay_on) where status in ('planned', 'ordered')
  and amount_minor > settled_minor;
create trigger recurrent_occurrences_touch before update
  on recurrent_occurrences for each row execute function touch_updated_at();
`

const FUNCTIONS = `
create function payment_order_cover_occurrence() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select coalesce(amount_minor, 0) - settled_minor into owed from recurrent_occurrences where id = new.source_id and status <> 'skipped' for update;
  select coalesce(sum(amount_minor), 0) into ordered from payment_orders
   where source_type = 'recurrent_occurrence' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
  if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_occurrence' using errcode = 'CA021'; end if;
  return null;
end $$;
create trigger payment_orders_cover_occurrence after insert on payment_orders for each row
  when (new.source_type = 'recurrent_occurrence') execute function payment_order_cover_occurrence();

-- A day of an agreement is the work of whoever wrote the agreement, and of who said what it costs.
create function note_occurrence_hands() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'recurrent_occurrence', new.id, h.user_id, 'wrote' from document_hands h where h.document_type = 'recurrent_payment' and h.document_id = new.recurrent_payment_id
    union select 'recurrent_occurrence', new.id, new.measured_by, 'wrote' where new.measured_by is not null
    on conflict do nothing;
  return null;
end $$;
create trigger recurrent_occurrences_hands after insert or update of measured_by, amount_minor on recurrent_occurrences
  for each row execute function note_occurrence_hands();

create function note_hands_of_occurrences() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select 'recurrent_occurrence', o.id, new.user_id, 'wrote' from recurrent_occurrences o where o.recurrent_payment_id = new.document_id and o.settled_minor < coalesce(o.amount_minor, o.settled_minor + 1)
    on conflict do nothing;
  return null;
end $$;
create trigger document_hands_occurrences after insert on document_hands for each row
  when (new.document_type = 'recurrent_payment') execute function note_hands_of_occurrences();

create trigger recurrent_payments_hands_0 after insert on recurrent_payments for each row
  execute function note_document_hand('recurrent_payment', 'id', 'created_by updated_by', 'wrote');
create trigger recurrent_payments_hands_1 after update of provider_id, concept, kind, amount_mode, amount_minor, max_minor,
  frequency, day, start_on, end_on, occurrences, debtor_account_id, holiday_rule, lead_days, booking, expense_account_id,
  revision_month, revision_percent on recurrent_payments for each row when ((old.provider_id, old.concept, old.kind,
  old.amount_mode, old.amount_minor, old.max_minor, old.frequency, old.day, old.start_on, old.end_on, old.occurrences,
  old.debtor_account_id, old.holiday_rule, old.lead_days, old.booking, old.expense_account_id, old.revision_month,
  old.revision_percent) is distinct from (new.provider_id, new.concept, new.kind, new.amount_mode, new.amount_minor,
  new.max_minor, new.frequency, new.day, new.start_on, new.end_on, new.occurrences, new.debtor_account_id, new.holiday_rule,
  new.lead_days, new.booking, new.expense_account_id, new.revision_month, new.revision_percent))
  execute function note_document_hand('recurrent_payment', 'id', 'updated_by', 'wrote');
`
