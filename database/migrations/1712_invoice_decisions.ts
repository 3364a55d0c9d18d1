import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who accepted an invoice of the public page has a hand in it, like who registers one. Small invoices are booked
 * without approvals only straight from review, within the limit of their company and without open alarms (CA035).
 * What somebody said a printed issuer or receiver stands for is kept, until it is said otherwise.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(GUARD)
    this.schema.raw(ALIASES)
    this.schema.raw(FILTERS)
  }

  async down() {
    this.schema.raw(`
      drop index invoices_posted_received;
      drop index invoices_uploader;
      drop index invoices_category;
      drop index invoices_currency;
      drop table invoice_party_aliases;
    `)
    this.schema.raw(FORMER_GUARD)
  }
}

const FROZEN = `
    if old.status in ('booked', 'disputed') and new.status in ('booked', 'disputed')
       and (old.site_id, old.doc_type, old.invoice_number, old.issued_on, old.currency, old.base_minor, old.vat_minor,
            old.surcharge_minor, old.withholding_minor, old.supplied_minor, old.total_minor, old.journal_entry_id)
           is distinct from
           (new.site_id, new.doc_type, new.invoice_number, new.issued_on, new.currency, new.base_minor, new.vat_minor,
            new.surcharge_minor, new.withholding_minor, new.supplied_minor, new.total_minor, new.journal_entry_id)
      then raise exception 'invoice_frozen' using errcode = 'CA032'; end if;
    if new.status = old.status or new.status not in ('pending_approval', 'approved', 'booked') or old.status = 'disputed' then return new; end if;
    if (select (coalesce(sum(g.base_minor), 0), coalesce(sum(g.vat_minor), 0), coalesce(sum(g.surcharge_minor), 0))
               is distinct from (new.base_minor::numeric, new.vat_minor::numeric, new.surcharge_minor::numeric)
          from invoice_tax_groups g where g.invoice_id = new.id)
      then raise exception 'invoice_taxes_differ' using errcode = 'CA033'; end if;
`

const APPROVALS = (alsoExcluded: string) => `
    if new.status in ('approved', 'booked') and (
         select count(distinct d.user_id) from approval_decisions d
          where d.document_type = 'invoice' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null
            and d.fingerprint = invoice_fingerprint(new) and d.user_id is distinct from new.created_by ${alsoExcluded}
            and not exists (select 1 from invoice_editors e where e.invoice_id = new.id and e.user_id = d.user_id)
            and not exists (select 1 from provider_banks b where b.id = new.provider_bank_id and b.created_by = d.user_id)
       ) < coalesce(new.required_approvals, 1)
      then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
    return new;
`

const GUARD = `
  create or replace function invoice_guard() returns trigger language plpgsql as $$
  begin
    ${FROZEN}
    if old.status = 'pending_review' and new.status = 'booked' then
      if new.total_minor < 0 or new.total_minor > (select auto_book_limit_minor from sites where id = new.site_id)
         or exists (select 1 from invoice_alarms a where a.invoice_id = new.id and a.status = 'open')
        then raise exception 'invoice_not_direct' using errcode = 'CA035'; end if;
      return new;
    end if;
    ${APPROVALS('and d.user_id is distinct from new.accepted_by')}
  end $$;
`

const FORMER_GUARD = `
  create or replace function invoice_guard() returns trigger language plpgsql as $$
  begin
    ${FROZEN}
    ${APPROVALS('')}
  end $$;
`

const ALIASES = `
  create table invoice_party_aliases (
    id bigint generated always as identity primary key,
    tax_id citext,
    name_norm text,
    provider_id bigint references providers,
    site_id bigint references sites,
    invoice_id bigint not null references invoices,
    created_by bigint references users,
    created_at timestamptz not null default now(),
    forgotten_at timestamptz,
    check (num_nonnulls(provider_id, site_id) = 1),
    check (tax_id is not null or length(name_norm) > 2)
  );
  create unique index invoice_party_aliases_provider on invoice_party_aliases (tax_id, name_norm) nulls not distinct
    where provider_id is not null and forgotten_at is null;
  create unique index invoice_party_aliases_site on invoice_party_aliases (tax_id, name_norm) nulls not distinct
    where site_id is not null and forgotten_at is null;
`

/** Orders of the list under its further filters; the main category is kept on the invoice, so that it can be one of them. */
const FILTERS = `
  update invoices i set category_id = invoice_main_category(i.id) where category_id is null and exists (select 1 from invoice_lines l where l.invoice_id = i.id and l.category_id is not null);
  create index invoices_category on invoices (category_id, received_at desc, id desc);
  create index invoices_uploader on invoices (created_by, received_at desc, id desc);
  create index invoices_posted_received on invoices (posted_on, received_at desc, id desc) where posted_on is not null;
  create index invoices_currency on invoices (currency, received_at desc, id desc) where currency <> 'EUR';
`
