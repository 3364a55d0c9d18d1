import type { ParsedEntry, ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { addIssue } from '#app/accounts/statements/statement_issues'
import { formatAmount } from '#app/kernel/money'

/**
 * Opening and closing balance of a table that states the balance after each movement, in whichever order the bank
 * lists them; tells the movement after which they stop adding up.
 */
export function checkTableBalances(statement: ParsedStatement): void {
  const { entries } = statement
  const ordered = isNewestFirst(entries) ? entries.toReversed() : entries
  const [first] = ordered
  const last = ordered.at(-1)
  if (first === undefined || last === undefined) return
  if (first.balanceAfterMinor === null || last.balanceAfterMinor === null) return
  const openingMinor = first.balanceAfterMinor - first.amountMinor
  if (!Number.isSafeInteger(openingMinor)) return
  statement.openingMinor = openingMinor
  statement.closingDeclaredMinor = last.balanceAfterMinor
  statement.closingMinor = last.balanceAfterMinor
  const total = entries.reduce(
    (sum, entry) => sum + BigInt(entry.amountMinor),
    BigInt(statement.openingMinor)
  )
  statement.closingComputedMinor = Number.isSafeInteger(Number(total)) ? Number(total) : null
  if (statement.closingComputedMinor === statement.closingDeclaredMinor) return
  const at = ordered.findIndex((entry, index) => !follows(ordered[index - 1], entry))
  const line = ordered[at]?.line
  const declared = formatAmount(last.balanceAfterMinor, last.currency)
  const message = `El saldo final declarado es ${declared} y los movimientos no llegan a él: falta o sobra alguno.`
  addIssue(statement.issues, 'closing_balance_mismatch', message, line)
}

/** Whether a balance is the one before plus the movement; unknown balances never disagree. */
function follows(before: ParsedEntry | undefined, entry: ParsedEntry): boolean {
  if (before === undefined || before.balanceAfterMinor === null || entry.balanceAfterMinor === null)
    return true
  return before.balanceAfterMinor + entry.amountMinor === entry.balanceAfterMinor
}

function isNewestFirst(entries: readonly ParsedEntry[]): boolean {
  let forward = 0
  let backward = 0
  for (const [index, entry] of entries.entries()) {
    const next = entries[index + 1]
    if (next === undefined) break
    if (follows(entry, next)) forward++
    if (follows(next, entry)) backward++
  }
  if (forward !== backward) return backward > forward
  const first = entries[0]?.bookedOn ?? ''
  return first > (entries.at(-1)?.bookedOn ?? '')
}
