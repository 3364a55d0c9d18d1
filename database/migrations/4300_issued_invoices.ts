import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Documents that companies issue. Numbers of a series and year follow one another without gaps and in the order of their days
 * (RD 1619/2012, art. 6; CV002); nothing of an issued document changes but that it is annulled (CV001); lines and taxes add
 * up to its totals (CV006).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table issued_invoice_rectifications, issued_invoice_taxes, issued_invoice_lines, issued_invoices, issuing_counters,
        issuing_series, issuing_settings cascade;
      drop function if exists issuing_series_guard, issuing_counter_guard, issued_invoice_number, issued_invoice_guard, issued_part_guard,
        issued_totals_guard, issued_cannot_go cascade;
    `)
  }
}

const TABLES = `
create table issuing_settings (
  site_id bigint primary key references sites,
  mode text not null default 'off' check (mode in ('off', 'verifactu')),
  verifactu_from date,
  -- The 31 December on which the company leaves the verifiable mode, where it has said so.
  ends_on date check (extract(month from ends_on) = 12 and extract(day from ends_on) = 31),
  -- As it stands in the census of AEAT, where that is not the name of the company.
  issuer_name text check (length(btrim(issuer_name)) between 2 and 120),
  installation text not null unique check (installation ~ '^[A-Za-z0-9._-]{1,100}$'),
  producer_name text check (length(btrim(producer_name)) between 2 and 120),
  producer_tax_id text check (producer_tax_id ~ '^[A-Z0-9]{9}$'),
  connector_id bigint references connectors,
  lock_version int not null default 0,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint issuing_settings_on check (mode = 'off' or (verifactu_from is not null and producer_name is not null and producer_tax_id is not null))
);
comment on table issuing_settings is 'How a company issues: VERI*FACTU or not, since when, the data of its system, the connection to AEAT.';
create index issuing_settings_connector on issuing_settings (connector_id) where connector_id is not null;
create trigger issuing_settings_touch before update on issuing_settings for each row execute function touch_updated_at();

create table issuing_series (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9/_.-]{0,9}$'),
  treatment text not null default 'invoice' check (treatment in ('invoice', 'debit_note', 'suplido')),
  is_rectifying boolean not null default false check (not is_rectifying or treatment = 'invoice'),
  is_yearly boolean not null default true,
  is_active boolean not null default true,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (site_id, code),
  unique (id, site_id)
);
comment on table issuing_series is 'Series of the documents that a company issues, each for one kind of them.';

create table issuing_counters (
  series_id bigint not null references issuing_series,
  year int not null,
  last_sequence int not null check (last_sequence > 0),
  last_issued_on date not null,
  primary key (series_id, year)
);
comment on table issuing_counters is 'Last number of a series in a year (year 0 where it goes on over the years), kept by a trigger.';

