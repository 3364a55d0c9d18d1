import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What is open of a line asks only what counts for it: whether a payment pays a known debt of the lines of payments alone,
 * and what was paid of a document only where the document does not itself say what it still owes. Both were looked up
 * for every line, a thousand times in a release of a thousand payments.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(
      openItemAmounts({
        paysKnownDebt: PAYS_KNOWN_DEBT,
        paid: sumOf(`x.status in ('paid', 'reconciled')`),
        sent: sumOf(`x.status = 'sent'`),
        joins: '',
      })
    )
  }

  async down() {
    this.schema.raw(
      openItemAmounts({
        paysKnownDebt: 'p.pays_known_debt',
        paid: 'o.paid',
        sent: 'o.sent',
        joins: `
          left join lateral (select sum(x.amount_minor) filter (where x.status in ('paid', 'reconciled')) as paid, sum(x.amount_minor) filter (where x.status = 'sent') as sent
              from payment_orders x where d.is_debt and l.document_type <> 'payment_order' and x.source_type = l.document_type and x.source_id = l.document_id) o on true
          left join lateral (select ${PAYS_KNOWN_DEBT} as pays_known_debt) p on d.is_debt and l.document_type = 'payment_order'`,
      })
    )
  }
}

const PAYS_KNOWN_DEBT = `exists (select 1 from payment_orders x join journal_lines debt on debt.document_type = x.source_type and debt.document_id = x.source_id
                where x.id = l.document_id and debt.account_id = l.account_id)`

/** The payments of the document are found by it, never by their state: by that, each would be looked for among all that were sent. */
const sumOf = (states: string) =>
  `(select sum(x.amount_minor) filter (where ${states}) from payment_orders x where x.source_type = l.document_type and x.source_id = l.document_id)`

type Parts = { paysKnownDebt: string; paid: string; sent: string; joins: string }

const openItemAmounts = ({ paysKnownDebt, paid, sent, joins }: Parts) => `
      create or replace function open_item_amounts(line_ids bigint[])
        returns table (journal_line_id bigint, site_id bigint, account_id bigint, currency char(3), party text, posted_on date, due_on date, open_minor bigint)
        language sql stable as $$
        select l.id, l.site_id, l.account_id, l.currency, open_item_party(l.counterparty_type, l.counterparty_id, a.code, a.id), l.posted_on,
               coalesce(l.due_on, l.posted_on),
               (sign(l.amount_minor) * case
                  when d.is_debt and l.document_type = 'payment_order' then case when ${paysKnownDebt} then 0 else abs(l.amount_minor) - coalesce(r.lettered, 0) end
                  when d.is_debt then greatest(0, least(abs(l.amount_minor) - coalesce(r.lettered, 0),
                    coalesce(abs(i.outstanding_minor), abs(l.amount_minor) - coalesce(${paid}, 0)) - coalesce(${sent}, 0)))
                  else abs(l.amount_minor) - coalesce(r.lettered, 0) end)::bigint
          from journal_lines l
          join ledger_accounts a on a.id = l.account_id and a.reconcilable
            and (a.code not like '57%' or a.code ^@ any (select w.account_code from ledger_account_roles w where w.role = 'own_transfers_in_transit'))
          join journal_entries e on e.id = l.entry_id
          cross join lateral (select a.subledger in ('provider', 'employee', 'site', 'channel') and l.document_id is not null as is_debt) d
          left join lateral (select sum(abs(x.amount_minor))::bigint as lettered from reconciliation_lines x where x.journal_line_id = l.id) r on true
          ${joins}
          left join invoices i on d.is_debt and l.document_type = 'invoice' and i.id = l.document_id
         where l.id = any (line_ids) and e.reverses_id is null and e.source_type is distinct from 'fiscal_year'
           and not exists (select 1 from journal_entries x where x.reverses_id = e.id)
      $$;
`
