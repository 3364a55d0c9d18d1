import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Payments from the account of another company of the group. Which company may pay for which is a control: adding one takes two
 * people (CS010). A payment knows whose account it is charged to; where that is another company it is one that may pay for the
 * debtor, for a kind of payment that may be paid so (CG006), and it leaves with the approvals of both companies (CA015).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(PAYERS)
    this.schema.raw(ORDERS)
    this.schema.raw(APPROVALS)
  }

  async down() {
    this.schema.raw(FORMER_APPROVALS)
    this.schema.raw(`
      drop trigger payment_orders_payer on payment_orders;
      drop trigger payment_orders_zpayer_stays on payment_orders;
      drop function payment_order_payer, payment_order_payer_stays;
      alter table payment_orders drop column payer_site_id, drop column payer_required_approvals;
      alter table payment_kinds drop column may_others_pay;
      drop table company_payers cascade;
      drop function company_payers_guard;
      delete from setting_changes where setting = 'paid_for';
      alter table setting_changes drop constraint setting_changes_setting_check;
      alter table setting_changes add constraint setting_changes_setting_check
        check (setting in ('approval_policies', 'bank_cooling', 'senior_cap', 'direct_booking'));
    `)
  }
}

const PAYERS = `
create table company_payers (
  payer_site_id bigint not null references sites,
  site_id bigint not null references sites,
  since timestamptz not null default now(),
  primary key (payer_site_id, site_id),
  constraint company_payers_two check (payer_site_id <> site_id)
);
comment on table company_payers is 'Which company of the group may pay what another one owes.';
create index company_payers_site on company_payers (site_id);

alter table setting_changes drop constraint setting_changes_setting_check;
alter table setting_changes add constraint setting_changes_setting_check
  check (setting in ('approval_policies', 'bank_cooling', 'senior_cap', 'direct_booking', 'paid_for'));

-- Letting a company pay for another one loosens a control; what holds at the end of the transaction is what two people confirmed.
create function company_payers_guard() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from setting_changes c where c.setting = 'paid_for' and c.site_id = new.payer_site_id and c.status = 'confirmed'
       and c.applied_in = pg_current_xact_id_if_assigned()
       and (select coalesce(array_agg((e ->> 'id')::bigint order by (e ->> 'id')::bigint), '{}') from jsonb_array_elements(c.after) e)
         = (select coalesce(array_agg(p.site_id order by p.site_id), '{}') from company_payers p where p.payer_site_id = new.payer_site_id))
    then raise exception 'setting_loosened' using errcode = 'CS010'; end if;
  return null;
end $$;
create constraint trigger company_payers_loosened after insert or update on company_payers
  deferrable initially deferred for each row execute function company_payers_guard();
`

const ORDERS = `
alter table payment_kinds add column may_others_pay boolean not null default false;
comment on column payment_kinds.may_others_pay is 'Whether another company of the group may pay it.';
update payment_kinds set may_others_pay = true where kind in ('supplier', 'payroll', 'expense_note', 'legal_procedure', 'recurring');

alter table payment_orders
  add column payer_site_id bigint references sites,
  add column payer_required_approvals smallint check (payer_required_approvals between 1 and 5);
comment on column payment_orders.payer_site_id is 'Whose account it is charged to; another company than that which owes it where it pays for it.';
comment on column payment_orders.payer_required_approvals is 'Approvals that the company needs which pays for another one; null where the debtor pays itself.';
alter table payment_orders disable trigger user;
update payment_orders o set payer_site_id = b.site_id from bank_accounts b where b.id = o.debtor_account_id;
alter table payment_orders enable trigger user;
alter table payment_orders alter column payer_site_id set not null;
create index payment_orders_payer on payment_orders (payer_site_id, status) where payer_site_id <> site_id;

-- The account says whose it is, nobody else.
create function payment_order_payer() returns trigger language plpgsql as $$
begin
  select site_id into new.payer_site_id from bank_accounts where id = new.debtor_account_id;
  if new.payer_site_id = new.site_id then new.payer_required_approvals := null; end if;
  return new;
end $$;
create trigger payment_orders_payer before insert or update of debtor_account_id, site_id, payer_site_id on payment_orders
  for each row execute function payment_order_payer();

-- Asked when it is made, directed to another account, put into the buffer, approved and when it leaves: what was allowed then may
-- not be any more. What has left goes on. The permission is held until the end of the transaction: who takes it back waits for
-- what is leaving, and what would leave waits for who takes it back.
create function payment_order_payer_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.status <> 'draft' and new.status <> 'draft' and (old.payer_site_id <> new.payer_site_id
         or old.payer_required_approvals is distinct from new.payer_required_approvals
            and not (new.status = 'buffered' and new.payer_required_approvals > old.payer_required_approvals))
      then raise exception 'payment_order_frozen' using errcode = 'CA013'; end if;
    if not (old.payer_site_id <> new.payer_site_id or old.site_id <> new.site_id
            or old.status <> new.status and new.status in ('buffered', 'approved', 'sent'))
      then return new; end if;
  end if;
  perform 1 from company_payers p where p.payer_site_id = new.payer_site_id and p.site_id = new.site_id for key share;
  if not found or new.currency <> 'EUR'
     or not exists (select 1 from payment_kinds k where k.kind = new.kind and k.may_others_pay)
     or not exists (select 1 from sites s where s.id = new.payer_site_id and s.status = 'active')
    then raise exception 'payment_order_payer: %', new.number using errcode = 'CG006', detail = new.number; end if;
  return new;
end $$;
create trigger payment_orders_zpayer_stays before insert or update on payment_orders for each row
  when (new.payer_site_id <> new.site_id) execute function payment_order_payer_stays();
`

