import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Billing records of VERI*FACTU (RD 1007/2023, order HAC/1177/2024): each chained to the one before by its hash, never changed
 * (CV003), refused where it does not follow (CV004); what came of sending them, and the events of the system with a chain of
 * their own. A company that sends does so to the end of the year (CV005).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(CHAIN)
    this.schema.raw(DELIVERIES)
  }

  async down() {
    this.schema.raw(`
      alter table issued_invoices drop constraint issued_invoices_last_record;
      drop table verifactu_events, verifactu_deliveries, verifactu_submissions, verifactu_senders, verifactu_records, verifactu_chains cascade;
      drop function if exists verifactu_stays, verifactu_chain_guard, verifactu_record_guard, verifactu_record_noted, verifactu_event_guard,
        verifactu_delivery_guard, issuing_settings_guard, verifactu_hash_of cascade;
    `)
  }
}

const TABLES = `
create table verifactu_chains (
  site_id bigint not null references sites,
  installation text not null,
  kind text not null check (kind in ('records', 'events')),
  last_seq int not null default 0,
  last_hash text,
  last_at timestamptz,
  primary key (site_id, installation, kind),
  constraint verifactu_chains_begun check ((last_seq = 0) = (last_hash is null))
);
comment on table verifactu_chains is 'The end of each chain of a company and installation: what the next record is chained to. Kept by triggers.';

create table verifactu_records (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  installation text not null,
  seq int not null check (seq > 0),
  kind text not null check (kind in ('alta', 'anulacion')),
  invoice_id bigint not null references issued_invoices,
  issuer_tax_id text not null,
  number text not null,
  issued_on date not null,
  -- Subsanacion, RechazoPrevio and SinRegistroPrevio as the record says them.
  is_correction boolean not null default false,
  prior_rejection text check (prior_rejection in ('N', 'S', 'X')),
  without_prior boolean not null default false,
  content jsonb not null,
  previous_hash text,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  hashed_text text not null,
  generated_at timestamptz not null,
  generated_text text not null,
  xml text not null,
  xml_sha256 text not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (site_id, installation, seq),
  constraint verifactu_records_kind check (kind = 'alta' or not is_correction),
  constraint verifactu_records_first check ((seq = 1) = (previous_hash is null))
);
comment on table verifactu_records is 'Billing records (alta and anulación in one chain), the exact text that was hashed and the XML as it is sent. Append only.';
create index verifactu_records_invoice on verifactu_records (invoice_id, id);

create table verifactu_senders (
  site_id bigint primary key references sites,
  wait_seconds int not null default 60 check (wait_seconds between 0 and 86400),
  next_send_at timestamptz,
  holder uuid,
  held_until timestamptz,
  failures int not null default 0 check (failures >= 0),
  last_error text,
  last_error_code int,
  last_error_at timestamptz,
  last_ok_at timestamptz
);
comment on table verifactu_senders is 'When a company may send to AEAT again, who is sending now, and since when it does not work.';

create table verifactu_submissions (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  connector_id bigint not null references connectors,
  records int not null check (records between 1 and 1000),
  is_incident boolean not null default false,
  status text not null default 'sending' check (status in ('sending', 'answered', 'failed')),
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  outcome text check (outcome in ('Correcto', 'ParcialmenteCorrecto', 'Incorrecto')),
  csv text,
  wait_seconds int,
  code int,
  error text,
  answer text,
  constraint verifactu_submissions_over check ((status = 'sending') = (answered_at is null))
);
comment on table verifactu_submissions is 'Sendings to AEAT with the answer to each, or why there was none.';
create index verifactu_submissions_list on verifactu_submissions (site_id, sent_at desc, id desc);

create table verifactu_deliveries (
  record_id bigint primary key references verifactu_records,
  site_id bigint not null references sites,
  status text not null default 'pending' check (status in ('pending', 'sending', 'accepted', 'accepted_with_errors', 'refused')),
  attempts int not null default 0 check (attempts >= 0),
  submission_id bigint references verifactu_submissions,
  code int,
  message text,
  csv text,
  answered_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint verifactu_deliveries_answered check ((status in ('accepted', 'accepted_with_errors', 'refused')) = (answered_at is not null))
);
comment on table verifactu_deliveries is 'Where each billing record stands with AEAT, and its last answer.';
create index verifactu_deliveries_open on verifactu_deliveries (site_id, record_id) where status in ('pending', 'sending');
create index verifactu_deliveries_bad on verifactu_deliveries (site_id, record_id) where status in ('refused', 'accepted_with_errors');
create index verifactu_deliveries_submission on verifactu_deliveries (submission_id) where submission_id is not null;
create trigger verifactu_deliveries_touch before update on verifactu_deliveries for each row execute function touch_updated_at();

create table verifactu_events (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  installation text not null,
  seq int not null check (seq > 0),
  -- AEAT's: 03 check of records, 04 anomaly, 07 backup restored, 08 records exported, 09 events exported, 10 summary, 90 other.
  type text not null check (type in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '90')),
  data jsonb not null default '{}',
  note text check (length(note) <= 100),
  previous_hash text,
  previous_type text,
  hash text not null check (hash ~ '^[0-9A-F]{64}$'),
  hashed_text text not null,
  generated_at timestamptz not null,
  generated_text text not null,
  system jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (site_id, installation, seq),
  constraint verifactu_events_first check ((seq = 1) = (previous_hash is null) and (seq = 1) = (previous_type is null))
);
comment on table verifactu_events is 'What happened to the system that issues, each event chained to the one before by its hash. Append only.';

alter table issued_invoices add constraint issued_invoices_last_record foreign key (last_record_id) references verifactu_records;
`

