import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Debts between two companies that went from their current account into a loan («Registrar como préstamo», a charge that is
 * settled by a loan): each is one movement of the loan, once while it stands (CL017), and is taken back with it.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLE)
    this.schema.raw(GUARDS)
  }

  async down() {
    this.schema.raw(`
      drop trigger loan_movements_taken on loan_movements;
      drop table loan_taken_debts;
      drop function loan_taken_debt_guard, loan_movement_taken_check;
    `)
  }
}

const TABLE = `
create table loan_taken_debts (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans,
  -- The document that the debt arose from; null for what stood on the current account.
  source_type text check (source_type in ('payment_order', 'rebilling_transaction')),
  source_id bigint,
  -- What the loan is owed more (+), or less (−) where a debt the other way was set off against it.
  amount_minor bigint not null check (amount_minor <> 0),
  movement_id bigint not null unique references loan_movements,
  -- The movement that took it back.
  undone_by_id bigint unique references loan_movements,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  constraint loan_taken_debts_source check ((source_type is null) = (source_id is null))
);
comment on table loan_taken_debts is 'Debts of the current account of two companies that a loan of theirs took over, and the movement that took each back.';
create unique index loan_taken_debts_once on loan_taken_debts (source_type, source_id) where undone_by_id is null;
create index loan_taken_debts_loan on loan_taken_debts (loan_id);
create trigger loan_taken_debts_no_delete before delete on loan_taken_debts for each row execute function refuse_change();
`

const GUARDS = `
create function loan_taken_debt_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.undone_by_id is not null or not exists (select 1 from loan_movements m where m.id = new.movement_id and m.loan_id = new.loan_id
        and m.principal_minor = new.amount_minor and m.interest_minor = 0 and m.reverses_id is null and m.loan_payment_id is null and m.loan_compensation_id is null)
      then raise exception 'loan_taken_debt_movement' using errcode = 'CL017'; end if;
    return new;
  end if;
  if (to_jsonb(new) - 'undone_by_id') is distinct from (to_jsonb(old) - 'undone_by_id') or old.undone_by_id is not null
     or not exists (select 1 from loan_movements m where m.id = new.undone_by_id and m.reverses_id = old.movement_id)
    then raise exception 'loan_taken_debt_fixed' using errcode = 'CL017'; end if;
  return new;
end $$;
create trigger loan_taken_debts_guard before insert or update on loan_taken_debts for each row execute function loan_taken_debt_guard();

-- Whoever takes the movement back takes the debt back; at the end, for they are two statements.
create function loan_movement_taken_check() returns trigger language plpgsql as $$
begin
  if exists (select 1 from loan_taken_debts t where t.movement_id = new.reverses_id and t.undone_by_id is distinct from new.id)
    then raise exception 'loan_taken_debt_stands' using errcode = 'CL017'; end if;
  return null;
end $$;
create constraint trigger loan_movements_taken after insert on loan_movements deferrable initially deferred
  for each row when (new.reverses_id is not null) execute function loan_movement_taken_check();
`
