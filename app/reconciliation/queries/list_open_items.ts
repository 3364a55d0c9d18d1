import { type Companies, companiesFilter } from '#app/accounts/queries/book_scope'
import { IS_PAYROLL_ACCOUNT, IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import type { CalendarDate } from '#app/kernel/calendar_date'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
  whereClause,
} from '#app/kernel/listing'
import type { MoneyJson } from '#app/kernel/money'
import { rows } from '#app/kernel/sql'
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
  documentId: number | null
  documentNumber: string | null
  description: string
  isPayroll: boolean
  entryId: number
  entryNo: number
  currency: MoneyJson['currency']
  amountMinor: number
  openMinor: number
}

/** Items as they are today, or as they were on a day before. */
export function openItemsList(asOf: CalendarDate, isToday: boolean): ListDefinition {
  return {
    from: isToday ? 'open_items o' : `(${OPEN_ON_DAY}) o`,
    key: 'o.journal_line_id',
    joins: `join journal_lines l on l.id = o.journal_line_id join journal_entries e on e.id = l.entry_id join sites s on s.id = o.site_id
      join ledger_accounts a on a.id = o.account_id ${PARTY_NAME_JOINS}
      left join invoices i on l.document_type = 'invoice' and i.id = l.document_id left join payment_orders po on l.document_type = 'payment_order' and po.id = l.document_id`,
    bindings: { asOf },
    select: `o.journal_line_id as id, o.due_on, o.posted_on, (:asOf::date - o.due_on) as days, s.code as site, o.site_id, o.account_id, a.code, a.name as account,
      ${PARTY_NAME} as party_name, o.party, l.document_type, l.document_id, coalesce(i.invoice_number, po.number) as document_number,
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
export async function listOpenItems({
  definition,
  request,
  filter,
  showsPayroll,
}: Asked): Promise<ListOf<OpenItemRow>> {
  const [page, sums] = await Promise.all([
    listPage<Found>(definition, request, filter),
    whileUnchanged(['items', definition.from, filter], () => sumItems(definition, filter)),
  ])
  return { ...page, rows: page.rows.map((found) => openItemRow(found, showsPayroll)), totals: { open: sums } }
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
    document: isHidden ? null : documentOf(found),
    description: isHidden ? RESTRICTED_PAYROLL : found.description,
    entry_id: found.entryId,
    entry_no: found.entryNo,
    amount: money(found.amountMinor),
    open: money(found.openMinor),
    actions: ['letter'],
  }
}

export type FoundOpenItem = Found

function documentOf({ documentType, documentId, documentNumber }: Found): OpenItemRow['document'] {
  if (documentId === null || documentNumber === null) return null
  if (documentType === 'invoice')
    return { label: `Factura ${documentNumber}`, href: `/invoices/${documentId}` }
  return documentType === 'payment_order'
    ? { label: `Pago ${documentNumber}`, href: `/payment-orders/${documentId}` }
    : null
}

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
