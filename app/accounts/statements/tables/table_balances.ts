import type { Chain } from '#app/accounts/statements/balance_chain'
import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { addIssue } from '#app/imports/tables/file_issues'
import type { Currency } from '#app/kernel/money/currency'
import { formatAmount } from '#app/kernel/money/money'

/** Opening and closing balance of a table by the chain of its rows; tells the row after which they stop adding up. */
export function keepTableBalances(statement: ParsedStatement, chain: Chain | null, currency: Currency): void {
  if (chain === null || !Number.isSafeInteger(chain.openingMinor)) return
  statement.openingMinor = chain.openingMinor
  statement.closingDeclaredMinor = chain.closingMinor
  statement.closingMinor = chain.closingMinor
  const total = statement.entries.reduce(
    (sum, entry) => sum + BigInt(entry.amountMinor),
    BigInt(chain.openingMinor)
  )
  statement.closingComputedMinor = Number.isSafeInteger(Number(total)) ? Number(total) : null
  if (chain.breaks === 0 && statement.closingComputedMinor === chain.closingMinor) return
  const declared = formatAmount(chain.closingMinor, currency)
  const message = `El saldo final declarado es ${declared} y los movimientos no llegan a él: falta o sobra alguno.`
  addIssue(statement.issues, 'closing_balance_mismatch', message, chain.brokenAt?.line ?? null)
}
