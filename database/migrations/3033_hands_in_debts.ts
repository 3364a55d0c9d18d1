import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Who made or changed a debt does not approve its payment (CA015): all of them, not only the last. Each kind of document
 * writes down who had a hand in it by triggers of its own; the guard of the orders knows no document but by this.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(TABLE)
    this.schema.raw(NOTES)
    this.schema.raw(RECURRENTS)
    this.schema.raw(UPLOADS)
    this.schema.raw(FORMER)
    this.schema.raw(GUARD)
    // One question for all kinds takes its place.
    this.schema.raw(
      'drop trigger payment_orders_legal_eyes on payment_orders; drop function payment_order_legal_eyes()'
    )
    this.schema.raw(DOCUMENTS)
  }

  async down() {
    this.schema.raw(LEGAL_EYES)
    this.schema.raw(`
      drop trigger expense_notes_hands on expense_notes;
      drop function expense_note_hands_guard();
      drop trigger invoices_hands on invoices;
      drop function invoice_hands_guard();
      drop function document_approvals(text, bigint, text);
      drop trigger payment_orders_hands on payment_orders;
      drop function payment_order_hands_guard();
      drop view payment_order_hands;
      drop trigger payroll_payments_uploader on payroll_payments;
      drop trigger supplier_provisions_uploader on supplier_provisions;
      drop function note_uploader();
      drop trigger recurrent_occurrences_hands on recurrent_occurrences;
      drop trigger document_hands_occurrences on document_hands;
      drop function note_occurrence_hands();
      drop function note_hands_of_occurrences();
      alter table recurrent_occurrences drop column measured_by;
      ${[...new Set(HANDS.map(({ table }) => table))]
        .flatMap((table) =>
          HANDS.filter((hand) => hand.table === table).map(
            (_, index) => `drop trigger ${table}_hands_${index} on ${table};`
          )
        )
        .join('\n')}
      drop function note_document_hand();
      drop table document_hands;
    `)
  }
}

const TABLE = `
  create table document_hands (
    document_type text not null,
    document_id bigint not null,
    user_id bigint not null references users,
    -- Who only looked it through approves the document, not its payment.
    act text not null check (act in ('wrote', 'reviewed')),
    noted_at timestamptz not null default now(),
    primary key (document_type, document_id, user_id, act)
  );
  create trigger document_hands_no_change before update or delete on document_hands for each row execute function refuse_change();

  -- Arguments: kind of document, column of its key, columns of the people, what they did.
  create function note_document_hand() returns trigger language plpgsql as $$
  declare
    written jsonb := to_jsonb(new);
  begin
    insert into document_hands (document_type, document_id, user_id, act)
      select tg_argv[0], (written ->> tg_argv[1])::bigint, (written ->> person)::bigint, tg_argv[3]
        from unnest(string_to_array(tg_argv[2], ' ')) person where written ->> person is not null
      on conflict do nothing;
    return null;
  end $$;
`

type Hand = {
  table: string
  type: string
  key?: string
  people: string
  on?: string
  when?: string
  act?: 'wrote' | 'reviewed'
}

