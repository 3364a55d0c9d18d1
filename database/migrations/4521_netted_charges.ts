import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Charges that are to be paid stand on the current account of their companies. A netting that takes that balance leaves no more of
 * them to be paid than is still owed; its reversal gives it back.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table rebilling_nettings (
        id bigint generated always as identity primary key,
        transaction_id bigint not null references rebilling_transactions,
        loan_compensation_id bigint not null references loan_compensations,
        amount_minor bigint not null check (amount_minor > 0),
        undone_at timestamptz,
        created_at timestamptz not null default now(),
        constraint rebilling_nettings_once unique (transaction_id, loan_compensation_id)
      );
      comment on table rebilling_nettings is 'What of a charge a netting of the current account of its companies settled, and when it was taken back.';
      create index rebilling_nettings_compensation on rebilling_nettings (loan_compensation_id);
      create trigger rebilling_nettings_no_delete before delete on rebilling_nettings for each row execute function refuse_change();
    `)
  }

  async down() {
    this.schema.raw(`drop table rebilling_nettings;`)
  }
}
