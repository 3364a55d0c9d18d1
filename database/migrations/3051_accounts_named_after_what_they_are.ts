import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Accounts opened by the program were named after whatever needed them first: the one account of 628 was «Electricidad»
 * because that invoice came before the telephone's. Names that can be told to be wrong are mended, each on record; an
 * account somebody named by hand (its origin, or a change of its name on record) is left as it is:
 *
 * 1. the first account of a node (62800000 of 628), which everything under the node shares, has the title of the plan;
 * 2. an account of VAT by rate is named after the rate and not after a special case of it;
 * 3. an account with a number of its own (62800003) that has the name of a category is named after the one category or
 *    profile that charges to it, and after the plan where several do or none;
 * 4. an account of a supplier, of an employee or of a bank account (and of its payments under way) has the name these have today.
 *
 * From now on the accounts of a party follow its name.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(FOLLOWING)
    this.schema.raw(REPAIR)
  }

  async down() {
    this.schema.raw(`
      drop trigger providers_renamed on providers;
      drop trigger employees_renamed on employees;
      drop trigger bank_accounts_renamed on bank_accounts;
      drop function provider_renamed();
      drop function employee_renamed();
      drop function bank_account_renamed();
      drop function rename_party_accounts(text, bigint, text, text);
      drop index ledger_accounts_party;
    `)
  }
}

const FOLLOWING = `
  create index ledger_accounts_party on ledger_accounts (subledger, subledger_id) where subledger_id is not null;

  -- Names as the program gives them: of the party, of a deposit with it, of payments under way, in another currency.
  create function rename_party_accounts(ledger text, party bigint, was text, now_is text) returns void language sql as $$
    update ledger_accounts a set name = left(
        case a.name
          when left(was, 120) then now_is
          when left('Fianza ' || was, 120) then 'Fianza ' || now_is
          when left('Pagos en curso ' || was, 120) then 'Pagos en curso ' || now_is
          else left(now_is, 114) || ' (' || a.currency || ')' end, 120)
     where a.subledger = ledger and a.subledger_id = party and a.origin = 'auto'
       and a.name in (left(was, 120), left('Fianza ' || was, 120), left('Pagos en curso ' || was, 120), left(was, 114) || ' (' || a.currency || ')');
  $$;

  create function provider_renamed() returns trigger language plpgsql as $$
  begin
    perform rename_party_accounts('provider', new.id, old.legal_name::text, new.legal_name::text);
    return null;
  end $$;
  create trigger providers_renamed after update of legal_name on providers for each row
    when (old.legal_name::text is distinct from new.legal_name::text) execute function provider_renamed();

  create function employee_renamed() returns trigger language plpgsql as $$
  begin
    perform rename_party_accounts('employee', new.id, old.full_name, new.full_name);
    return null;
  end $$;
  create trigger employees_renamed after update of first_name, last_name on employees for each row
    when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function employee_renamed();

  create function bank_account_renamed() returns trigger language plpgsql as $$
  begin
    perform rename_party_accounts('bank', new.id, old.name::text, new.name::text);
    return null;
  end $$;
  create trigger bank_accounts_renamed after update of name on bank_accounts for each row
    when (old.name::text is distinct from new.name::text) execute function bank_account_renamed();
`

/** Mends names that can be told to be wrong; running it again changes nothing. */
export const REPAIR = `
  with given as (
    select a.*, s.account_width as width, s.territory from ledger_accounts a join sites s on s.id = a.site_id
     where a.is_postable and a.origin = 'auto'
       and not exists (select 1 from audit_events e where e.object_type = 'ledger_account' and e.object_id = a.id and e.event = 'ledger_account.updated' and jsonb_exists(e.diff, 'name') and e.actor_kind = 'user')),
  titled as (
    select g.id, n.name, rpad(n.code, length(g.code), '0') = g.code as is_first
      from given g cross join lateral (
        select code, name from ledger_accounts p where p.site_id = g.site_id and not p.is_postable and g.code like p.code || '%'
         order by rpad(p.code, length(g.code), '0') = g.code desc, length(p.code) desc limit 1) n
     where g.subledger = 'none'),
  rates as (
    select g.id, 'H.P. ' || case r.role when 'vat_input' then 'soportado ' else 'repercutido ' end || t.name as name
      from given g
      join ledger_account_roles r on r.role in ('vat_input', 'vat_output')
       and (r.site_id = g.site_id or r.site_id is null and not exists (select 1 from ledger_account_roles o where o.role = r.role and o.site_id = g.site_id))
      cross join lateral (
        select t.name from tax_codes t
         where t.account_role = 'vat_input' and g.code = r.account_code || lpad(t.account_suffix, g.width - length(r.account_code), '0')
         order by t.kind in ('iva', 'igic', 'ipsi') desc, t.territory = g.territory desc, t.valid_to desc nulls first, t.id limit 1) t
     where g.subledger = 'none' and g.name like 'H.P. %'),
  users as (
    select g.id, case when count(distinct u.name) = 1 then min(u.name) end as name
      from given g left join (
        select ledger_account_prefix as code, name::text from categories union select ledger_account_code, name from expense_profiles where ledger_account_code is not null) u
        on rpad(u.code, length(g.code), '0') = g.code
     where g.subledger = 'none' and (g.name = 'Gasto' or exists (select 1 from categories c where c.name::text = g.name)) group by g.id),
  parties as (
    select g.id, case when g.name like 'Fianza %' then left('Fianza ' || p.legal_name, 120)
        when g.currency <> 'EUR' and g.name like '% (' || g.currency || ')' then left(p.legal_name::text, 114) || ' (' || g.currency || ')'
        else left(p.legal_name::text, 120) end as name
      from given g join providers p on g.subledger = 'provider' and p.id = g.subledger_id and p.status <> 'merged'
    union all
    select g.id, left(e.full_name, 120) from given g join employees e on g.subledger = 'employee' and e.id = g.subledger_id
    union all
    select g.id, left('Pagos en curso ' || b.name, 120) from given g join bank_accounts b on g.subledger = 'bank' and b.id = g.subledger_id and g.name like 'Pagos en curso %'
    union all
    select g.id, left(b.name::text, 120) from given g join bank_accounts b on b.ledger_account_id = g.id),
  right_names as (
    select g.id, g.site_id, g.name as was,
           coalesce(p.name, r.name, case when t.is_first then t.name when u.id is not null then coalesce(u.name, t.name) end) as name
      from given g left join titled t on t.id = g.id left join rates r on r.id = g.id left join users u on u.id = g.id left join parties p on p.id = g.id),
  mended as (
    update ledger_accounts a set name = n.name from right_names n where n.id = a.id and n.name <> n.was returning a.id, a.site_id, n.was, a.name)
  insert into audit_events (actor_kind, site_id, object_type, object_id, event, reason, diff)
    select 'system', site_id, 'ledger_account', id, 'ledger_account.updated', 'Llevaba el nombre de su primer uso.', jsonb_build_object('name', jsonb_build_array(was, name)) from mended;
`
