import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * An invoice in another currency than its company's goes to its approvers only with its exchange rate (CA049), which is
 * frozen with its amounts, and is held against limits by what it is worth at that rate. A supplier has one account a
 * currency. `worth_in_base` rounds as `convertToBase` does.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(WORTH)
    this.schema.raw(`
      alter table invoices
        add column fx_rate_is_manual boolean not null default false,
        add constraint invoices_fx_rate check (fx_rate > 0),
        add constraint invoices_fx_rate_manual check (fx_rate is not null or not fx_rate_is_manual);
      drop index ledger_accounts_subledger;
      create unique index ledger_accounts_subledger on ledger_accounts (site_id, subledger, subledger_id, left(code, 4), currency) where subledger_id is not null;
    `)
    this.schema.raw(GUARD)
  }

  async down() {
    this.schema.raw(FORMER_GUARD)
    this.schema.raw(`
      drop index ledger_accounts_subledger;
      create unique index ledger_accounts_subledger on ledger_accounts (site_id, subledger, subledger_id, left(code, 4)) where subledger_id is not null;
      alter table invoices drop constraint invoices_fx_rate_manual, drop constraint invoices_fx_rate, drop column fx_rate_is_manual;
      drop function worth_on(bigint, char, char, date);
      drop function worth_in_base(bigint, char, numeric);
    `)
  }
}

/** Minor units of the euro for those of another currency, at units of it for one euro; whole numbers all the way, half away from zero, and never nothing for something. */
const WORTH = `
  create function worth_in_base(minor bigint, currency char, rate numeric) returns bigint language sql immutable parallel safe as $$
    select case when rate is null or minor = 0 then minor else sign(minor)::bigint * greatest(1, div(
        2 * abs(minor)::numeric * (case
            when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 10000000000
            when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10000000 else 100000000 end)::numeric
          + rate * 100000000, 2 * rate * 100000000))::bigint end
  $$;

  create function worth_on(minor bigint, currency char, base char, day date) returns bigint language sql stable parallel safe as $$
    select case when currency = base then minor else worth_in_base(minor, currency, (
      select r.rate from fx_rates r where r.currency = worth_on.currency and r.on_date <= worth_on.day order by r.on_date desc, r.source = 'manual' desc limit 1)) end
  $$;
`

const GUARD_OF = (frozen: (side: string) => string, worth: string, rated: string) => `
  create or replace function invoice_guard() returns trigger language plpgsql as $$
  begin
    if old.status in ('booked', 'disputed') and new.status in ('booked', 'disputed')
       and (${frozen('old')}) is distinct from (${frozen('new')})
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    if new.status = old.status or new.status not in ('pending_approval', 'approved', 'booked') or old.status = 'disputed' then return new; end if;
    if (select (coalesce(sum(g.base_minor), 0), coalesce(sum(g.vat_minor), 0), coalesce(sum(g.surcharge_minor), 0))
               is distinct from (new.base_minor::numeric, new.vat_minor::numeric, new.surcharge_minor::numeric)
          from invoice_tax_groups g where g.invoice_id = new.id)
      then raise exception 'invoice_taxes_differ' using errcode = 'CA033'; end if;
    ${rated}
    if old.status = 'pending_review' and new.status = 'booked' then
      if new.total_minor < 0 or ${worth} > (select auto_book_limit_minor from sites where id = new.site_id)
         or exists (select 1 from invoice_alarms a where a.invoice_id = new.id and a.status = 'open')
        then raise exception 'invoice_not_direct' using errcode = 'CA035'; end if;
      return new;
    end if;
    if new.status in ('approved', 'booked') and (
         select count(distinct d.user_id) from approval_decisions d
          where d.document_type = 'invoice' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
            and d.fingerprint = invoice_fingerprint(new) and d.user_id is distinct from new.created_by and d.user_id is distinct from new.accepted_by
            and not exists (select 1 from invoice_editors e where e.invoice_id = new.id and e.user_id = d.user_id)
            and not exists (select 1 from provider_banks b where b.id = new.provider_bank_id and b.created_by = d.user_id)
       ) < coalesce(new.required_approvals, 1)
      then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
    return new;
  end $$;
`

const FROZEN_BEFORE = (side: string) =>
  [
    'site_id',
    'doc_type',
    'invoice_number',
    'issued_on',
    'currency',
    'base_minor',
    'vat_minor',
    'surcharge_minor',
    'withholding_minor',
    'supplied_minor',
    'total_minor',
    'journal_entry_id',
  ]
    .map((column) => `${side}.${column}`)
    .join(', ')

const GUARD = GUARD_OF(
  (side) => `${FROZEN_BEFORE(side)}, ${side}.fx_rate`,
  'worth_in_base(new.total_minor, new.currency, new.fx_rate)',
  `if (new.fx_rate is null) is distinct from (select s.base_currency = new.currency from sites s where s.id = new.site_id)
      then raise exception 'invoice_without_rate' using errcode = 'CA049'; end if;`
)

const FORMER_GUARD = GUARD_OF(FROZEN_BEFORE, 'new.total_minor', '')
