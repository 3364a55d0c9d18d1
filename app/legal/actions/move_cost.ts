import type { Actor } from '#app/audit/record_event'
import { blockedText, checkIban, noteReleased } from '#app/blacklist/check_iban'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { today } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { reverseEntry } from '#app/ledger/actions/reverse_entry'
import { type LockedCost, lockCost } from '#app/legal/actions/lock_cost'
import { type LockedProcedure, lockProcedure, record } from '#app/legal/actions/lock_procedure'
import { RESERVED } from '#app/legal/legal_labels'
import { followInvoice } from '#app/legal/ports'
import { type CostToPost, costAccrual } from '#app/legal/postings/cost_posting'
import { refuseAct } from '#app/legal/procedure_hindrances'
import { debtAccount } from '#app/legal/queries/debt_account'
import { costWorkflow } from '#app/legal/workflows/cost_workflow'

type Place = { procedureId: number; costId: number }

/**
 * Lets a planned cost be paid: its payee and its document are there. What no invoice will come for is accrued now. Who
 * wrote down an account that nobody verifies does not approve it. Throws E_DOCUMENT, E_FOUR_EYES and E_NOT_OPEN.
 */
export async function approveCost({ procedureId, costId }: Place, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    const cost = await lockOwn(procedureId, costId, trx)
    const to = costWorkflow.next(cost.status, 'approve')
    refuseAct('approveCost', procedure, 'E_NOT_OPEN')
    if (cost.payeeIban !== null) await refuseListed(cost.payeeIban, procedureId, actor, trx)
    if (cost.documentId === null && cost.invoiceId === null)
      throw new DomainError('E_DOCUMENT', 'Adjunte el documento del coste antes de aprobarlo.')
    if (cost.payeeIban !== null && (actor.userId === cost.createdBy || actor.userId === cost.updatedBy))
      throw new DomainError(
        'E_FOUR_EYES',
        'El IBAN de este beneficiario no lo ha verificado nadie: debe aprobarlo otra persona.'
      )
    await execute(
      `update legal_procedure_costs set status = :to, approved_by = :userId, approved_at = now() where id = :costId`,
      { to, costId, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_cost.approve', actor, trx, { reason: cost.description })
    if (cost.invoiceId !== null) await followInvoice.one()(cost.id, trx)
    else if (cost.expenseAccountId !== null) await accrue(cost, cost.expenseAccountId, actor, trx)
  })
}

async function refuseListed(
  iban: string,
  procedureId: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const where = { point: 'legal_cost', objectType: 'legal_procedure', userId: actor.userId }
  const hit = await checkIban(iban, { ...where, objectId: procedureId }, trx)
  if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', blockedText(hit))
  if (hit) await noteReleased([{ ...hit, iban, objectId: procedureId }], where, trx)
}

/** A cost that will not be paid. Throws E_PAID once something of it was, or while it is in a payment. */
export async function cancelCost(
  { procedureId, costId }: Place,
  reason: string | null,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    const cost = await lockOwn(procedureId, costId, trx)
    await cancelLocked(cost, procedure, givenReason(reason), actor, trx)
  })
}

/** The same for a cost and its procedure under their locks. */
export async function cancelLocked(
  cost: LockedCost,
  procedure: Pick<LockedProcedure, 'id' | 'siteId'>,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const to = costWorkflow.next(cost.status, 'cancel')
  if (cost.paidMinor > 0)
    throw new DomainError('E_PAID', 'El coste ya está pagado en parte: no se puede anular.')
  if (cost.invoiceId !== null)
    throw new DomainError('E_INVOICE', 'El coste tiene factura: desvincúlela antes de anularlo.')
  await execute(
    `update legal_procedure_costs set status = :to, cancel_reason = :reason where id = :id`,
    { to, reason, id: cost.id },
    trx
  )
  await record(procedure, 'legal_cost.cancel', actor, trx, { reason: `${cost.description}: ${reason}` })
  await reverseAccrual(cost, `Coste anulado: ${reason}`, actor, trx)
}

/** What was accrued without invoice is not owed so any more. */
export async function reverseAccrual(
  { accrualEntryId }: Pick<LockedCost, 'accrualEntryId'>,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (accrualEntryId === null) return
  await reverseEntry({ entryId: accrualEntryId, reason, createdBy: actor.userId }, trx)
}

async function accrue(
  cost: LockedCost,
  expenseAccountId: number,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const debt = await debtAccount(cost, trx)
  const { entryId } = await postEntry(
    costAccrual(toPost(cost, cost.totalMinor, actor), { expense: expenseAccountId, debt }),
    trx
  )
  await execute(
    `update legal_procedure_costs set accrual_entry_id = :entryId where id = :id`,
    { entryId, id: cost.id },
    trx
  )
}

/** A cost as its postings take it, on today's date; the book is read by more people than a confidential procedure. */
export const toPost = (cost: LockedCost, amountMinor: number, actor: Actor): CostToPost => ({
  costId: cost.id,
  siteId: cost.siteId,
  procedureNumber: cost.procedureNumber,
  description: cost.confidential ? RESERVED : cost.description,
  providerId: cost.providerId,
  amountMinor,
  postedOn: today(),
  createdBy: actor.userId,
})

async function lockOwn(procedureId: number, costId: number, trx: Transaction): Promise<LockedCost> {
  const cost = await lockCost(costId, trx)
  if (cost.procedureId !== procedureId)
    throw new DomainError('E_COST', 'El coste ya no existe: recargue la página.')
  return cost
}
