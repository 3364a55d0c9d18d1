import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { loadRunning } from '#app/loans/actions/load_running'
import { recordLoan } from '#app/loans/actions/record_loan'
import { writeSchedule } from '#app/loans/actions/write_schedule'
import {
  approveInCompanies,
  type CompanyApprovals,
  type SharedDocument,
} from '#app/loans/approvals/approve_in_companies'
import { insertLent } from '#app/loans/payments/ask_withdrawal'
import { receiveBankLoan } from '#app/loans/payments/receive_bank_loan'
import { sidesOf } from '#app/loans/payments/settlement_accounts'
import { loanOrders } from '#app/loans/ports'
import { authorOf, companiesOf, type Loan, lockLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

type Approving = { loanId: number; shownFingerprint: string; comment: string | null; actor: Actor }
export type Activation = { isActive: boolean; companies: CompanyApprovals[]; orderNumber: string | null }

/** What both companies approve of a loan; a current account has no amount of its own. */
export const documentOf = (loan: Loan): SharedDocument => ({
  documentType: 'loan',
  documentId: loan.id,
  siteIds: companiesOf(loan),
  amountMinor: loan.principalMinor ?? 0,
  fingerprint: loan.fingerprint,
})

/**
 * «Activar» (area 31): one approval, in each company in which the person may give it. With the last that both need it is in
 * force: its schedule is written, and the lender’s order for a term loan made; of one that runs already, what was paid so far.
 * Throws E_CONTRACT without its contract, E_ACCOUNTS without where it is settled, and what approving refuses.
 */
export function activateLoan({ loanId, shownFingerprint, comment, actor }: Approving): Promise<Activation> {
  return inTransaction(async (trx) => {
    const loan = await lockLoan(loanId, trx)
    loanWorkflow.next(loan.status, 'activate')
    await refuseUnready(loan, trx)
    const companies = await approveInCompanies(
      {
        ...documentOf(loan),
        shownFingerprint,
        actor,
        comment,
        ownWorkMessage: 'No puede aprobar un préstamo que usted ha creado o configurado.',
        changedMessage: 'El préstamo ha cambiado desde que lo abrió. Revíselo de nuevo.',
      },
      trx
    )
    await noteRequired(loan, companies, trx)
    const isActive = companies.every(({ given, required }) => given >= required)
    if (isActive) return { isActive, companies, orderNumber: await enforce(loan, actor, trx) }
    const told = companies
      .map(({ given, required }) => `${Math.min(given, required)} de ${required}`)
      .join(', ')
    await recordLoan(loan, 'loan.approval_given', actor, trx, { reason: told })
    return { isActive, companies, orderNumber: null }
  })
}

async function refuseUnready(loan: Loan, trx: Transaction): Promise<void> {
  if (!loan.isConfigured)
    throw new DomainError('E_TERMS', 'Configure las condiciones antes de activar el préstamo.')
  const contract = await row(
    `select 1 as found from loan_files where loan_id = :id and kind = 'contract'`,
    { id: loan.id },
    trx
  )
  if (!contract) throw new DomainError('E_CONTRACT', 'Adjunte el contrato antes de activar el préstamo.')
  if (loan.borrowerAccountId === null || (loan.lenderSiteId !== null && loan.lenderAccountId === null))
    throw new DomainError('E_ACCOUNTS', 'Indique las cuentas de liquidación antes de activar el préstamo.')
}

async function noteRequired(
  loan: Loan,
  companies: readonly CompanyApprovals[],
  trx: Transaction
): Promise<void> {
  const requiredOf = (siteId: number | null) =>
    companies.find((company) => company.siteId === siteId)?.required ?? null
  await execute(
    `update loans set lender_required = :lender, borrower_required = :borrower, lock_version = lock_version + 1 where id = :id`,
    { id: loan.id, lender: requiredOf(loan.lenderSiteId), borrower: requiredOf(loan.borrowerSiteId) },
    trx
  )
}

/** Gives the number of the order that pays it out; null where none does. */
async function enforce(loan: Loan, actor: Actor, trx: Transaction): Promise<string | null> {
  const to = loanWorkflow.next(loan.status, 'activate')
  await execute(
    `update loans set status = :to, activated_at = now(), lock_version = lock_version + 1 where id = :id`,
    { to, id: loan.id },
    trx
  )
  await recordLoan(loan, 'loan.activate', actor, trx, { from: loan.status, to })
  const active = await lockLoan(loan.id, trx)
  if (active.kind === 'term') await writeSchedule(active, trx)
  if (active.loadedOn !== null) {
    await loadRunning(await lockLoan(loan.id, trx), actor, trx)
    return null
  }
  if (active.kind !== 'term' || active.principalMinor === null) return null
  if (active.lenderSiteId === null) {
    await receiveBankLoan(await lockLoan(loan.id, trx), actor, trx)
    return null
  }
  return payOut(active, active.principalMinor, trx)
}

/** In the name of who wrote the loan: it is they who asked for the money. */
async function payOut(loan: Loan, amountMinor: number, trx: Transaction): Promise<string> {
  const author = authorOf(loan)
  const sides = await sidesOf(loan, { payer: 'lender', accountId: null }, trx)
  const lent = { type: 'disbursement', amountMinor, valueOn: loan.startOn, sides } as const
  const paymentId = await insertLent(loan, lent, author, trx)
  return (await loanOrders.one().place(paymentId, loan.startOn, author, trx)).number
}
