import type { Actor } from '#app/audit/record_event'
import { execute, type Transaction } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { groupLine } from '#app/ledger/actions/group_account'
import { lockBooks } from '#app/ledger/actions/lock_reconciliations'
import { type BookDraft, groupKeyOf, postBooks } from '#app/ledger/actions/post_books'
import type { DraftLine } from '#app/ledger/journal_draft'
import { cancelDebt } from '#app/loans/compensations/cancel_debt'
import {
  type Compensation,
  type CompensationTransfer,
  transfersOf,
} from '#app/loans/compensations/compensation'
import { type Cancelled, planNetting } from '#app/loans/compensations/netting_plan'
import { fingerprintOf, openDebts } from '#app/loans/compensations/open_debts'
import { changedBalances } from '#app/loans/compensations/propose_compensation'
import { currentBalance } from '#app/loans/debts/lending_loans'
import { insertLoanPayment } from '#app/loans/payments/loan_payment'
import { accountOf } from '#app/loans/payments/settlement_accounts'
import { currentDocuments, loanOrders } from '#app/loans/ports'
import { commonDay } from '#app/loans/postings/common_day'
import { changeLines } from '#app/loans/postings/loan_books'
import { lockLoan } from '#app/loans/terms/loan'

/**
 * Posts a netting that all its companies approved, as one act (area 31): every debt is cancelled, and what is left stands on
 * the current accounts or is ordered; one entry a company under one group key. Throws E_CHANGED «Los saldos han cambiado.
 * Recalcule la propuesta.» where what is owed is not what was proposed.
 */
export async function postCompensation(
  compensation: Compensation,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const cancelled = await unchanged(compensation, trx)
  const transfers = await transfersOf(compensation.id, trx)
  const key = { sourceType: 'loan_compensation', sourceId: compensation.id, key: 'posted:1' }
  const groupKey = groupKeyOf(key)
  const postedOn = await commonDay(compensation.siteIds, compensation.cutOffOn, trx)
  const lines = new Map<number, DraftLine[]>(compensation.siteIds.map((siteId) => [siteId, []]))
  for (const debt of cancelled) await addDebt(lines, debt, { compensation, groupKey, actor }, trx)
  for (const transfer of transfers) await addTransfer(lines, transfer, compensation, trx)
  await execute(
    `update loan_compensations set status = 'posted', group_key = :groupKey, posted_on = :postedOn, lock_version = lock_version + 1 where id = :id`,
    { id: compensation.id, groupKey, postedOn },
    trx
  )
  if (compensation.residual === 'pay') await orderTransfers(compensation, transfers, postedOn, trx)
  await postBooks({ ...key, postedOn, books: booksOf(compensation, lines), createdBy: actor.userId }, trx)
}

/**
 * Locks the documents and loans that a netting cancels. Whoever approves one of those holds it before they decide: so does who
 * approves a netting, or the two would wait for each other.
 */
export async function lockDebts(compensation: Compensation, trx: Transaction): Promise<void> {
  for (const documents of currentDocuments.all()) await documents.lock(compensation.siteIds, trx)
  const { debts } = await openDebts(compensation, trx)
  for (const loanId of debts.flatMap((debt) => debt.loanId ?? []).toSorted((a, b) => a - b))
    await lockLoan(loanId, trx)
}

/** The loans under their locks, and what was proposed of them while it is still true. */
async function unchanged(compensation: Compensation, trx: Transaction): Promise<Cancelled[]> {
  await lockDebts(compensation, trx)
  await lockBooks(compensation.siteIds, trx)
  // Asked again under the locks: a payment may have come in between.
  const { debts: held } = await openDebts(compensation, trx)
  if (fingerprintOf(compensation, held) !== compensation.fingerprint) throw changedBalances()
  return planNetting(compensation.mode, held).cancelled
}

type Lines = Map<number, DraftLine[]>