create table issued_invoices (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  series_id bigint not null,
  year int not null,
  sequence int not null,
  number text not null check (number ~ '^[ -~]{1,60}$'),
  treatment text not null check (treatment in ('invoice', 'debit_note', 'suplido')),
  -- AEAT's: F1 full, F2 simplified, R1 to R4 rectifying, R5 rectifying a simplified one. Only invoices have one.
  invoice_type text check (invoice_type in ('F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5')),
  rectification text check (rectification in ('S', 'I')),
  issued_on date not null,
  operated_on date,
  due_on date,
  issuer_name text not null,
  issuer_tax_id text not null,
  issuer_address text,
  recipient_site_id bigint references sites,
  recipient_name text not null,
  recipient_tax_id text,
  -- AEAT's IDType where the recipient has no Spanish NIF (02 VAT number of the Union, 03 passport…).
  recipient_id_type text check (recipient_id_type in ('02', '03', '04', '05', '06', '07')),
  recipient_country char(2),
  recipient_address text,
  description text not null check (length(btrim(description)) between 1 and 500),
  currency char(3) not null default 'EUR' references currencies,
  base_minor bigint not null,
  vat_minor bigint not null default 0,
  surcharge_minor bigint not null default 0,
  total_minor bigint not null,
  withholding_code_id bigint references tax_codes,
  withholding_base_minor bigint not null default 0,
  withholding_minor bigint not null default 0,
  -- What a rectification by substitution takes the place of.
  rectified_base_minor bigint,
  rectified_vat_minor bigint,
  rectified_surcharge_minor bigint,
  -- What its QR says; null where it carries none.
  qr_address text,
  status text not null default 'issued' check (status in ('issued', 'annulled')),
  annulled_at timestamptz,
  annulled_by bigint references users,
  annul_reason text check (length(btrim(annul_reason)) > 0),
  last_record_id bigint,
  source_type text,
  source_id bigint,
  search_text text generated always as (f_unaccent(lower(number || ' ' || recipient_name || ' ' || coalesce(recipient_tax_id, '') || ' ' || description))) stored,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  foreign key (series_id, site_id) references issuing_series (id, site_id),
  unique (site_id, number),
  unique (series_id, year, sequence),
  constraint issued_invoices_sum check (total_minor = base_minor + vat_minor + surcharge_minor),
  constraint issued_invoices_type check ((treatment = 'invoice') = (invoice_type is not null)),
  constraint issued_invoices_untaxed check (treatment = 'invoice' or (vat_minor = 0 and surcharge_minor = 0 and withholding_minor = 0 and qr_address is null)),
  constraint issued_invoices_rectification check ((coalesce(invoice_type, '') ~ '^R') = (rectification is not null)),
  constraint issued_invoices_substitution check ((rectification is not distinct from 'S') = (rectified_base_minor is not null)
    and (rectified_base_minor is null) = (rectified_vat_minor is null)),
  constraint issued_invoices_negative check (total_minor >= 0 or treatment <> 'invoice' or rectification is not null),
  constraint issued_invoices_recipient check (coalesce(invoice_type, '') in ('F2', 'R5') or recipient_tax_id is not null),
  constraint issued_invoices_other check (recipient_site_id <> site_id),
  constraint issued_invoices_annulled check ((status = 'annulled') = (annulled_at is not null and annul_reason is not null)),
  constraint issued_invoices_source check ((source_type is null) = (source_id is null)),
  constraint issued_invoices_euro check (currency = 'EUR')
);
comment on table issued_invoices is 'Invoices, debit notes and suplidos that companies of the group issued: numbers without gaps, and nothing of them changes but that they are annulled.';
create unique index issued_invoices_of_source on issued_invoices (source_type, source_id) where source_type is not null;
create index issued_invoices_list on issued_invoices (issued_on desc, id desc);
create index issued_invoices_site on issued_invoices (site_id, issued_on desc, id desc);
create index issued_invoices_number on issued_invoices (number, id);
create index issued_invoices_recipient_name on issued_invoices (recipient_name collate "es-x-icu", id);
create index issued_invoices_recipient_site on issued_invoices (recipient_site_id, issued_on) where recipient_site_id is not null;
create index issued_invoices_base on issued_invoices (base_minor, id);
create index issued_invoices_total on issued_invoices (total_minor, id);
create index issued_invoices_text on issued_invoices using gin (search_text gin_trgm_ops);

create table issued_invoice_lines (
  invoice_id bigint not null references issued_invoices,
  position int not null check (position > 0),
  description text not null check (length(btrim(description)) between 1 and 500),
  base_minor bigint not null,
  tax_code_id bigint references tax_codes,
  scheme text not null,
  supply text not null,
  primary key (invoice_id, position)
);
comment on table issued_invoice_lines is 'What was charged, line by line, before taxes.';

