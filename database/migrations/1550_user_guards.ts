import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What must hold of people whoever writes: there is always somebody who can administer the product (area 03 §1).
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

      create index users_name on users (name collate "es-x-icu", id);
      create index user_sites_site on user_sites (site_id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop index users_name, user_sites_site;
      drop trigger users_last_system on users;
      drop function last_system_user_guard;
    `)
  }
}
