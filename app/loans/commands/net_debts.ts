import { answerCases } from '#app/loans/commands/answer_cases'
import { type Debt, type NettingMode, netDebts } from '#app/loans/netting/net_debts'

type NettingCase = { id: string; mode: NettingMode; debts: Debt[] }

/** `loans:net FILE [--json]`: who pays whom after netting the debts of some companies. Needs no database. */
export function netDebtsCommand(args: string[]): Promise<number> {
  return answerCases('loans:net', args, ({ mode, debts }: NettingCase) => {
    const { transfers, netBefore, netAfter } = netDebts(mode, debts)
    return {
      transfers,
      netBefore: Object.fromEntries(netBefore),
      netAfter: Object.fromEntries(netAfter),
    }
  })
}