const differ = (columns: readonly string[]) =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from (${columns.map((column) => `new.${column}`).join(', ')})`

const COST = [
  'concept',
  'description',
  'provider_id',
  'payee_name',
  'payee_iban',
  'base_minor',
  'vat_minor',
  'withholding_minor',
  'total_minor',
  'due_on',
  'expense_account_id',
  'document_id',
  'deposit_term',
] as const

const AGREEMENT = [
  'provider_id',
  'concept',
  'kind',
  'amount_mode',
  'amount_minor',
  'max_minor',
  'frequency',
  'day',
  'start_on',
  'end_on',
  'occurrences',
  'debtor_account_id',
  'holiday_rule',
  'lead_days',
  'booking',
  'expense_account_id',
  'revision_month',
  'revision_percent',
] as const

/** What counts as a hand, by the table that shows it. */
const HANDS: readonly Hand[] = [
  { table: 'invoices', type: 'invoice', people: 'created_by accepted_by', on: 'insert' },
  {
    table: 'invoices',
    type: 'invoice',
    people: 'accepted_by',
    on: 'update of accepted_by',
    when: differ(['accepted_by']),
  },
  { table: 'invoice_editors', type: 'invoice', key: 'invoice_id', people: 'user_id', on: 'insert' },
  {
    table: 'invoices',
    type: 'invoice',
    people: 'held_released_by',
    on: 'update of held_released_by',
    when: differ(['held_released_by']),
  },
  { table: 'supplier_provisions', type: 'supplier_provision', people: 'created_by', on: 'insert' },
  {
    table: 'supplier_provisions',
    type: 'supplier_provision',
    people: 'updated_by',
    on: 'update of concept, expected_on, expense_account_id, category_id, reserve_account_id',
    when: differ(['concept', 'expected_on', 'expense_account_id', 'category_id', 'reserve_account_id']),
  },
  { table: 'expense_notes', type: 'expense_note', people: 'created_by', on: 'insert' },
  {
    table: 'expense_notes',
    type: 'expense_note',
    people: 'last_edited_by matched_by iban_confirmed_by',
    on: 'update of last_edited_by, matched_by, iban_confirmed_by',
    when: differ(['last_edited_by', 'matched_by', 'iban_confirmed_by']),
  },
  {
    table: 'expense_notes',
    type: 'expense_note',
    people: 'review_user_id',
    on: 'update of review_user_id',
    when: differ(['review_user_id']),
    act: 'reviewed',
  },
  { table: 'legal_procedure_costs', type: 'legal_cost', people: 'created_by updated_by', on: 'insert' },
  {
    table: 'legal_procedure_costs',
    type: 'legal_cost',
    people: 'updated_by',
    on: `update of ${COST.join(', ')}`,
    when: differ(COST),
  },
  { table: 'payroll_payments', type: 'payroll_payment', people: 'created_by updated_by', on: 'insert' },
  {
    table: 'payroll_payments',
    type: 'payroll_payment',
    people: 'updated_by',
    on: 'update of pay_on',
    when: differ(['pay_on']),
  },
  { table: 'recurrent_payments', type: 'recurrent_payment', people: 'created_by updated_by', on: 'insert' },
  {
    table: 'recurrent_payments',
    type: 'recurrent_payment',
    people: 'updated_by',
    on: `update of ${AGREEMENT.join(', ')}`,
    when: differ(AGREEMENT),
  },
  { table: 'payment_orders', type: 'payment_order', people: 'created_by', on: 'insert' },
  {
    table: 'payment_orders',
    type: 'payment_order',
    people: 'last_edited_by',
    on: 'update of last_edited_by',
    when: differ(['last_edited_by']),
  },
]

const NOTES = HANDS.map(({ table, type, key = 'id', people, on = 'insert', when, act = 'wrote' }, at) => {
  const index = HANDS.slice(0, at).filter((hand) => hand.table === table).length
  return `create trigger ${table}_hands_${index} after ${on} on ${table} for each row ${when ? `when (${when})` : ''}
    execute function note_document_hand('${type}', '${key}', '${people}', '${act}');`
}).join('\n')

/** A day of an agreement is the work of whoever wrote the agreement, and of who said what it costs. */
const RECURRENTS = `
  alter table recurrent_occurrences add column measured_by bigint references users;

  create function note_occurrence_hands() returns trigger language plpgsql as $$
  begin
    insert into document_hands (document_type, document_id, user_id, act)
      select 'recurrent_occurrence', new.id, h.user_id, 'wrote' from document_hands h where h.document_type = 'recurrent_payment' and h.document_id = new.recurrent_payment_id
      union select 'recurrent_occurrence', new.id, new.measured_by, 'wrote' where new.measured_by is not null
      on conflict do nothing;
    return null;
  end $$;
  create trigger recurrent_occurrences_hands after insert or update of measured_by, amount_minor on recurrent_occurrences
    for each row execute function note_occurrence_hands();

  create function note_hands_of_occurrences() returns trigger language plpgsql as $$
  begin
    insert into document_hands (document_type, document_id, user_id, act)
      select 'recurrent_occurrence', o.id, new.user_id, 'wrote' from recurrent_occurrences o where o.recurrent_payment_id = new.document_id and o.settled_minor < coalesce(o.amount_minor, o.settled_minor + 1)
      on conflict do nothing;
    return null;
  end $$;
  create trigger document_hands_occurrences after insert on document_hands for each row
    when (new.document_type = 'recurrent_payment') execute function note_hands_of_occurrences();
