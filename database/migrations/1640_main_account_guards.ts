import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What holds for a main account whoever writes it (area 01 §1 and §2): its currency and its ledger account stay once
 * there are lines (CB001), a card hangs from a bank account of its company and currency (CB002), an account with lines is
 * never deleted (CB003), and nobody gives themselves a permission on one.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table bank_profiles add column lock_version int not null default 0;

      alter table bank_account_permissions
        add column granted_by bigint references users,
        add column updated_at timestamptz not null default now(),
        add constraint bank_account_permissions_by_another check (granted_by is distinct from user_id);
      create index bank_account_permissions_user on bank_account_permissions (user_id);
      create trigger bank_account_permissions_touch before update on bank_account_permissions for each row execute function touch_updated_at();

      alter table bank_accounts
        add constraint bank_accounts_color check (color in ('teal', 'blue', 'violet', 'pink', 'orange', 'yellow', 'green', 'gray')),
        add constraint bank_accounts_sort check (sort between 0 and 9999),
        add constraint bank_accounts_parent check (parent_account_id is null or (kind = 'card' and parent_account_id <> id));
      create index bank_accounts_children on bank_accounts (parent_account_id) where parent_account_id is not null;

      -- An unused account and its ledger account change their currency together.
      alter table bank_accounts alter constraint bank_accounts_own_ledger_account deferrable initially immediate;
      create index payment_orders_debtor on payment_orders (debtor_account_id, status);

      create function bank_account_guard() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if exists (select 1 from journal_lines l where l.account_id = old.ledger_account_id)
            then raise exception 'bank_account_has_lines' using errcode = 'CB003'; end if;
          return old;
        end if;
        if tg_op = 'UPDATE' and (new.currency, new.ledger_account_id) is distinct from (old.currency, old.ledger_account_id)
           and (exists (select 1 from journal_lines l where l.account_id = old.ledger_account_id)
                or exists (select 1 from bank_statement_lines l where l.bank_account_id = old.id))
          then raise exception 'bank_account_currency_is_fixed' using errcode = 'CB001'; end if;
        if new.parent_account_id is not null and not exists (select 1 from bank_accounts p where p.id = new.parent_account_id
             and p.kind = 'bank' and (p.site_id, p.currency) = (new.site_id, new.currency))
          then raise exception 'bank_account_parent' using errcode = 'CB002'; end if;
        return new;
      end $$;
      create trigger bank_accounts_guard before insert or update or delete on bank_accounts for each row execute function bank_account_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger bank_accounts_guard on bank_accounts;
      drop function bank_account_guard();
      alter table bank_accounts alter constraint bank_accounts_own_ledger_account not deferrable;
      drop index payment_orders_debtor, bank_accounts_children, bank_account_permissions_user;
      alter table bank_accounts drop constraint bank_accounts_color, drop constraint bank_accounts_sort, drop constraint bank_accounts_parent;
      drop trigger bank_account_permissions_touch on bank_account_permissions;
      alter table bank_account_permissions drop constraint bank_account_permissions_by_another, drop column granted_by, drop column updated_at;
      alter table bank_profiles drop column lock_version;
    `)
  }
}
