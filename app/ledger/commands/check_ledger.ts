import { checkInvariants } from '#app/ledger/queries/check_invariants'

/** `ledger:check --json`: every invariant of the book with its count of violations; 0 when all hold, else 1. */
export async function checkLedgerCommand(args: string[]): Promise<number> {
  const invariants = await checkInvariants()
  const violations = invariants.reduce((sum, invariant) => sum + invariant.violations, 0)
  const lines = invariants.map(
    (found) => `${found.violations === 0 ? '✓' : '✗'} ${found.invariant}: ${found.violations}`
  )
  const report = { ok: violations === 0, violations, invariants }
  process.stdout.write(`${args.includes('--json') ? JSON.stringify(report) : lines.join('\n')}\n`)
  return violations === 0 ? 0 : 1
}