const CHAIN = `
create function verifactu_stays() returns trigger language plpgsql as $$
begin raise exception 'verifactu_stays: % on %', tg_op, tg_table_name using errcode = 'CV003'; end $$;
create trigger verifactu_records_stay before update or delete on verifactu_records for each row execute function verifactu_stays();
create trigger verifactu_records_whole before truncate on verifactu_records for each statement execute function verifactu_stays();
create trigger verifactu_events_stay before update or delete on verifactu_events for each row execute function verifactu_stays();
create trigger verifactu_events_whole before truncate on verifactu_events for each statement execute function verifactu_stays();
create trigger verifactu_chains_stay before delete on verifactu_chains for each row execute function verifactu_stays();
create trigger verifactu_deliveries_stay before delete on verifactu_deliveries for each row execute function verifactu_stays();
create trigger verifactu_submissions_stay before delete on verifactu_submissions for each row execute function verifactu_stays();

-- Only a record that follows moves the end of its chain; an empty one may be opened by anybody.
create function verifactu_chain_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and (tg_op = 'UPDATE' or new.last_seq <> 0)
    then raise exception 'verifactu_chain_set' using errcode = 'CV004'; end if;
  return new;
end $$;
create trigger verifactu_chains_guard before insert or update on verifactu_chains for each row execute function verifactu_chain_guard();

create function verifactu_hash_of(content text) returns text language sql immutable parallel safe strict as $$
  select upper(encode(sha256(convert_to(content, 'UTF8')), 'hex')) $$;

create function verifactu_record_guard() returns trigger language plpgsql as $$
declare chain verifactu_chains;
begin
  select * into chain from verifactu_chains where site_id = new.site_id and installation = new.installation and kind = 'records' for update;
  if chain.site_id is null or new.seq <> chain.last_seq + 1 or new.previous_hash is distinct from chain.last_hash
     or new.generated_at < chain.last_at or new.hash <> verifactu_hash_of(new.hashed_text)
     or position('&Huella=' || coalesce(new.previous_hash, '') || '&FechaHoraHusoGenRegistro=' || new.generated_text in new.hashed_text) = 0
     or position('>' || new.hash || '</' in new.xml) = 0 or new.xml_sha256 <> verifactu_hash_of(new.xml)
     or not exists (select 1 from issued_invoices i where i.id = new.invoice_id and i.site_id = new.site_id and i.treatment = 'invoice'
          and (i.number, i.issued_on, i.issuer_tax_id) = (new.number, new.issued_on, new.issuer_tax_id))
    then raise exception 'verifactu_record_does_not_follow: %', new.number using errcode = 'CV004'; end if;
  update verifactu_chains set last_seq = new.seq, last_hash = new.hash, last_at = new.generated_at
    where site_id = new.site_id and installation = new.installation and kind = 'records';
  return new;
end $$;
create trigger verifactu_records_guard before insert on verifactu_records for each row execute function verifactu_record_guard();

create function verifactu_record_noted() returns trigger language plpgsql as $$
begin
  update issued_invoices set last_record_id = new.id where id = new.invoice_id;
  insert into verifactu_deliveries (record_id, site_id) values (new.id, new.site_id);
  return null;
end $$;
create trigger verifactu_records_noted after insert on verifactu_records for each row execute function verifactu_record_noted();

create function verifactu_event_guard() returns trigger language plpgsql as $$
declare chain verifactu_chains;
begin
  select * into chain from verifactu_chains where site_id = new.site_id and installation = new.installation and kind = 'events' for update;
  if chain.site_id is null or new.seq <> chain.last_seq + 1 or new.previous_hash is distinct from chain.last_hash
     or new.generated_at < chain.last_at or new.hash <> verifactu_hash_of(new.hashed_text)
     or position('&HuellaEvento=' || coalesce(new.previous_hash, '') || '&FechaHoraHusoGenEvento=' || new.generated_text in new.hashed_text) = 0
    then raise exception 'verifactu_event_does_not_follow' using errcode = 'CV004'; end if;
  update verifactu_chains set last_seq = new.seq, last_hash = new.hash, last_at = new.generated_at
    where site_id = new.site_id and installation = new.installation and kind = 'events';
  return new;
end $$;
create trigger verifactu_events_guard before insert on verifactu_events for each row execute function verifactu_event_guard();
`

