import { BaseSchema } from '@adonisjs/lucid/schema'

const BEFORE = `'blacklist', 'no_funds', 'connector_down', 'iban_changed', 'vop_no_match', 'source_changed'`
const STAYS = `'blacklist', 'iban_changed', 'source_changed'`
const MORE = `'payee_blocked', 'payee_inactive', 'bank_unverified', 'bank_waiting', 'payee_collects'`

/** A payment is held for what it is held for: a blocked supplier is not an account that changed. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table payment_orders drop constraint payment_orders_hold_reason_check,
        add constraint payment_orders_hold_reason_check check (hold_reason in (${BEFORE}, ${MORE}));
      ${obstacle(
        `${STAYS}, ${MORE}`,
        `(case when p.status = 'blocked' then 'payee_blocked' when not p.active or p.status <> 'active' then 'payee_inactive'
            when (b.iban = o.creditor_iban) is not true then 'iban_changed' when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end)`,
        `(case when e.anonymised_at is not null then 'payee_inactive' when (b.iban = o.creditor_iban) is not true then 'iban_changed'
            when b.verification <> 'verified' or b.disabled_at is not null then 'bank_unverified' end)`
      )}
    `)
  }

  async down() {
    this.schema.raw(`
      update payment_orders set hold_reason = 'iban_changed' where hold_reason in (${MORE});
      ${obstacle(
        STAYS,
        `(case when not (b.iban = o.creditor_iban and b.verification = 'verified' and b.disabled_at is null and p.active and p.status = 'active') then 'iban_changed' end)`,
        `(case when not (b.iban = o.creditor_iban and b.verification = 'verified' and b.disabled_at is null and e.anonymised_at is null) then 'iban_changed' end)`
      )}
      alter table payment_orders drop constraint payment_orders_hold_reason_check,
        add constraint payment_orders_hold_reason_check check (hold_reason in (${BEFORE}));
    `)
  }
}

/** Why a payment may not leave for the bank, whatever was approved; null where nothing speaks against it. What was held once stays so. */
const obstacle = (stays: string, ofProvider: string, ofEmployee: string) => `
  create or replace function payment_order_obstacle(o payment_orders) returns text language sql stable as $$
    select case
      when exists (select 1 from iban_listing(o.creditor_iban) l where l.severity = 'block') then 'blacklist'
      when o.hold_reason in (${stays}) then o.hold_reason
      else coalesce(
        (select case when b.id is null then 'iban_changed' else ${ofProvider} end
           from (select o.provider_bank_id as id where o.provider_bank_id is not null) w left join provider_banks b on b.id = w.id left join providers p on p.id = b.provider_id),
        (select case when b.id is null then 'iban_changed' else ${ofEmployee} end
           from (select o.employee_bank_id as id where o.employee_bank_id is not null) w left join employee_banks b on b.id = w.id left join employees e on e.id = b.employee_id),
        case when not exists (select 1 from bank_accounts a where a.id = o.debtor_account_id and a.status = 'active') then 'account' end)
    end $$;
`
