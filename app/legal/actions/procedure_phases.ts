import { type Actor, changedFields } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'
import { lockProcedure, record, refuseEnded } from '#app/legal/actions/lock_procedure'

/** What is planned of a phase; the cost in cents of EUR. */
export type PhasePlan = {
  plannedStart: CalendarDate | null
  plannedEnd: CalendarDate | null
  deadlineOn: CalendarDate | null
  plannedCostMinor: number
  notes: string | null
}

export type NewPhase = PhasePlan & {
  phaseId: number
  /** Its place among the others, beginning with 1; the last one when null. */
  position: number | null
}

/** Adds a phase of the catalogue to a procedure. Gives its key. Throws at the field that is wrong. */
export async function addPhase(
  procedureId: number,
  { phaseId, position, ...plan }: NewPhase,
  actor: Actor
): Promise<number> {
  refuseWrongDays(plan)
  return inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const phase = await row<{ name: string }>(
      `select name from phases where id = :phaseId and active and :kind = any(procedure_kinds)`,
      { phaseId, kind: procedure.kind },
      trx
    )
    if (!phase)
      throw new DomainError('E_PHASE', 'La fase no es de este tipo de procedimiento.', { field: 'phase_id' })
    const { last } = await oneRow<{ last: number }>(
      `select coalesce(max(position), 0)::int as last from legal_procedure_phases where procedure_id = :procedureId`,
      { procedureId },
      trx
    )
    const place = Math.min(Math.max(position ?? last + 1, 1), last + 1)
    await execute(
      `update legal_procedure_phases set position = position + 1 where procedure_id = :procedureId and position >= :place`,
      { procedureId, place },
      trx
    )
    const { id } = await oneRow<{ id: number }>(
      `insert into legal_procedure_phases (procedure_id, phase_id, position, name, planned_start, planned_end, deadline_on, planned_cost_minor, notes, created_by, updated_by)
       values (:procedureId, :phaseId, :place, :name, :plannedStart, :plannedEnd, :deadlineOn, :plannedCostMinor, :notes, :userId, :userId) returning id`,
      { ...plan, procedureId, phaseId, place, name: phase.name, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_phase.added', actor, trx, { reason: phase.name })
    return id
  })
}

/** Changes what is planned of a phase. */
export async function planPhase(
  { procedureId, phaseId }: { procedureId: number; phaseId: number },
  plan: PhasePlan,
  actor: Actor
): Promise<void> {
  refuseWrongDays(plan)
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const before = await planOf(phaseId, trx)
    await execute(
      `update legal_procedure_phases set planned_start = :plannedStart, planned_end = :plannedEnd, deadline_on = :deadlineOn, planned_cost_minor = :plannedCostMinor,
          notes = :notes, updated_by = :userId where id = :phaseId and procedure_id = :procedureId`,
      { ...plan, phaseId, procedureId, userId: actor.userId },
      trx
    )
    const { name, ...after } = await planOf(phaseId, trx)
    const diff = changedFields(before, after)
    if (diff) await record(procedure, 'legal_phase.planned', actor, trx, { reason: name, diff })
  })
}

function planOf(phaseId: number, trx: Transaction): Promise<Record<string, unknown> & { name: string }> {
  return oneRow(
    `select name, planned_start, planned_end, deadline_on, planned_cost_minor, notes from legal_procedure_phases where id = :phaseId`,
    { phaseId },
    trx
  )
}

/**
 * Puts the phases of a procedure in another order, all of them at once. Throws E_STALE where somebody has added one or
 * changed the order since it was shown.
 */
export async function orderPhases(
  procedureId: number,
  { phaseIds, shownIds }: { phaseIds: readonly number[]; shownIds: readonly number[] },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseEnded(procedure)
    const known = await rows<{ id: number }>(
      `select id from legal_procedure_phases where procedure_id = :procedureId order by position`,
      { procedureId },
      trx
    )
    const before = known.map(({ id }) => id)
    const isSame = (ids: readonly number[]) =>
      ids.length === before.length &&
      new Set(ids).size === ids.length &&
      ids.every((id) => before.includes(id))
    if (!isSame(phaseIds) || before.join() !== shownIds.join())
      throw new DomainError('E_STALE', 'Otro usuario ha cambiado las fases. Recargue la página.')
    await execute(
      `update legal_procedure_phases p set position = w.n, updated_by = :userId from unnest(:phaseIds::bigint[]) with ordinality as w(id, n) where p.id = w.id`,
      { phaseIds, userId: actor.userId },
      trx
    )
    await record(procedure, 'legal_phase.ordered', actor, trx)
  })
}

function refuseWrongDays({ plannedStart, plannedEnd }: PhasePlan): void {
  if (plannedStart && plannedEnd && compareDays(plannedEnd, plannedStart) < 0)
    throw new DomainError('E_DAYS', 'La fecha de fin no puede ser anterior a la de inicio.', {
      field: 'planned_end',
    })
}
