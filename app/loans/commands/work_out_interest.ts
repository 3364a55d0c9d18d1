import { answerCases } from '#app/loans/commands/answer_cases'
import { type BalanceTerms, balanceInterest } from '#app/loans/interest/balance_interest'

/** `loans:interest FILE [--json]`: interest of current accounts and credit lines by days. Needs no database. */
export function workOutInterestCommand(args: string[]): Promise<number> {
  return answerCases('loans:interest', args, (terms: BalanceTerms & { id: string }) => balanceInterest(terms))
}
