import type { Actor } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, compareDays, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { unletterEntries } from '#app/ledger/actions/letter_lines'
import { lockPartners, postMirrored, reverseMirrored } from '#app/ledger/actions/post_mirrored'
import { roleCode } from '#app/ledger/queries/role_account'
import { letterAccrual } from '#app/legal/actions/letter_accrual'
import { type LockedCost, lockCost } from '#app/legal/actions/lock_cost'
import { lockProcedure, record, refuseEnded } from '#app/legal/actions/lock_procedure'
import { toPost } from '#app/legal/actions/move_cost'
import { addLocked, type LegalUpload } from '#app/legal/actions/procedure_files'
import { bankSupport } from '#app/legal/bank_support'
import { OFFSET_METHODS, type OffsetMethod } from '#app/legal/legal_labels'
import { offsetPosting } from '#app/legal/postings/cost_posting'
import { IS_COMPENSATION } from '#app/legal/queries/charge_account'
import { debtAccount } from '#app/legal/queries/debt_account'
import { costWorkflow } from '#app/legal/workflows/cost_workflow'

/** A cost that was paid outside of the product; cents of EUR. */
export type OffsetInput = {
  amountMinor: number
  paidOn: CalendarDate
  method: OffsetMethod
  reference: string
  lineId: number | null
  /** The account that a compensation is charged to: 43x or 5523. */
  counterAccountId: number | null
  /** The companies whose books its author keeps; null for all. */
  partnerIds: number[] | null
  reason: string | null
  proof: Omit<LegalUpload, 'kind' | 'phaseId' | 'confidential' | 'replacesId'>
}

/**
 * «Compensar pago manual»: notes what was paid of a cost outside of the product, with its proof, and posts it. All of what is
 * left makes the cost offset, less leaves the rest payable. Throws at the field that is wrong.
 */
export async function offsetCost(costId: number, input: OffsetInput, actor: Actor): Promise<number> {
  refuseBad(input)
  const { procedureId } = await oneRow<{ procedureId: number }>(
    `select procedure_id from legal_procedure_costs where id = :costId`,
    { costId }
  )
  return namingTheMovement(() =>
    inTransaction(async (trx) => {
      const procedure = await lockProcedure(procedureId, trx)
      const cost = await lockCost(costId, trx)
      await refuseUnpayable(cost, input, trx)
      const proof = { ...input.proof, kind: 'receipt' as const, phaseId: cost.phaseId }
      const documentId = await addLocked(
        procedure,
        { ...proof, confidential: false, replacesId: null },
        actor,
        trx
      )
      const { id } = await oneRow<{ id: number }>(
        `insert into manual_payment_offsets (cost_id, amount_minor, paid_on, method, reference, bank_statement_line_id, counter_account_id, document_id, reason, created_by)
         values (:costId, :amountMinor, :paidOn, :method, :reference, :lineId, :counterAccountId, :documentId, :reason, :userId) returning id`,
        { ...input, costId, documentId, userId: actor.userId },
        trx
      )
      const isWhole = input.amountMinor === cost.totalMinor - cost.paidMinor
      await execute(
        `update legal_procedure_costs set paid_minor = paid_minor + :amountMinor, status = :to where id = :costId`,
        { amountMinor: input.amountMinor, costId, to: isWhole ? 'offset' : cost.status },
        trx
      )
      await record(procedure, 'legal_cost.offset', actor, trx, {
        reason: `${cost.description}: ${formatAmount(input.amountMinor, 'EUR')}, ${OFFSET_METHODS[input.method]} ${input.reference}`,
      })
      const entryId = await post(id, cost, input, actor, trx)
      await execute(
        `update manual_payment_offsets set journal_entry_id = :entryId where id = :id`,
        { entryId, id },
        trx
      )
      await letterAccrual(cost, entryId, actor, trx)
      return id
    })
  )
}

/** Takes an offset back: its entry is reversed, its movement free, and the cost owed again. Throws E_REVERSED. */
export async function undoOffset(
  { costId, offsetId }: { costId: number; offsetId: number },
  reason: string | null,
  actor: Actor
): Promise<void> {
  const said = givenReason(reason)
  const { procedureId } = await oneRow<{ procedureId: number }>(
    `select procedure_id from legal_procedure_costs where id = :costId`,
    { costId }
  )
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const cost = await lockCost(costId, trx)
    const offset = await lockOffset(costId, offsetId, trx)
    await execute(
      `update manual_payment_offsets set reversed_at = now(), reversed_by = :userId, reversal_reason = :said where id = :offsetId`,
      { offsetId, said, userId: actor.userId },
      trx
    )
    await execute(
      `update legal_procedure_costs set paid_minor = paid_minor - :amountMinor, status = case when status in ('paid', 'offset') then 'payable' else status end where id = :costId`,
      { amountMinor: offset.amountMinor, costId },
      trx
    )
    await record(procedure, 'legal_cost.undo_offset', actor, trx, {
      reason: `${cost.description}: ${formatAmount(offset.amountMinor, 'EUR')}. ${said}`,
    })
    await takeBack(procedure.siteId, offset, said, actor, trx)
  })
}

