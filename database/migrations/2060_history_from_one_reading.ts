import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * The history names the document of each payment itself, so that no list of it reads the orders a second time; and words are looked
 * for in the expression that has the index (1964), for which the column that held them is not needed.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('drop view payment_history_restricted, payment_history')
    this.schema.raw(historyViews({ words: WORDS, sources: true }))
    this.schema.raw('alter table payment_orders drop column history_text')
  }

  async down() {
    this.schema.raw(
      `alter table payment_orders add column history_text text generated always as (case when ${FINAL} then ${WORDS} end) stored`
    )
    this.schema.raw('drop view payment_history_restricted, payment_history')
    this.schema.raw(historyViews({ words: 'history_text', sources: false }))
  }
}

const FINAL = `status in ('paid', 'reconciled', 'failed', 'returned')`
const WORDS = `f_unaccent(lower(creditor_name::text || ' ' || remittance::text || ' ' || end_to_end_id::text || ' ' || number::text))`
const METHOD = `case channel when 'card' then 'card' when 'internal' then 'internal' when 'manual' then 'manual' else 'transfer' end`
const PAYEE_TYPE = `case kind when 'tax' then 'public_body' when 'legal_procedure' then 'legal' else creditor_type end`
const HIDDEN = `'Nómina - detalle restringido'`
const COLUMNS = `id, origin, paid_on, site_id, kind, payee_type, payee_id, payee, concept, amount_minor, currency, account_id, method, reference, iban, status, requested_by, search_text`

function historyViews({ words, sources }: { words: string; sources: boolean }): string {
  const shown = sources ? `${COLUMNS}, source_type, source_id` : COLUMNS
  const noSource = sources ? ', null::text as source_type, null::bigint as source_id' : ''
  const orders = `select 'shown'::text as part, id, 'order'::text as origin, history_on as paid_on, site_id, kind, ${PAYEE_TYPE} as payee_type, creditor_id as payee_id,
    creditor_name::text as payee, remittance::text as concept, amount_minor, currency, debtor_account_id as account_id, ${METHOD} as method,
    end_to_end_id::text as reference, creditor_iban::text as iban, status, created_by as requested_by, ${words} as search_text${sources ? ', source_type::text, source_id' : ''}
    from payment_orders`
  const legacy = `select 'shown'::text as part, id, 'import'::text as origin, paid_on, site_id, kind, 'other'::text as payee_type, null::bigint as payee_id,
    payee, concept, amount_minor, currency, bank_account_id as account_id, 'transfer'::text as method,
    reference, iban, 'paid'::text as status, null::bigint as requested_by, search_text${noSource}
    from legacy_payments`
  const masked = (part: {
    origin: string
    on: string
    account: string
    method: string
    status: string
    table: string
  }) =>
    `select 'masked'::text as part, id, '${part.origin}'::text as origin, ${part.on} as paid_on, site_id, kind, 'employee'::text as payee_type, null::bigint as payee_id,
    ${HIDDEN}::text as payee, ${HIDDEN}::text as concept, null::bigint as amount_minor, currency, ${part.account} as account_id, ${part.method} as method,
    null::text as reference, null::text as iban, ${part.status} as status, null::bigint as requested_by, ''::text as search_text${noSource} from ${part.table}`
  const maskedOrders = masked({
    origin: 'order',
    on: 'history_on',
    account: 'debtor_account_id',
    method: METHOD,
    status: 'status',
    table: 'payment_orders',
  })
  const maskedLegacy = masked({
    origin: 'import',
    on: 'paid_on',
    account: 'bank_account_id',
    method: `'transfer'::text`,
    status: `'paid'::text`,
    table: 'legacy_payments',
  })
  return `
    create view payment_history as select ${shown} from (${orders} union all ${legacy}) payments where ${FINAL};
    create view payment_history_restricted as select ${shown} from (${orders} union all ${legacy} union all ${maskedOrders} union all ${maskedLegacy}) payments
      where ${FINAL} and ((part = 'shown' and kind <> 'payroll') or (part = 'masked' and kind = 'payroll'));
  `
}
