import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * After a restore the documents that were issued since the backup are not here, but AEAT and who received them have them. A company
 * issues nothing more (CV008) until somebody has said which number of each series was the last; those that are missing are written
 * down, and the counter goes on after them, so that no number is given twice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
    this.schema.raw(numbering({ isKept: true }))
  }

  async down() {
    this.schema.raw(numbering({ isKept: false }))
    this.schema.raw(
      `drop table issuing_lost_numbers, issuing_restores cascade; drop function issuing_lost_numbers_taken;`
    )
  }
}

const TABLES = `
create table issuing_restores (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  taken_at timestamptz not null,
  restored_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by bigint references users,
  constraint issuing_restores_checked check ((checked_at is null) = (checked_by is null))
);
comment on table issuing_restores is 'Restores of a backup, by company that issues: until somebody has said which numbers were the last, it issues nothing.';
create unique index issuing_restores_open on issuing_restores (site_id) where checked_at is null;
create index issuing_restores_site on issuing_restores (site_id, restored_at);
create trigger issuing_restores_stay before delete on issuing_restores for each row execute function issued_cannot_go();
create trigger issuing_restores_kept before update on issuing_restores for each row when (old.checked_at is not null) execute function issued_cannot_go();

create table issuing_lost_numbers (
  series_id bigint not null references issuing_series,
  year int not null,
  from_sequence int not null check (from_sequence > 0),
  to_sequence int not null,
  restore_id bigint not null references issuing_restores,
  primary key (series_id, year, from_sequence),
  constraint issuing_lost_numbers_some check (to_sequence >= from_sequence)
);
comment on table issuing_lost_numbers is 'Numbers of a series that were issued after a backup that was restored: their documents are not here, and nobody takes them again.';
create index issuing_lost_numbers_restore on issuing_lost_numbers (restore_id);
create trigger issuing_lost_numbers_stay before update or delete on issuing_lost_numbers for each row execute function issued_cannot_go();
create trigger issuing_lost_numbers_whole before truncate on issuing_lost_numbers for each statement execute function issued_cannot_go();
`

const FUNCTIONS = `
-- They follow the last number that is here, and the counter goes on after them, on no earlier day than today.
create function issuing_lost_numbers_taken() returns trigger language plpgsql as $$
declare
  here date := (now() at time zone 'Europe/Madrid')::date;
  counter issuing_counters;
begin
  if not exists (select 1 from issuing_restores r join issuing_series s on s.site_id = r.site_id
                  where r.id = new.restore_id and s.id = new.series_id and r.checked_at is null)
    then raise exception 'issuing_lost_numbers_without_restore' using errcode = 'CV008'; end if;
  insert into issuing_counters as c (series_id, year, last_sequence, last_issued_on)
    values (new.series_id, new.year, new.to_sequence, here)
    on conflict (series_id, year) do update set last_sequence = excluded.last_sequence, last_issued_on = greatest(c.last_issued_on, excluded.last_issued_on)
      where c.last_sequence = new.from_sequence - 1
    returning * into counter;
  if counter.series_id is null or new.from_sequence <> 1 and not exists (select 1 from issued_invoices
       where series_id = new.series_id and year = new.year and sequence = new.from_sequence - 1)
     and not exists (select 1 from issuing_lost_numbers where series_id = new.series_id and year = new.year and to_sequence = new.from_sequence - 1)
    then raise exception 'issuing_lost_numbers_with_gap' using errcode = 'CV002'; end if;
  return new;
end $$;
create trigger issuing_lost_numbers_taken before insert on issuing_lost_numbers for each row execute function issuing_lost_numbers_taken();
`

const HELD = `
  if exists (select 1 from issuing_restores where site_id = new.site_id and checked_at is null)
    then raise exception 'issued_after_restore' using errcode = 'CV008'; end if;`
const LOST = `
          and not exists (select 1 from issuing_lost_numbers where series_id = new.series_id and year = new.year and to_sequence = new.sequence - 1)`

/** The next number of its series and no other, as before; numbers that were lost count as given. */
const numbering = ({ isKept }: { isKept: boolean }) => `
create or replace function issued_invoice_number() returns trigger language plpgsql as $$
declare
  series issuing_series;
  counter issuing_counters;
begin${isKept ? HELD : ''}
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
     or (new.sequence <> 1 and not exists (select 1 from issued_invoices where series_id = new.series_id and year = new.year and sequence = new.sequence - 1)${isKept ? LOST : ''})
    then raise exception 'issued_number_with_gap' using errcode = 'CV002'; end if;
  return new;
end $$;
`