`

/** What came from a file is also the work of who brought the file. */
const UPLOADS = `
  create function note_uploader() returns trigger language plpgsql as $$
  begin
    insert into document_hands (document_type, document_id, user_id, act)
      select tg_argv[0], new.id, u.created_by, 'wrote' from payment_uploads u where u.id = new.upload_id and u.created_by is not null
      on conflict do nothing;
    return null;
  end $$;
  create trigger payroll_payments_uploader after insert on payroll_payments for each row when (new.upload_id is not null) execute function note_uploader('payroll_payment');
  create trigger supplier_provisions_uploader after insert on supplier_provisions for each row when (new.upload_id is not null) execute function note_uploader('supplier_provision');
`

/** What is known of the debts that are there: everybody whose name is still on them or in their history. */
const FORMER = `
  insert into document_hands (document_type, document_id, user_id, act)
    select kind, id, person, act from (
      select 'invoice' as kind, id, created_by as person, 'wrote' as act from invoices
      union select 'invoice', id, accepted_by, 'wrote' from invoices
      union select 'invoice', invoice_id, user_id, 'wrote' from invoice_editors
      union select 'supplier_provision', id, created_by, 'wrote' from supplier_provisions
      union select 'supplier_provision', v.id, u.created_by, 'wrote' from supplier_provisions v join payment_uploads u on u.id = v.upload_id
      union select 'expense_note', n.id, p.person, 'wrote' from expense_notes n cross join lateral unnest(array[n.created_by, n.last_edited_by, n.matched_by, n.iban_confirmed_by]) p(person)
      union select 'expense_note', id, review_user_id, 'reviewed' from expense_notes
      union select 'expense_note', e.object_id, e.user_id, 'wrote' from audit_events e join expense_notes n on n.id = e.object_id
        where e.object_type = 'expense_note' and e.event in ('expense_note.assigned', 'expense_note.line_changed')
      union select 'legal_cost', c.id, p.person, 'wrote' from legal_procedure_costs c cross join lateral unnest(array[c.created_by, c.updated_by]) p(person)
      union select 'payroll_payment', id, created_by, 'wrote' from payroll_payments
      union select 'payroll_payment', v.id, u.created_by, 'wrote' from payroll_payments v join payment_uploads u on u.id = v.upload_id
      union select 'recurrent_payment', r.id, p.person, 'wrote' from recurrent_payments r cross join lateral unnest(array[r.created_by, r.updated_by]) p(person)
      union select 'recurrent_payment', e.object_id, e.user_id, 'wrote' from audit_events e join recurrent_payments r on r.id = e.object_id
        where e.object_type = 'recurrent_payment' and e.event in ('recurrent_payment.created', 'recurrent_payment.updated', 'recurrent_payment.revised')
      union select 'payment_order', o.id, p.person, 'wrote' from payment_orders o cross join lateral unnest(array[o.created_by, o.last_edited_by]) p(person)) former
     where person is not null
    on conflict do nothing;
