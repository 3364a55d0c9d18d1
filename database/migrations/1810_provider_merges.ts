import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Two suppliers that are one (area 04 §2): what was merged leads to the other and stays so (CA047), and nothing may be
 * left with it that anybody still works on (CA048). An account that came over with a merge is as good as new: whoever
 * brought it does not verify it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table providers
        add constraint providers_merged_into_one check ((status = 'merged') = (merged_into_id is not null)),
        add constraint providers_merged_into_other check (merged_into_id <> id),
        add constraint providers_merged_inactive check (status <> 'merged' or not active);
      create index providers_merged_into on providers (merged_into_id) where merged_into_id is not null;

      alter table provider_banks
        add column moved_by bigint references users,
        add constraint provider_banks_moved_four_eyes check (verification <> 'verified' or moved_by is null or verified_by is distinct from moved_by);

      create function provider_merge_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'provider_merged: %', old.id using errcode = 'CA047';
      end $$;
      -- A merge may be carried on: what had been merged into this supplier leads to where it went.
      create trigger providers_merge_stays before update of status, active, tax_id, legal_name on providers for each row
        when (old.status = 'merged') execute function provider_merge_stays();

      create function provider_merge_complete() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from invoices where provider_id = new.id)
           or exists (select 1 from provider_contracts where provider_id = new.id)
           or exists (select 1 from expense_profiles where provider_id = new.id)
           or exists (select 1 from recurrent_payments where provider_id = new.id)
           or exists (select 1 from provider_banks where provider_id = new.id and disabled_at is null)
           or exists (select 1 from payment_orders where creditor_type = 'provider' and creditor_id = new.id and status in ('draft', 'buffered', 'approved', 'sent'))
           or exists (select 1 from ledger_accounts a join account_balances b on b.account_id = a.id
                       where a.subledger = 'provider' and a.subledger_id = new.id and (b.balance_minor <> 0 or b.base_minor <> 0))
          then raise exception 'provider_merge_incomplete: %', new.id using errcode = 'CA048'; end if;
        return null;
      end $$;
      create constraint trigger providers_merge_complete after update of status on providers deferrable initially deferred
        for each row when (new.status = 'merged') execute function provider_merge_complete();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger providers_merge_complete on providers;
      drop function provider_merge_complete();
      drop trigger providers_merge_stays on providers;
      drop function provider_merge_stays();
      alter table provider_banks drop constraint provider_banks_moved_four_eyes, drop column moved_by;
      drop index providers_merged_into;
      alter table providers drop constraint providers_merged_inactive, drop constraint providers_merged_into_other, drop constraint providers_merged_into_one;
    `)
  }
}
