import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { oneRow, rows } from '#app/kernel/database/sql'
import { type Badge, shownColumns } from '#app/kernel/lists/list_columns'
import { sortOf, whereClause } from '#app/kernel/lists/list_keys'
import {
  type Filter,
  type List,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listOf,
  readShown,
} from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'
import { documentLink, documentNumber, documentPage } from '#app/ledger/document_kinds'
import { type BucketName, bucketOf } from '#app/reconciliation/queries/open_items/open_item_buckets'
import {
  OPEN_ON_DAY,
  PARTY_NAME,
  PARTY_NAME_JOINS,
} from '#app/reconciliation/queries/open_items/open_item_parts'
import { whileUnchanged } from '#app/reconciliation/queries/open_items/open_items_memory'

/** An open item as the list shows it. */
export type OpenItemRow = {
  id: number
  dueOn: string
  postedOn: string
  /** Since when it has been due; null where it waits for a day that nobody knows yet. */
  days: number | null
  age: Badge
  site: string
  siteId: number
  accountId: number
  code: string
  account: string
  party: string
  partyKey: string
  document: { label: string; href: string } | null
  description: string
  entryId: number
  entryNo: number
  /** What the line is, and what of it is open; positive is debe. */
  amount: MoneyJson
  open: MoneyJson
  /** What of it is due on another day, or not at all: a guarantee, what was paid before. */
  late: MoneyJson | null
  lateOn: string | null
  actions: string[]
}