const APPROVALS = `
-- As before, and of what another company pays, enough approvals of each of the two: of who decides for it.
create or replace function payment_orders_are_approved() returns trigger language plpgsql as $$
declare
  moved bigint[];
begin
  select array_agg(id) into moved from (
    select id from (select id, status, batch_id, false as is_new from oldp union all select id, status, batch_id, true from newp) both_states
     group by id
    having max(status) filter (where is_new) = 'approved' and max(status) filter (where not is_new) = 'buffered'
        or max(status) filter (where is_new) = 'sent' and max(status) filter (where not is_new) <> 'sent'
        or max(batch_id) filter (where is_new) is not null and max(batch_id) filter (where is_new) is distinct from max(batch_id) filter (where not is_new)
  ) steps;
  if moved is null then return null; end if;
  if exists (
    select 1 from unnest(moved) l(id) join payment_orders o on o.id = l.id
      left join lateral (
        select count(distinct d.user_id) as approvals, count(distinct d.user_id) filter (where d.site_id = o.site_id) as own,
               count(distinct d.user_id) filter (where d.site_id = o.payer_site_id) as payer from approval_decisions d
         where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = o.fingerprint
           and not exists (select 1 from user_authority_changes c where c.user_id in (d.user_id, d.on_behalf_of) and c.confirmed_at is null)
           and not exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id in (d.user_id, d.on_behalf_of))) given on true
     where given.approvals < coalesce(o.required_approvals, 1)
        or o.payer_site_id <> o.site_id and (given.own < coalesce(o.required_approvals, 1) or given.payer < coalesce(o.payer_required_approvals, 1)))
    then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
  return null;
end $$;
`

const FORMER_APPROVALS = `
create or replace function payment_orders_are_approved() returns trigger language plpgsql as $$
declare
  moved bigint[];
begin
  select array_agg(id) into moved from (
    select id from (select id, status, batch_id, false as is_new from oldp union all select id, status, batch_id, true from newp) both_states
     group by id
    having max(status) filter (where is_new) = 'approved' and max(status) filter (where not is_new) = 'buffered'
        or max(status) filter (where is_new) = 'sent' and max(status) filter (where not is_new) <> 'sent'
        or max(batch_id) filter (where is_new) is not null and max(batch_id) filter (where is_new) is distinct from max(batch_id) filter (where not is_new)
  ) steps;
  if moved is null then return null; end if;
  if exists (
    select 1 from unnest(moved) l(id) join payment_orders o on o.id = l.id
      left join lateral (
        select count(distinct d.user_id) as approvals from approval_decisions d
         where d.document_type = 'payment_order' and d.document_id = o.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = o.fingerprint
           and not exists (select 1 from user_authority_changes c where c.user_id in (d.user_id, d.on_behalf_of) and c.confirmed_at is null)
           and not exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id in (d.user_id, d.on_behalf_of))) given on true
     where given.approvals < coalesce(o.required_approvals, 1))
    then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
  return null;
end $$;
`
