import { documentLink, documentNumber, documentPage } from '#app/accounts/document_links'
import { type Companies, companiesFilter } from '#app/accounts/queries/book_scope'
import { IS_PAYROLL_ACCOUNT, IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { CalendarDate } from '#app/kernel/calendar_date'
import { sortOf, whereClause } from '#app/kernel/list_keys'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
  readShown,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { oneRow, rows } from '#app/kernel/sql'
import { type BucketName, bucketOf } from '#app/reconciliation/queries/open_item_buckets'
import { OPEN_ON_DAY, PARTY_NAME, PARTY_NAME_JOINS } from '#app/reconciliation/queries/open_item_parts'
import { whileUnchanged } from '#app/reconciliation/queries/open_items_memory'

/** An open item as the list shows it. */
export type OpenItemRow = {
  id: number
  due_on: string
  posted_on: string
  days: number
  bucket: BucketName
  site: string
  site_id: number
  account_id: number
  code: string
  account: string
  party: string
  party_key: string
  document: { label: string; href: string } | null
  description: string
  entry_id: number
  entry_no: number
  /** What the line is, and what of it is open; positive is debe. */
  amount: MoneyJson
  open: MoneyJson
  actions: string[]
}

type Found = {
  id: number
  dueOn: CalendarDate
  postedOn: CalendarDate
  days: number
  site: string
  siteId: number
  accountId: number
  code: string
  account: string
  partyName: string | null
  party: string
  documentType: string | null
  documentPage: number | null
  documentNumber: string | null
  description: string
  isPayroll: boolean
  entryId: number
  entryNo: number
  currency: MoneyJson['currency']
  amountMinor: number
  openMinor: number
}

const TODAY = 'open_items o'

/** Items as they are today, or as they were on a day before. */
export function openItemsList(asOf: CalendarDate, isToday: boolean): ListDefinition {
  return {
    from: isToday ? TODAY : `(${OPEN_ON_DAY}) o`,
    key: 'o.journal_line_id',
    joins: `join journal_lines l on l.id = o.journal_line_id join journal_entries e on e.id = l.entry_id join sites s on s.id = o.site_id
      join ledger_accounts a on a.id = o.account_id ${PARTY_NAME_JOINS}`,
    bindings: { asOf },
    select: `o.journal_line_id as id, o.due_on, o.posted_on, (:asOf::date - o.due_on) as days, s.code as site, o.site_id, o.account_id, a.code, a.name as account,
      ${PARTY_NAME} as party_name, o.party, l.document_type, ${documentPage('l.document_type', 'l.document_id')} as document_page, ${documentNumber('l.document_type', 'l.document_id')} as document_number,
      coalesce(nullif(l.memo, ''), e.description) as description, ${IS_PAYROLL_ENTRY} as is_payroll, e.id as entry_id, e.entry_no, o.currency, l.amount_minor, o.open_minor`,
    sorts: {
      due_on: { sql: 'o.due_on', type: 'date' },
      open: { sql: 'o.open_minor', type: 'bigint' },
    },
    defaultSort: 'due_on',
  }
}

type Asked = { definition: ListDefinition; request: ListRequest; filter: Filter; showsPayroll: boolean }

/** A page of open items with the total of each currency. */
export async function listOpenItems(asked: Asked): Promise<ListOf<OpenItemRow>> {
  const { definition, request } = asked
  if (definition.from !== TODAY && request.perPage !== 'all') return listAsOf(asked, request.perPage)
  return listToday(asked)
}

async function listToday({ definition, request, filter, showsPayroll }: Asked): Promise<ListOf<OpenItemRow>> {
  const [page, sums] = await Promise.all([
    listPage<Found>(definition, request, filter),
    whileUnchanged(['items', definition.from, filter], () => sumItems(definition, filter)),
  ])
  return { ...page, rows: page.rows.map((found) => openItemRow(found, showsPayroll)), totals: { open: sums } }
}

type AsOf = { total: number; sums: MoneyJson[]; page: { journal_line_id: number }[] }

const ITEM_COLUMNS =
  'journal_line_id bigint, site_id bigint, account_id bigint, currency char(3), party text, posted_on date, due_on date, open_minor bigint'

/** What was open on a day before is worked out from all that happened since: once for the page, its count and its sums. */
async function listAsOf(
  { definition, request, filter, showsPayroll }: Asked,
  size: number
): Promise<ListOf<OpenItemRow>> {
  const { sql } = sortOf(definition, request)
  const order = `${sql} ${request.direction}, ${definition.key} ${request.direction}`
  const skip = (request.page - 1) * size
  const { total, sums, page } = await whileUnchanged(
    ['as of', definition.from, filter, order, size, skip],
    () =>
      oneRow<AsOf>(
        `with o as materialized (select o.* from ${definition.from} ${whereClause(filter.where)})
       select (select count(*)::int from o) as total,
         (select coalesce(jsonb_agg(jsonb_build_object('minor', s.minor, 'currency', s.currency) order by s.currency), '[]') from (select sum(open_minor)::bigint as minor, currency from o group by currency) s) as sums,
         (select coalesce(jsonb_agg(p), '[]') from (select * from o order by ${order} limit :size offset :skip) p) as page`,
        { ...filter.bindings, size, skip }
      )
  )
  const shown = {
    ...definition,
    from: `jsonb_to_recordset(:items::jsonb) as o(${ITEM_COLUMNS})`,
    bindings: { ...definition.bindings, items: JSON.stringify(page) },
  }
  const keys = page.map((item) => item.journal_line_id)
  const found = keys.length > 0 ? await readShown<Found>(shown, keys) : []
  return {
    rows: found.map((item) => openItemRow(item, showsPayroll)),
    page: request.page,
    perPage: size,
    total,
    totalIsExact: true,
    sort: definition.sorts[request.sort] ? request.sort : definition.defaultSort,
    direction: request.direction,
    cursor: null,
    totals: { open: sums },
  }
}

function sumItems({ from }: ListDefinition, filter: Filter): Promise<MoneyJson[]> {
  return rows<MoneyJson>(
    `select sum(o.open_minor)::bigint as minor, o.currency from ${from} ${whereClause(filter.where)} group by o.currency order by o.currency`,
    filter.bindings
  )
}

/** An item in the words of the page; of payroll only that it is. */
export function openItemRow(found: Found, showsPayroll: boolean): OpenItemRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  const isHidden = found.isPayroll && !showsPayroll
  return {
    id: found.id,
    due_on: found.dueOn,
    posted_on: found.postedOn,
    days: found.days,
    bucket: bucketOf(found.days),
    site: found.site,
    site_id: found.siteId,
    account_id: found.accountId,
    code: found.code,
    account: found.account,
    party: isHidden ? RESTRICTED_PAYROLL : (found.partyName ?? `${found.code} ${found.account}`),
    party_key: found.party,
    document: isHidden
      ? null
      : documentLink({ type: found.documentType, page: found.documentPage, number: found.documentNumber }),
    description: isHidden ? RESTRICTED_PAYROLL : found.description,
    entry_id: found.entryId,
    entry_no: found.entryNo,
    amount: money(found.amountMinor),
    open: money(found.openMinor),
    actions: ['letter'],
  }
}

export type FoundOpenItem = Found

/** Whose items somebody sees: of their companies, and without what each person is to be paid where they may not. */
export function openItemsScope(companies: Companies, showsPayroll: boolean): Filter {
  const scope = companiesFilter(companies, 'o.site_id')
  if (showsPayroll) return scope
  return {
    where: [
      ...scope.where,
      `o.account_id not in (select a.id from ledger_accounts a where ${IS_PAYROLL_ACCOUNT})`,
    ],
    bindings: scope.bindings,
  }
}
