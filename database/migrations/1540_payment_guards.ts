import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the payment engine relies on, also where a mistake in the code could pass it by: an order begins as a draft and
 * takes only the steps of its table, what was approved is what is paid, and nothing owed is ordered or settled twice.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Who last changed a bank detail (verified it, made it the default) or waived its wait: they do not approve payments to it.
      alter table provider_banks add column last_changed_by bigint references users, add column waived_by bigint references users;
      update provider_banks set last_changed_by = coalesce(verified_by, created_by);

      -- Split protection: payments to one payee within a week add up.
      update approval_policies set aggregate_days = 7 where site_id is null and kind is null and aggregate_days = 0;

      create or replace function payment_order_guard() returns trigger language plpgsql as $$
      begin
        if old.idempotency_key <> new.idempotency_key or old.end_to_end_id <> new.end_to_end_id or old.number <> new.number
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        if old.status <> 'draft' and new.status <> 'draft'
           and (old.site_id, old.amount_minor, old.currency, old.creditor_type, old.creditor_id, old.creditor_iban, old.creditor_name, old.provider_bank_id,
                old.employee_bank_id, old.debtor_account_id, old.debtor_virtual_account_id, old.source_type, old.source_id, old.source_part, old.remittance, old.speed,
                old.channel, old.fingerprint, old.created_by)
               is distinct from
               (new.site_id, new.amount_minor, new.currency, new.creditor_type, new.creditor_id, new.creditor_iban, new.creditor_name, new.provider_bank_id,
                new.employee_bank_id, new.debtor_account_id, new.debtor_virtual_account_id, new.source_type, new.source_id, new.source_part, new.remittance, new.speed,
                new.channel, new.fingerprint, new.created_by)
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        -- The day moves only while it goes into its file; approvals asked for may only become more.
        if old.status <> 'draft' and new.status <> 'draft' and old.execution_date <> new.execution_date
           and not (old.status = 'approved' and new.status = 'sent')
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        if old.status <> 'draft' and new.status <> 'draft' and old.required_approvals is distinct from new.required_approvals
           and not (new.status = 'buffered' and new.required_approvals > old.required_approvals)
          then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
        if old.status <> new.status and (old.status, new.status) not in (
             ('draft', 'buffered'), ('draft', 'cancelled'),
             ('buffered', 'approved'), ('buffered', 'draft'), ('buffered', 'cancelled'),
             ('approved', 'sent'), ('approved', 'buffered'), ('approved', 'draft'), ('approved', 'cancelled'),
             ('sent', 'paid'), ('sent', 'failed'), ('sent', 'cancelled'),
             ('paid', 'reconciled'), ('paid', 'returned'), ('reconciled', 'paid'), ('reconciled', 'returned'))
          then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
        -- The bank says what became of a payment only once it has it; afterwards it cannot be taken back here.
        if old.sub_status = 'queued' and new.status in ('paid', 'failed')
          then raise exception 'payment_order_not_sent' using errcode = 'CA018'; end if;
        if old.status = 'sent' and new.status = 'cancelled' and old.sub_status not in ('queued', 'awaiting_authorisation', 'vop_pending_decision')
          then raise exception 'payment_order_no_way_back' using errcode = 'CA014'; end if;
        if new.status = 'approved' and old.status = 'buffered' and (
             select count(distinct d.user_id) from approval_decisions d
              where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
                and d.fingerprint = new.fingerprint and d.user_id is distinct from new.created_by and d.user_id is distinct from new.last_edited_by) < new.required_approvals
          then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
        return new;
      end $$;

      create function payment_order_birth() returns trigger language plpgsql as $$
      begin
        if new.status <> 'draft' then raise exception 'payment_order_not_draft' using errcode = 'CA014'; end if;
        return new;
      end $$;
      create trigger payment_orders_birth before insert on payment_orders for each row execute function payment_order_birth();

      -- Under the lock of the invoice: what its orders will still take is never more than what it still owes. Drafts that
      -- wait for somebody because the invoice changed do not count until they go on.
      create function payment_order_cover() returns trigger language plpgsql as $$
      declare
        owed bigint;
        ordered bigint;
      begin
        select outstanding_minor into owed from invoices where id = new.source_id for update;
        select coalesce(sum(amount_minor), 0) into ordered from payment_orders
         where source_type = 'invoice' and source_id = new.source_id and status in ('draft', 'buffered', 'approved', 'sent')
           and not (status = 'draft' and hold_reason is not distinct from 'source_changed');
        if ordered > coalesce(owed, 0) then raise exception 'payment_order_exceeds_invoice' using errcode = 'CA017'; end if;
        return null;
      end $$;
      create trigger payment_orders_cover after insert on payment_orders for each row
        when (new.source_type = 'invoice') execute function payment_order_cover();
      create trigger payment_orders_cover_again after update on payment_orders for each row
        when (new.source_type = 'invoice' and old.status = 'draft' and new.status = 'buffered') execute function payment_order_cover();

      create function payment_batch_guard() returns trigger language plpgsql as $$
      begin
        if old.status = 'cancelled' and new.status <> 'cancelled' or new.status = 'cancelled' and old.status not in ('building', 'ready', 'cancelled')
          then raise exception 'payment_batch_no_way_back' using errcode = 'CA014'; end if;
        if old.status not in ('building', 'cancelled') and old.file_sha256 is distinct from new.file_sha256
          then raise exception 'payment_batch_frozen' using errcode = 'CA013'; end if;
        return new;
      end $$;
      create trigger payment_batches_guard before update on payment_batches for each row execute function payment_batch_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger payment_batches_guard on payment_batches;
      drop function payment_batch_guard();
      drop trigger payment_orders_cover_again on payment_orders;
      drop trigger payment_orders_cover on payment_orders;
      drop function payment_order_cover();
      drop trigger payment_orders_birth on payment_orders;
      drop function payment_order_birth();
      alter table provider_banks drop column last_changed_by, drop column waived_by;
    `)
  }
}