create table issued_invoice_taxes (
  invoice_id bigint not null references issued_invoices,
  position int not null check (position > 0),
  tax_code_id bigint not null references tax_codes,
  -- Words of the tax facts: normal, exempt_20, export, intra_eu, not_subject, reverse_charge; goods, services, rent_premises…
  scheme text not null check (scheme in ('normal', 'exempt_20', 'export', 'intra_eu', 'not_subject', 'reverse_charge')),
  supply text not null check (supply in ('goods', 'services', 'investment_goods', 'rent_premises', 'rent_home')),
  -- AEAT's: 01 VAT, 02 IPSI, 03 IGIC; key of the regime; how the operation is qualified, or why it is exempt.
  tax text not null check (tax in ('01', '02', '03')),
  regime text not null,
  qualification text check (qualification in ('S1', 'S2', 'N1', 'N2')),
  exemption text check (exemption in ('E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8')),
  rate_basis_points int not null default 0 check (rate_basis_points between 0 and 10000),
  base_minor bigint not null,
  vat_minor bigint not null default 0,
  surcharge_basis_points int not null default 0 check (surcharge_basis_points between 0 and 10000),
  surcharge_minor bigint not null default 0,
  primary key (invoice_id, position),
  constraint issued_invoice_taxes_one check ((qualification is null) <> (exemption is null)),
  constraint issued_invoice_taxes_charged check (qualification is not distinct from 'S1' or (vat_minor = 0 and surcharge_minor = 0))
);
comment on table issued_invoice_taxes is 'Base and tax of an issued invoice by rate and regime, as 303, 347 and AEAT’s record have them.';
create index issued_invoice_taxes_code on issued_invoice_taxes (tax_code_id, invoice_id);

create table issued_invoice_rectifications (
  invoice_id bigint not null references issued_invoices,
  rectified_id bigint not null references issued_invoices,
  primary key (invoice_id, rectified_id),
  check (invoice_id <> rectified_id)
);
comment on table issued_invoice_rectifications is 'Which invoices a rectifying one rectifies.';
create index issued_invoice_rectifications_of on issued_invoice_rectifications (rectified_id);
`

const FUNCTIONS = `
-- Only numbers that are given move the counter: nobody sets it.
create function issuing_counter_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then raise exception 'issuing_counter_set' using errcode = 'CV002'; end if;
  return new;
end $$;
create trigger issuing_counters_guard before insert or update on issuing_counters for each row execute function issuing_counter_guard();

-- What a series is for stays: it is closed or opened again.
create function issuing_series_guard() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'is_active' is distinct from to_jsonb(old) - 'is_active'
    then raise exception 'issuing_series_changed' using errcode = 'CV001'; end if;
  return new;
end $$;
create trigger issuing_series_guard before update on issuing_series for each row execute function issuing_series_guard();

create function issued_cannot_go() returns trigger language plpgsql as $$
begin raise exception 'issued_cannot_go: % on %', tg_op, tg_table_name using errcode = 'CV001'; end $$;
create trigger issuing_series_stay before delete on issuing_series for each row execute function issued_cannot_go();
create trigger issuing_counters_stay before delete on issuing_counters for each row execute function issued_cannot_go();
create trigger issuing_counters_whole before truncate on issuing_counters for each statement execute function issued_cannot_go();

-- The next number of its series and no other; the row of the counter is locked until the transaction ends, so that one that is
-- taken back leaves no gap.
create function issued_invoice_number() returns trigger language plpgsql as $$
declare
  series issuing_series;
  counter issuing_counters;
