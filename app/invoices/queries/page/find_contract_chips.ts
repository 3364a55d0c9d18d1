import { minor4Text } from '#app/contracts/pricing/rate'
import { type ContractStatus, contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import { rows } from '#app/kernel/database/sql'
import type { Currency } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type FoundChip = {
  id: number
  reference: string
  title: string
  status: ContractStatus
  endsOn: CalendarDate | null
  currency: Currency
  capMinor: number | null
  expectedMinor: number | null
  usedMinor: number
}

type FoundLink = {
  lineId: number
  position: number
  concept: string
  outcome: 'linked' | 'suggested'
  contractId: number
  reference: string
  code: string | null
  description: string | null
  unit: string | null
  priceMinor4: number | null
  score: number | null
}

/** What the page of an invoice shows of its contracts, read only: the contracts, and line by line what is linked or suggested. */
export async function findContractChips(invoiceId: number) {
  const [chips, links] = await Promise.all([
    rows<FoundChip>(
      `select c.id, c.reference, c.title, c.status, coalesce(c.ended_on, c.ends_on) as ends_on, c.currency, c.cap_minor, c.expected_amount_minor as expected_minor,
              (select coalesce(sum(l.base_minor), 0)::bigint from contract_lines l where l.contract_id = c.id and (c.cap_minor is null or c.cap_period = 'contract'
                 or l.day >= date_trunc(case c.cap_period when 'month' then 'month' else 'year' end, current_date)::date)) as used_minor
         from provider_contracts c where c.id in (select contract_id from invoice_lines where invoice_id = :invoiceId and contract_id is not null) order by c.id`,
      { invoiceId }
    ),
    rows<FoundLink>(
      `select l.id as line_id, l.position, l.concept, case when l.contract_id is null then 'suggested' else 'linked' end as outcome, c.id as contract_id, c.reference,
              t.code, t.description, t.unit, (l.contract_match ->> 'score')::int as score,
              contract_price_at(t.id, l.quantity, coalesce(i.operation_on, i.issued_on, i.received_at::date)) as price_minor4
         from invoice_lines l join invoices i on i.id = l.invoice_id
         join provider_contracts c on c.id = coalesce(l.contract_id, (l.contract_match ->> 'contractId')::bigint)
         left join contract_items t on t.id = case when l.contract_id is null then (l.contract_match ->> 'itemId')::bigint else l.contract_item_id end
        where l.invoice_id = :invoiceId order by l.position`,
      { invoiceId }
    ),
  ])
  const money = (minor: number | null, currency: Currency) => (minor === null ? null : { minor, currency })
  return {
    chips: chips.map(({ status, currency, capMinor, expectedMinor, usedMinor, ...chip }) => ({
      ...chip,
      status: { label: contractWorkflow.label(status), tone: contractWorkflow.tone(status) },
      cap: money(capMinor, currency),
      expected: money(expectedMinor, currency),
      used: { minor: usedMinor, currency },
    })),
    links: links.map(({ priceMinor4, ...link }) => ({
      ...link,
      price: priceMinor4 === null ? null : minor4Text(priceMinor4),
    })),
  }
}
