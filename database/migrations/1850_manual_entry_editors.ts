import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Everybody who had a hand in a manual entry is kept, not only who wrote it and who changed it last: none of them approves
 * it (CA036).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table manual_entry_editors (
        manual_entry_id bigint not null references manual_entries on delete cascade,
        user_id bigint not null references users,
        edited_at timestamptz not null default now(),
        primary key (manual_entry_id, user_id)
      );
      insert into manual_entry_editors (manual_entry_id, user_id)
        select id, created_by from manual_entries
        union select id, updated_by from manual_entries where updated_by is not null
        union select e.object_id, e.user_id from audit_events e join manual_entries m on m.id = e.object_id
               where e.object_type = 'manual_entry' and e.event = 'manual_entry.changed' and e.user_id is not null;

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
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger manual_entries_approved on manual_entries;
      drop function manual_entry_four_eyes();
      drop trigger manual_entries_edited on manual_entries;
      drop trigger manual_entries_editor on manual_entries;
      drop function note_manual_entry_editor();
      drop table manual_entry_editors;
    `)
  }
}
