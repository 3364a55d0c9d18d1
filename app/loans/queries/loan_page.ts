import { listEvents } from '#app/audit/list_events'
import { oneRow, rows } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'
import { today } from '#app/kernel/time/calendar_date'
import { documentOf } from '#app/loans/actions/activate_loan'
import { approvalRows } from '#app/loans/approvals/approval_rows'
import {
  DAY_COUNT_LABELS,
  EARLY_LABELS,
  LOAN_FILE_KINDS,
  LOAN_KINDS,
  METHOD_LABELS,
  PERIODICITY_LABELS,
  RATE_TYPES,
} from '#app/loans/loan_labels'
import { payableOf } from '#app/loans/payments/allocate_payment'
import { availableOf } from '#app/loans/payments/ask_withdrawal'
import { debtOf } from '#app/loans/payments/debt_of'
import {
  listAccruals,
  listEntries,
  listFiles,
  listMovements,
  listPayments,
  listRevisions,
} from '#app/loans/queries/loan_parts'
import { scheduleProps } from '#app/loans/queries/loan_schedule'
import { outstandingOf, unpaidInterest } from '#app/loans/queries/loan_state'
import type { LoanViewer } from '#app/loans/queries/loan_viewer'
import { rateText } from '#app/loans/queries/rate_text'
import { type Loan, readLoan } from '#app/loans/terms/loan'
import { loanWorkflow } from '#app/loans/workflows/loan_workflow'

/** Everything the page of one loan shows. */
export async function loanPage(loanId: number, viewer: LoanViewer) {
  const loan = await readLoan(loanId)
  const [names, schedule, movements, payments, accruals, revisions, files, entries, events] =
    await Promise.all([
      namesOf(loan),
      scheduleProps(loan),
      listMovements(loan, viewer),
      listPayments(loan),
      listAccruals(loan),
      listRevisions(loan),
      listFiles(loan, viewer),
      listEntries(loan, viewer),
      listEvents('loan', loanId),
    ])
  return {
    loan: loanProps(loan, names),
    values: valuesOf(loan),
    figures: await figuresOf(loan),
    actions: actionsOf(loan, viewer, movements.length > 0),
    approvals: loan.status === 'draft' ? await approvalRows(documentOf(loan), viewer.id) : null,
    schedule,
    movements,
    payments,
    accruals,
    revisions,
    files,
    entries,
    events,
    options: {
      methods: optionsOf(METHOD_LABELS),
      rateTypes: optionsOf(RATE_TYPES),
      dayCounts: optionsOf(DAY_COUNT_LABELS),
      periodicities: optionsOf(PERIODICITY_LABELS),
      earlyOptions: optionsOf(EARLY_LABELS),
      fileKinds: optionsOf(LOAN_FILE_KINDS),
      accounts: await accountsOf(loan),
    },
  }
}

const money = (minor: number, { currency }: Pick<Loan, 'currency'>) => ({ minor, currency })

type Names = { lender: string; borrower: string; currentRate: string }

function namesOf({ id }: Loan): Promise<Names> {
  return oneRow<Names>(
    `select coalesce(g.legal_name::text, l.lender_name) as lender, b.legal_name::text as borrower,
        coalesce((select r.rate from loan_rate_revisions r where r.loan_id = l.id and r.effective_on <= :day order by r.from_on desc limit 1), l.rate)::text as current_rate
       from loans l join sites b on b.id = l.borrower_site_id left join sites g on g.id = l.lender_site_id where l.id = :id`,
    { id, day: today() }
  )
}

