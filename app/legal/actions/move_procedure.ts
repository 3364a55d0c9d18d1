import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { today } from '#app/kernel/time/calendar_date'
import { lockCost } from '#app/legal/actions/lock_cost'
import { type LockedProcedure, lockProcedure, record } from '#app/legal/actions/lock_procedure'
import { endProvision } from '#app/legal/actions/loss_provision'
import { cancelLocked } from '#app/legal/actions/move_cost'
import { procedureWorkflow } from '#app/legal/workflows/procedure_workflow'

/** Opens a draft with at least one phase; the first phase begins with it. */
export function openProcedure(procedureId: number, actor: Actor): Promise<void> {
  return withLock(procedureId, async (procedure, trx) => {
    const to = procedureWorkflow.next(procedure.status, 'open')
    const first = await row<{ id: number; name: string }>(
      `select id, name from legal_procedure_phases where procedure_id = :procedureId and status = 'pending' order by position limit 1 for update`,
      { procedureId },
      trx
    )
    if (!first) throw new DomainError('E_PHASES', 'Añada al menos una fase antes de abrir el procedimiento.')
    await execute(
      `update legal_procedures set status = :to, opened_on = :day, lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
      { to, day: today(), procedureId, userId: actor.userId },
      trx
    )
    await execute(
      `update legal_procedure_phases set status = 'active', actual_start = :day, updated_by = :userId where id = :id`,
      { id: first.id, day: today(), userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_procedure.open', actor, trx, { from: 'draft', to })
    await record(procedure, 'legal_phase.start', actor, trx, { reason: first.name })
  })
}

/** Nothing moves in it for a while; its deadlines still warn. */
export function suspendProcedure(procedureId: number, reason: string | null, actor: Actor): Promise<void> {
  return moveWithReason(procedureId, 'suspend', reason, actor)
}

export function resumeProcedure(procedureId: number, reason: string | null, actor: Actor): Promise<void> {
  return moveWithReason(procedureId, 'resume', reason, actor)
}

/** A closed one goes on. */
export function reopenProcedure(procedureId: number, reason: string | null, actor: Actor): Promise<void> {
  return moveWithReason(procedureId, 'reopen', reason, actor)
}

async function moveWithReason(
  procedureId: number,
  transition: 'suspend' | 'resume' | 'reopen',
  reason: string | null,
  actor: Actor
): Promise<void> {
  await withLock(procedureId, async (procedure, trx) => {
    const to = procedureWorkflow.next(procedure.status, transition)
    const said = givenReason(reason)
    await execute(
      `update legal_procedures set status = :to, closed_on = null, lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
      { to, procedureId, userId: actor.userId },
      trx
    )
    await record(procedure, `legal_procedure.${transition}`, actor, trx, {
      from: procedure.status,
      to,
      reason: said,
    })
  })
}

export type Closing = {
  outcome: string
  /** Cents of the provision that what was lost has taken; the rest of it is released. */
  usedMinor: number
}

/**
 * Ends a procedure whose phases and costs are done, with its outcome; the provision is used or released (area 30). Throws
 * E_UNFINISHED with what is still open, and at `used_amount`.
 */
export function closeProcedure(
  procedureId: number,
  { outcome, usedMinor }: Closing,
  actor: Actor
): Promise<void> {
  return withLock(procedureId, async (procedure, trx) => {
    const to = procedureWorkflow.next(procedure.status, 'close')
    if (outcome.trim().length < 3)
      throw new DomainError('E_OUTCOME', 'Indique el resultado.', { field: 'outcome' })
    await refuseUnfinished(procedureId, trx)
    await endProvision(procedure, { usedMinor, reason: outcome.trim() }, actor, trx)
    await execute(
      `update legal_procedures set status = :to, closed_on = :day, outcome = :outcome, lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
      { to, day: today(), outcome: outcome.trim(), procedureId, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_procedure.close', actor, trx, { from: 'open', to, reason: outcome.trim() })
  })
}

async function refuseUnfinished(procedureId: number, trx: Transaction): Promise<void> {
  const phase = await row<{ name: string }>(
    `select name from legal_procedure_phases where procedure_id = :procedureId and status in ('pending', 'active') order by position limit 1`,
    { procedureId },
    trx
  )
  if (phase)
    throw new DomainError('E_UNFINISHED', `La fase «${phase.name}» no está completada ni omitida.`, {
      field: 'outcome',
    })
  const cost = await row<{ description: string }>(
    `select description from legal_procedure_costs where procedure_id = :procedureId and status in ('planned', 'payable', 'ordered') order by due_on limit 1`,
    { procedureId },
    trx
  )
  if (cost)
    throw new DomainError(
      'E_UNFINISHED',
      `El coste «${cost.description}» no está pagado, compensado ni anulado.`,
      { field: 'outcome' }
    )
}

/** It comes to nothing: what was not paid of it is cancelled too. Throws E_PAID once something was. */
export function cancelProcedure(procedureId: number, reason: string | null, actor: Actor): Promise<void> {
  return withLock(procedureId, async (procedure, trx) => {
    const to = procedureWorkflow.next(procedure.status, 'cancel')
    const said = givenReason(reason)
    if (procedure.provisionMinor > 0)
      throw new DomainError('E_PROVIDED', 'Hay una provisión dotada: libérela antes de anular.')
    const costs = await rows<{ id: number }>(
      `select id from legal_procedure_costs where procedure_id = :procedureId and status <> 'cancelled' order by id`,
      { procedureId },
      trx
    )
    for (const { id } of costs) {
      const cost = await lockCost(id, trx)
      if (cost.paidMinor > 0 || cost.status === 'ordered')
        throw new DomainError(
          'E_PAID',
          `El coste «${cost.description}» está pagado o en pago: no se puede anular.`
        )
      await cancelLocked(cost, procedure, said, actor, trx)
    }
    await execute(
      `update legal_procedures set status = :to, lock_version = lock_version + 1, updated_by = :userId where id = :procedureId`,
      { to, procedureId, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_procedure.cancel', actor, trx, {
      from: procedure.status,
      to,
      reason: said,
    })
  })
}

function withLock(
  procedureId: number,
  work: (procedure: LockedProcedure, trx: Transaction) => Promise<void>
): Promise<void> {
  return inTransaction(async (trx) => work(await lockProcedure(procedureId, trx), trx))
}