const DELIVERIES = `
-- Sent, then answered once or not at all: an answer stays.
create function verifactu_delivery_guard() returns trigger language plpgsql as $$
begin
  if new.record_id <> old.record_id or new.site_id <> old.site_id or new.attempts < old.attempts
     or old.answered_at is not null and to_jsonb(new) - 'updated_at' is distinct from to_jsonb(old) - 'updated_at'
     or old.status = 'pending' and new.status not in ('pending', 'sending')
    then raise exception 'verifactu_delivery_moved: % to %', old.status, new.status using errcode = 'CV007'; end if;
  return new;
end $$;
create trigger verifactu_deliveries_guard before update on verifactu_deliveries for each row execute function verifactu_delivery_guard();

create function issuing_settings_guard() returns trigger language plpgsql as $$
declare
  has_records boolean := tg_op = 'UPDATE' and exists (select 1 from verifactu_records where site_id = new.site_id);
begin
  if new.mode = 'verifactu' and (tg_op = 'INSERT' or old.mode = 'off')
     and exists (select 1 from sites where id = new.site_id and (sii or territory like 'foral%'))
    then raise exception 'verifactu_not_for_company' using errcode = 'CV005'; end if;
  if has_records and new.mode = 'off' and old.mode = 'verifactu' and (new.ends_on is null or new.ends_on >= current_date)
    then raise exception 'verifactu_left_within_year' using errcode = 'CV005'; end if;
  if has_records and (new.site_id, new.installation) is distinct from (old.site_id, old.installation)
    then raise exception 'verifactu_installation_changed' using errcode = 'CV005'; end if;
  if new.connector_id is not null and not exists (select 1 from connectors where id = new.connector_id and site_id = new.site_id and provider = 'aeat')
    then raise exception 'verifactu_connection_of_another' using errcode = 'CV005'; end if;
  return new;
end $$;
create trigger issuing_settings_guard before insert or update on issuing_settings for each row execute function issuing_settings_guard();
create trigger issuing_settings_stay before delete on issuing_settings for each row execute function verifactu_stays();
`
