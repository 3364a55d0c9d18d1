import type { LinkedInvoice } from '#app/contracts/ports'
import type { Scope } from '#app/contracts/queries/list_contracts'
import { rows } from '#app/kernel/database/sql'

const LINKED_MAX = 200

/** The latest invoices on a contract, at most two hundred, with what was billed and what was agreed for it. */
export function listLinkedInvoices(rootId: number, scope: Scope): Promise<LinkedInvoice[]> {
  return rows<LinkedInvoice>(
    `with latest as (select l.invoice_id, max(l.day) as day from contract_lines l where l.contract_id = :rootId and (:all or l.site_id = any(:ids::bigint[]))
        group by l.invoice_id order by 2 desc, 1 desc limit ${LINKED_MAX})
     select i.id, i.reference, i.invoice_number as number, s.code as site, n.day, sum(l.base_minor)::bigint as base_minor, i.currency,
            case when bool_or(l.item_id is null) then min(c.expected_amount_minor)
                 else sum(round(contract_price_at(coalesce(contract_item_at(l.item_id, l.day), l.item_id), l.quantity, l.day) * l.quantity / 10 ^ (4 - u.exponent)::numeric))::bigint end as agreed_minor
       from latest n join contract_lines l on l.invoice_id = n.invoice_id and l.contract_id = :rootId join invoices i on i.id = n.invoice_id
       join sites s on s.id = i.site_id join provider_contracts c on c.id = l.contract_id join currencies u on u.code = i.currency
      group by i.id, s.code, n.day order by n.day desc, i.id desc`,
    { rootId, all: scope === 'all', ids: scope === 'all' ? [] : scope }
  )
}