begin
  select * into series from issuing_series where id = new.series_id for share;
  if series.treatment <> new.treatment or series.is_rectifying <> (new.rectification is not null) or not series.is_active
     or new.year <> (case when series.is_yearly then extract(year from new.issued_on)::int else 0 end)
    then raise exception 'issued_in_another_series' using errcode = 'CV002'; end if;
  if new.number <> series.code || (case when series.is_yearly then '-' || new.year else '' end) || '-'
       || lpad(new.sequence::text, greatest(4, length(new.sequence::text)), '0')
    then raise exception 'issued_number_of_another_form' using errcode = 'CV002'; end if;
  insert into issuing_counters as c (series_id, year, last_sequence, last_issued_on)
    values (new.series_id, new.year, new.sequence, new.issued_on)
    on conflict (series_id, year) do update set last_sequence = excluded.last_sequence, last_issued_on = excluded.last_issued_on
      where c.last_sequence = excluded.last_sequence - 1 and c.last_issued_on <= excluded.last_issued_on
    returning * into counter;
  if counter.series_id is null or counter.last_sequence <> new.sequence
     or (new.sequence <> 1 and not exists (select 1 from issued_invoices where series_id = new.series_id and year = new.year and sequence = new.sequence - 1))
    then raise exception 'issued_number_with_gap' using errcode = 'CV002'; end if;
  return new;
end $$;
create trigger issued_invoices_number_guard before insert on issued_invoices for each row execute function issued_invoice_number();

-- What may still happen to it: it is annulled, once, and it gets its last record.
create function issued_invoice_guard() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['status', 'annulled_at', 'annulled_by', 'annul_reason', 'last_record_id', 'search_text'];
begin
  if to_jsonb(new) - moving is distinct from to_jsonb(old) - moving
     or old.status = 'annulled' and (new.status, new.annulled_at, new.annulled_by, new.annul_reason)
        is distinct from (old.status, old.annulled_at, old.annulled_by, old.annul_reason)
     or new.last_record_id is distinct from old.last_record_id and pg_trigger_depth() < 2
    then raise exception 'issued_invoice_changed: %', old.number using errcode = 'CV001'; end if;
  return new;
end $$;
create trigger issued_invoices_guard before update on issued_invoices for each row execute function issued_invoice_guard();
create trigger issued_invoices_stay before delete on issued_invoices for each row execute function issued_cannot_go();
create trigger issued_invoices_whole before truncate on issued_invoices for each statement execute function issued_cannot_go();

-- Lines and taxes are written in the transaction of their invoice and never again.
create function issued_part_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or not exists (select 1 from issued_invoices where id = new.invoice_id and created_at = now())
    then raise exception 'issued_part_changed: %', tg_table_name using errcode = 'CV001'; end if;
  return new;
end $$;
create trigger issued_invoice_lines_guard before insert or update or delete on issued_invoice_lines for each row execute function issued_part_guard();
create trigger issued_invoice_taxes_guard before insert or update or delete on issued_invoice_taxes for each row execute function issued_part_guard();
create trigger issued_invoice_rectifications_guard before insert or update or delete on issued_invoice_rectifications for each row execute function issued_part_guard();
create trigger issued_invoice_lines_whole before truncate on issued_invoice_lines for each statement execute function issued_cannot_go();
create trigger issued_invoice_taxes_whole before truncate on issued_invoice_taxes for each statement execute function issued_cannot_go();

create function issued_totals_guard() returns trigger language plpgsql as $$
declare
  lines_minor bigint;
  taxes record;
begin
  select coalesce(sum(base_minor), 0) into lines_minor from issued_invoice_lines where invoice_id = new.id;
  select coalesce(sum(base_minor), 0) as base, coalesce(sum(vat_minor), 0) as vat, coalesce(sum(surcharge_minor), 0) as surcharge
    into taxes from issued_invoice_taxes where invoice_id = new.id;
  if new.base_minor <> lines_minor
     or new.treatment = 'invoice' and (new.base_minor <> taxes.base or new.vat_minor <> taxes.vat or new.surcharge_minor <> taxes.surcharge)
     or new.rectification is not null and not exists (select 1 from issued_invoice_rectifications where invoice_id = new.id)
    then raise exception 'issued_totals: %', new.number using errcode = 'CV006'; end if;
  return null;
end $$;
create constraint trigger issued_invoices_totals after insert on issued_invoices deferrable initially deferred
  for each row execute function issued_totals_guard();
`
