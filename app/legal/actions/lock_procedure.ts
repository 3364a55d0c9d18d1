import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { Probability, ProcedureKind, Term } from '#app/legal/legal_labels'
import { refuseAct } from '#app/legal/procedure_hindrances'
import type { ProcedureStatus } from '#app/legal/workflows/procedure_workflow'

/** A procedure under its row lock; amounts in cents of EUR. */
export type LockedProcedure = {
  id: number
  number: string
  siteId: number
  kind: ProcedureKind
  title: string
  status: ProcedureStatus
  probability: Probability | null
  provisionMinor: number
  provisionTerm: Term
  openedOn: CalendarDate | null
  responsibleUserId: number | null
  confidential: boolean
  lockVersion: number
}

/** Locked first and read afterwards: a statement that waits for a lock sees what stood before. */
export async function lockProcedure(procedureId: number, trx: Transaction): Promise<LockedProcedure> {
  await execute(`select 1 from legal_procedures where id = :procedureId for update`, { procedureId }, trx)
  return oneRow<LockedProcedure>(
    `select id, number, site_id, kind, title, status, probability, provision_minor, provision_term, opened_on, responsible_user_id, confidential, lock_version
       from legal_procedures where id = :procedureId`,
    { procedureId },
    trx
  )
}

/** Throws E_STALE when somebody saved since the form was opened. */
export function refuseStale({ lockVersion }: Pick<LockedProcedure, 'lockVersion'>, shown: number): void {
  if (lockVersion === shown) return
  throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
    field: 'form',
  })
}

/** Throws E_ENDED for a procedure in which nothing is done any more. */
export const refuseEnded = (procedure: Pick<LockedProcedure, 'status'>): void =>
  refuseAct('add', procedure, 'E_ENDED')

/** Throws E_PROVIDER at `field` for a supplier with whom nobody works. */
export async function refuseProvider(
  providerId: number | null,
  field: string,
  trx: Transaction
): Promise<void> {
  if (providerId === null) return
  const provider = await row<{ status: string; active: boolean }>(
    `select status, active from providers where id = :providerId`,
    { providerId },
    trx
  )
  const message = !provider
    ? 'Seleccione un proveedor.'
    : provider.status === 'blocked'
      ? 'El proveedor está bloqueado.'
      : provider.status === 'merged' || !provider.active
        ? 'El proveedor está inactivo.'
        : null
  if (message) throw new DomainError('E_PROVIDER', message, { field })
}

type Said = {
  from?: string | null
  to?: string | null
  reason?: string | null
  diff?: Record<string, [unknown, unknown]> | null
}

/** A line in the trail of a procedure: also what happens to its phases, costs and files is told there. */
export function record(
  { id, siteId }: Pick<LockedProcedure, 'id' | 'siteId'>,
  event: string,
  actor: Actor,
  trx: Transaction,
  said: Said = {}
): Promise<void> {
  return recordEvent({ actor, objectType: 'legal_procedure', objectId: id, siteId, event, ...said }, trx)
}
