import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { SourceType } from '#app/rebilling/rebilling_labels'

/** A booked cost, in cents with its sign; `restMinor` is what nothing has charged on of it. */
export type Cost = {
  sourceType: Exclude<SourceType, 'manual'>
  sourceId: number
  documentType: 'invoice' | 'expense_note' | 'legal_cost'
  documentId: number
  /** As people name it: «2026/118 de Microsoft». */
  document: string
  siteId: number
  postedOn: CalendarDate
  version: number
  accountCode: string
  categoryId: number | null
  concept: string
  rectifiesId: number | null
  baseMinor: number
  restMinor: number
  /** Companies that it came from by other charges. */
  ancestors: number[]
}

export type CaughtCost = Cost & {
  settingId: number
  /** Another rule of the same priority catches it too. */
  isTied: boolean
}

/** SQL over `c` of `rebillable_costs`: what live charges have taken of it. */
const TAKEN = `coalesce((select sum(x.amount_minor) from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id
    where x.source_type = c.source_type and x.source_id = c.source_id and t.reverses_id is null and t.status not in ('discarded', 'rectified')), 0)::bigint`

/** SQL over `c`: what people call the document. */
const DOCUMENT = `(case c.document_type
    when 'invoice' then (select coalesce(i.invoice_number, i.reference) || coalesce(' de ' || p.legal_name, '') from invoices i left join providers p on p.id = i.provider_id where i.id = c.document_id)
    when 'expense_note' then (select n.number || ' de ' || n.claimant_name from expense_notes n where n.id = c.document_id)
    else (select p.number from legal_procedure_costs k join legal_procedures p on p.id = k.procedure_id where k.id = c.document_id) end)`

const ANCESTORS = `(case when c.document_type = 'invoice' and exists (select 1 from rebilling_transactions g where g.target_invoice_id = c.document_id)
    then rebilling_ancestors(c.source_type, c.source_id) else '{}'::bigint[] end)`

const COLUMNS = `c.source_type, c.source_id, c.document_type, c.document_id, ${DOCUMENT} as document, c.site_id, c.posted_on, c.version, c.account_code, c.category_id, c.concept,
    c.rectifies_id, c.base_minor, c.base_minor - ${TAKEN} as rest_minor, ${ANCESTORS} as ancestors`

/** SQL: whether a rule `s` (with its `families` of categories) catches a cost `c`. */
const CATCHES = `c.posted_on >= s.valid_from and (s.valid_to is null or c.posted_on <= s.valid_to)
    and (case c.source_type when 'invoice_line' then s.takes_invoices when 'expense_note_line' then s.takes_notes else s.takes_costs end)
    and (s.provider_ids = '{}' or c.provider_id = any(s.provider_ids))
    and (s.profile_ids = '{}' or c.profile_id = any(s.profile_ids))
    and (s.category_ids = '{}' or c.category_id = any(s.families))
    and (s.account_codes = '{}' or exists (select 1 from unnest(s.account_codes) code where c.account_code ^@ code))
    and (s.text_filter is null or position(f_unaccent(lower(s.text_filter)) in f_unaccent(lower(c.concept))) > 0)`

const RULES = `rules as materialized (
    select r.*, category_families(r.category_ids) as families from rebilling_settings r where r.origin_site_id = :siteId and r.active)`

/** What a late document may still be proposed of: so many days back. */
const LOOK_BACK_DAYS = 400

type Wanted = { siteId: number; until: CalendarDate; settingIds: readonly number[] | null; autoOnly: boolean }

/**
 * Costs of a company that one of its rules catches and none has shared out yet, each under the rule of the highest priority,
 * in the order of their days. Where the rules that are asked for are not the ones that catch a cost it is left alone.
 */
export function caughtCosts(
  { siteId, until, settingIds, autoOnly }: Wanted,
  client: Client
): Promise<CaughtCost[]> {
  return rows<CaughtCost>(
    `with ${RULES}
     select ${COLUMNS}, m.id as setting_id, m.is_tied
       from rebillable_costs c
       cross join lateral (select s.id, s.auto_propose, count(*) over (partition by s.priority) > 1 as is_tied from rules s where ${CATCHES} order by s.priority, s.id limit 1) m
      where c.site_id = :siteId and c.posted_on <= :until::date and c.posted_on >= greatest((select min(valid_from) from rules), :until::date - ${LOOK_BACK_DAYS})
        and (:settingIds::bigint[] is null or m.id = any(:settingIds::bigint[])) and (not :autoOnly or m.auto_propose)
        and not exists (select 1 from rebilling_computations k where k.source_type = c.source_type and k.source_id = c.source_id and k.source_version = c.version)
      order by c.posted_on, c.document_type, c.document_id, c.source_id`,
    { siteId, until, settingIds, autoOnly },
    client
  )
}

/** Costs by their keys, as they are now. */
export function costsByKey(
  keys: readonly { sourceType: string; sourceId: number }[],
  client?: Client
): Promise<Cost[]> {
  return rows<Cost>(
    `select ${COLUMNS} from unnest(:types::text[], :ids::bigint[]) as w(source_type, source_id)
       join rebillable_costs c on c.source_type = w.source_type and c.source_id = w.source_id order by c.posted_on, c.document_id, c.source_id`,
    { types: keys.map(({ sourceType }) => sourceType), ids: keys.map(({ sourceId }) => sourceId) },
    client
  )
}

type Search = { siteId: number; words: string; from: CalendarDate; to: CalendarDate; limit: number }

/** Costs of a company of which something is left to charge on, the latest first: what a charge by hand may be made of. */
export function openCosts({ siteId, words, from, to, limit }: Search): Promise<Cost[]> {
  return rows<Cost>(
    `select * from (select ${COLUMNS} from rebillable_costs c where c.site_id = :siteId and c.posted_on between :from::date and :to::date) o
      where o.rest_minor <> 0 and (:words = '' or position(f_unaccent(lower(:words)) in f_unaccent(lower(coalesce(o.document, '') || ' ' || o.concept || ' ' || o.account_code))) > 0)
      order by o.posted_on desc, o.document_id desc, o.source_id limit :limit::int`,
    { siteId, words, from, to, limit }
  )
}

/** What a rule would catch of a company between two days, or of one document, whether it was shared out before or not: for trying it. */
export function costsThatRuleCatches(
  rule: Record<string, unknown>,
  {
    siteId,
    from,
    to,
    invoiceId,
  }: { siteId: number; from: CalendarDate; to: CalendarDate; invoiceId: number | null },
  limit: number
): Promise<Cost[]> {
  return rows<Cost>(
    `with s as materialized (select r.*, category_families(r.category_ids) as families
        from jsonb_populate_record(null::rebilling_settings, :rule::jsonb) r)
     select ${COLUMNS} from rebillable_costs c cross join s
      where c.site_id = :siteId and (:invoiceId::bigint is null and c.posted_on between :from::date and :to::date or c.document_type = 'invoice' and c.document_id = :invoiceId::bigint) and ${CATCHES}
      order by c.posted_on, c.document_id, c.source_id limit :limit::int`,
    { rule: JSON.stringify(rule), siteId, from, to, invoiceId, limit }
  )
}
