import { BaseSchema } from '@adonisjs/lucid/schema'

/** Files of payments and salaries, to be looked at and taken back. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function if exists note_uploader cascade;
    `)
  }
}

const FUNCTIONS = `
-- What came from a file is also the work of who brought the file.
create function note_uploader() returns trigger language plpgsql as $$
begin
  insert into document_hands (document_type, document_id, user_id, act)
    select tg_argv[0], new.id, u.created_by, 'wrote' from imports u where u.id = new.upload_id and u.created_by is not null
    on conflict do nothing;
  return null;
end $$;
create trigger payroll_payments_uploader after insert on payroll_payments for each row
  when (new.upload_id is not null) execute function note_uploader('payroll_payment');
create trigger supplier_provisions_uploader after insert on supplier_provisions for each row
  when (new.upload_id is not null) execute function note_uploader('supplier_provision');
`
