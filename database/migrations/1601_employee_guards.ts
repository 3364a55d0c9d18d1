import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the code of employees holds to, held here too: states take only the steps of their table and somebody comes back
 * only with a new period (CE001), employee and periods tell the same days (CE002), no listed IBAN is kept or verified
 * (CE003), a bank detail is born unverified and is never rewritten (CE004), nobody verifies the account they are paid
 * on (CE005).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(STATES)
    this.schema.raw(PERIODS)
    this.schema.raw(BANKS)
  }

  async down() {
    this.schema.raw(`
      drop trigger employee_banks_guard on employee_banks;
      drop function employee_banks_guard();
      drop trigger employee_periods_agree on employee_periods;
      drop function employee_period_of_employee();
      drop trigger employees_agree on employees;
      drop function employee_of_period();
      drop function employee_agrees(bigint);
      drop trigger employees_guard on employees;
      drop function employees_guard();
    `)
  }
}

const STATES = `
  create function employees_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'active' then raise exception 'employee_not_active' using errcode = 'CE001'; end if;
      return new;
    end if;
    if new.site_id <> old.site_id or old.anonymised_at is not null
      then raise exception 'employee_fixed' using errcode = 'CE001'; end if;
    if new.status <> old.status and (old.status, new.status) not in
        (('active', 'leave'), ('leave', 'active'), ('active', 'terminated'), ('leave', 'terminated'), ('terminated', 'active'))
      then raise exception 'employee_no_way' using errcode = 'CE001'; end if;
    if old.status = 'terminated' and new.status = 'active' and (new.ended_on is not null or new.started_on <= old.ended_on)
      then raise exception 'employee_no_new_period' using errcode = 'CE001'; end if;
    return new;
  end $$;
  create trigger employees_guard before insert or update on employees for each row execute function employees_guard();
`

/** Checked at the end of the transaction: a rehire writes both. */
const PERIODS = `
  create function employee_agrees(bigint) returns void language plpgsql as $$
  begin
    if exists (select 1 from employees e where e.id = $1 and not exists (
        select 1 from employee_periods p where p.employee_id = e.id
           and (p.started_on, p.has_settlement) = (e.started_on, e.has_settlement) and p.ended_on is not distinct from e.ended_on))
      then raise exception 'employee_period_differs' using errcode = 'CE002'; end if;
  end $$;
  create function employee_of_period() returns trigger language plpgsql as $$
    begin perform employee_agrees(new.id); return null; end $$;
  create function employee_period_of_employee() returns trigger language plpgsql as $$
    begin perform employee_agrees(coalesce(new.employee_id, old.employee_id)); return null; end $$;
  create constraint trigger employees_agree after insert or update of started_on, ended_on, has_settlement on employees
    deferrable initially deferred for each row execute function employee_of_period();
  create constraint trigger employee_periods_agree after insert or update or delete on employee_periods
    deferrable initially deferred for each row execute function employee_period_of_employee();
`

const BANKS = `
  create function employee_banks_guard() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.verification <> 'unverified' or new.verified_by is not null
        then raise exception 'employee_bank_born_verified' using errcode = 'CE004'; end if;
    else
      if new.employee_id <> old.employee_id or (new.iban is distinct from old.iban and new.anonymised_at is null)
        or ((new.holder_name, new.created_by) is distinct from (old.holder_name, old.created_by)
            and new.verification <> 'unverified' and new.anonymised_at is null)
        then raise exception 'employee_bank_rewritten' using errcode = 'CE004'; end if;
    end if;
    if (tg_op = 'INSERT' or new.verification = 'verified' and old.verification <> 'verified') and exists (
        select 1 from iban_blacklist b where b.status = 'active' and b.severity = 'block' and (b.expires_on is null or b.expires_on > current_date)
           and (b.pattern_type, b.value::text) in (('iban', new.iban), ('bank_prefix', left(new.iban, 2) || substr(new.iban, 5, 4)), ('country', left(new.iban, 2))))
      then raise exception 'employee_bank_blacklisted' using errcode = 'CE003'; end if;
    if new.verification = 'verified' and exists (select 1 from employees e where e.id = new.employee_id and e.user_id = new.verified_by)
      and (tg_op = 'INSERT' or old.verification <> 'verified')
      then raise exception 'employee_bank_own' using errcode = 'CE005'; end if;
    return new;
  end $$;
  create trigger employee_banks_guard before insert or update on employee_banks for each row execute function employee_banks_guard();
`
