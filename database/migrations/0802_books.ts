import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Work on the books by hand: entries that another person approves, and files of accounts. Everybody who had a hand in
 * an entry is kept: none of them approves it (CA036).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      alter table opened_accounts drop constraint opened_accounts_manual_entry_id_fkey;
      drop table manual_entries, manual_entry_editors cascade;
      drop function if exists manual_entry_guard, note_manual_entry_editor, manual_entry_four_eyes, claim_opened_accounts,
        release_opened_accounts cascade;
    `)
  }
}

const TABLES = `
create table manual_entries (
  id bigint generated always as identity primary key,
  site_id bigint not null references sites,
  posted_on date not null,
  description text not null check (length(description) between 3 and 250),
  lines jsonb not null,
  total_minor bigint not null check (total_minor > 0),
  status text not null default 'draft' check (status in ('draft', 'posted', 'reversed', 'discarded')),
  journal_entry_id bigint unique references journal_entries,
  approved_by bigint references users,
  kind text not null default 'manual' check (kind in ('manual', 'opening')),
  lock_version int not null default 0,
  created_by bigint not null references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status in ('posted', 'reversed')) = (journal_entry_id is not null)),
  check ((status in ('posted', 'reversed')) = (approved_by is not null)),
  check (approved_by is null or (approved_by <> created_by and approved_by is distinct from updated_by)),
  constraint manual_entries_lines_check check (jsonb_typeof(lines) = 'array'
    and jsonb_array_length(lines) between 2 and case kind when 'opening' then 5000 else 500 end)
);
comment on table manual_entries is 'Entries by hand, until another person approves them.';
create index manual_entries_list on manual_entries (site_id, posted_on desc, id desc);
create index manual_entries_drafts on manual_entries (site_id) where status = 'draft';
create index manual_entries_order on manual_entries (posted_on, id);
create trigger manual_entries_touch before update on manual_entries for each row execute function touch_updated_at();

create table manual_entry_editors (
  manual_entry_id bigint references manual_entries on delete cascade,
  user_id bigint references users,
  edited_at timestamptz not null default now(),
  primary key (manual_entry_id, user_id)
);
comment on table manual_entry_editors is 'Who wrote an entry by hand: none of them approves it.';

alter table opened_accounts add foreign key (manual_entry_id) references manual_entries on delete cascade;
`

const FUNCTIONS = `
-- A manual entry is approved by somebody else than its author, and posted means that there is an entry.
create function manual_entry_guard() returns trigger language plpgsql as $$
begin
  if new.kind <> old.kind or (old.kind = 'opening' and new.lines is distinct from old.lines)
    then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
  if old.status <> 'draft' and (new.lines, new.posted_on, new.site_id, new.description, new.total_minor, new.approved_by, new.journal_entry_id)
       is distinct from (old.lines, old.posted_on, old.site_id, old.description, old.total_minor, old.approved_by, old.journal_entry_id)
    then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
  return new;
end $$;
create trigger manual_entries_frozen before update on manual_entries for each row execute function manual_entry_guard();

-- Everybody who had a hand in an entry is kept, not only who wrote it and who changed it last.
create function note_manual_entry_editor() returns trigger language plpgsql as $$
begin
  insert into manual_entry_editors (manual_entry_id, user_id) values (new.id, coalesce(new.updated_by, new.created_by))
    on conflict (manual_entry_id, user_id) do update set edited_at = now();
  return null;
end $$;
create trigger manual_entries_editor after insert on manual_entries for each row execute function note_manual_entry_editor();
create trigger manual_entries_edited after update of lines, posted_on, description on manual_entries for each row
  when ((old.lines, old.posted_on, old.description) is distinct from (new.lines, new.posted_on, new.description))
  execute function note_manual_entry_editor();

create function manual_entry_four_eyes() returns trigger language plpgsql as $$
begin
  if exists (select 1 from manual_entry_editors e where e.manual_entry_id = new.id and e.user_id = new.approved_by)
    then raise exception 'manual_entry_four_eyes' using errcode = 'CA036'; end if;
  return new;
end $$;
create trigger manual_entries_approved before update of approved_by on manual_entries for each row
  when (new.approved_by is not null) execute function manual_entry_four_eyes();

create function claim_opened_accounts() returns trigger language plpgsql as $$
begin
  insert into opened_accounts (ledger_account_id, manual_entry_id)
    select distinct (x ->> 'accountId')::bigint, new.id from jsonb_array_elements(new.lines) x where not coalesce((x ->> 'isDifference')::boolean, false);
  return null;
end $$;
create trigger manual_entries_open_accounts after insert on manual_entries for each row
  when (new.kind = 'opening') execute function claim_opened_accounts();

create function release_opened_accounts() returns trigger language plpgsql as $$
begin
  delete from opened_accounts where manual_entry_id = new.id;
  return null;
end $$;
create trigger manual_entries_free_accounts after update of status on manual_entries for each row
  when (new.kind = 'opening' and new.status in ('reversed', 'discarded')) execute function release_opened_accounts();

create trigger manual_entries_second_person before insert or update of approved_by on manual_entries for each row
  when (new.approved_by is not null) execute function second_person_guard('approved_by');
`
