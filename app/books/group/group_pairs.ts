import { rows } from '#app/kernel/database/sql'
import { type Badge, type ListColumn, shownColumns } from '#app/kernel/lists/list_columns'
import type { ListOf, ListRequest } from '#app/kernel/lists/listing'
import { CHUNK_SIZE } from '#app/kernel/lists/page_sizes'
import type { MoneyJson } from '#app/kernel/money/money'
import { foldText } from '#app/kernel/text/similarity'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

export const BALANCE_KINDS = {
  current: 'Cuenta corriente',
  loan: 'Préstamos',
  interest: 'Intereses',
  trade: 'Clientes y proveedores',
} as const
export type BalanceKind = keyof typeof BALANCE_KINDS

export const PAIR_STATES = {
  agree: 'Coincide',
  opening: 'Falta una apertura',
  differ: 'No coincide',
  outside: 'Libros fuera',
} as const
export type PairState = keyof typeof PAIR_STATES

/** What two companies say of each other, as the first of them sees it: above zero the other one owes it. */
export type PairRow = {
  id: string
  siteId: number
  site: string
  partnerId: number | null
  partner: string
  kindKey: BalanceKind
  kind: string
  currency: string
  own: MoneyJson
  /** Null where the reader does not keep that book, or nobody does here. */
  other: MoneyJson | null
  difference: MoneyJson | null
  state: Badge
  stateKey: PairState
}

/** Its columns on its page, on paper and in files. */
export const pairColumns: readonly ListColumn<PairRow>[] = [
  { key: 'site', title: 'Empresa', kind: 'reference' },
  { key: 'partner', title: 'Con', kind: 'name', file: { width: 36 } },
  { key: 'kind', title: 'Saldo', kind: 'text', width: 180 },
  { key: 'own', title: 'En sus libros', kind: 'money', card: 'figure' },
  { key: 'other', title: 'En los de la otra', kind: 'money' },
  { key: 'difference', title: 'Diferencia', kind: 'money' },
  { key: 'state', title: 'Estado', kind: 'badge' },
]

type Asked = {
  /** The companies of the reader. */
  scope: number[] | 'all'
  /** Those that one of the two must be; all of the reader's where none are named. */
  wanted: number[] | 'all'
  on: CalendarDate
  kinds: readonly string[]
  states: readonly string[]
  text: string
}

/**
 * What every pair of companies says of each other at a day, by kind of balance and currency; of a pair of which only one is the
 * reader's, the figures of that one. Those who sign on and those who only owe stand in one list; balances with companies
 * whose books are not kept here stand last.
 */
export async function groupPairs(asked: Asked): Promise<PairRow[]> {
  const [pairs, outside] = await Promise.all([readPairs(asked), readOutside(asked)])
  const text = foldText(asked.text)
  return [...pairs.map((pair) => pairRow(pair, asked)), ...outside.map(outsideRow)].filter(
    (row) =>
      (asked.kinds.length === 0 || asked.kinds.includes(row.kindKey)) &&
      (asked.states.length === 0 || asked.states.includes(row.stateKey)) &&
      (text === '' || foldText(`${row.site} ${row.partner}`).includes(text))
  )
}

type Company = { id: number; code: string; name: string; minor: number; openedOn: CalendarDate | null }
type Found = {
  kind: BalanceKind
  currency: string
  firstId: number
  firstCode: string
  firstName: string
  firstMinor: number
  firstOpenedOn: CalendarDate | null
  secondId: number
  secondCode: string
  secondName: string
  secondMinor: number
  secondOpenedOn: CalendarDate | null
}

function readPairs({ scope, wanted, on }: Asked): Promise<Found[]> {
  return rows<Found>(
    `with sums as (
       select first_site_id, second_site_id, group_balance, currency,
              coalesce(sum(amount_minor) filter (where site_id = first_site_id and posted_on <= :on), 0)::bigint as first_minor,
              coalesce(sum(amount_minor) filter (where site_id = second_site_id and posted_on <= :on), 0)::bigint as second_minor,
              min(posted_on) filter (where site_id = first_site_id and ${IS_OPENING}) as first_opened_on,
              min(posted_on) filter (where site_id = second_site_id and ${IS_OPENING}) as second_opened_on, min(posted_on) as since
         from group_lines g
        where ${inCompanies(scope, 'scope')} and ${inCompanies(wanted, 'wanted')} group by 1, 2, 3, 4)
     select x.group_balance as kind, x.currency, f.id as first_id, f.code as first_code, f.legal_name::text as first_name, x.first_minor, x.first_opened_on,
            s.id as second_id, s.code as second_code, s.legal_name::text as second_name, x.second_minor, x.second_opened_on
       from sums x join sites f on f.id = x.first_site_id join sites s on s.id = x.second_site_id
      where x.since <= :on order by f.code, s.code, x.group_balance, x.currency`,
    {
      on,
      ...(scope === 'all' ? {} : { scope }),
      ...(wanted === 'all' ? {} : { wanted }),
    }
  )
}

