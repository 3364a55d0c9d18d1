import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Lists of two million payments and a million lines and users, any page of them as quick as the first. The day and the
 * text of a payment of the history are columns of their own: an index on an expression cannot answer by itself, and a
 * deep page then reads every row that it skips.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(HISTORY_COLUMNS)
    this.schema.raw(historyViews('history_on', 'history_text', 'search_text'))
    this.schema.raw(HISTORY_INDEXES)
    this.schema.raw(USER_INDEXES)
  }

  async down() {
    this.schema.raw(`
      drop index users_text, users_status, users_email_order, users_last_login, users_name_status;
      create index users_name on users (name collate "es-x-icu", id);
      drop view payment_history_restricted, payment_history;
    `)
    this.schema.raw(historyViews(PAID_ON, ORDER_TEXT, LEGACY_TEXT))
    this.schema.raw(`
      drop index legacy_payments_account, legacy_payments_iban, legacy_payments_amount, legacy_payments_text;
      alter table payment_orders drop column history_on, drop column history_text;
      alter table legacy_payments drop column search_text;
      create index legacy_payments_amount on legacy_payments (amount_minor, paid_on);
      create index legacy_payments_text on legacy_payments using gin ((${LEGACY_TEXT}) gin_trgm_ops);
      create index payment_orders_history on payment_orders ((${PAID_ON}) desc, id desc) where ${FINAL};
      create index payment_orders_history_site on payment_orders (site_id, (${PAID_ON}) desc, id desc) where ${FINAL};
      create index payment_orders_history_text on payment_orders using gin ((${ORDER_TEXT}) gin_trgm_ops) where ${FINAL};
      create index payment_orders_history_amount on payment_orders (amount_minor, (${PAID_ON})) where ${FINAL};
      create index payment_orders_history_payee on payment_orders (creditor_type, creditor_id, (${PAID_ON}) desc) where ${FINAL};
      create index payment_orders_history_payroll on payment_orders ((${PAID_ON}) desc, id desc) where ${FINAL} and kind = 'payroll';
    `)
  }
}

const FINAL = `status in ('paid', 'reconciled', 'failed', 'returned')`
/** The day on which the money left; of what never left, the day on which that was known. */
const PAID_ON = `coalesce((coalesce(paid_at, failed_at, returned_at) at time zone 'Europe/Madrid')::date, execution_date)`
const ORDER_TEXT = `f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text))`
const LEGACY_TEXT = `f_unaccent(lower(payee || ' ' || concept || ' ' || coalesce(reference, '')))`
const METHOD = `case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end`
const PAYEE_TYPE = `case kind when 'tax' then 'public_body' when 'legal_procedure' then 'legal' else creditor_type end`
const HIDDEN = `'Nómina - detalle restringido'`

const HISTORY_COLUMNS = `
  drop view payment_history_restricted, payment_history;
  drop index payment_orders_history, payment_orders_history_site, payment_orders_history_text, payment_orders_history_amount, payment_orders_history_payee,
    payment_orders_history_payroll, legacy_payments_amount, legacy_payments_text;
  alter table payment_orders add column history_on date generated always as (case when ${FINAL} then ${PAID_ON} end) stored,
    add column history_text text generated always as (case when ${FINAL} then ${ORDER_TEXT} end) stored;
  alter table legacy_payments add column search_text text generated always as (${LEGACY_TEXT}) stored;
`

const HISTORY_INDEXES = `
  create index payment_orders_history on payment_orders (history_on desc, id desc) where ${FINAL};
  create index payment_orders_history_site on payment_orders (site_id, history_on desc, id desc) where ${FINAL};
  create index payment_orders_history_account on payment_orders (debtor_account_id, history_on desc, id desc) where ${FINAL};
  create index payment_orders_history_status on payment_orders (status, history_on desc, id desc) where ${FINAL};
  create index payment_orders_history_user on payment_orders (created_by, history_on desc, id desc) where ${FINAL};
  create index payment_orders_history_text on payment_orders using gin (history_text gin_trgm_ops) where ${FINAL};
  create index payment_orders_history_amount on payment_orders (amount_minor, id) where ${FINAL};
  create index payment_orders_history_payee on payment_orders (creditor_type, creditor_id, history_on desc) where ${FINAL};
  create index payment_orders_history_payroll on payment_orders (history_on desc, id desc) where ${FINAL} and kind = 'payroll';
  create index legacy_payments_account on legacy_payments (bank_account_id, paid_on desc, id desc);
  create index legacy_payments_iban on legacy_payments (iban) where iban is not null;
  create index legacy_payments_amount on legacy_payments (amount_minor, id);
  create index legacy_payments_text on legacy_payments using gin (search_text gin_trgm_ops);
`

const USER_INDEXES = `
  drop index users_name;
  create index users_name_status on users (name collate "es-x-icu", id) include (status);
  create index users_email_order on users ((email::text), id);
  create index users_last_login on users (last_login_at, id);
  create index users_status on users (status);
  create index users_text on users using gin ((f_unaccent(lower(name || ' ' || email::text))) gin_trgm_ops);
`

const SHOWN = `id, origin, paid_on, site_id, kind, payee_type, payee_id, payee, concept, amount_minor, currency, account_id, method, reference, iban, status, requested_by, search_text`

/** The views as they were first made (1580), over these expressions for the day and the texts. */
function historyViews(day: string, orderText: string, legacyText: string): string {
  const orders = `select 'shown'::text as part, id, 'order'::text as origin, ${day} as paid_on, site_id, kind, ${PAYEE_TYPE} as payee_type, creditor_id as payee_id,
    creditor_name::text as payee, remittance::text as concept, amount_minor, currency, debtor_account_id as account_id, ${METHOD} as method,
    end_to_end_id::text as reference, creditor_iban::text as iban, status, created_by as requested_by, ${orderText} as search_text
    from payment_orders`
  const legacy = `select 'shown'::text as part, id, 'import'::text as origin, paid_on, site_id, kind, 'other'::text as payee_type, null::bigint as payee_id,
    payee, concept, amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
    reference, iban, 'paid'::text as status, null::bigint as requested_by, ${legacyText} as search_text
    from legacy_payments`
  const masked = (
    origin: string,
    on: string,
    account: string,
    method: string,
    status: string,
    table: string
  ) =>
    `select 'masked'::text as part, id, '${origin}'::text as origin, ${on} as paid_on, site_id, kind, 'employee'::text as payee_type, null::bigint as payee_id,
    ${HIDDEN}::text as payee, ${HIDDEN}::text as concept, null::bigint as amount_minor, currency, ${account} as account_id, ${method} as method,
    null::text as reference, null::text as iban, ${status} as status, null::bigint as requested_by, ''::text as search_text from ${table}`
  return `
    create view payment_history as select ${SHOWN} from (${orders} union all ${legacy}) payments where ${FINAL};
    create view payment_history_restricted as select ${SHOWN} from (
      ${orders} union all ${legacy}
      union all ${masked('order', day, 'debtor_account_id', METHOD, 'status', 'payment_orders')}
      union all ${masked('import', 'paid_on', 'bank_account_id', `'transfer'::text`, `'paid'::text`, 'legacy_payments')}
    ) payments where ${FINAL} and ((part = 'shown' and kind <> 'payroll') or (part = 'masked' and kind = 'payroll'));
  `
}
