import type { Assert } from '@japa/assert'
import { oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'

/** What a book says of an account by how its code begins; cents, debit above zero. */
export async function bookBalance(siteId: number, prefix: string): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(l.amount_minor), 0)::bigint as minor from journal_lines l join ledger_accounts a on a.id = l.account_id
      where a.site_id = :siteId and a.code like :prefix || '%'`,
    { siteId, prefix }
  )
  return minor
}

/** Outstanding principal of a loan as its movements say. */
export async function owedOf(loanId: number): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(principal_minor), 0)::bigint as minor from loan_movements where loan_id = :loanId`,
    { loanId }
  )
  return minor
}

export type KeptInstallment = {
  id: number
  seq: number
  dueOn: string
  version: number
  status: string
  principalMinor: number
  interestMinor: number
  totalMinor: number
}

/** The instalments that hold, by their number. */
export const installmentsOf = (loanId: number): Promise<KeptInstallment[]> =>
  rows<KeptInstallment>(
    `select id, seq, due_on, version, status, principal_minor, interest_minor, total_minor from loan_installments
      where loan_id = :loanId and replaced_in is null order by seq`,
    { loanId }
  )

/** Every invariant of the books holds. */
export async function assertSound(assert: Assert): Promise<void> {
  const found = [...(await checkInvariants()), ...(await checkDerived())]
  assert.deepEqual(
    found.filter(({ violations }) => violations > 0),
    []
  )
}
