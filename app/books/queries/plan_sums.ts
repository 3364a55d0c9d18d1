import { type Companies, companiesFilter, type Period } from '#app/books/queries/book_scope'
import { accountSums, type Closing, POSTED_SO_FAR } from '#app/books/queries/book_sums'
import { type UnclosedResult, unclosedResults } from '#app/books/queries/unclosed_results'
import { oneRow, rows } from '#app/kernel/database/sql'

/** Debe and haber of a period, the balance at its end and a year before, in cents of euro; positive is debe. */
export type Sums = { debit: number; credit: number; closing: number; previous: number }

/** Whose books one looks at, and when. */
export type Looked = {
  companies: Companies
  period: Period
  closing: Closing
  /** Ledger accounts that the reader may not look into. */
  hidden: readonly number[]
}

/** What accounts that begin with up to four digits add up to, and how many they are. */
export type PrefixSums = ReadonlyMap<string, Sums & { accounts: number }>

/** The sums of accounts by prefix, and what years without a close left, which is on none of them. */
export type BookSums = { sums: PrefixSums; unclosed: UnclosedResult[] }

const NOTHING = { debit: 0, credit: 0, closing: 0, previous: 0, accounts: 0 }

type Kept = BookSums & { version: string }
const kept = new Map<string, Kept>()
const KEPT_MAX = 200
/** How many digits of a code the kept sums tell apart. */
export const PREFIX_DIGITS = 4

/**
 * The sums of accounts by the first four digits of their code. Kept until an entry is posted or an account opened in one
 * of these companies, so that going to and fro in a plan adds nothing up twice.
 */
export async function prefixSums(looked: Looked): Promise<BookSums> {
  const key = JSON.stringify(looked)
  const version = await booksVersion(looked.companies)
  const known = kept.get(key)
  if (known?.version === version) return known
  const [sums, unclosed] = await Promise.all([addUp(looked), unclosedResults(looked)])
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, { version, sums, unclosed })
  return { sums, unclosed }
}

async function booksVersion(companies: Companies): Promise<string> {
  const posted = POSTED_SO_FAR(companies)
  const { where, bindings } = companiesFilter(companies, 'site_id')
  const { version, opened } = await oneRow<{ version: number; opened: number }>(
    `select (${posted.sql}) as version, (select coalesce(max(id), 0) from ledger_accounts where ${where.join(' and ')}) as opened`,
    { ...posted.bindings, ...bindings }
  )
  return `${version}:${opened}`
}

async function addUp(looked: Looked): Promise<PrefixSums> {
  const { sql, bindings } = accountSums({ ...looked, reach: 'all' })
  const found = await rows<Sums & { prefix: string; accounts: number }>(
    `with ${sql}
     select left(s.code, ${PREFIX_DIGITS}) as prefix, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit,
            sum(s.closing)::bigint as closing, sum(s.previous)::bigint as previous, count(*)::int as accounts
       from sums s group by 1`,
    bindings
  )
  return new Map(found.map(({ prefix, ...sums }) => [prefix, sums]))
}

/** The sums with what years without a close left, where the account for the result of a year is. */
export function withUnclosed({ sums, unclosed }: BookSums): PrefixSums {
  const all = new Map(sums)
  for (const result of unclosed) {
    const prefix = result.code.slice(0, PREFIX_DIGITS)
    all.set(prefix, sumUnder(new Map([[prefix, { ...result, accounts: 1 }]]), [prefix], all.get(prefix)))
  }
  return all
}

/** What every prefix that a code begins adds up to. */
export function sumUnder(
  sums: PrefixSums,
  prefixes: Iterable<string>,
  start: Sums & { accounts: number } = NOTHING
): Sums & { accounts: number } {
  const total = { ...start }
  for (const prefix of prefixes) {
    const found = sums.get(prefix)
    if (!found) continue
    total.debit += found.debit
    total.credit += found.credit
    total.closing += found.closing
    total.previous += found.previous
    total.accounts += found.accounts
  }
  return total
}
