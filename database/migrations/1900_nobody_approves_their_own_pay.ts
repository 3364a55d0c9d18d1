import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Nobody decides on a payment that they receive: not on their salary (CE006), not on their expense note or its payment
 * (CN006). A person who works for two companies is two employees with one tax id, of whom one is the user.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create function is_paid_as(employee bigint, person bigint) returns boolean language sql stable as $$
        select exists (select 1 from employees me join employees e on e.id = employee and (e.id = me.id or e.tax_id = me.tax_id) where me.user_id = person) $$;

      create function payroll_decision_guard() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from payment_orders o join payroll_payments p on p.id = o.source_id
             where o.id = new.document_id and o.source_type = 'payroll_payment' and is_paid_as(p.employee_id, new.user_id))
          then raise exception 'payroll_own' using errcode = 'CE006'; end if;
        return new;
      end $$;
      create trigger approval_decisions_payroll before insert on approval_decisions for each row
        when (new.document_type = 'payment_order' and new.decision = 'approve') execute function payroll_decision_guard();

      create or replace function expense_decision_guard() returns trigger language plpgsql as $$
      begin
        if exists (
             select 1 from expense_notes n
              where n.id = case new.document_type when 'expense_note' then new.document_id
                  else (select o.source_id from payment_orders o where o.id = new.document_id and o.source_type = 'expense_note') end
                and (new.user_id = n.created_by or is_paid_as(n.employee_id, new.user_id)))
          then raise exception 'expense_note_own' using errcode = 'CN006'; end if;
        return new;
      end $$;
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger approval_decisions_payroll on approval_decisions;
      drop function payroll_decision_guard();
      create or replace function expense_decision_guard() returns trigger language plpgsql as $$
      begin
        if exists (
             select 1 from expense_notes n left join employees e on e.id = n.employee_id
              where n.id = case new.document_type when 'expense_note' then new.document_id
                  else (select o.source_id from payment_orders o where o.id = new.document_id and o.source_type = 'expense_note') end
                and new.user_id in (n.created_by, e.user_id))
          then raise exception 'expense_note_own' using errcode = 'CN006'; end if;
        return new;
      end $$;
      drop function is_paid_as(bigint, bigint);
    `)
  }
}
