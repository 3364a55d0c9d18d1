import type { Transaction } from '#app/kernel/database/sql'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { type GroupRole, groupLine } from '#app/ledger/actions/group_account'
import type { DraftLine } from '#app/ledger/journal_draft'
import { type AccountRole, roleCode } from '#app/ledger/queries/role_account'
import type { Loan } from '#app/loans/terms/loan'

export type LoanSide = 'lender' | 'borrower'
/** What of a debt a line holds: principal by its term, or interest that accrued. */
export type LoanPart = 'long' | 'short' | 'interest'

export type LoanParties = Pick<
  Loan,
  'id' | 'number' | 'kind' | 'lenderSiteId' | 'lenderName' | 'borrowerSiteId' | 'currency'
>

const GROUP_ROLES: Record<LoanSide, Record<LoanPart, GroupRole>> = {
  lender: { long: 'loan_receivable_long', short: 'loan_receivable_short', interest: 'interest_receivable' },
  borrower: { long: 'loan_payable_long', short: 'loan_payable_short', interest: 'interest_payable' },
}
const BANK_ROLES: Record<LoanPart, AccountRole> = {
  long: 'bank_loan_long',
  short: 'bank_loan_short',
  interest: 'bank_interest_payable',
}

/** The line of a part of the debt in the book of a side; positive is debe. */
export async function debtLine(
  loan: LoanParties,
  { side, part, amountMinor }: { side: LoanSide; part: LoanPart; amountMinor: number },
  trx: Transaction
): Promise<DraftLine> {
  const { lenderSiteId, borrowerSiteId } = loan
  const document = { documentType: 'loan', documentId: loan.id }
  if (lenderSiteId === null) {
    const prefix = await roleCode(borrowerSiteId, BANK_ROLES[part], trx)
    const name = `${loan.lenderName ?? ''} ${loan.number}`
    const account = await ensureAccount(
      { siteId: borrowerSiteId, prefix, subledger: 'loan', subledgerId: loan.id, name },
      trx
    )
    return { accountId: account.id, amountMinor, ...document }
  }
  const [siteId, partnerId] =
    side === 'lender' ? [lenderSiteId, borrowerSiteId] : [borrowerSiteId, lenderSiteId]
  const line = await groupLine({ siteId, partnerId, role: roleOf(loan, side, part), amountMinor }, trx)
  return { ...line, ...document }
}

/** A line on the first account of a role: the result, or what is owed to the State. */
export async function roleLine(
  {
    siteId,
    role,
    amountMinor,
    memo,
  }: { siteId: number; role: AccountRole; amountMinor: number; memo?: string },
  loan: Pick<Loan, 'id'>,
  trx: Transaction
): Promise<DraftLine> {
  const account = await ensureAccount({ siteId, prefix: await roleCode(siteId, role, trx) }, trx)
  return {
    accountId: account.id,
    amountMinor,
    documentType: 'loan',
    documentId: loan.id,
    ...(memo === undefined ? {} : { memo }),
  }
}

/** The principal of a current account is the balance that two companies have with each other. */
function roleOf({ kind }: LoanParties, side: LoanSide, part: LoanPart): GroupRole {
  return kind === 'current_account' && part !== 'interest' ? 'intercompany_current' : GROUP_ROLES[side][part]
}
