import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who waits to be confirmed lets nobody else in: else one person invites a second who invites a third, and may confirm the third
 * as somebody they never touched (CS014). An approval is born as a proposal, whatever writes it (CS004).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function authority_author_guard() returns trigger language plpgsql as $$
      begin
        if not is_confirmed(new.changed_by) then raise exception 'authority_author_unconfirmed' using errcode = 'CS014'; end if;
        return new;
      end $$;
      create trigger user_authority_changes_author before insert on user_authority_changes
        for each row execute function authority_author_guard();

      create function approval_is_proposed() returns trigger language plpgsql as $$
      begin
        raise exception 'approval_born_active' using errcode = 'CS004';
      end $$;
      create trigger approvals_born before insert on approvals for each row
        when (new.status <> 'proposed' or new.activated_by is not null) execute function approval_is_proposed();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger approvals_born on approvals;
      drop function approval_is_proposed();
      drop trigger user_authority_changes_author on user_authority_changes;
      drop function authority_author_guard();
    `)
  }
}
