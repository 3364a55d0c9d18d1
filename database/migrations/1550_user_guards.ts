import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What must hold of people whoever writes: there is always somebody who can administer the product (area 03 §1), and
 * who is suspended, archived or given another role approves nothing any more (area 02 §2).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function last_system_user_guard() returns trigger language plpgsql as $$
      begin
        if old.role = 's1st3ma' and old.status = 'active' and (new.role <> 's1st3ma' or new.status <> 'active') then
          perform pg_advisory_xact_lock(hashtext('users.last_system'));
          if not exists (select 1 from users where role = 's1st3ma' and status = 'active' and id <> new.id)
            then raise exception 'last_system_user' using errcode = 'CA030'; end if;
        end if;
        return new;
      end $$;
      create trigger users_last_system before update of role, status on users
        for each row execute function last_system_user_guard();

      create function end_approvals_of_user() returns trigger language plpgsql as $$
      begin
        if new.status in ('suspended', 'archived') or new.role <> old.role then
          update approvals set status = 'ended', active_to = greatest(active_from, current_date - 1), updated_at = now()
            where user_id = new.id and status <> 'ended';
          update approvals set delegate_user_id = null, delegate_from = null, delegate_to = null, updated_at = now()
            where delegate_user_id = new.id and status <> 'ended';
        end if;
        return null;
      end $$;
      create trigger users_end_approvals after update of role, status on users
        for each row when (new.status is distinct from old.status or new.role is distinct from old.role)
        execute function end_approvals_of_user();

      create index users_name on users (name collate "es-x-icu", id);
      create index user_sites_site on user_sites (site_id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index users_name, user_sites_site;
      drop trigger users_end_approvals on users;
      drop function end_approvals_of_user;
      drop trigger users_last_system on users;
      drop function last_system_user_guard;
    `)
  }
}
