import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The monthly acta of a bank account (area 01 §4): both balances, what is not reconciled on either side, and two people.
 * Who reviews is not who prepared, and a reviewed one has nothing left unexplained, whoever writes it; it does not change
 * until it is opened again (CA044).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table reconciliation_certificates (
        id bigint generated always as identity primary key,
        site_id bigint not null references sites,
        bank_account_id bigint not null references bank_accounts,
        month date not null check (month = date_trunc('month', month)::date),
        status text not null default 'draft' check (status in ('draft', 'reviewed')),
        currency char(3) not null references currencies,
        bank_minor bigint not null,
        ledger_minor bigint not null,
        explained_minor bigint not null,
        unexplained_minor bigint not null,
        bank_items jsonb not null,
        ledger_items jsonb not null,
        lock_version int not null default 0,
        prepared_by bigint not null references users,
        prepared_at timestamptz not null default now(),
        reviewed_by bigint references users,
        reviewed_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (bank_account_id, month),
        check (bank_minor - ledger_minor = explained_minor + unexplained_minor),
        check (reviewed_by <> prepared_by),
        check ((status = 'reviewed') = (reviewed_by is not null and reviewed_at is not null)),
        check (status <> 'reviewed' or unexplained_minor = 0)
      );
      create trigger reconciliation_certificates_touch before update on reconciliation_certificates for each row execute function touch_updated_at();

      create function certificate_is_kept() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or (old.status = 'reviewed' and new.status = 'reviewed') or (old.site_id, old.bank_account_id, old.month) is distinct from (new.site_id, new.bank_account_id, new.month)
          then raise exception 'certificate_frozen: %', old.id using errcode = 'CA044'; end if;
        return new;
      end $$;
      create trigger reconciliation_certificates_kept before update or delete on reconciliation_certificates for each row execute function certificate_is_kept();
    `)
  }

  async down() {
    this.schema.raw(`
      drop table reconciliation_certificates cascade;
      drop function certificate_is_kept();
    `)
  }
}
