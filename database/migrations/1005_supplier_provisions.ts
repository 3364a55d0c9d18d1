import { BaseSchema } from '@adonisjs/lucid/schema'

/** What is paid to a supplier before its invoice comes. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLES)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop table supplier_provisions cascade;
    `)
  }
}

const TABLES = `
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
  upload_id uuid references imports,
  created_by bigint references users,
  updated_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint supplier_provisions_applied check ((status = 'applied') = (invoice_id is not null)),
  constraint supplier_provisions_cancelled check ((status = 'cancelled') = (cancel_reason is not null)),
  constraint supplier_provisions_settled check (settled_minor between 0 and amount_minor)
);
comment on table supplier_provisions is 'Payments in advance of an invoice.';
create index supplier_provisions_open on supplier_provisions (expected_on, id) where status = 'open';
create index supplier_provisions_provider on supplier_provisions (provider_id, site_id) where status = 'open';
create index supplier_provisions_order on supplier_provisions (status, expected_on, id);
create index supplier_provisions_unpaid on supplier_provisions (expected_on) where status = 'open'
  and settled_minor < amount_minor;
create trigger supplier_provisions_touch before update on supplier_provisions for each row execute function touch_updated_at();
create trigger supplier_provisions_no_delete before delete on supplier_provisions for each row execute function refuse_change();
`

const FUNCTIONS = `
create trigger supplier_provisions_hands_0 after insert on supplier_provisions for each row
  execute function note_document_hand('supplier_provision', 'id', 'created_by', 'wrote');
create trigger supplier_provisions_hands_1 after update of concept, expected_on, expense_account_id, category_id,
  reserve_account_id on supplier_provisions for each row when ((old.concept, old.expected_on, old.expense_account_id,
  old.category_id, old.reserve_account_id) is distinct from (new.concept, new.expected_on, new.expense_account_id,
  new.category_id, new.reserve_account_id))
  execute function note_document_hand('supplier_provision', 'id', 'updated_by', 'wrote');
`
