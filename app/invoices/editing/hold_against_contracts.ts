import {
  type InvoiceToMatch,
  type LineMatch,
  matchInvoiceLines,
} from '#app/contracts/queries/match_invoice_lines'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'

type Found = Omit<InvoiceToMatch, 'lines'> & InvoiceToMatch['lines'][number] & { decided: Decided | null }

/** What a person said about a line: this item, or none of them. */
type Decided = { by: 'person'; providerId: number; contractId: number | null; itemId: number | null }

/**
 * Links the lines of these invoices with the contracts in force on their day, or suggests it (area 07 §3). What a person
 * chose stays while its contract covers the invoice; a line that fits nothing any more is let go. The header names the
 * contract when all linked lines have the same one. The caller holds the locks of the invoices.
 */
export async function holdAgainstContracts(invoiceIds: readonly number[], trx: Transaction): Promise<void> {
  const found = await rows<Found>(
    `select i.id as invoice_id, i.provider_id, i.site_id, coalesce(i.operation_on, i.issued_on, i.received_at::date) as day, i.currency,
            l.id as line_id, l.concept, l.quantity::text, l.base_minor, case when l.contract_match ->> 'by' = 'person' and (l.contract_match ->> 'providerId')::bigint = i.provider_id
              and (l.contract_match ->> 'contractId' is null or exists (select 1 from provider_contracts c where c.id = (l.contract_match ->> 'contractId')::bigint
                and contract_covers(c, coalesce(i.operation_on, i.issued_on, i.received_at::date)) and i.site_id = any(c.site_ids))) then l.contract_match end as decided
       from invoices i join invoice_lines l on l.invoice_id = i.id
      where i.id = any(:ids::bigint[]) and i.provider_id is not null and i.site_id is not null order by i.id, l.position`,
    { ids: [...invoiceIds] },
    trx
  )
  const matches = await matchInvoiceLines(invoicesOf(found), trx)
  const byLine = new Map(matches.map((match) => [match.lineId, match]))
  const links = found.map((line) => linkOf(line, byLine.get(line.lineId)))
  await execute(
    `update invoice_lines l set contract_id = w.contract_id, contract_item_id = w.item_id, contract_match = w.match
       from jsonb_to_recordset(:links::jsonb) as w(line_id bigint, contract_id bigint, item_id bigint, match jsonb)
      where l.id = w.line_id and (l.contract_id, l.contract_item_id, l.contract_match) is distinct from (w.contract_id, w.item_id, w.match)`,
    { links: JSON.stringify(links) },
    trx
  )
  await nameContracts(invoiceIds, trx)
}

/** Says the contract of each header; also where supplier or company are gone and nothing is linked any more. */
async function nameContracts(invoiceIds: readonly number[], trx: Transaction): Promise<void> {
  const ids = [...invoiceIds]
  await execute(
    `update invoice_lines l set contract_id = null, contract_item_id = null, contract_match = null from invoices i
      where i.id = l.invoice_id and i.id = any(:ids::bigint[]) and (i.provider_id is null or i.site_id is null) and l.contract_match is not null`,
    { ids },
    trx
  )
  await execute(
    `update invoices i set contract_id = w.contract_id from (
        select n.id, case when count(distinct l.contract_id) = 1 then min(l.contract_id) end as contract_id
          from unnest(:ids::bigint[]) as n(id) left join invoice_lines l on l.invoice_id = n.id group by n.id) w
      where i.id = w.id and i.contract_id is distinct from w.contract_id`,
    { ids },
    trx
  )
}

function invoicesOf(found: readonly Found[]): InvoiceToMatch[] {
  const invoices: InvoiceToMatch[] = []
  for (const { invoiceId, providerId, siteId, day, currency, decided: _, ...line } of found) {
    let invoice = invoices.at(-1)
    if (invoice?.invoiceId !== invoiceId) {
      invoice = { invoiceId, providerId, siteId, day, currency, lines: [] }
      invoices.push(invoice)
    }
    invoice.lines.push({ ...line, currency })
  }
  return invoices
}

function linkOf({ lineId, decided }: Found, match: LineMatch | undefined) {
  const none = { line_id: lineId, contract_id: null, item_id: null }
  if (decided) return { ...none, contract_id: decided.contractId, item_id: decided.itemId, match: decided }
  if (!match) return { ...none, match: null }
  const { lineId: _, ...how } = match
  const isLinked = match.outcome === 'linked'
  return {
    line_id: lineId,
    contract_id: isLinked ? match.contractId : null,
    item_id: isLinked ? match.itemId : null,
    match: { by: 'machine', ...how },
  }
}
