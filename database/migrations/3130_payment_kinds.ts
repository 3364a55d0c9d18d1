import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What the database has to know of a kind of payment: the documents that it pays, whose approvals count, and whether
 * accounting staff see it (area 28 §1 and §11). A new kind brings its row; nothing of a kind that has none is paid.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table payment_kinds (
        kind text primary key check (kind ~ '^[a-z_]+$'),
        document_type text not null,
        approvals text not null check (approvals in ('payment_supplier', 'payment_payroll', 'payment_legal', 'payment_recurrent', 'payment_tax', 'expense_note', 'loan', 'rebilling', 'internal_transfer')),
        is_senior boolean not null default false,
        unique (kind, document_type)
      );
      comment on table payment_kinds is 'Kinds of payments: the documents that each pays, whose approvals count and whether accounting staff see it.';
      insert into payment_kinds (kind, document_type, approvals, is_senior) values
        ('supplier', 'invoice', 'payment_supplier', false),
        ('provision', 'supplier_provision', 'payment_supplier', false),
        ('payroll', 'payroll_payment', 'payment_payroll', true),
        ('recurring', 'recurrent_occurrence', 'payment_recurrent', true),
        ('legal_procedure', 'legal_cost', 'payment_legal', true),
        ('expense_note', 'expense_note', 'expense_note', false);
      alter table payment_orders drop constraint payment_orders_kind_check;
      alter table payment_orders add constraint payment_orders_kind foreign key (kind, source_type) references payment_kinds (kind, document_type);
    `)
  }

  async down() {
    this.schema.raw(`
      alter table payment_orders drop constraint payment_orders_kind;
      alter table payment_orders add constraint payment_orders_kind_check
        check (kind in ('payroll', 'supplier', 'provision', 'legal_procedure', 'recurring', 'expense_note', 'loan', 'rebilling', 'tax', 'direct', 'internal'));
      drop table payment_kinds;
    `)
  }
}
