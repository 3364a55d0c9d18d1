import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { Loan } from '#app/loans/terms/loan'

export type Sides = {
  payerSiteId: number
  payeeSiteId: number
  payerAccountId: number
  payeeAccountId: number
}

/**
 * Who pays whom, from and to which account: the one that is told, else that of the loan, else the one its company pays from.
 * Throws at `account_id` for an account of another company or none, E_BANK for a loan of a bank, which no order pays.
 */
export async function sidesOf(
  loan: Loan,
  { payer, accountId }: { payer: 'lender' | 'borrower'; accountId: number | null },
  trx: Transaction
): Promise<Sides> {
  const { lenderSiteId, borrowerSiteId, lenderAccountId, borrowerAccountId } = loan
  if (lenderSiteId === null)
    throw new DomainError(
      'E_BANK',
      'El préstamo de un banco se paga por domiciliación: use el movimiento del extracto.'
    )
  const lends = payer === 'lender'
  const payerSiteId = lends ? lenderSiteId : borrowerSiteId
  const payeeSiteId = lends ? borrowerSiteId : lenderSiteId
  const own = accountId ?? (lends ? lenderAccountId : borrowerAccountId)
  return {
    payerSiteId,
    payeeSiteId,
    payerAccountId: await accountOf({ siteId: payerSiteId, accountId: own, currency: loan.currency }, trx),
    payeeAccountId: await accountOf(
      {
        siteId: payeeSiteId,
        accountId: lends ? borrowerAccountId : lenderAccountId,
        currency: loan.currency,
      },
      trx
    ),
  }
}

type Wanted = { siteId: number; accountId: number | null; currency: string }

/** An active account of a company with an IBAN. Throws at `account_id`. */
export async function accountOf({ siteId, accountId, currency }: Wanted, trx: Transaction): Promise<number> {
  const found = await row<{ id: number }>(
    `select id from bank_accounts where site_id = :siteId and status = 'active' and currency = :currency and iban is not null
        and (:accountId::bigint is null or id = :accountId) order by is_payer_default desc, sort, id limit 1`,
    { siteId, accountId, currency },
    trx
  )
  if (found) return found.id
  const { name } = (await row<{ name: string }>(
    `select legal_name::text as name from sites where id = :siteId`,
    { siteId },
    trx
  )) ?? { name: '' }
  throw new DomainError(
    'E_ACCOUNT',
    `${name} no tiene esa cuenta activa con IBAN en ${currency}: elija otra o indíquela en los datos del préstamo.`,
    { field: 'account_id' }
  )
}
