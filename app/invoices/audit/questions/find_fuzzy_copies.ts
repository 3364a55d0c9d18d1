import type { AuditContext } from '#app/invoices/audit/audit_context'
import { type Compared, type DuplicateScore, duplicateScore } from '#app/invoices/audit/duplicate_score'
import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import { likelyPairs, type Peer } from '#app/invoices/audit/questions/likely_pairs'
import type { Question } from '#app/invoices/audit/rule'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import { foldText } from '#app/kernel/text/similarity'

/** What only looks alike from here on is told (area 06 §4). */
export const POSSIBLE_POINTS = 60
const LINES_POINTS = 10
const SHOWN_MAX = 3

export type FuzzyCopy = { id: number; reference: string; siteId: number | null; score: DuplicateScore }

type Row = Omit<Whole, 'concepts' | 'periodFrom'>

type Pair = { a: number; b: number }

/** What these pairs are worth, from 60 points on, the likeliest three of each invoice. */
async function scorePairs(pairs: readonly Pair[], client?: Client): Promise<Map<number, FuzzyCopy[]>> {
  if (pairs.length === 0) return new Map()
  const invoices = await readCompared([...new Set(pairs.flatMap(({ a, b }) => [a, b]))], client)
  const likely = pairs.flatMap(({ a, b }) => {
    const [left, right] = [invoices.get(a), invoices.get(b)]
    return left &&
      right &&
      isTold(left, right) &&
      duplicateScore(left, right).points + LINES_POINTS >= POSSIBLE_POINTS
      ? [{ left, right }]
      : []
  })
  const lines = await readLines(
    [...new Set(likely.flatMap(({ left, right }) => [left.id, right.id]))],
    client
  )
  const found = new Map<number, FuzzyCopy[]>()
  for (const { left, right } of likely) {
    const score = duplicateScore({ ...left, ...lines.get(left.id) }, { ...right, ...lines.get(right.id) })
    if (score.points < POSSIBLE_POINTS) continue
    const copy = { id: right.id, reference: right.reference, siteId: right.siteId, score }
    found.set(left.id, [...(found.get(left.id) ?? []), copy])
  }
  for (const [id, copies] of found)
    found.set(id, copies.sort((a, b) => b.score.points - a.score.points || a.id - b.id).slice(0, SHOWN_MAX))
  return found
}

type Whole = Compared & { reference: string; siteId: number | null; status: string }

const SETTLED = new Set(['approved', 'booked', 'disputed'])

/** One of the two is told: the one that is not approved yet, else the one that came later. */
export function isTold(one: Pick<Whole, 'id' | 'status'>, other: Pick<Whole, 'id' | 'status'>): boolean {
  const [isOneSettled, isOtherSettled] = [SETTLED.has(one.status), SETTLED.has(other.status)]
  return isOneSettled === isOtherSettled ? one.id > other.id : !isOneSettled
}

type Kin = { askedIds: number[]; providerIds: number[]; kinIds: number[] }

/** Suppliers of a similar name; a run asks for each once. */
async function readKin(ids: readonly number[], { kin }: AuditContext, client?: Client): Promise<Kin> {
  const providers = await rows<{ id: number }>(
    `select distinct provider_id as id from invoices where id = any(:ids::bigint[]) and provider_id is not null`,
    { ids: [...ids] },
    client
  )
  const fresh = providers.filter(({ id }) => !kin.has(id)).map(({ id }) => id)
  if (fresh.length > 0) {
    for (const id of fresh) kin.set(id, [])
    const found = await findKin(fresh, client)
    for (const { id, kinId } of found) kin.get(id)?.push(kinId)
  }
  const pairs = providers.flatMap(({ id }) => (kin.get(id) ?? []).map((kinId) => ({ id, kinId })))
  return {
    askedIds: providers.map(({ id }) => id),
    providerIds: pairs.map(({ id }) => id),
    kinIds: pairs.map(({ kinId }) => kinId),
  }
}

const findKin = (ids: number[], client?: Client) =>
  rows<{ id: number; kinId: number }>(
    `select q.id, kin_id from unnest(:ids::bigint[]) as q(id) cross join lateral provider_kin(q.id) as k(kin_id)`,
    { ids },
    client
  )

async function readCompared(ids: number[], client?: Client): Promise<Map<number, Whole>> {
  const found = await rows<Row>(
    `select i.id, i.reference, i.status, i.site_id, i.provider_id, p.tax_id::text as provider_tax_id, p.name_norm as provider_name, i.doc_type, i.number_key, i.number_norm,
        number_tail(i.invoice_number) as tail, number_series(i.invoice_number) as series, i.total_minor, i.base_minor, i.currency, i.issued_on
       from invoices i join providers p on p.id = i.provider_id where i.id = any(:ids::bigint[])`,
    { ids },
    client
  )
  return new Map(found.map((row) => [row.id, { ...row, concepts: [], periodFrom: null }]))
}

type Lines = Pick<Compared, 'concepts' | 'periodFrom'>

async function readLines(ids: number[], client?: Client): Promise<Map<number, Lines>> {
  const found = await rows<{ id: number; concepts: string[]; periodFrom: Compared['periodFrom'] }>(
    `select invoice_id as id, array_agg(concept order by position) as concepts, min(period_from) as period_from
       from invoice_lines where invoice_id = any(:ids::bigint[]) group by invoice_id`,
    { ids },
    client
  )
  return new Map(
    found.map(({ id, concepts, periodFrom }) => [id, { concepts: concepts.map(foldText), periodFrom }])
  )
}