`

/** The order, its document, and the account it goes to: one question for the guard and for the pages. */
const GUARD = `
  create view payment_order_hands (order_id, user_id, part) as
    select o.id, h.user_id, 'order' from payment_orders o join document_hands h on h.document_type = 'payment_order' and h.document_id = o.id
    union all
    select o.id, h.user_id, 'document' from payment_orders o join document_hands h on h.document_type = o.source_type and h.document_id = o.source_id
    union all
    select o.id, p.person, 'bank' from payment_orders o join provider_banks b on b.id = o.provider_bank_id
      cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by, b.moved_by]) p(person) where p.person is not null
    union all
    select o.id, p.person, 'bank' from payment_orders o join employee_banks b on b.id = o.employee_bank_id
      cross join lateral unnest(array[b.created_by, b.verified_by, b.last_changed_by, b.waived_by]) p(person) where p.person is not null;

  create function payment_order_hands_guard() returns trigger language plpgsql as $$
  begin
    if (select count(distinct d.user_id) from approval_decisions d
         where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = new.fingerprint
           and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
           and not exists (select 1 from payment_order_hands h where h.order_id = new.id and h.user_id in (d.user_id, d.on_behalf_of))) < new.required_approvals
      then raise exception 'payment_order_not_approved' using errcode = 'CA015'; end if;
    return new;
  end $$;
  create trigger payment_orders_hands before update on payment_orders for each row
    when (old.status = 'buffered' and new.status = 'approved') execute function payment_order_hands_guard();
`

/** The guard of legal costs alone, as it was before. */
const LEGAL_EYES = `
  create function payment_order_legal_eyes() returns trigger language plpgsql as $$
  begin
    if (select count(distinct d.user_id) from approval_decisions d join legal_procedure_costs c on c.id = new.source_id
         where d.document_type = 'payment_order' and d.document_id = new.id and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = new.fingerprint
           and d.user_id is distinct from new.created_by and d.user_id is distinct from new.last_edited_by
           and d.user_id is distinct from c.created_by and d.user_id is distinct from c.updated_by) < new.required_approvals
      then raise exception 'payment_order_legal_eyes' using errcode = 'CP004'; end if;
    return new;
  end $$;
  create trigger payment_orders_legal_eyes before update on payment_orders for each row
    when (new.source_type = 'legal_cost' and old.status = 'buffered' and new.status = 'approved') execute function payment_order_legal_eyes();
`

/** Invoices and expense notes are approved by confirmed people too, and by nobody who ever wrote in them. */
const DOCUMENTS = `
  create function document_approvals(kind text, document bigint, seen text) returns bigint language sql stable as $$
    select count(distinct d.user_id) from approval_decisions d
     where d.document_type = kind and d.document_id = document and d.decision = 'approve' and d.revoked_at is null and d.fingerprint = seen
       and is_confirmed(d.user_id) and is_confirmed(d.on_behalf_of)
       and not exists (select 1 from document_hands h where h.document_type = kind and h.document_id = document and h.act = 'wrote' and h.user_id in (d.user_id, d.on_behalf_of)) $$;

  create function invoice_hands_guard() returns trigger language plpgsql as $$
  begin
    if document_approvals('invoice', new.id, invoice_fingerprint(new)) < coalesce(new.required_approvals, 1)
      then raise exception 'invoice_not_approved' using errcode = 'CA031'; end if;
    return new;
  end $$;
  create trigger invoices_hands before update on invoices for each row
    when (old.status = 'pending_approval' and new.status in ('approved', 'booked')) execute function invoice_hands_guard();

  create function expense_note_hands_guard() returns trigger language plpgsql as $$
  begin
    if document_approvals('expense_note', new.id, expense_note_fingerprint(new)) < new.required_approvals
      then raise exception 'expense_note_not_approved' using errcode = 'CN003'; end if;
    return new;
  end $$;
  create trigger expense_notes_hands before update on expense_notes for each row
    when (old.status = 'in_review' and new.status = 'approved') execute function expense_note_hands_guard();
`
