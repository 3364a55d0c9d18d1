import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is written to and fro about expense notes, the texts it is written with, suppliers who ask to be taken in, and the
 * mark that other companies are to bear a note.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table email_templates (
        id bigint generated always as identity primary key,
        kind text not null check (kind in ('info_request', 'approved', 'rejected', 'paid', 'free')),
        name text not null check (length(name) between 2 and 80),
        subject text not null check (length(subject) between 3 and 150),
        body text not null check (length(body) between 3 and 5000),
        is_active boolean not null default true,
        updated_by bigint references users,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (kind, name)
      );
      create trigger email_templates_touch before update on email_templates for each row execute function touch_updated_at();

      create table expense_note_messages (
        id bigint generated always as identity primary key,
        note_id bigint not null references expense_notes,
        direction text not null check (direction in ('out', 'in')),
        "to" text,
        cc text,
        subject text,
        body text not null,
        template_id bigint references email_templates,
        outgoing_mail_id bigint references outgoing_mails,
        user_id bigint references users,
        at timestamptz not null default now()
      );
      create index expense_note_messages_note on expense_note_messages (note_id, id);
      create trigger expense_note_messages_no_change before update or delete on expense_note_messages for each row execute function refuse_change();

      create table provider_requests (
        id bigint generated always as identity primary key,
        token_hash text not null unique,
        name text not null check (length(name) between 2 and 160),
        tax_id citext not null,
        email citext not null,
        phone text,
        address text not null,
        activity text,
        iban text not null,
        certificate_file_id bigint not null references files,
        status text not null default 'received' check (status in ('received', 'accepted', 'rejected', 'duplicate')),
        provider_id bigint references providers,
        reason text,
        decided_by bigint references users,
        decided_at timestamptz,
        source_ip inet,
        created_at timestamptz not null default now(),
        constraint provider_requests_decided check ((status in ('accepted', 'rejected')) = (decided_at is not null)),
        constraint provider_requests_accepted check (status <> 'accepted' or provider_id is not null)
      );
      create unique index provider_requests_once on provider_requests (tax_id) where status = 'received';
      create index provider_requests_recent on provider_requests (created_at desc, id desc);
      create trigger provider_requests_no_delete before delete on provider_requests for each row execute function refuse_change();

      create table expense_note_rebillings (
        id bigint generated always as identity primary key,
        note_id bigint not null references expense_notes,
        site_id bigint not null references sites,
        amount_minor bigint not null check (amount_minor > 0),
        created_by bigint references users,
        created_at timestamptz not null default now(),
        unique (note_id, site_id)
      );
      create index expense_note_rebillings_site on expense_note_rebillings (site_id, note_id);

      create function expense_note_rebilling_guard() returns trigger language plpgsql as $$
      declare
        note expense_notes;
      begin
        select * into note from expense_notes where id = new.note_id for update;
        if note.status not in ('approved', 'in_payment', 'paid') or note.site_id = new.site_id
           or new.amount_minor + (select coalesce(sum(amount_minor), 0) from expense_note_rebillings where note_id = new.note_id) > note.approved_minor
          then raise exception 'expense_note_rebilled_too_much' using errcode = 'CN007'; end if;
        return new;
      end $$;
      create trigger expense_note_rebillings_guard before insert on expense_note_rebillings for each row execute function expense_note_rebilling_guard();
      create trigger expense_note_rebillings_no_change before update on expense_note_rebillings for each row execute function refuse_change();
    `)
    this.schema.raw(TEMPLATES)
  }

  async down() {
    this.schema.raw(`
      drop table expense_note_rebillings, provider_requests, expense_note_messages, email_templates;
      drop function expense_note_rebilling_guard();
    `)
  }
}

const TEMPLATES = `
  insert into email_templates (kind, name, subject, body) values
    ('info_request', 'Falta información', 'Nota de gastos {numero}: necesitamos más información',
      E'{nombre}:\\n\\nHemos revisado su nota de gastos {numero} y nos falta información:\\n\\n{motivo}\\n\\nPuede responder y añadir justificantes aquí:\\n\\n{enlace_estado}'),
    ('approved', 'Nota aprobada', 'Nota de gastos {numero}: aprobada',
      E'{nombre}:\\n\\nSu nota de gastos {numero} está aprobada por {importe}. La pagará {empresa}.\\n\\n{enlace_estado}'),
    ('rejected', 'Nota rechazada', 'Nota de gastos {numero}: rechazada',
      E'{nombre}:\\n\\nNo hemos podido aceptar su nota de gastos {numero}.\\n\\nMotivo: {motivo}\\n\\n{enlace_estado}'),
    ('paid', 'Nota pagada', 'Nota de gastos {numero}: pagada',
      E'{nombre}:\\n\\n{empresa} ha pagado su nota de gastos {numero}: {importe}.\\n\\n{enlace_estado}'),
    ('free', 'En blanco', 'Nota de gastos {numero}', E'{nombre}:\\n\\n');
`
