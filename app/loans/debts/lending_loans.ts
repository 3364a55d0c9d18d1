import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import { LOAN_KINDS, type LoanKind } from '#app/loans/loan_labels'
import { availableOf } from '#app/loans/payments/ask_withdrawal'
import { LOOSE_CURRENT } from '#app/loans/queries/loose_current'
import { readLoan } from '#app/loans/terms/loan'

/** Who has to receive, and who owes. */
export type DebtParties = { creditorSiteId: number; debtorSiteId: number }

export type LendingLoan = {
  id: number
  number: string
  kind: LoanKind
  /** Cents that may still be drawn; null where there is no limit. */
  availableMinor: number | null
}

/** Loans of two companies that may be drawn on: those in which the one that has to receive lends, the oldest first. */
export async function lendingLoans(
  { creditorSiteId, debtorSiteId }: DebtParties,
  client?: Client
): Promise<LendingLoan[]> {
  const found = await rows<{ id: number }>(
    `select id from loans where lender_site_id = :creditorSiteId and borrower_site_id = :debtorSiteId and status = 'active' and kind <> 'term' and currency = 'EUR'
        and (maturity_on is null or maturity_on > current_date) order by start_on, id`,
    { creditorSiteId, debtorSiteId },
    client
  )
  const loans: LendingLoan[] = []
  for (const { id } of found) {
    const loan = await readLoan(id, client)
    loans.push({
      id,
      number: loan.number,
      kind: loan.kind,
      availableMinor: await availableOf(loan, client),
    })
  }
  return loans
}

/** The same to choose from, each with what may still be drawn. */
export async function lendingChoices(
  parties: DebtParties
): Promise<{ value: string; label: string; available: { minor: number; currency: 'EUR' } | null }[]> {
  const loans = await lendingLoans(parties)
  return loans.map(({ id, number, kind, availableMinor }) => ({
    value: String(id),
    label: `${number} · ${LOAN_KINDS[kind]}`,
    available: availableMinor === null ? null : { minor: availableMinor, currency: 'EUR' },
  }))
}

/** What the one has to receive of the other on their current account (5523) that no loan stands for, in cents; negative is what it owes. */
export async function currentBalance(
  { creditorSiteId, debtorSiteId }: DebtParties,
  client?: Client
): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(g.amount_minor), 0)::bigint as minor from ${LOOSE_CURRENT} g
      where g.currency = 'EUR' and g.site_id = :creditorSiteId and g.partner_id = :debtorSiteId`,
    { creditorSiteId, debtorSiteId },
    client
  )
  return minor
}
