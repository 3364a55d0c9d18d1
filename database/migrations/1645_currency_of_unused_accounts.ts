import { BaseSchema } from '@adonisjs/lucid/schema'

const guard = (identity: string, currency: string) => `
  create or replace function ledger_account_guard() returns trigger language plpgsql as $$
  begin
    if ${identity} or ${currency}
      then raise exception 'ledger_account_identity: %', old.id using errcode = 'CA045'; end if;
    if old.active and not new.active
       and exists (select 1 from account_balances b where b.account_id = old.id and (b.balance_minor <> 0 or b.base_minor <> 0))
      then raise exception 'ledger_account_has_balance: %', old.id using errcode = 'CA046'; end if;
    return new;
  end $$;`

const IDENTITY = `(old.code, old.site_id, old.is_postable) is distinct from (new.code, new.site_id, new.is_postable)`

/** An account without lines may take another currency, with the bank account it was opened for. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      guard(
        IDENTITY,
        `(old.currency <> new.currency and exists (select 1 from journal_lines l where l.account_id = old.id))`
      )
    )
  }

  async down() {
    this.schema.raw(guard(IDENTITY, `old.currency <> new.currency`))
  }
}
