import { createHash } from 'node:crypto'

import type { ParsedEntry } from '#app/accounts/statements/parsed_statement'
import { foldText } from '#app/kernel/text/similarity'

/**
 * An identity for each entry of one account that is the same whenever the bank tells it again, in another file or in an
 * overlapping period: sha256, in hexadecimal, of its dates, amount, references, text and balance, with its ordinal
 * among the equal ones of the file, for two identical charges on one day are two charges. Pass all the entries of the
 * account in the file together; the identities come in their order.
 */
export function entryFingerprints(entries: readonly ParsedEntry[]): string[] {
  const keys = entries.map(entryKey)
  return continuedFingerprints(keys, () => 0)
}

/**
 * The same where some of the entries are known to be new, whatever equals the account already has: `takenBefore` gives
 * the last ordinal of a key that the account has, at the position of such an entry, and 0 at any other.
 */
export function continuedFingerprints(
  keys: readonly string[],
  takenBefore: (key: string, position: number) => number
): string[] {
  const seen = new Map<string, number>()
  return keys.map((key, position) => {
    const ordinal = Math.max(seen.get(key) ?? 0, takenBefore(key, position)) + 1
    seen.set(key, ordinal)
    return fingerprint(key, ordinal)
  })
}

/** The identity of the entry of a key with an ordinal, from 1. */
export function fingerprint(key: string, ordinal: number): string {
  return createHash('sha256').update(`${key}|${ordinal}`).digest('hex')
}

/**
 * What the bank calls the entry for good decides, when it does; else everything it says of it. The number inside the
 * statement (`NtryRef`) is left out: the same entry has another in an intraday report.
 */
export function entryKey(entry: ParsedEntry): string {
  const facts = [entry.bookedOn ?? '', entry.valueOn ?? '', String(entry.amountMinor), entry.currency]
  if (entry.bankReference !== null) return join(['ref', ...facts, entry.bankReference])
  const isNumbered = entry.bankTransactionCode !== null
  const balance = entry.balanceAfterMinor === null ? '' : String(entry.balanceAfterMinor)
  const references = [
    isNumbered ? '' : entry.documentNo,
    entry.reference1,
    entry.reference2,
    entry.endToEndId ?? '',
  ]
  return join(['all', ...facts, ...references, foldText(entry.text), balance])
}

/** Fields cannot run into each other, whatever is in them. */
function join(fields: readonly string[]): string {
  return fields.map((value) => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
}
