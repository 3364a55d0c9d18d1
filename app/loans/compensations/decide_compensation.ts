import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { reverseBooks } from '#app/ledger/actions/reverse_books'
import { paymentsOf } from '#app/ledger/document_payments'
import { movementsOfNetting, undoMovement } from '#app/loans/actions/undo_movement'
import {
  approveInCompanies,
  type CompanyApprovals,
  type SharedDocument,
} from '#app/loans/approvals/approve_in_companies'
import { type Compensation, lockCompensation, transfersOf } from '#app/loans/compensations/compensation'
import { lockDebts, postCompensation } from '#app/loans/compensations/post_compensation'
import { LOAN_PAYMENT, lockLoanPayment, markPayment } from '#app/loans/payments/loan_payment'
import { currentDocuments } from '#app/loans/ports'
import { lockLoan } from '#app/loans/terms/loan'
import { compensationWorkflow } from '#app/loans/workflows/compensation_workflow'
import { revokeDecisions } from '#app/sites/actions/record_decision'

/** What every company in a netting approves. */
export const documentOf = (compensation: Compensation): SharedDocument => ({
  documentType: 'loan_compensation',
  documentId: compensation.id,
  siteIds: compensation.siteIds,
  amountMinor: compensation.totalMinor,
  fingerprint: compensation.fingerprint,
})

type Deciding = { id: number; shownFingerprint: string; comment: string | null; actor: Actor }

/**
 * One approval of a netting, in each of its companies in which the person may give it; with the last it is posted, as one act.
 * Throws what approving refuses, E_CHANGED where the balances are others by then.
 */
export function approveCompensation({
  id,
  shownFingerprint,
  comment,
  actor,
}: Deciding): Promise<{ isPosted: boolean; companies: CompanyApprovals[] }> {
  return inTransaction(async (trx) => {
    const compensation = await lockCompensation(id, trx)
    const to = compensationWorkflow.next(compensation.status, 'approve')
    await lockDebts(compensation, trx)
    const companies = await approveInCompanies(
      {
        ...documentOf(compensation),
        shownFingerprint,
        actor,
        comment,
        ownWorkMessage: 'No puede aprobar una compensación que usted ha propuesto.',
        changedMessage: 'Los saldos han cambiado. Recalcule la propuesta.',
      },
      trx
    )
    const required = Object.fromEntries(companies.map((company) => [company.siteId, company.required]))
    await execute(
      `update loan_compensations set required = :required::jsonb, lock_version = lock_version + 1 where id = :id`,
      { id, required: JSON.stringify(required) },
      trx
    )
    const isApproved = companies.every((company) => company.given >= company.required)
    if (!isApproved) {
      await record(compensation, { event: 'approval_given', actor }, trx)
      return { isPosted: false, companies }
    }
    await execute(`update loan_compensations set status = :to where id = :id`, { id, to }, trx)
    await record(compensation, { event: 'approve', actor, from: compensation.status, to }, trx)
    await record(compensation, { event: 'post', actor, from: to, to: 'posted' }, trx)
    await postCompensation(await lockCompensation(id, trx), actor, trx)
    return { isPosted: true, companies }
  })
}

/** «Descartar» a proposal that nobody wants any more, or whose balances have changed. */
export function discardCompensation(id: number, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const compensation = await lockCompensation(id, trx)
    const to = compensationWorkflow.next(compensation.status, 'discard')
    await revokeDecisions('loan_compensation', id, trx)
    await execute(
      `update loan_compensations set status = :to, reversal_reason = :why, lock_version = lock_version + 1 where id = :id`,
      { id, to, why },
      trx
    )
    await record(compensation, { event: 'discard', actor, from: compensation.status, to, reason: why }, trx)
  })
}

/**
 * «Revertir»: all of a netting or nothing. Its loans owe again what they did, and every book is taken back. Throws E_PAID where
 * what it left is paid or on its way, and what stands in the way of the loans.
 */
export function reverseCompensation(id: number, reason: string | null, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const found = await lockCompensation(id, trx)
    const to = compensationWorkflow.next(found.status, 'reverse')
    for (const documents of currentDocuments.all()) await documents.restore(found, actor, trx)
    await withdrawPayments(found, trx)
    const movements = await movementsOfNetting(id, trx)
    for (const movement of movements) {
      const loan = await lockLoan(movement.loanId, trx)
      await undoMovement(loan, movement, { reason: why, actor }, trx)
      await takeSettledBack(movement.loanId, found, trx)
    }
    await execute(
      `update loan_compensations set status = :to, reversal_reason = :why, lock_version = lock_version + 1 where id = :id`,
      { id, to, why },
      trx
    )
    await record(found, { event: 'reverse', actor, from: found.status, to, reason: why }, trx)
    if (found.groupKey !== null)
      await reverseBooks({ groupKey: found.groupKey, reason: why, createdBy: actor.userId }, trx)
  })
}

/** What it left is not paid any more; nothing may be on its way. */
async function withdrawPayments({ id }: Compensation, trx: Transaction): Promise<void> {
  for (const { paymentId } of await transfersOf(id, trx)) {
    if (paymentId === null) continue
    const payment = await lockLoanPayment(paymentId, trx)
    const orders = await paymentsOf(LOAN_PAYMENT, [paymentId], trx)
    const order = orders.findLast(({ status }) => !['cancelled', 'failed', 'returned'].includes(status))
    if (order)
      throw new DomainError(
        'E_PAID',
        `El saldo de la compensación está pagado o en pago (${order.number}): cancele antes el pago.`
      )
    if (payment.status === 'unordered') await markPayment(payment, 'cancelled', trx)
  }
}

/** Interest of a balance that was settled only to be netted runs on. */
async function takeSettledBack(loanId: number, { cutOffOn }: Compensation, trx: Transaction): Promise<void> {
  await execute(
    `update loan_installments i set replaced_in = i.version + 1 from loans l
      where l.id = i.loan_id and l.kind <> 'term' and i.loan_id = :loanId and i.replaced_in is null and i.due_on = :cutOffOn
        and i.paid_principal_minor + i.paid_interest_minor + i.paid_fee_minor = 0 and i.principal_minor = 0 and i.total_minor > 0
        and i.seq = (select max(seq) from loan_installments n where n.loan_id = i.loan_id and n.replaced_in is null)`,
    { loanId, cutOffOn },
    trx
  )
}

type Said = { event: string; actor: Actor; from?: string; to?: string; reason?: string }

function record({ id, siteIds }: Compensation, { event, ...said }: Said, trx: Transaction): Promise<void> {
  return recordEvent(
    {
      objectType: 'loan_compensation',
      objectId: id,
      siteId: siteIds[0] ?? null,
      event: `loan_compensation.${event}`,
      ...said,
    },
    trx
  )
}
