import { detailIdentifiers } from '#app/accounts/statements/camt/camt_details'
import type { EntryDetail, ParsedEntry, ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { foldText } from '#app/kernel/text/similarity'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** A movement as the table keeps it; `statementNo` counts the statements of the file from 1. */
export type StatementLine = {
  statementNo: number
  externalId: string
  bookedOn: CalendarDate
  valueOn: CalendarDate | null
  amountMinor: number
  currency: string
  balanceAfterMinor: number | null
  counterpartyName: string | null
  counterpartyIban: string | null
  reference: string | null
  endToEndId: string | null
  rawText: string
  normText: string
  raw: object
  /** A movement of nothing is a notice of the bank: there is nothing to reconcile. */
  status: 'pending' | 'ignored'
}

/** The lines of one entry of the file; they are known to the account, or new to it, together. */
export type EntryLines = { externalId: string; lines: StatementLine[] }

/** A booked entry of a file and the statement it is in, counted from 1. */
export type BookedEntry = { entry: ParsedEntry; bookedOn: CalendarDate; statementNo: number }

/** The entries of a file that are movements: those in the balance, with a day. */
export function bookedEntries(statements: readonly ParsedStatement[]): BookedEntry[] {
  return statements.flatMap((statement, index) =>
    statement.entries.flatMap((entry) => {
      const { bookedOn } = entry
      return entry.status === 'BOOK' && bookedOn !== null ? [{ entry, bookedOn, statementNo: index + 1 }] : []
    })
  )
}

/**
 * The movements of booked entries under their identities, in the same order: a batch entry is one line for each of its
 * operations when their amounts are given and add up.
 */
export function statementLines(booked: readonly BookedEntry[], identities: readonly string[]): EntryLines[] {
  return booked.map(({ entry, bookedOn, statementNo }, index) => {
    const externalId = identities[index] ?? ''
    const details = splitDetails(entry)
    const lines = details
      ? details.map((detail, at) =>
          detailLine(entry, detail, at === 0 ? externalId : `${externalId}:${at + 1}`)
        )
      : [entryLine(entry, externalId)]
    return { externalId, lines: lines.map((line) => ({ ...line, statementNo, bookedOn })) }
  })
}

type BareLine = Omit<StatementLine, 'statementNo' | 'bookedOn'>
type CountedDetail = EntryDetail & { amountMinor: number }

function splitDetails(entry: ParsedEntry): CountedDetail[] | null {
  if (entry.details.length < 2) return null
  const counted = entry.details.filter(
    (detail): detail is CountedDetail =>
      detail.amountMinor !== null &&
      detail.amountMinor !== 0 &&
      (detail.currency ?? entry.currency) === entry.currency
  )
  const sum = counted.reduce((total, detail) => total + BigInt(detail.amountMinor), 0n)
  return counted.length === entry.details.length && sum === BigInt(entry.amountMinor) ? counted : null
}

function entryLine(entry: ParsedEntry, externalId: string): BareLine {
  const reference = joined([entry.documentNo, entry.reference1, entry.reference2])
  return {
    externalId,
    valueOn: entry.valueOn,
    amountMinor: entry.amountMinor,
    currency: entry.currency,
    balanceAfterMinor: entry.balanceAfterMinor,
    counterpartyName: entry.counterpartyName,
    counterpartyIban: entry.counterpartyIban,
    reference: reference || null,
    endToEndId: entry.endToEndId,
    rawText: entry.text,
    normText: normalized([
      entry.text,
      reference,
      entry.endToEndId,
      entry.counterpartyName,
      ...entry.identifiers,
    ]),
    raw: rawOf(entry, entry.details),
    status: entry.amountMinor === 0 ? 'ignored' : 'pending',
  }
}

function detailLine(entry: ParsedEntry, detail: CountedDetail, externalId: string): BareLine {
  const text = detail.text || entry.text
  const reference = joined([
    detail.structuredReference,
    detail.accountServicerReference,
    detail.paymentInformationId,
  ])
  return {
    externalId,
    valueOn: entry.valueOn,
    amountMinor: detail.amountMinor,
    currency: entry.currency,
    balanceAfterMinor: null,
    counterpartyName: detail.counterpartyName,
    counterpartyIban: detail.counterpartyIban,
    reference: reference || null,
    endToEndId: detail.endToEndId,
    rawText: text,
    normText: normalized([
      text,
      reference,
      detail.endToEndId,
      detail.counterpartyName,
      ...detailIdentifiers(detail),
    ]),
    raw: { ...rawOf(entry, [detail]), returnReason: detail.returnReason },
    status: 'pending',
  }
}

/** What only the bank's own people understand, kept as it came. */
function rawOf(entry: ParsedEntry, details: readonly EntryDetail[]) {
  const {
    line,
    rawLines,
    commonConcept,
    ownConcept,
    bankTransactionCode,
    bankReference,
    isReversal,
    returnReason,
    original,
  } = entry
  return {
    line,
    rawLines,
    commonConcept,
    ownConcept,
    bankTransactionCode,
    bankReference,
    isReversal,
    returnReason,
    original,
    details,
  }
}

const joined = (parts: (string | null)[]) =>
  parts
    .filter((part) => part && !/^0*$/.test(part.trim()))
    .join(' ')
    .trim()
const normalized = (parts: (string | null)[]) => foldText(parts.filter(Boolean).join(' '))
