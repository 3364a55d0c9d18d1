import { rows } from '#app/kernel/database/sql'
import type { Proposal } from '#app/loans/compensations/propose_compensation'

/** What would be netted, with the names of companies and loans. */
export async function proposalProps({ plan, leftOut, fingerprint, siteIds }: Proposal) {
  const [sites, loans] = await Promise.all([
    rows<{ id: number; name: string }>(
      `select id, legal_name::text as name from sites where id = any(:ids::bigint[])`,
      { ids: siteIds }
    ),
    rows<{ id: number; number: string }>(`select id, number from loans where id = any(:ids::bigint[])`, {
      ids: plan.cancelled.flatMap(({ loanId }) => loanId ?? []),
    }),
  ])
  const nameOf = (id: number) => sites.find((site) => site.id === id)?.name ?? ''
  const money = (minor: number) => ({ minor, currency: 'EUR' })
  return {
    fingerprint,
    leftOut,
    total: money(plan.totalMinor),
    debts: plan.cancelled.map((debt) => ({
      loan: loans.find(({ id }) => id === debt.loanId)?.number ?? 'Cuenta corriente (5523)',
      debtor: nameOf(debt.debtorId),
      creditor: nameOf(debt.creditorId),
      principal: money(debt.principalMinor),
      interest: money(debt.interestMinor),
    })),
    transfers: plan.transfers.map(({ fromId, toId, amountMinor }) => ({
      from: nameOf(fromId),
      to: nameOf(toId),
      amount: money(amountMinor),
    })),
  }
}