function refuseBad({ amountMinor, paidOn, method, lineId, counterAccountId }: OffsetInput): void {
  const at = (field: string, message: string) => new DomainError('E_OFFSET', message, { field })
  if (amountMinor <= 0) throw at('amount', 'Introduzca un importe mayor que cero.')
  if (compareDays(paidOn, today()) > 0) throw at('paid_on', 'La fecha no puede ser posterior a hoy.')
  if (method === 'compensation' && counterAccountId === null)
    throw at('counter_account_id', 'Elija la cuenta con la que se compensa.')
  if (method !== 'compensation' && counterAccountId !== null)
    throw at('counter_account_id', 'Solo una compensación lleva cuenta.')
  if (lineId !== null && (method === 'cash' || method === 'compensation'))
    throw at('bank_statement_line_id', 'Un pago en efectivo o por compensación no tiene movimiento bancario.')
}

async function refuseUnpayable(
  cost: LockedCost,
  { amountMinor, counterAccountId, partnerIds }: OffsetInput,
  trx: Transaction
): Promise<void> {
  costWorkflow.next(cost.status, 'offset')
  if (cost.invoiceId !== null)
    throw new DomainError('E_INVOICE', 'El coste tiene factura: el pago se registra en ella.', {
      field: 'amount',
    })
  const rest = cost.totalMinor - cost.paidMinor
  if (amountMinor > rest)
    throw new DomainError('E_AMOUNT', `El importe supera lo pendiente (${formatAmount(rest, 'EUR')}).`, {
      field: 'amount',
    })
  if (counterAccountId === null) return
  const found = await row(
    `select 1 as found from ledger_accounts a where id = :counterAccountId and site_id = :siteId and ${IS_COMPENSATION}`,
    { counterAccountId, siteId: cost.siteId, partnerIds },
    trx
  )
  if (!found)
    throw new DomainError(
      'E_ACCOUNT',
      'Elija una cuenta 43x o 5523 de la empresa, de otra cuyos libros también lleve.',
      {
        field: 'counter_account_id',
      }
    )
}

/** The money comes from the movement that proves it, from the cash box, from who owes us, or waits for its movement (5559). */
async function post(
  offsetId: number,
  cost: LockedCost,
  { amountMinor, paidOn, method, lineId, counterAccountId, reference }: OffsetInput,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  const debt = await debtAccount(cost, trx)
  const posting = { ...toPost(cost, amountMinor, actor), postedOn: paidOn }
  if (lineId !== null) {
    const supported = { lineId, paidOn, cost: posting, debtAccountId: debt }
    return (await bankSupport.one().match(supported, actor, trx)).entryId
  }
  const counter = counterAccountId ?? (await placeOfMoney(cost.siteId, method, trx))
  await lockPartners({ siteId: cost.siteId, accountIds: [counter] }, trx)
  const { entryId } = await postMirrored(offsetPosting(posting, { offsetId, debt, counter, reference }), trx)
  return entryId
}

async function placeOfMoney(siteId: number, method: OffsetMethod, trx: Transaction): Promise<number> {
  const role = method === 'cash' ? 'cash' : 'unidentified'
  return (await ensureAccount({ siteId, prefix: await roleCode(siteId, role, trx) }, trx)).id
}

type Offset = { id: number; amountMinor: number; lineId: number | null; entryId: number | null }

async function lockOffset(costId: number, offsetId: number, trx: Transaction): Promise<Offset> {
  await execute(`select 1 from manual_payment_offsets where id = :offsetId for update`, { offsetId }, trx)
  const found = await row<Offset>(
    `select id, amount_minor, bank_statement_line_id as line_id, journal_entry_id as entry_id from manual_payment_offsets
      where id = :offsetId and cost_id = :costId and reversed_at is null`,
    { offsetId, costId },
    trx
  )
  if (!found) throw new DomainError('E_REVERSED', 'El pago manual ya está deshecho: recargue la página.')
  return found
}

async function takeBack(
  siteId: number,
  { lineId, entryId }: Offset,
  reason: string,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  if (entryId === null) throw new Error('An offset without its entry')
  if (lineId !== null) return bankSupport.one().release({ lineId, entryId, reason }, actor, trx)
  await lockPartners({ siteId, entryIds: [entryId] }, trx)
  await unletterEntries([entryId], trx)
  await reverseMirrored({ entryId, reason, createdBy: actor.userId }, trx)
}

async function namingTheMovement<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'manual_payment_offsets_once') throw error
    throw new DomainError('E_MATCHED', 'Este movimiento ya está conciliado.', {
      field: 'bank_statement_line_id',
      cause: error,
    })
  }
}