function loanProps(loan: Loan, names: Names) {
  return {
    id: loan.id,
    number: loan.number,
    lender: names.lender,
    borrower: names.borrower,
    lenderSiteId: loan.lenderSiteId,
    borrowerSiteId: loan.borrowerSiteId,
    isBank: loan.lenderSiteId === null,
    kind: loan.kind,
    kindLabel: LOAN_KINDS[loan.kind],
    currency: loan.currency,
    principal: loan.principalMinor === null ? null : money(loan.principalMinor, loan),
    method: loan.method === null ? null : METHOD_LABELS[loan.method],
    rate: rateText(names.currentRate),
    rateType: RATE_TYPES[loan.rateType],
    dayCount: DAY_COUNT_LABELS[loan.dayCount],
    periodicity: loan.periodicity === null ? null : PERIODICITY_LABELS[loan.periodicity],
    periods: loan.periods,
    startOn: loan.startOn,
    firstPaymentOn: loan.firstPaymentOn,
    maturityOn: loan.maturityOn,
    gracePeriods: loan.gracePeriods,
    capitalise: loan.capitalise,
    withholdingRate: loan.withholdingRate,
    fee: money(loan.feeMinor, loan),
    loadedOn: loan.loadedOn,
    isConfigured: loan.isConfigured,
    defaultedOn: loan.defaultedOn,
    settledOn: loan.settledOn,
    fingerprint: loan.fingerprint,
    lockVersion: loan.lockVersion,
    state: loan.status,
    status: { label: loanWorkflow.label(loan.status), tone: loanWorkflow.tone(loan.status) },
  }
}

/** The same as the forms take it. */
const valuesOf = (loan: Loan) => ({
  principalMinor: loan.principalMinor,
  method: loan.method,
  rateType: loan.rateType,
  rate: loan.rate,
  rateIndex: loan.rateIndex ?? '',
  spread: loan.spread ?? '',
  dayCount: loan.dayCount,
  periodicity: loan.periodicity,
  startOn: loan.startOn,
  firstPaymentOn: loan.firstPaymentOn ?? '',
  periods: loan.periods,
  maturityOn: loan.maturityOn ?? '',
  gracePeriods: loan.gracePeriods,
  custom: loan.custom ?? [],
  capitalise: loan.capitalise,
  withholdingRate: loan.withholdingRate,
  feeMinor: loan.feeMinor,
  loadedOn: loan.loadedOn ?? '',
  loadedMinor: loan.loadedMinor,
  lenderAccountId: loan.lenderAccountId === null ? null : String(loan.lenderAccountId),
  borrowerAccountId: loan.borrowerAccountId === null ? null : String(loan.borrowerAccountId),
  autoPay: loan.autoPay,
  marketRateNote: loan.marketRateNote ?? '',
})

async function figuresOf(loan: Loan) {
  const day = today()
  const available = await availableOf(loan)
  const overdue = await oneRow<{ minor: number }>(
    `select coalesce(sum(total_minor - paid_principal_minor - paid_interest_minor - paid_fee_minor), 0)::bigint as minor from loan_installments
      where loan_id = :id and replaced_in is null and status in ('overdue', 'partial', 'ordered') and due_on < :day`,
    { id: loan.id, day }
  )
  return {
    outstanding: money(await outstandingOf(loan.id), loan),
    interest: money(Math.max(0, await unpaidInterest(loan, day)), loan),
    overdue: money(overdue.minor, loan),
    available: available === null ? null : money(available, loan),
    payable: money(payableOf(await debtOf(loan)), loan),
  }
}

/** What may be done; of a loan that nobody has paid out nothing is given back. */
function actionsOf(loan: Loan, { role, isOwn }: LoanViewer, isLent: boolean): string[] {
  if (!isOwn) return []
  const actions: string[] = loanWorkflow.available(loan.status, role)
  const isBank = loan.lenderSiteId === null
  const fits: Record<string, boolean> = {
    withdraw: loan.kind !== 'term',
    pay_early: loan.kind === 'term' && !isBank && isLent,
    pay: !isBank && (loan.kind !== 'term' || isLent),
  }
  const found = actions.filter((action) => fits[action] ?? true)
  if (loan.status !== 'cancelled') found.push('edit', 'attach')
  if (loan.status === 'active' && loan.kind !== 'term') found.push('close')
  return found
}

/** Accounts through which each side can settle it. */
async function accountsOf(loan: Loan) {
  const found = await rows<{ id: number; siteId: number; name: string }>(
    `select id, site_id, name from bank_accounts where site_id in (:lenderSiteId, :borrowerSiteId) and status = 'active' and currency = :currency and iban is not null
      order by is_payer_default desc, sort, name, id`,
    { lenderSiteId: loan.lenderSiteId, borrowerSiteId: loan.borrowerSiteId, currency: loan.currency }
  )
  const of = (siteId: number | null) =>
    found
      .filter((account) => account.siteId === siteId)
      .map(({ id, name }) => ({ value: String(id), label: name }))
  return { lender: of(loan.lenderSiteId), borrower: of(loan.borrowerSiteId) }
}
