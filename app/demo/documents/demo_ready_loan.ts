import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { activateLoan } from '#app/loans/actions/activate_loan'
import { configureLoan } from '#app/loans/actions/configure_loan'
import { createLoan } from '#app/loans/actions/create_loan'
import { addLoanFiles } from '#app/loans/actions/loan_files'
import { updateLoan } from '#app/loans/actions/update_loan'
import type { LoanKind } from '#app/loans/loan_labels'
import type { Configuration } from '#app/loans/terms/check_terms'
import { readLoan } from '#app/loans/terms/loan'

const person = (userId: number) => ({ userId, kind: 'user' as const })

const TERMS: Configuration = {
  principalMinor: null,
  method: 'french',
  rateType: 'fixed',
  rate: '4.25',
  rateIndex: null,
  spread: null,
  dayCount: '30/360',
  periodicity: 'monthly',
  startOn: '2026-01-01' as CalendarDate,
  firstPaymentOn: null,
  periods: null,
  maturityOn: null,
  gracePeriods: 0,
  custom: null,
  capitalise: false,
  withholdingRate: '0',
  feeMinor: 0,
  loadedOn: null,
  loadedMinor: null,
}

/** A loan of the demo: between two companies, or of a bank by its name. */
export type Wanted = Partial<Configuration> & {
  lender: DemoSite | string
  borrower: DemoSite
  kind?: LoanKind
}

/** A draft with its terms, accounts and contract. */
export async function readyLoan(
  { lender, borrower, kind = 'term', ...terms }: Wanted,
  users: DemoUsers
): Promise<number> {
  const senior = person(users.senior)
  const given = { ...TERMS, ...terms, principalMinor: terms.principalMinor ?? null }
  const { id, number } = await createLoan(
    {
      lender: typeof lender === 'string' ? { name: lender } : { siteId: lender.id },
      borrowerSiteId: borrower.id,
      kind,
      currency: 'EUR',
      principalMinor: given.principalMinor,
      startOn: given.startOn,
    },
    senior
  )
  await configureLoan(id, { ...given, lockVersion: 0 }, senior)
  await addLoanFiles(
    id,
    [{ kind: 'contract', name: `contrato-${number}.pdf`, bytes: await paperOf(number) }],
    senior
  )
  const { lockVersion } = await readLoan(id)
  await updateLoan(
    id,
    {
      lenderAccountId: typeof lender === 'string' ? null : lender.bankAccountId,
      borrowerAccountId: borrower.bankAccountId,
      autoPay: false,
      marketRateNote:
        typeof lender === 'string' ? null : 'Tipo contrastado con dos ofertas de bancos del mismo plazo.',
      lockVersion,
    },
    senior
  )
  return id
}

export async function activateAll(loanId: number, users: DemoUsers): Promise<void> {
  for (const userId of [users.secondApprover, users.system]) {
    const { fingerprint, status } = await readLoan(loanId)
    if (status !== 'draft') return
    await activateLoan({ loanId, shownFingerprint: fingerprint, comment: null, actor: person(userId) })
  }
}

const paperOf = (number: string) =>
  reportPdf([], {
    title: `Contrato de préstamo ${number}`,
    subtitle: '',
    printed: 'Documento de demostración',
  })
