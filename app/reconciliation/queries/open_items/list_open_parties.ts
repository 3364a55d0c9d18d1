import { IS_PAYROLL_ACCOUNT } from '#app/accounts/queries/payroll_detail'
import { RESTRICTED_PAYROLL } from '#app/accounts/viewer'
import { rows } from '#app/kernel/database/sql'
import { type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import { sortOf, whereClause } from '#app/kernel/lists/list_keys'
import type { Filter, ListDefinition, ListOf, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import type { MoneyJson } from '#app/kernel/money/money'
import {
  BUCKET_NAMES,
  BUCKETS,
  type BucketName,
  bucketSum,
} from '#app/reconciliation/queries/open_items/open_item_buckets'
import { PARTY_NAME, PARTY_NAME_JOINS } from '#app/reconciliation/queries/open_items/open_item_parts'
import { whileUnchanged } from '#app/reconciliation/queries/open_items/open_items_memory'

/** What is open with one party in one currency, by how long it has been due. */
export type OpenPartyRow = {
  id: string
  partyKey: string | null
  party: string
  count: number
  total: MoneyJson
} & Record<BucketName, MoneyJson>

type Found = Record<BucketName | 'total' | 'rowCount' | 'count', number> & {
  party: string
  name: string | null
  currency: MoneyJson['currency']
}

type TotalRow = Record<BucketName | 'total', number> & { currency: MoneyJson['currency'] }

type Asked = {
  from: string
  filter: Filter
  request: ListRequest
  /** Words of the party's name. */
  text: string
  showsPayroll: boolean
}

export const openPartiesOrder: Pick<ListDefinition, 'sorts' | 'defaultSort'> = {
  sorts: {
    party: { sql: 'name', type: 'text' },
    total: { sql: 'abs(total)', type: 'bigint' },
    count: { sql: 'count', type: 'int' },
  },
  defaultSort: '-total',
}

/** For the page and its files alike. */
export const openPartyColumns: ListColumn<OpenPartyRow>[] = [
  { key: 'party', title: 'Contraparte', kind: 'name', sort: 'party', file: { width: 44 } },
  { key: 'total', title: 'Divisa', kind: 'currency', only: 'file', file: { width: 8 } },
  { key: 'count', title: 'Partidas', kind: 'number', sort: 'count', file: { width: 10 } },
  ...BUCKET_NAMES.map((key): ListColumn<OpenPartyRow> => ({ key, title: BUCKETS[key].label, kind: 'money' })),
  { key: 'total', title: 'Total', kind: 'money', sort: 'total', card: 'figure' },
]

/** Open items added up by party and currency with their ageing, and the totals of each currency. */
export function listOpenParties(asked: Asked): Promise<ListOf<OpenPartyRow>> {
  return whileUnchanged(['parties', asked], () => addUpParties(asked))
}

async function addUpParties(asked: Asked): Promise<ListOf<OpenPartyRow>> {
  const { request } = asked
  const size = request.perPage === 'all' ? CHUNK_SIZE * 25 : request.perPage
  const { sql, bindings } = partiesQuery(asked)
  const skip = request.perPage === 'all' ? 0 : (request.page - 1) * size
  const found = await rows<Found & { totals: TotalRow[] }>(
    `with ${sql}, page as (select *, count(*) over ()::int as row_count from parties
        order by ${sortOf(openPartiesOrder, request).sql} ${request.direction}, party, currency limit :size offset :skip)
     select page.*, (select jsonb_agg(t) from (
         select currency, sum(total)::bigint as total, ${BUCKET_NAMES.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
           from parties group by currency order by currency) t) as totals
       from page order by ${sortOf(openPartiesOrder, request).sql} ${request.direction}, party, currency`,
    { ...bindings, size, skip }
  )
  const totals = found[0]?.totals ?? []
  const listed = found.map(partyRow)
  return {
    rows: listed,
    columns: shownColumns(openPartyColumns, { rows: listed }),
    page: request.perPage === 'all' ? 1 : request.page,
    perPage: request.perPage,
    total: found[0]?.rowCount ?? 0,
    totalIsExact: true,
    sort: request.sort,
    direction: request.direction,
    cursor: null,
    totals: Object.fromEntries(
      (['total', ...BUCKET_NAMES] as const).map((name) => [
        name,
        totals.map((sum) => ({ minor: sum[name], currency: sum.currency })),
      ])
    ),
  }
}

function partiesQuery({ from, filter, text, showsPayroll }: Asked) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const sums = BUCKET_NAMES.map((name) => `${bucketSum(name)} as ${name}`).join(', ')
  // Payroll is one line for those who may not see what each person is to be paid.
  const party = showsPayroll
    ? 'o.party'
    : `case when o.account_id in (select a.id from ledger_accounts a where ${IS_PAYROLL_ACCOUNT}) then 'payroll' else o.party end`
  const sql = `
    sums as (select ${party} as party, o.currency, count(*)::int as count, sum(o.open_minor)::bigint as total, ${sums}
      from ${from} ${whereClause(filter.where)} group by 1, 2),
    parties as (
      select o.*, case when o.party = 'payroll' then '${RESTRICTED_PAYROLL}' else coalesce(${PARTY_NAME}, acc.code || ' ' || acc.name || ' · ' || accs.code, o.party) end as name
        from sums o ${PARTY_NAME_JOINS}
        left join ledger_accounts acc on o.party like 'account:%' and acc.id = nullif(split_part(o.party, ':', 2), '')::bigint left join sites accs on accs.id = acc.site_id
       where ${['true', ...words.map((_, at) => `f_unaccent(lower(coalesce(${PARTY_NAME}, acc.code || ' ' || acc.name, ''))) like '%' || f_unaccent(:word${at}) || '%'`)].join(' and ')})`
  const bound = Object.fromEntries(words.map((word, at) => [`word${at}`, word.replace(/[\\%_]/g, '\\$&')]))
  return { sql, bindings: { ...filter.bindings, ...bound } }
}

function partyRow(found: Found): OpenPartyRow {
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  return {
    id: `${found.party}:${found.currency}`,
    partyKey: found.party === 'payroll' ? null : found.party,
    party: found.name ?? found.party,
    count: found.count,
    total: money(found.total),
    ahead: money(found.ahead ?? 0),
    d30: money(found.d30),
    d60: money(found.d60),
    d90: money(found.d90),
    older: money(found.older),
  }
}
