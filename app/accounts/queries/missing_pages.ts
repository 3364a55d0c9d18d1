import type { ParsedStatement } from '#app/accounts/statements/parsed_statement'
import { type Client, row } from '#app/kernel/database/sql'

/** How long before it the page that a page goes on from may end. */
const DAYS_BETWEEN_PAGES = 7

/**
 * The later pages of a statement, by their place in the file, that begin where nothing of the account ends: a page between
 * them is missing.
 */
export async function missingPages(
  bankAccountId: number,
  statements: readonly ParsedStatement[],
  client?: Client
): Promise<number[]> {
  const missing: number[] = []
  for (const [index, { page, openingMinor, from, to }] of statements.entries()) {
    if (page === null || page.no === 1 || openingMinor === null || from === null || to === null) continue
    if (statements.slice(0, index).some(({ closingMinor }) => closingMinor === openingMinor)) continue
    const before = await row(
      `select 1 as found from bank_statements where bank_account_id = :bankAccountId and closing_minor = :openingMinor
          and period_to between :from::date - ${DAYS_BETWEEN_PAGES} and :to::date limit 1`,
      { bankAccountId, openingMinor, from, to },
      client
    )
    if (!before) missing.push(index)
  }
  return missing
}

/** What is said of such a page. */
export const missingPageText = ({ page, sequence }: ParsedStatement): string =>
  `Falta la página anterior a la ${page?.no ?? ''}${sequence === null ? '' : ` del extracto ${sequence}`}: su saldo inicial no es el final de nada importado.`
