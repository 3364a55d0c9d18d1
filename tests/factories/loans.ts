import { inTransaction, oneRow } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, calendarDate } from '#app/kernel/time/calendar_date'
import { activateLoan } from '#app/loans/actions/activate_loan'
import { configureLoan } from '#app/loans/actions/configure_loan'
import { createLoan } from '#app/loans/actions/create_loan'
import { addLoanFiles } from '#app/loans/actions/loan_files'
import { updateLoan } from '#app/loans/actions/update_loan'
import type { LoanKind } from '#app/loans/loan_labels'
import type { Configuration } from '#app/loans/terms/check_terms'
import { readLoan } from '#app/loans/terms/loan'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { markBatchSent } from '#app/payments/batches/send_batch'
import PaymentOrder from '#app/payments/orders/payment_order'
import { settleOrder } from '#app/payments/orders/settle_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

export type LoanCompany = { siteId: number; accountId: number }

export type LoanStage = {
  companies: LoanCompany[]
  lender: LoanCompany
  borrower: LoanCompany
  creator: Person
  approvers: Person[]
}

/** Companies with money, the first of which lends to the second, who prepares and three who approve in all of them. */
export async function makeLoanStage(count = 2): Promise<LoanStage> {
  const approvers = [await makeUser('aprobador'), await makeUser('aprobador'), await makeUser('aprobador')]
  const companies: LoanCompany[] = []
  for (let index = 0; index < count; index++) {
    const { siteId } = await makeSite()
    companies.push({ siteId, accountId: await makeBankAccount(siteId) })
    for (const approver of approvers) await letApprove(siteId, approver, ['loan'], null)
  }
  const [lender, borrower] = companies
  if (!lender || !borrower) throw new Error('A loan is between two companies')
  return { companies, lender, borrower, creator: await makeUser('superC0ntab1l1dad'), approvers }
}

/** Twelve monthly instalments of a French loan at 4,50 %, 30/360. */
export const FRENCH: Configuration = {
  principalMinor: 600_000,
  method: 'french',
  rateType: 'fixed',
  rate: '4.5',
  rateIndex: null,
  spread: null,
  dayCount: '30/360',
  periodicity: 'monthly',
  startOn: calendarDate('2026-01-15'),
  firstPaymentOn: calendarDate('2026-02-15'),
  periods: 12,
  maturityOn: null,
  gracePeriods: 0,
  custom: null,
  capitalise: false,
  withholdingRate: '0',
  feeMinor: 0,
  loadedOn: null,
  loadedMinor: null,
}

/** Interest of a balance at 4,50 % by real days, settled every quarter. */
export const BALANCE: Configuration = {
  ...FRENCH,
  method: null,
  dayCount: 'ACT/365',
  periodicity: 'quarterly',
  firstPaymentOn: null,
  periods: null,
}

type Wanted = Partial<Configuration> & {
  kind?: LoanKind
  lender?: LoanCompany | { name: string }
  borrower?: LoanCompany
}

/** A draft with its terms, accounts and contract: nothing but approvals is missing. */
export async function makeReadyLoan(
  stage: LoanStage,
  { kind = 'term', lender = stage.lender, borrower = stage.borrower, ...over }: Wanted = {}
): Promise<number> {
  const { actor } = stage.creator
  const terms: Configuration = {
    ...(kind === 'term' ? FRENCH : BALANCE),
    ...(kind === 'current_account' ? { principalMinor: null } : {}),
    ...over,
  }
  const { id } = await createLoan(
    {
      lender: 'name' in lender ? lender : { siteId: lender.siteId },
      borrowerSiteId: borrower.siteId,
      kind,
      currency: 'EUR',
      principalMinor: terms.principalMinor,
      startOn: terms.startOn,
    },
    actor
  )
  await configureLoan(id, { ...terms, lockVersion: 0 }, actor)
  await addLoanFiles(id, [{ kind: 'contract', name: 'contrato.pdf', bytes: CONTRACT }], actor)
  const { lockVersion } = await readLoan(id)
  await updateLoan(
    id,
    {
      lenderAccountId: 'name' in lender ? null : lender.accountId,
      borrowerAccountId: borrower.accountId,
      autoPay: false,
      marketRateNote: null,
      lockVersion,
    },
    actor
  )
  return id
}

/** As many approvals as it needs. Gives the number of the order that pays it out. */
export async function activate({ approvers }: LoanStage, loanId: number): Promise<string | null> {
  for (const { actor } of approvers) {
    const { fingerprint, status } = await readLoan(loanId)
    if (status !== 'draft') break
    const done = await activateLoan({ loanId, shownFingerprint: fingerprint, comment: null, actor })
    if (done.isActive) return done.orderNumber
  }
  return null
}

/** A loan in force whose money has arrived on its first day. */
export async function makeRunningLoan(stage: LoanStage, wanted: Wanted = {}): Promise<number> {
  const [id] = await makeRunningLoans(stage, [wanted])
  if (id === undefined) throw new Error('No loan was made')
  return id
}

/** Several of them, whose money leaves together: of all on the first day of the first. */
export async function makeRunningLoans(stage: LoanStage, several: readonly Wanted[]): Promise<number[]> {
  const ids: number[] = []
  const numbers: string[] = []
  for (const wanted of several) {
    const id = await makeReadyLoan(stage, wanted)
    const number = await activate(stage, id)
    ids.push(id)
    if (number !== null) numbers.push(number)
  }
  if (numbers.length > 0) await payOrders(stage, numbers, several[0]?.startOn ?? FRENCH.startOn)
  return ids
}

/** Approves an order by its number, sends it and has the bank charge it. */
export const payOrder = (stage: LoanStage, number: string, movedOn: CalendarDate): Promise<void> =>
  payOrders(stage, [number], movedOn)

/** The same of several, sent at once. */
export async function payOrders(
  stage: LoanStage,
  numbers: readonly string[],
  movedOn: CalendarDate
): Promise<void> {
  for (const orderId of await sendOrders(stage, numbers, movedOn)) {
    const { debtorAccountId } = await PaymentOrder.findOrFail(orderId)
    await inTransaction((trx) =>
      settleOrder(
        { orderId, settledOn: movedOn, bankAccountId: debtorAccountId, actor: stage.creator.actor },
        trx
      )
    )
  }
}

/** Approves orders by their numbers and sends them. Gives their keys. */
export async function sendOrders(
  { creator, approvers }: LoanStage,
  numbers: readonly string[],
  sentOn: CalendarDate
): Promise<number[]> {
  const orderIds: number[] = []
  for (const number of numbers) {
    const { id } = await oneRow<{ id: number }>(`select id from payment_orders where number = :number`, {
      number,
    })
    await bufferOrder(id, creator.actor)
    for (const { actor } of approvers) {
      const { status, fingerprint } = await PaymentOrder.findOrFail(id)
      if (status === 'buffered') await approveOrder({ orderId: id, shownFingerprint: fingerprint, actor })
    }
    orderIds.push(id)
  }
  const [first] = approvers
  if (!first) throw new Error('The stage has nobody who approves')
  const { batchIds, heldBack } = await releaseOrders(orderIds, first.actor)
  const [held] = heldBack
  if (held) throw new DomainError('E_HELD_BACK', held.reason)
  for (const batchId of batchIds) await markBatchSent(batchId, creator.actor, sentOn)
  return orderIds
}

/** The least that is a PDF. */
const CONTRACT = new TextEncoder().encode(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
)
