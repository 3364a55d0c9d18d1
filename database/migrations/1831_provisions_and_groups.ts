import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Paying suppliers beside one invoice at a time (area 28 §1, §5, §9): what is paid before its invoice comes, credit notes
 * netted against invoices, and what the payee's bank says of the name on the account.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table supplier_provisions (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        provider_id bigint not null references providers,
        concept text not null check (length(concept) between 3 and 120),
        amount_minor bigint not null check (amount_minor between 1 and 99999999999),
        currency char(3) not null default 'EUR' references currencies,
        expected_on date not null,
        expense_account_id bigint references ledger_accounts,
        category_id bigint references categories,
        status text not null default 'open' check (status in ('open', 'applied', 'cancelled')),
        settled_minor bigint not null default 0,
        invoice_id bigint references invoices,
        reserve_account_id bigint references bank_accounts,
        journal_entry_id bigint references journal_entries,
        cancel_reason text,
        upload_id uuid references payment_uploads,
        created_by bigint references users,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint supplier_provisions_settled check (settled_minor between 0 and amount_minor),
        constraint supplier_provisions_applied check ((status = 'applied') = (invoice_id is not null)),
        constraint supplier_provisions_cancelled check ((status = 'cancelled') = (cancel_reason is not null))
      );
      create index supplier_provisions_open on supplier_provisions (expected_on, id) where status = 'open';
      create index supplier_provisions_provider on supplier_provisions (provider_id, site_id) where status = 'open';
      create trigger supplier_provisions_touch before update on supplier_provisions for each row execute function touch_updated_at();

      create function supplier_provision_guard() returns trigger language plpgsql as $$
      begin
        if (old.site_id, old.provider_id, old.amount_minor, old.currency, old.expense_account_id) is distinct from
           (new.site_id, new.provider_id, new.amount_minor, new.currency, new.expense_account_id)
          then raise exception 'supplier_provision_frozen' using errcode = 'CA023'; end if;
        if old.status <> 'open' and new.status <> old.status then raise exception 'supplier_provision_no_way_back' using errcode = 'CA023'; end if;
        -- What was paid in advance is owed by the supplier until an invoice takes it; what is on its way to them too.
        if old.status = 'open' and new.status = 'cancelled' and new.settled_minor > 0 then raise exception 'supplier_provision_paid' using errcode = 'CA023'; end if;
        if old.status = 'open' and new.status <> 'open' and exists (
             select 1 from payment_orders o where o.source_type = 'supplier_provision' and o.source_id = new.id and o.status in ('draft', 'buffered', 'approved', 'sent'))
          then raise exception 'supplier_provision_ordered' using errcode = 'CA023'; end if;
        return new;
      end $$;
      create trigger supplier_provisions_guard before update on supplier_provisions for each row execute function supplier_provision_guard();
      create trigger supplier_provisions_no_delete before delete on supplier_provisions for each row execute function refuse_change();

      create function payment_order_cover_provision() returns trigger language plpgsql as $$
      declare
        owed bigint;
        ordered bigint;
      begin
        select amount_minor - settled_minor into owed from supplier_provisions where id = new.source_id and status = 'open' for update;
        select coalesce(sum(amount_minor), 0) into ordered from payment_orders
         where source_type = 'supplier_provision' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent');
        if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_provision' using errcode = 'CA023'; end if;
        return null;
      end $$;
      create trigger payment_orders_cover_provision after insert on payment_orders for each row
        when (new.source_type = 'supplier_provision') execute function payment_order_cover_provision();

      -- A credit note set against an invoice of the same supplier: both owe so much less, and no money moves.
      create table credit_offsets (
        id bigint generated always as identity primary key,
        credit_invoice_id bigint not null references invoices,
        invoice_id bigint not null references invoices,
        amount_minor bigint not null check (amount_minor > 0),
        created_by bigint references users,
        created_at timestamptz not null default now(),
        constraint credit_offsets_other check (credit_invoice_id <> invoice_id)
      );
      create index credit_offsets_invoice on credit_offsets (invoice_id);
      create index credit_offsets_credit on credit_offsets (credit_invoice_id);
      create trigger credit_offsets_no_change before update or delete on credit_offsets for each row execute function refuse_change();

      alter table payment_orders
        add column vop_name text,
        add column vop_confirmed_by bigint references users,
        add constraint payment_orders_vop check (vop_result in ('match', 'close_match', 'no_match', 'not_possible') and vop_at is not null or vop_result is null);
      create index payment_orders_group on payment_orders (transfer_group_id) where transfer_group_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index payment_orders_group;
      alter table payment_orders drop column vop_name, drop column vop_confirmed_by, drop constraint payment_orders_vop;
      drop table credit_offsets;
      drop trigger payment_orders_cover_provision on payment_orders;
      drop function payment_order_cover_provision();
      drop table supplier_provisions;
      drop function supplier_provision_guard();
    `)
  }
}
