import { BaseSchema } from '@adonisjs/lucid/schema'

/** A supplier that nobody has looked at is not paid, and one that somebody has does not become unknown again (area 04 §2). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function payment_orders_known_supplier() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from payment_orders o join providers p on p.id = o.creditor_id
            where o.id = new.id and o.creditor_type = 'provider' and o.status <> 'cancelled' and p.status = 'draft')
        then raise exception 'payment_order_draft_supplier' using errcode = 'CP001'; end if;
        return null;
      end $$;
      create constraint trigger payment_orders_known_supplier after insert or update of creditor_type, creditor_id on payment_orders
        deferrable initially deferred for each row when (new.creditor_type = 'provider') execute function payment_orders_known_supplier();

      create function providers_stay_known() returns trigger language plpgsql as $$
      begin
        if new.status = 'draft' and old.status <> 'draft' then raise exception 'provider_draft_again' using errcode = 'CP001'; end if;
        return new;
      end $$;
      create trigger providers_stay_known before update of status on providers for each row execute function providers_stay_known();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger providers_stay_known on providers;
      drop function providers_stay_known();
      drop trigger payment_orders_known_supplier on payment_orders;
      drop function payment_orders_known_supplier();
    `)
  }
}
