import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who changed what lets somebody in may act as them until a second person has confirmed it (docs/decisions/0062): what they
 * write meanwhile is the hand of who changed it too, in debts, payments and accounts (CA015, CA031, CN003), and who
 * vouches for what they made is neither (CS013).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Also of who stands behind them in turn: a hand that is there already ends it.
      create function note_hands_behind() returns trigger language plpgsql as $$
      begin
        insert into document_hands (document_type, document_id, user_id, act)
          select distinct new.document_type, new.document_id, c.changed_by, new.act from user_authority_changes c
           where c.user_id = new.user_id and c.confirmed_at is null
          on conflict do nothing;
        return null;
      end $$;
      create trigger document_hands_behind after insert on document_hands for each row execute function note_hands_behind();

      -- Only while a change is open is anything known of what was written since: the days before it are not theirs.
      insert into document_hands (document_type, document_id, user_id, act)
        select distinct h.document_type, h.document_id, c.changed_by, h.act from document_hands h
          join user_authority_changes c on c.user_id = h.user_id and c.confirmed_at is null and c.changed_at <= h.noted_at
        on conflict do nothing;

      create or replace function second_person_guard() returns trigger language plpgsql as $$
      declare
        named text := to_jsonb(new) ->> tg_argv[0];
      begin
        if tg_op = 'UPDATE' and named is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
        if named is not null and not is_confirmed(named::bigint) then raise exception 'second_person_unconfirmed' using errcode = 'CS008'; end if;
        if named is not null and exists (
             select 1 from unnest(array[to_jsonb(new) ->> 'created_by', to_jsonb(new) ->> 'updated_by', to_jsonb(new) ->> 'last_changed_by']) maker
              where maker is not null and has_open_change(maker::bigint, named::bigint))
          then raise exception 'second_person_behind_the_first' using errcode = 'CS013'; end if;
        return new;
      end $$;
    `)
  }

  async down() {
    this.schema.raw(`
      create or replace function second_person_guard() returns trigger language plpgsql as $$
      declare
        named text := to_jsonb(new) ->> tg_argv[0];
      begin
        if tg_op = 'UPDATE' and named is not distinct from to_jsonb(old) ->> tg_argv[0] then return new; end if;
        if named is not null and not is_confirmed(named::bigint) then raise exception 'second_person_unconfirmed' using errcode = 'CS008'; end if;
        return new;
      end $$;
      drop trigger document_hands_behind on document_hands;
      drop function note_hands_behind();
    `)
  }
}
