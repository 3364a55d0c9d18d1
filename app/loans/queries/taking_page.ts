import { row } from '#app/kernel/database/sql'
import { currentBalance, type DebtParties, lendingChoices } from '#app/loans/debts/lending_loans'
import type { Pair } from '#app/loans/queries/pair_page'

/**
 * «Registrar como préstamo» of what two companies owe each other on their current account today: who has to receive it and the
 * loans in which that one lends. Null where nothing is owed.
 */
export async function takingOf({ lenderId, borrowerId }: Pair) {
  const minor = await currentBalance({ creditorSiteId: lenderId, debtorSiteId: borrowerId })
  if (minor === 0) return null
  const parties: DebtParties =
    minor > 0
      ? { creditorSiteId: lenderId, debtorSiteId: borrowerId }
      : { creditorSiteId: borrowerId, debtorSiteId: lenderId }
  return {
    owed: { minor: Math.abs(minor), currency: 'EUR' },
    creditor: await nameOf(parties.creditorSiteId),
    debtor: await nameOf(parties.debtorSiteId),
    choices: await lendingChoices(parties),
  }
}

const nameOf = async (siteId: number): Promise<string> =>
  (await row<{ name: string }>(`select legal_name::text as name from sites where id = :siteId`, { siteId }))
    ?.name ?? ''
