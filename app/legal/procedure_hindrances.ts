import { S, SC } from '#app/identity/roles'
import { DomainError, type DomainErrorCode } from '#app/kernel/domain_error'
import type { ProcedureStatus } from '#app/legal/workflows/procedure_workflow'

/** What is done with a procedure beside the transitions of its table. */
type ProcedureAct = 'edit' | 'add' | 'advance' | 'approveCost' | 'provide'

/**
 * What the state of a procedure stands against, and why; null where it does not. A page offers an act by the same answer by
 * which the act is refused.
 */
const hindrances: Record<ProcedureAct, (status: ProcedureStatus) => string | null> = {
  /** Its data. */
  edit: (status: ProcedureStatus) => (status === 'cancelled' ? 'El procedimiento está anulado.' : null),
  /** Anything that is added to it: phases, costs, documents, payments outside. */
  add: (status: ProcedureStatus) =>
    status === 'closed'
      ? 'El procedimiento está cerrado: reábralo para modificarlo.'
      : hindrances.edit(status),
  /** Its phases, one after the other. */
  advance: (status: ProcedureStatus) =>
    status === 'open' ? null : 'Solo se avanza en las fases de un procedimiento abierto.',
  approveCost: (status: ProcedureStatus) =>
    isUnderWay(status) ? null : 'Abra el procedimiento antes de aprobar sus costes.',
  provide: (status: ProcedureStatus) =>
    isUnderWay(status) ? null : 'Solo se provisiona un procedimiento abierto.',
}

/** Who books on a procedure: what may be lost, and what was paid outside. */
export const BOOKKEEPERS = [S, SC] as const

const isUnderWay = (status: ProcedureStatus) => status === 'open' || status === 'suspended'

/** Whether its state lets a procedure have this done. */
export const allowsAct = (act: ProcedureAct, status: ProcedureStatus): boolean =>
  hindrances[act](status) === null

/** Throws `code` with the reason where its state does not. */
export function refuseAct(
  act: ProcedureAct,
  { status }: { status: ProcedureStatus },
  code: DomainErrorCode,
  field?: string
): void {
  const hindrance = hindrances[act](status)
  if (hindrance !== null) throw new DomainError(code, hindrance, field ? { field } : {})
}