const LIVE = `o.id <> i.id and o.status not in ${DEAD} and (o.doc_type = 'credit_note') = (i.doc_type = 'credit_note')
  and o.issued_on between i.issued_on - 120 and i.issued_on + 120 and o.currency = i.currency`

/** One letter more, less or other, two changed over, one number within the other, or letters that are taken for digits. */
const NEAR_NUMBER = `o.number_norm <> '' and (levenshtein_less_equal(o.number_norm, i.number_norm, 2) <= 2
    or position(o.number_norm in i.number_norm) > 0 or position(i.number_norm in o.number_norm) > 0
    or translate(o.number_norm, 'OQILSBZ', '0011582') = translate(i.number_norm, 'OQILSBZ', '0011582'))`

/**
 * The pairs that can reach 60 points, each from an index, among the invoices of the same supplier and of those of a similar
 * name: equal totals; equal numbers; a near number within three days or with day and month changed over; a near number
 * with an equal base or a total within a hundredth. Pairs of another shape stay under 60 whatever else they share.
 */
const pairsOf = (kin: string) => `
  with asked as materialized (
    select i.id, i.provider_id, i.number_norm, i.total_minor, i.base_minor, i.issued_on, i.doc_type, i.currency, i.status
      from invoices i where i.id = any(:ids::bigint[]) and i.provider_id is not null and i.issued_on is not null and i.total_minor <> 0),
  family as materialized (
    select distinct provider_id, provider_id as member_id from asked union all ${kin}),
  i as materialized (select a.*, f.member_id from asked a join family f on f.provider_id = a.provider_id)
  select i.id as a, o.id as b from i join invoices o on o.provider_id = i.member_id
      and o.total_minor between i.total_minor - 1 and i.total_minor + 1 and ${LIVE}
  union
  select i.id, o.id from i join invoices o on o.provider_id = i.member_id and o.number_norm = i.number_norm and i.number_norm <> '' and ${LIVE}
  union
  select i.id, o.id from i join invoices o on o.provider_id = i.member_id
      and o.issued_on between i.issued_on - 3 and i.issued_on + 3 and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from i join invoices o on o.provider_id = i.member_id and extract(day from i.issued_on) <= 12
      and o.issued_on = make_date(extract(year from i.issued_on)::int, extract(day from i.issued_on)::int, extract(month from i.issued_on)::int)
      and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from i join invoices o on o.provider_id = i.member_id and o.base_minor = i.base_minor and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from i join invoices o on o.provider_id = i.member_id
      and o.total_minor between least(i.total_minor * 99 / 100, i.total_minor * 100 / 99) and greatest(i.total_minor * 99 / 100, i.total_minor * 100 / 99)
      and ${LIVE} and ${NEAR_NUMBER}`

const KIN_GIVEN = `select * from unnest(:providerIds::bigint[], :kinIds::bigint[]) as k(provider_id, kin_id)`
const KIN_ASKED = `select a.provider_id, k.kin_id from (select distinct provider_id from asked) a cross join lateral provider_kin(a.provider_id) as k(kin_id)`
const PAIRS = pairsOf(KIN_GIVEN)

/** So many invoices are held at once to look for pairs among them; more are looked up one by one. */
const PEERS_MAX = 200_000

/** A run goes from supplier to supplier: the invoices of a chunk are most of what they are to be compared with. */
const askRun: Question<FuzzyCopy[]> = async (ids, context, client) => {
  const kin = await readKin(ids, context, client)
  const familyIds = [...new Set([...kin.askedIds, ...kin.kinIds])]
  const { known } = await oneRow<{ known: number }>(KNOWN, { familyIds }, client)
  const pairs =
    known <= PEERS_MAX
      ? likelyPairs(await rows<Peer>(PEERS, { familyIds }, client), new Set(ids), context.kin)
      : await rows<Pair>(PAIRS, { ids: [...ids], providerIds: kin.providerIds, kinIds: kin.kinIds }, client)
  return scorePairs(pairs, client)
}

const KNOWN = `select coalesce(sum(invoices), 0)::int as known from provider_stats where provider_id = any(:familyIds::bigint[])`
const EPOCH = `date '2000-01-01'`
const PEERS = `
  select id, provider_id, number_norm, total_minor, base_minor, issued_on - ${EPOCH} as day, doc_type = 'credit_note' as is_credit, currency,
      case when extract(day from issued_on) <= 12
        then make_date(extract(year from issued_on)::int, extract(day from issued_on)::int, extract(month from issued_on)::int) - ${EPOCH} end as swapped_day
    from invoices where provider_id = any(:familyIds::bigint[]) and status not in ${DEAD} and issued_on is not null`

/** Invoices that may be the same as one of these. A run looks for suppliers of a similar name once, a save each time. */
export const findFuzzyCopies: Question<FuzzyCopy[]> = Object.assign(askRun, {
  statement: {
    sql: pairsOf(KIN_ASKED),
    bindings: () => ({}),
    answers: (pairs: Pair[], _context: AuditContext, client?: Client) => scorePairs(pairs, client),
  },
})
