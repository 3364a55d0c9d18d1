import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the code of contracts holds to, held here too: states take only the steps of their table (CC001), nobody puts in
 * force what they wrote or sent in (CC002), prices of a contract that left its draft are never rewritten (CC003), and
 * neither is whom and whose companies it binds (CC004).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(STATES)
    this.schema.raw(PRICES)
    this.schema.raw(REVISIONS)
  }

  async down() {
    this.schema.raw(`
      drop trigger contract_indexations_fixed on contract_indexations;
      drop trigger contract_item_prices_guard on contract_item_prices;
      drop function contract_item_prices_guard();
      drop trigger contract_items_guard on contract_items;
      drop function contract_items_guard();
      drop trigger provider_contracts_guard on provider_contracts;
      drop function provider_contracts_guard();
    `)
  }
}

const STATES = `
  create function provider_contracts_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if old.status <> 'draft' then raise exception 'contract_not_draft' using errcode = 'CC001'; end if;
      return old;
    end if;
    if tg_op = 'INSERT' or new.site_ids <> old.site_ids then
      if (select count(*) from sites s where s.id = any(new.site_ids)) <> cardinality(new.site_ids)
        then raise exception 'contract_unknown_site' using errcode = 'CC004'; end if;
    end if;
    if new.parent_contract_id is not null and not exists (select 1 from provider_contracts p
        where p.id = new.parent_contract_id and p.parent_contract_id is null and p.provider_id = new.provider_id and p.currency = new.currency)
      then raise exception 'contract_wrong_parent' using errcode = 'CC004'; end if;
    if tg_op = 'INSERT' then
      if new.status <> 'draft' or new.approved_by is not null then raise exception 'contract_not_draft' using errcode = 'CC001'; end if;
      return new;
    end if;
    if old.status <> 'draft' and (new.provider_id, new.site_ids, new.currency, new.starts_on, new.parent_contract_id, new.created_by, new.reference)
        is distinct from (old.provider_id, old.site_ids, old.currency, old.starts_on, old.parent_contract_id, old.created_by, old.reference)
        and not exists (select 1 from providers p where p.id = old.provider_id and p.merged_into_id = new.provider_id)
      then raise exception 'contract_fixed' using errcode = 'CC004'; end if;
    if new.status = old.status then return new; end if;
    if (old.status, new.status) not in (('draft', 'pending_approval'), ('pending_approval', 'active'), ('pending_approval', 'draft'),
        ('active', 'suspended'), ('suspended', 'active'), ('active', 'expired'), ('suspended', 'expired'), ('active', 'terminated'), ('suspended', 'terminated'))
      then raise exception 'contract_no_way' using errcode = 'CC001'; end if;
    if old.status = 'pending_approval' and new.status = 'active' and (new.approved_by is null or new.approved_by is not distinct from new.submitted_by
        or new.approved_by is not distinct from new.created_by
        or exists (select 1 from contract_editors e where e.contract_id = new.id and e.user_id = new.approved_by))
      then raise exception 'contract_four_eyes' using errcode = 'CC002'; end if;
    return new;
  end $$;
  create trigger provider_contracts_guard before insert or update or delete on provider_contracts
    for each row execute function provider_contracts_guard();
`

/** Of a draft that is deleted the contract is gone already when its items go. */
const PRICES = `
  create function contract_items_guard() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from provider_contracts c where c.id = coalesce(new.contract_id, old.contract_id) and c.status <> 'draft')
      then raise exception 'contract_prices_fixed' using errcode = 'CC003'; end if;
    return coalesce(new, old);
  end $$;
  create trigger contract_items_guard before insert or update or delete on contract_items
    for each row execute function contract_items_guard();
`

const REVISIONS = `
  create function contract_item_prices_guard() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then raise exception 'contract_prices_fixed' using errcode = 'CC003'; end if;
    if exists (select 1 from contract_item_prices p where p.item_id = new.item_id and p.effective_on >= new.effective_on)
        or exists (select 1 from contract_items i where i.id = new.item_id and i.valid_from > new.effective_on)
      then raise exception 'contract_price_in_the_past' using errcode = 'CC003'; end if;
    return new;
  end $$;
  create trigger contract_item_prices_guard before insert or update or delete on contract_item_prices
    for each row execute function contract_item_prices_guard();
  create trigger contract_indexations_fixed before update or delete on contract_indexations
    for each row execute function refuse_change();
`
