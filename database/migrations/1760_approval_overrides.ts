import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The approval that the system role gives where nobody else may (area 02, `approval.override`): it holds without an
 * approval of their own, never without a reason in writing, and only from an active s1st3ma with a second factor.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table approval_decisions
        add column is_override boolean not null default false,
        add constraint approval_decisions_override check (not is_override
          or (decision = 'approve' and approval_id is null and on_behalf_of is null and length(trim(coalesce(comment, ''))) >= 10));

      create function approval_override_guard() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from users u where u.id = new.user_id and u.role = 's1st3ma' and u.status = 'active' and u.two_factor_enabled)
          then raise exception 'approval_override_refused' using errcode = 'CS006'; end if;
        return new;
      end $$;
      create trigger approval_decisions_override before insert or update of is_override, user_id on approval_decisions for each row
        when (new.is_override) execute function approval_override_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger approval_decisions_override on approval_decisions;
      drop function approval_override_guard();
      alter table approval_decisions drop constraint approval_decisions_override, drop column is_override;
    `)
  }
}
