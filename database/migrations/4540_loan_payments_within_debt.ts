import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments of a loan that are on their way never give back more principal than is owed (CL006): the bank would execute one that no
 * book could take, of a loan that nobody has paid out yet for example.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
create function loan_payment_within_debt() returns trigger language plpgsql as $$
declare
  owed bigint;
  ordered bigint;
begin
  select coalesce(sum(principal_minor), 0) into owed from loan_movements where loan_id = new.loan_id;
  select coalesce(sum(principal_minor), 0) into ordered from loan_payments
   where loan_id = new.loan_id and status = 'ordered' and type in ('payment', 'early_payment');
  if ordered > owed then raise exception 'loan_payment_beyond_debt: %', new.id using errcode = 'CL006'; end if;
  return null;
end $$;
create trigger loan_payments_within_debt after update of status on loan_payments for each row
  when (new.status = 'ordered' and old.status <> 'ordered' and new.loan_id is not null and new.type in ('payment', 'early_payment'))
  execute function loan_payment_within_debt();
`)
  }

  async down() {
    this.schema.raw('drop function loan_payment_within_debt cascade;')
  }
}