type Found = {
  id: number
  dueOn: CalendarDate
  postedOn: CalendarDate
  days: number | null
  lateMinor: number
  lateOn: CalendarDate | null
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

function definitionOf(asOf: CalendarDate, isToday: boolean): ListDefinition {
  return {
    from: isToday ? TODAY : `(${OPEN_ON_DAY}) o`,
    key: 'o.journal_line_id',
    joins: `join journal_lines l on l.id = o.journal_line_id join journal_entries e on e.id = l.entry_id join sites s on s.id = o.site_id
      join ledger_accounts a on a.id = o.account_id ${PARTY_NAME_JOINS}`,
    bindings: { asOf },
    select: `o.journal_line_id as id, o.due_on, o.posted_on, case when o.late_minor = o.open_minor and o.late_on is null then null else :asOf::date - o.due_on end as days, o.late_minor, o.late_on, s.code as site, o.site_id, o.account_id, a.code, a.name as account,
      ${PARTY_NAME} as party_name, o.party, l.document_type, ${documentPage('l.document_type', 'l.document_id')} as document_page, ${documentNumber('l.document_type', 'l.document_id')} as document_number,
      coalesce(nullif(l.memo, ''), e.description) as description, ${IS_PAYROLL_ENTRY} as is_payroll, e.id as entry_id, e.entry_no, o.currency, l.amount_minor, o.open_minor`,
    sorts: {
      due_on: { sql: 'o.due_on', type: 'date' },
      open: { sql: 'o.open_minor', type: 'bigint' },
    },
    defaultSort: 'due_on',
  }
}

/** Where open items `o` are read: as they are today, or as they were on a day before. */
export const openItemsFrom = (asOf: CalendarDate, isToday: boolean): string =>
  definitionOf(asOf, isToday).from

type AsOfDay = { asOf: CalendarDate; isToday: boolean; showsPayroll: boolean }

/** Open items as they are today, or as they were on a day before. */
export const openItemsListFor = ({ asOf, isToday, showsPayroll }: AsOfDay): List<Found, OpenItemRow> => ({
  name: 'partidas-abiertas',
  definition: definitionOf(asOf, isToday),
  toRow: (found) => openItemRow(found, showsPayroll),
  columns: [
    { key: 'dueOn', title: 'Vencimiento', kind: 'day', sort: 'due_on' },
    { key: 'days', title: 'Días', kind: 'number', only: 'file', file: { width: 9 } },
    { key: 'age', title: 'Antigüedad', kind: 'badge', only: 'page' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'code', title: 'Cuenta', kind: 'reference' },
    { key: 'party', title: 'Contraparte', kind: 'name', file: { width: 34 } },
    {
      key: 'document',
      title: 'Documento',
      kind: 'own',
      width: 170,
      file: { value: (row) => row.document?.label ?? null, width: 22 },
    },
    { key: 'description', title: 'Concepto', kind: 'text', file: { width: 40 } },
    { key: 'postedOn', title: 'Fecha', kind: 'day', isOptional: true },
    { key: 'entryNo', title: 'Asiento', kind: 'number', isOptional: true, file: { width: 10 } },
    { key: 'amount', title: 'Importe', kind: 'money', isOptional: true },
    { key: 'late', title: 'Retenido o ya pagado', kind: 'money', isOptional: true },
    { key: 'lateOn', title: 'Retenido hasta', kind: 'day', isOptional: true },
    { key: 'open', title: 'Pendiente', kind: 'money', sort: 'open', card: 'figure' },
  ],
})

type Asked = { list: List<Found, OpenItemRow>; request: ListRequest; filter: Filter }

/** A page of open items with the total of each currency. */
export async function listOpenItems(asked: Asked): Promise<ListOf<OpenItemRow>> {
  const { list, request } = asked
  if (list.definition.from !== TODAY && request.perPage !== 'all') return listAsOf(asked, request.perPage)
  return listToday(asked)
}

async function listToday({ list, request, filter }: Asked): Promise<ListOf<OpenItemRow>> {
  const { definition } = list
  const [page, sums] = await Promise.all([
    listOf(list, request, filter),
    whileUnchanged(['items', definition.from, filter], () => sumItems(definition, filter)),
  ])
  return { ...page, totals: { open: sums } }
}

type AsOf = { total: number; sums: MoneyJson[]; page: { journal_line_id: number }[] }

const ITEM_COLUMNS =
  'journal_line_id bigint, site_id bigint, account_id bigint, currency char(3), party text, posted_on date, due_on date, open_minor bigint, late_minor bigint, late_on date'

/** What was open on a day before is worked out from all that happened since: once for the page, its count and its sums. */
async function listAsOf({ list, request, filter }: Asked, size: number): Promise<ListOf<OpenItemRow>> {
  const { definition, toRow, columns } = list
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
  const listed = found.map(toRow)
  return {
    rows: listed,
    columns: shownColumns(columns, { rows: listed }),
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
function openItemRow(found: Found, showsPayroll: boolean): OpenItemRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  const isHidden = found.isPayroll && !showsPayroll
  return {
    id: found.id,
    dueOn: found.dueOn,
    postedOn: found.postedOn,
    days: found.days,
    age: ageOf(found.days),
    site: found.site,
    siteId: found.siteId,
    accountId: found.accountId,
    code: found.code,
    account: found.account,
    party: isHidden ? RESTRICTED_PAYROLL : (found.partyName ?? `${found.code} ${found.account}`),
    partyKey: found.party,
    document: isHidden
      ? null
      : documentLink({ type: found.documentType, page: found.documentPage, number: found.documentNumber }),
    description: isHidden ? RESTRICTED_PAYROLL : found.description,
    entryId: found.entryId,
    entryNo: found.entryNo,
    amount: money(found.amountMinor),
    open: money(found.openMinor),
    late: found.lateMinor === 0 ? null : money(found.lateMinor),
    lateOn: found.lateOn,
    actions: ['letter'],
  }
}

const AGE_TONES: Record<BucketName, Tone> = {
  ahead: 'grey',
  d30: 'blue',
  d60: 'amber',
  d90: 'amber',
  older: 'red',
}

const ageOf = (days: number | null): Badge =>
  days === null
    ? { tone: AGE_TONES.ahead, label: 'Aún no vence' }
    : { tone: AGE_TONES[bucketOf(days)], label: ageText(days) }

function ageText(days: number): string {
  const count = Math.abs(days).toLocaleString('es-ES', { useGrouping: 'always' })
  if (days < 0) return days === -1 ? 'Vence mañana' : `Vence en ${count} días`
  return days === 1 ? '1 día' : `${count} días`
}
