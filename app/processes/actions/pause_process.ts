import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { type Role, S } from '#app/identity/roles'
import type { ToldJob } from '#app/jobs/job'
import { releaseDeferred } from '#app/jobs/resume_process'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, today } from '#app/kernel/time/calendar_date'
import { lockProcess } from '#app/processes/queries/find_process'

/** What is typed to pause a process without which the product is not sound. */
export const PAUSE_WORD = 'PAUSAR'
const REASON_MIN = 5

/** `until` is the day on which it goes on by itself, at midnight in Madrid; null when somebody resumes it. */
type Pause = { reason: string; until: CalendarDate | null; confirmation: string | null }
type By = { actor: Actor; role: Role }

/**
 * Keeps a process from starting by itself; what runs comes to its end, and what happens meanwhile waits. Throws at its field
 * what is missing, E_CRITICAL for somebody who may not pause it and E_PAUSED when it is paused already.
 */
export async function pauseProcess(job: ToldJob, pause: Pause, { actor, role }: By): Promise<void> {
  refuseBadPause(job, pause, role)
  await inTransaction(async (trx) => {
    const process = await lockProcess(job.queue, trx)
    if (process.status === 'paused')
      throw new DomainError('E_PAUSED', 'El proceso ya está en pausa: recargue la página.')
    await execute(
      `update automatic_processes set status = 'paused', paused_by = :userId, paused_at = now(), paused_until = :until::timestamptz, pause_reason = :reason
        where id = :id`,
      {
        id: process.id,
        userId: actor.userId,
        until: pause.until ? startOf(pause.until) : null,
        reason: pause.reason.trim(),
      },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'automatic_process',
        objectId: process.id,
        event: 'automatic_process.paused',
        from: 'active',
        to: 'paused',
        reason: `${job.queue}: ${pause.reason.trim()}`,
      },
      trx
    )
  })
}

/** Lets a process start by itself again, at the next time it is set for. Throws E_ACTIVE when it does already. */
export async function resumeProcess(job: ToldJob, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const process = await lockProcess(job.queue, trx)
    if (process.status === 'active')
      throw new DomainError('E_ACTIVE', 'El proceso ya está activo: recargue la página.')
    await execute(
      `update automatic_processes set status = 'active', paused_by = null, paused_at = null, paused_until = null, pause_reason = null where id = :id`,
      { id: process.id },
      trx
    )
    await releaseDeferred(job.queue, trx)
    await recordEvent(
      {
        actor,
        objectType: 'automatic_process',
        objectId: process.id,
        event: 'automatic_process.resumed',
        from: 'paused',
        to: 'active',
        reason: job.queue,
      },
      trx
    )
  })
}

function refuseBadPause({ about }: ToldJob, { reason, until, confirmation }: Pause, role: Role): void {
  if (about.isPausable === false) throw new DomainError('E_PAUSABLE', 'Este proceso no se puede pausar.')
  if (about.isCritical && role !== S)
    throw new DomainError('E_CRITICAL', 'Solo el rol de sistema puede pausar un proceso crítico.')
  if (reason.trim().length < REASON_MIN)
    throw new DomainError('E_REASON', 'Indique el motivo de la pausa.', { field: 'reason' })
  if (until !== null && until <= today())
    throw new DomainError('E_UNTIL', 'La pausa debe terminar a partir de mañana.', { field: 'until' })
  if (about.isCritical && confirmation?.trim().toUpperCase() !== PAUSE_WORD)
    throw new DomainError('E_CONFIRM', `Escriba ${PAUSE_WORD} para confirmar.`, { field: 'confirmation' })
}

const startOf = (day: CalendarDate): string =>
  DateTime.fromISO(day, { zone: 'Europe/Madrid' }).startOf('day').toUTC().toISO() ?? day
