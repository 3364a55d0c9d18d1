import { createHash } from 'node:crypto'
import { rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { type PostedEntry, postEntry } from '#app/ledger/actions/post_entry'
import type { JournalDraft } from '#app/ledger/journal_draft'

/** What one company’s book gets of an operation. */
export type BookDraft = Pick<JournalDraft, 'siteId' | 'journal' | 'kind' | 'description' | 'lines'> & {
  /** Of the document that stands behind it in this company, where it is another than that of the operation. */
  sourceType?: string
  sourceId?: number
  /** Where something knows the entry by its key; else made of source, key and company. */
  idempotencyKey?: string
}

export type BooksDraft = {
  /** The document: `loan_movement` and its key. */
  sourceType: string
  sourceId: number
  /** What happened to it and how often: `disbursed:1`; with the source it posts once. */
  key: string
  /** One day in every book, so that what both say of each other is the same on any day. */
  postedOn: CalendarDate
  books: readonly BookDraft[]
  createdBy: number | null
}

export type PostedBook = PostedEntry & { siteId: number }
export type PostedBooks = { groupKey: string; entries: PostedBook[]; repeated: boolean }

/**
 * Posts an operation in the books of several companies under one group key, or in none: one entry a company, each balanced;
 * what two of them say of each other adds up to zero (held by the database at commit, CG003). A repeated source and key gives
 * the entries that are there. As `postEntry`, the last step of the caller’s transaction; the books are held in the ascending
 * order of companies, whatever the order given. A caller that holds the reconciliations of one of them took all with
 * `lockBooks`.
 * Throws what `postEntry` throws, with the company that refuses: E_PERIOD_CLOSED names company and month.
 */
export async function postBooks(draft: BooksDraft, trx: Transaction): Promise<PostedBooks> {
  const books = draft.books.toSorted((a, b) => a.siteId - b.siteId)
  const siteIds = books.map(({ siteId }) => siteId)
  if (new Set(siteIds).size !== siteIds.length || books.length === 0)
    throw new Error(`An operation has one entry a company: ${siteIds.join(', ')}`)
  await lockBooks(siteIds, trx)
  const names = await companyNames(siteIds, trx)
  const groupKey = groupKeyOf(draft)
  const entries: PostedBook[] = []
  for (const book of books) {
    const entry = await postBook(draft, { ...book, groupKey }, trx).catch((error: unknown) => {
      throw naming(error, names.get(book.siteId) ?? '', draft.postedOn)
    })
    entries.push({ ...entry, siteId: book.siteId })
  }
  return { groupKey, entries, repeated: entries.every(({ repeated }) => repeated) }
}

function postBook(
  { sourceType, sourceId, key, postedOn, createdBy }: BooksDraft,
  book: BookDraft & { groupKey: string },
  trx: Transaction
): Promise<PostedEntry> {
  return postEntry(
    {
      idempotencyKey: `${sourceType}:${sourceId}:${key}:${book.siteId}`,
      sourceType,
      sourceId,
      ...book,
      postedOn,
      createdBy,
    },
    trx
  )
}

/**
 * The group key of an operation, the same each time it is asked for: a UUID made of its source and key (RFC 9562,
 * version 8).
 */
export function groupKeyOf({
  sourceType,
  sourceId,
  key,
}: Pick<BooksDraft, 'sourceType' | 'sourceId' | 'key'>): string {
  const bytes = createHash('sha256').update(`${sourceType}:${sourceId}:${key}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Names of companies by their keys. */
export async function companyNames(
  siteIds: readonly number[],
  trx: Transaction
): Promise<Map<number, string>> {
  const found = await rows<{ id: number; name: string }>(
    `select id, legal_name::text as name from sites where id = any(:siteIds::bigint[])`,
    { siteIds: [...siteIds] },
    trx
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** What a book refuses, with the company whose it is: of several, people have to know which. */
export function naming(error: unknown, company: string, day: CalendarDate): unknown {
  if (!isDomainError(error)) return error
  const message =
    error.code === 'E_PERIOD_CLOSED'
      ? `El periodo está cerrado en ${company} (${monthText(day)}).`
      : `${company}: ${error.message}`
  return new DomainError(error.code, message, { cause: error, field: error.field })
}
