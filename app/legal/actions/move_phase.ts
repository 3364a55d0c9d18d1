import type { Actor } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { givenReason } from '#app/kernel/text/given_reason'
import { type CalendarDate, maxDay, today } from '#app/kernel/time/calendar_date'
import { lockProcedure, record } from '#app/legal/actions/lock_procedure'
import { refuseAct } from '#app/legal/procedure_hindrances'
import { type PhaseStatus, type PhaseTransition, phaseWorkflow } from '#app/legal/workflows/phase_workflow'

type Place = { procedureId: number; phaseId: number }
type LockedPhase = {
  id: number
  name: string
  status: PhaseStatus
  actualStart: CalendarDate | null
  requiresFile: boolean
  requiresPayment: boolean
}

/** Begins a phase of an open procedure; several may be active. */
export function startPhase(place: Place, actor: Actor): Promise<void> {
  return withLock(place, 'start', actor, async () => ({ set: { actualStart: today(), actualEnd: null } }))
}

/** Ends a phase once it has the file or the payment that it asks for. Throws E_GATE with what is missing. */
export function completePhase(place: Place, actor: Actor): Promise<void> {
  return withLock(place, 'complete', actor, async (phase, trx) => {
    await refuseWithoutFile(phase, trx)
    await refuseWithoutPayment(phase, trx)
    const start = phase.actualStart ?? today()
    return { set: { actualStart: start, actualEnd: maxDay(start, today()) } }
  })
}

/** A phase that is not gone through, with the reason. */
export function skipPhase(place: Place, reason: string | null, actor: Actor): Promise<void> {
  return withLock(place, 'skip', actor, async (phase, trx) => {
    const said = givenReason(reason)
    const live = await row(
      `select 1 as found from legal_procedure_costs where procedure_phase_id = :id and status in ('planned', 'payable', 'ordered') limit 1`,
      { id: phase.id },
      trx
    )
    if (live) throw new DomainError('E_COSTS', 'La fase tiene costes: páguelos o anúlelos antes de omitirla.')
    return { reason: said, set: { actualStart: null, actualEnd: null } }
  })
}

/** A completed phase goes on. */
export function reopenPhase(place: Place, actor: Actor): Promise<void> {
  return withLock(place, 'reopen', actor, async ({ actualStart }) => ({
    set: { actualStart, actualEnd: null },
  }))
}

async function refuseWithoutFile({ id, requiresFile }: LockedPhase, trx: Transaction): Promise<void> {
  if (!requiresFile) return
  const found = await row(
    `select 1 as found from legal_procedure_files where procedure_phase_id = :id limit 1`,
    { id },
    trx
  )
  if (!found) throw new DomainError('E_GATE', 'Falta documento para completar la fase.')
}

/** Something of it is paid or offset, and nothing of it is still owed. */
async function refuseWithoutPayment({ id, requiresPayment }: LockedPhase, trx: Transaction): Promise<void> {
  if (!requiresPayment) return
  const { done, open } = await oneRow<{ done: number; open: number }>(
    `select count(*) filter (where status in ('paid', 'offset'))::int as done, count(*) filter (where status in ('planned', 'payable', 'ordered'))::int as open
       from legal_procedure_costs where procedure_phase_id = :id`,
    { id },
    trx
  )
  if (done === 0 || open > 0) throw new DomainError('E_GATE', 'Falta pago para completar la fase.')
}

type Moved = { reason?: string; set: { actualStart: CalendarDate | null; actualEnd: CalendarDate | null } }

async function withLock(
  { procedureId, phaseId }: Place,
  transition: PhaseTransition,
  actor: Actor,
  work: (phase: LockedPhase, trx: Transaction) => Promise<Moved>
): Promise<void> {
  await inTransaction(async (trx) => {
    const procedure = await lockProcedure(procedureId, trx)
    refuseAct('advance', procedure, 'E_NOT_OPEN')
    const phase = await lockPhase(procedureId, phaseId, trx)
    const to = phaseWorkflow.next(phase.status, transition)
    const { reason, set } = await work(phase, trx)
    await execute(
      `update legal_procedure_phases set status = :to, actual_start = :actualStart, actual_end = :actualEnd, updated_by = :userId where id = :phaseId`,
      { to, ...set, phaseId, userId: actor.userId },
      trx
    )
    await record(procedure, `legal_phase.${transition}`, actor, trx, {
      reason: reason ? `${phase.name}: ${reason}` : phase.name,
    })
  })
}

async function lockPhase(procedureId: number, phaseId: number, trx: Transaction): Promise<LockedPhase> {
  await execute(`select 1 from legal_procedure_phases where id = :phaseId for update`, { phaseId }, trx)
  const found = await row<LockedPhase>(
    `select p.id, p.name, p.status, p.actual_start, c.requires_file, c.requires_payment from legal_procedure_phases p join phases c on c.id = p.phase_id
      where p.id = :phaseId and p.procedure_id = :procedureId`,
    { phaseId, procedureId },
    trx
  )
  if (!found) throw new DomainError('E_PHASE', 'La fase ya no existe: recargue la página.')
  return found
}