/** An opening of its own that stands: the other company's comes on another day. */
const IS_OPENING = `g.journal = 'apertura' and g.group_key is null and g.reverses_id is null and not exists (select 1 from journal_entries r where r.reverses_id = g.entry_id)`

const inCompanies = (companies: number[] | 'all', name: string) =>
  companies === 'all'
    ? 'true'
    : `(first_site_id = any(:${name}::bigint[]) or second_site_id = any(:${name}::bigint[]))`

function pairRow(found: Found, { scope, on }: Asked): PairRow {
  const first: Company = {
    id: found.firstId,
    code: found.firstCode,
    name: found.firstName,
    minor: found.firstMinor,
    openedOn: found.firstOpenedOn,
  }
  const second: Company = {
    id: found.secondId,
    code: found.secondCode,
    name: found.secondName,
    minor: found.secondMinor,
    openedOn: found.secondOpenedOn,
  }
  const isOwn = ({ id }: Company) => scope === 'all' || scope.includes(id)
  // Whom it is owed to comes first, among those that the reader keeps.
  const isTurned = !isOwn(first) || (isOwn(second) && (first.minor || -second.minor) < 0)
  const [own, other] = isTurned ? [second, first] : [first, second]
  const money = (minor: number): MoneyJson => ({ minor, currency: found.currency })
  const state = stateOf(own, other, on)
  return {
    id: `${own.id}-${other.id}-${found.kind}-${found.currency}`,
    siteId: own.id,
    site: own.code,
    partnerId: other.id,
    partner: other.name,
    kindKey: found.kind,
    kind: BALANCE_KINDS[found.kind],
    currency: found.currency,
    own: money(own.minor),
    other: isOwn(other) ? money(-other.minor) : null,
    difference: isOwn(other) ? money(own.minor + other.minor) : null,
    ...state,
  }
}

function stateOf(own: Company, other: Company, on: CalendarDate): Pick<PairRow, 'state' | 'stateKey'> {
  if (own.minor + other.minor === 0)
    return { stateKey: 'agree', state: { label: PAIR_STATES.agree, tone: 'green' } }
  const [one, waited] = own.openedOn === null || own.openedOn > on ? [other, own] : [own, other]
  const isWaiting =
    one.openedOn !== null && one.openedOn <= on && (waited.openedOn === null || waited.openedOn > on)
  if (!isWaiting) return { stateKey: 'differ', state: { label: PAIR_STATES.differ, tone: 'red' } }
  const since = waited.openedOn === null ? '' : ` (${formatDay(waited.openedOn)})`
  return {
    stateKey: 'opening',
    state: { label: `Falta la apertura de ${waited.code}${since}`, tone: 'amber' },
  }
}

type Outside = {
  id: number
  siteId: number
  site: string
  name: string
  kind: BalanceKind | null
  currency: string
  minor: number
}

/** Balances with companies of the group whose books are not kept here. */
function readOutside({ scope, wanted, on }: Asked): Promise<Outside[]> {
  return rows<Outside>(
    `select a.id, a.site_id, s.code as site, a.code || ' ' || a.name as name, group_balance_of(a.site_id, a.code) as kind, a.currency, sum(l.amount_minor)::bigint as minor
       from ledger_accounts a join sites s on s.id = a.site_id join journal_lines l on l.account_id = a.id and l.posted_on <= :on
      where a.group_balance = 'outside' ${scope === 'all' ? '' : 'and a.site_id = any(:scope::bigint[])'} ${wanted === 'all' ? '' : 'and a.site_id = any(:wanted::bigint[])'}
      group by a.id, s.code order by s.code, a.code`,
    {
      on,
      ...(scope === 'all' ? {} : { scope }),
      ...(wanted === 'all' ? {} : { wanted }),
    }
  )
}

const outsideRow = ({ id, siteId, site, name, kind, currency, minor }: Outside): PairRow => ({
  id: `account-${id}`,
  siteId,
  site,
  partnerId: null,
  partner: name,
  kindKey: kind ?? 'current',
  kind: BALANCE_KINDS[kind ?? 'current'],
  currency,
  own: { minor, currency },
  other: null,
  difference: null,
  stateKey: 'outside',
  state: { label: PAIR_STATES.outside, tone: 'grey' },
})

/** One page of them; there are a few for each pair of companies, so they are all read. */
export function pageOfPairs(all: readonly PairRow[], request: ListRequest): ListOf<PairRow> {
  const size = request.perPage === 'all' ? CHUNK_SIZE * 25 : request.perPage
  const skip = request.perPage === 'all' ? 0 : (request.page - 1) * size
  const shown = all.slice(skip, skip + size)
  return {
    rows: shown,
    columns: shownColumns(pairColumns, { rows: shown }),
    page: request.perPage === 'all' ? 1 : request.page,
    perPage: request.perPage,
    total: all.length,
    totalIsExact: true,
    sort: 'site',
    direction: 'asc',
    cursor: null,
  }
}
