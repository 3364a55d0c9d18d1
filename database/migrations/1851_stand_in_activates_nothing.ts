import { BaseSchema } from '@adonisjs/lucid/schema'

/** Whom an approval lets decide, its holder or who stands in for them, does not activate it (CS004; area 02 §2). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(guard('and new.activated_by is distinct from new.delegate_user_id'))
  }

  async down() {
    this.schema.raw(guard(''))
  }
}

const guard = (alsoAsked: string) => `
  create or replace function approvals_guard() returns trigger language plpgsql as $$
  begin
    if (new.site_id, new.user_id, new.max_amount_minor, new.daily_limit_minor, new.currency, new.category_ids, new.active_from, new.active_to, new.created_by)
      is distinct from (old.site_id, old.user_id, old.max_amount_minor, old.daily_limit_minor, old.currency, old.category_ids,
        old.active_from, old.active_to, old.created_by)
      or (new.delegate_user_id is not null and (new.delegate_user_id, new.delegate_from, new.delegate_to)
        is distinct from (old.delegate_user_id, old.delegate_from, old.delegate_to))
      or (old.status = 'ended' and new.status <> 'ended') or (old.status = 'active' and new.status = 'proposed')
      then raise exception 'approval_changed' using errcode = 'CS003'; end if;
    if new.status = 'active' and old.status = 'proposed'
      and not exists (select 1 from users u where u.id = new.activated_by and u.role = 's1st3ma' and u.status = 'active' ${alsoAsked})
      then raise exception 'approval_activator' using errcode = 'CS004'; end if;
    return new;
  end $$;
`
