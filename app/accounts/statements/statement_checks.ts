import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { addIssue } from '#app/imports/tables/file_issues'
import { formatAmount } from '#app/kernel/money/money'

/** Fills in the computed closing balance (opening plus booked entries of the account's currency) and the closing one. */
export function computeClosing(statement: ParsedStatement): void {
  statement.closingComputedMinor = sumToClosing(statement)
  statement.closingMinor = statement.closingDeclaredMinor ?? statement.closingComputedMinor
}

function sumToClosing(statement: ParsedStatement): number | null {
  if (statement.openingMinor === null) return null
  let balance = BigInt(statement.openingMinor)
  for (const entry of statement.entries) {
    if (entry.status !== 'BOOK') continue
    if (entry.currency !== statement.currency) return null
    balance += BigInt(entry.amountMinor)
  }
  return Number.isSafeInteger(Number(balance)) ? Number(balance) : null
}

/** Tells where a statement does not open with the balance the one before it, of the same account, closed with. */
export function checkContinuity(statements: readonly ParsedStatement[]): void {
  const closings = new Map<string, number>()
  for (const statement of statements) {
    const account = statement.iban ?? statement.account
    if (account === null || statement.currency === null) continue
    const key = `${account} ${statement.currency}`
    const before = closings.get(key)
    if (before !== undefined && statement.openingMinor !== null && statement.openingMinor !== before) {
      const opening = formatAmount(statement.openingMinor, statement.currency)
      const message = `El saldo inicial ${opening} no es el final del extracto anterior, ${formatAmount(before, statement.currency)}.`
      addIssue(statement.issues, 'opening_balance_mismatch', message)
    }
    if (statement.closingMinor !== null) closings.set(key, statement.closingMinor)
  }
}
