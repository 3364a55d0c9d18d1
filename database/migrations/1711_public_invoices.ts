import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Invoices that come over the public page lie in quarantine until somebody of the staff accepts them: neither handed
 * to approvers nor booked before (CA034). Of their secret link only the hash is kept, and the first eight characters,
 * by which people name them. A form that was sent once answers the same when it comes again.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table invoices
        add column public_code text,
        add column public_declaration jsonb,
        add column accepted_at timestamptz,
        add column accepted_by bigint references users,
        add constraint invoices_accepted_by_somebody check ((accepted_at is null) = (accepted_by is null)),
        add constraint invoices_public_token check (source <> 'public' or (public_token_hash is not null and submitter_email is not null)) not valid;
      create index invoices_public_code on invoices (public_code) where public_code is not null;
      create index invoices_quarantine on invoices (received_at desc, id desc) where source = 'public' and accepted_at is null;

      create table public_form_uses (
        stamp_hash text primary key,
        code text not null,
        at timestamptz not null default now()
      );
      create index public_form_uses_at on public_form_uses (at);

      create function invoice_quarantine_guard() returns trigger language plpgsql as $$
      begin
        if new.source = 'public' and new.accepted_at is null and new.status in ('pending_approval', 'approved', 'booked')
          then raise exception 'invoice_in_quarantine' using errcode = 'CA034'; end if;
        return new;
      end $$;
      create trigger invoices_accepted before insert or update of status, source, accepted_at on invoices
        for each row execute function invoice_quarantine_guard();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger invoices_accepted on invoices;
      drop function invoice_quarantine_guard();
      drop table public_form_uses;
      drop index invoices_quarantine;
      drop index invoices_public_code;
      alter table invoices drop constraint invoices_public_token, drop constraint invoices_accepted_by_somebody,
        drop column public_code, drop column public_declaration, drop column accepted_at, drop column accepted_by;
    `)
  }
}
