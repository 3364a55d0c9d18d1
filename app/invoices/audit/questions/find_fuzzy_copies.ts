import type { AuditContext } from '#app/invoices/audit/audit_context'
import { type Compared, type DuplicateScore, duplicateScore } from '#app/invoices/audit/duplicate_score'
import { DEAD } from '#app/invoices/audit/questions/find_exact_copies'
import type { Question } from '#app/invoices/audit/rule'
import { foldText } from '#app/kernel/similarity'
import { type Client, execute, inTransaction, rows, type Transaction } from '#app/kernel/sql'

/** What only looks alike from here on is told (area 06 §4). */
export const POSSIBLE_POINTS = 60
const LINES_POINTS = 10
const SHOWN_MAX = 3

export type FuzzyCopy = { id: number; reference: string; siteId: number | null; score: DuplicateScore }

type Row = Omit<Whole, 'concepts' | 'periodFrom'>

/** Invoices that may be the same as one of these, from 60 points on, the likeliest three of each. */
export const findFuzzyCopies: Question<FuzzyCopy[]> = async (ids, context, client) => {
  const kin = await readKin(ids, context, client)
  const pairs = await rows<{ a: number; b: number }>(PAIRS, { ids: [...ids], ...kin }, client)
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

type Kin = { providerIds: number[]; kinIds: number[] }

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
  return { providerIds: pairs.map(({ id }) => id), kinIds: pairs.map(({ kinId }) => kinId) }
}

const USUAL_THRESHOLD = '0.3'

/** The index gives only names that are alike enough where it is told so, for this question alone. */
async function findKin(ids: number[], client?: Client): Promise<{ id: number; kinId: number }[]> {
  const ask = async (trx: Transaction) => {
    await execute(`select set_config('pg_trgm.similarity_threshold', '0.7', true)`, {}, trx)
    const found = await rows<{ id: number; kinId: number }>(
      `select q.id, p.id as kin_id from providers q join providers p on p.name_norm % q.name_norm and p.id <> q.id and similarity(p.name_norm, q.name_norm) > 0.7
        where q.id = any(:ids::bigint[]) and p.status <> 'merged'`,
      { ids },
      trx
    )
    await execute(`select set_config('pg_trgm.similarity_threshold', '${USUAL_THRESHOLD}', true)`, {}, trx)
    return found
  }
  return inTransaction(ask, client?.isTransaction ? (client as Transaction) : undefined)
}

async function readCompared(ids: number[], client?: Client): Promise<Map<number, Whole>> {
  const found = await rows<Row>(
    `select i.id, i.reference, i.status, i.site_id, i.provider_id, p.tax_id::text as provider_tax_id, p.name_norm as provider_name, i.doc_type, i.number_norm,
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
 * The pairs that can reach 60 points, each from an index: equal totals; equal numbers; with the same supplier also a
 * near number within three days or with day and month changed over, or a near number with an equal base or a total
 * within a hundredth. Pairs of one supplier of another shape stay under 60 whatever else they share.
 */
const PAIRS = `
  with asked as materialized (
    select i.id, i.provider_id, i.number_norm, i.total_minor, i.base_minor, i.issued_on, i.doc_type, i.currency, i.status
      from invoices i where i.id = any(:ids::bigint[]) and i.provider_id is not null and i.issued_on is not null and i.total_minor <> 0),
  kin as materialized (select * from unnest(:providerIds::bigint[], :kinIds::bigint[]) as k(provider_id, kin_id))
  select i.id as a, o.id as b from asked i join invoices o on o.provider_id = i.provider_id
      and o.total_minor between i.total_minor - 1 and i.total_minor + 1 and ${LIVE}
  union
  select i.id, o.id from asked i join invoices o on o.provider_id = i.provider_id and o.number_norm = i.number_norm and i.number_norm <> '' and ${LIVE}
  union
  select i.id, o.id from asked i join invoices o on o.provider_id = i.provider_id
      and o.issued_on between i.issued_on - 3 and i.issued_on + 3 and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from asked i join invoices o on o.provider_id = i.provider_id and extract(day from i.issued_on) <= 12
      and o.issued_on = make_date(extract(year from i.issued_on)::int, extract(day from i.issued_on)::int, extract(month from i.issued_on)::int)
      and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from asked i join invoices o on o.provider_id = i.provider_id and o.base_minor = i.base_minor and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from asked i join invoices o on o.provider_id = i.provider_id
      and o.total_minor between least(i.total_minor * 99 / 100, i.total_minor * 100 / 99) and greatest(i.total_minor * 99 / 100, i.total_minor * 100 / 99)
      and ${LIVE} and ${NEAR_NUMBER}
  union
  select i.id, o.id from asked i join kin k on k.provider_id = i.provider_id join invoices o
      on o.total_minor between i.total_minor - 1 and i.total_minor + 1 and o.provider_id = k.kin_id and ${LIVE}
  union
  select i.id, o.id from asked i join kin k on k.provider_id = i.provider_id join invoices o
      on o.number_norm = i.number_norm and i.number_norm <> '' and o.provider_id = k.kin_id and ${LIVE}`
