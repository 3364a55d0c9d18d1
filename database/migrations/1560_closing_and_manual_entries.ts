import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The close of a year and entries written by hand (areas 00 §5, 01 §1). The entries of the close itself pass a locked
 * month: locking the months of a year comes before closing it. A manual entry is approved by somebody else than its
 * author, and posted means that there is an entry.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table fiscal_years add column closings int not null default 0 check (closings >= 0);

      create or replace function ledger_period_guard() returns trigger language plpgsql as $$
      declare p fiscal_years;
      begin
        select * into p from fiscal_years where id = new.fiscal_year_id for share;
        if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
          then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
        if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
        if new.source_type is distinct from 'fiscal_year'
           and exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
                         and l.month = date_trunc('month', new.posted_on)::date)
          then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
        return new;
      end $$;

      create table manual_entries (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        posted_on date not null,
        description text not null check (length(description) between 3 and 250),
        lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 2 and 500),
        total_minor bigint not null check (total_minor > 0),
        status text not null default 'draft' check (status in ('draft', 'posted', 'reversed', 'discarded')),
        journal_entry_id bigint unique references journal_entries,
        lock_version int not null default 0,
        created_by bigint not null references users,
        updated_by bigint references users,
        approved_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        check ((status in ('posted', 'reversed')) = (journal_entry_id is not null)),
        check ((status in ('posted', 'reversed')) = (approved_by is not null)),
        check (approved_by is null or (approved_by <> created_by and approved_by is distinct from updated_by))
      );
      create index manual_entries_list on manual_entries (site_id, posted_on desc, id desc);
      create index manual_entries_drafts on manual_entries (site_id) where status = 'draft';
      create trigger manual_entries_touch before update on manual_entries for each row execute function touch_updated_at();

      create function manual_entry_guard() returns trigger language plpgsql as $$
      begin
        if old.status <> 'draft' and (new.lines, new.posted_on, new.site_id, new.description, new.total_minor, new.approved_by, new.journal_entry_id)
             is distinct from (old.lines, old.posted_on, old.site_id, old.description, old.total_minor, old.approved_by, old.journal_entry_id)
          then raise exception 'manual_entry_frozen' using errcode = 'CA001'; end if;
        return new;
      end $$;
      create trigger manual_entries_frozen before update on manual_entries for each row execute function manual_entry_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop table manual_entries;
      drop function manual_entry_guard;
      alter table fiscal_years drop column closings;
      create or replace function ledger_period_guard() returns trigger language plpgsql as $$
      declare p fiscal_years;
      begin
        select * into p from fiscal_years where id = new.fiscal_year_id for share;
        if p.site_id <> new.site_id or new.posted_on not between p.starts_on and p.ends_on
          then raise exception 'ledger_period_mismatch' using errcode = 'CA006'; end if;
        if p.status = 'closed' then raise exception 'ledger_period_closed' using errcode = 'CA007'; end if;
        if exists (select 1 from period_locks l where l.site_id = new.site_id and l.scope = 'all'
                     and l.month = date_trunc('month', new.posted_on)::date)
          then raise exception 'ledger_month_locked' using errcode = 'CA007'; end if;
        return new;
      end $$;
    `)
  }
}
