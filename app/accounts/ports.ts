import type { AccountHead } from '#app/accounts/queries/find_account'
import type { Hindrance } from '#app/kernel/hindrances'
import type { MoneyJson } from '#app/kernel/money/money'
import { port } from '#app/kernel/port'

/** What a bank account is used for: one that is used is closed, not deleted. Each is the end of a sentence: «tiene pagos.» */
export const accountUses = port<Hindrance>('what a bank account is used for')

/** What has to be over before a bank account is closed, likewise. */
export const closingHindrances = port<Hindrance>('what keeps a bank account from being closed')

/** Money that is said in the currency of a bank account, which stays while there is any. */
export const currencyUses = port<Pick<Hindrance, 'rows'>>('what is in the currency of a bank account')

type Part = { count: number; amount: MoneyJson }

export type DifferenceParts = {
  /** Movements of the bank that the books do not have yet. */
  bank: Part
  /** Movements that somebody said are not the bank's: they explain nothing, and are where to look when something is left. */
  ignored: Part
  /** Entries of the books that no movement of the bank has confirmed; they take away from the difference. */
  books: Part
  /** What none of them explains: an opening balance that was never the bank's, a statement that is missing. */
  rest: MoneyJson
}

/** Why the bank's balance is not that of the books; null where they agree or the bank has said nothing. */
export const bankDifference =
  port<(account: AccountHead) => Promise<DifferenceParts | null>>('why bank and books differ')