async function addDebt(
  lines: Lines,
  debt: Cancelled,
  context: { compensation: Compensation; groupKey: string; actor: Actor },
  trx: Transaction
): Promise<void> {
  const { loanId, debtorId, creditorId, principalMinor } = debt
  if (loanId === null) {
    await tellDocuments(debt, context, trx)
    await addCurrent(
      lines,
      { fromId: creditorId, toId: debtorId, amountMinor: principalMinor },
      context.compensation,
      trx
    )
    return
  }
  const loan = await lockLoan(loanId, trx)
  const change = await cancelDebt(loan, debt, context, trx)
  lines
    .get(creditorId)
    ?.push(...(await changeLines({ loan, change, side: 'lender', siteId: creditorId }, trx)))
  lines.get(debtorId)?.push(...(await changeLines({ loan, change, side: 'borrower', siteId: debtorId }, trx)))
}

/** The documents of a balance that is netted are not paid any more, as far as nothing is left of it. */
async function tellDocuments(
  { debtorId: debtorSiteId, creditorId: creditorSiteId, principalMinor: cancelledMinor }: Cancelled,
  { compensation, actor }: { compensation: Compensation; actor: Actor },
  trx: Transaction
): Promise<void> {
  const parties = { creditorSiteId, debtorSiteId }
  const leftMinor = (await currentBalance(parties, trx)) - cancelledMinor
  for (const documents of currentDocuments.all())
    await documents.net({ ...parties, compensation, cancelledMinor, leftMinor }, actor, trx)
}

const addTransfer = (
  lines: Lines,
  { fromId, toId, amountMinor }: CompensationTransfer,
  compensation: Compensation,
  trx: Transaction
) => addCurrent(lines, { fromId, toId, amountMinor }, compensation, trx)

/** `from` owes `to` so much more on their current account. */
async function addCurrent(
  lines: Lines,
  { fromId, toId, amountMinor }: { fromId: number; toId: number; amountMinor: number },
  { id, currency }: Compensation,
  trx: Transaction
): Promise<void> {
  const document = { documentType: 'loan_compensation', documentId: id }
  const line = (siteId: number, partnerId: number, minor: number) =>
    groupLine({ siteId, partnerId, role: 'intercompany_current', amountMinor: minor, currency }, trx)
  lines.get(fromId)?.push({ ...(await line(fromId, toId, -amountMinor)), ...document })
  lines.get(toId)?.push({ ...(await line(toId, fromId, amountMinor)), ...document })
}

const booksOf = ({ number }: Compensation, lines: Lines): BookDraft[] =>
  [...lines]
    .filter(([, own]) => own.length > 0)
    .map(([siteId, own]) => ({
      siteId,
      journal: 'prestamos' as const,
      kind: 'loan.compensation',
      description: `Compensación de deudas ${number}`,
      lines: own,
    }))

/**
 * What is left is paid: an order each, from the account that its company pays from, in the name of who proposed it. Who gave the
 * last approval of the netting did not ask for the money.
 */
async function orderTransfers(
  { id, currency, createdBy }: Compensation,
  transfers: readonly CompensationTransfer[],
  postedOn: CalendarDate,
  trx: Transaction
): Promise<void> {
  const author: Actor = { userId: createdBy, kind: 'system' }
  for (const transfer of transfers) {
    const paymentId = await insertLoanPayment(
      {
        loanId: null,
        loanCompensationId: id,
        type: 'residual',
        payerSiteId: transfer.fromId,
        payeeSiteId: transfer.toId,
        payerAccountId: await accountOf({ siteId: transfer.fromId, accountId: null, currency }, trx),
        payeeAccountId: await accountOf({ siteId: transfer.toId, accountId: null, currency }, trx),
        currency,
        principalMinor: transfer.amountMinor,
        interestMinor: 0,
        feeMinor: 0,
        withholdingMinor: 0,
        valueOn: postedOn,
        earlyOption: null,
        earlyInterestMinor: 0,
        penaltyMinor: 0,
        note: null,
        lines: [],
      },
      author.userId,
      trx
    )
    await execute(
      `update loan_compensation_transfers set loan_payment_id = :paymentId where id = :id`,
      { paymentId, id: transfer.id },
      trx
    )
    await loanOrders.one().place(paymentId, null, author, trx)
  }
}
