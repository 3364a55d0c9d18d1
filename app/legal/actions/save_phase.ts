import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { isForeignKeyViolation, violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { refuseStale } from '#app/legal/actions/lock_procedure'
import type { PhaseColour, ProcedureKind } from '#app/legal/legal_labels'

/** A phase of the catalogue; the cost in cents of EUR. */
export type PhaseInput = {
  name: string
  procedureKinds: readonly ProcedureKind[]
  defaultDays: number | null
  defaultAmountMinor: number | null
  requiresFile: boolean
  requiresPayment: boolean
  colour: PhaseColour
  active: boolean
}

/** Adds a phase at the end of the catalogue. Gives its key. Throws at `name` for one that is there. */
export async function createPhase(input: PhaseInput, actor: Actor): Promise<number> {
  return namingTheSame(() =>
    inTransaction(async (trx) => {
      await lockCatalogue(trx)
      const { id } = await oneRow<{ id: number }>(
        `insert into phases (name, procedure_kinds, position, default_days, default_amount_minor, requires_file, requires_payment, colour, active, created_by, updated_by)
         select :name, :procedureKinds::text[], coalesce(max(position), 0) + 1, :defaultDays, :defaultAmountMinor, :requiresFile, :requiresPayment, :colour, :active, :userId, :userId from phases returning id`,
        { ...input, userId: actor.userId },
        trx
      )
      await tell(id, 'phase.created', actor, trx)
      return id
    })
  )
}

/** Changes a phase of the catalogue; procedures keep the name they took. Throws E_STALE and at `name`. */
export async function updatePhase(
  id: number,
  { lockVersion, ...input }: PhaseInput & { lockVersion: number },
  actor: Actor
): Promise<void> {
  await namingTheSame(() =>
    inTransaction(async (trx) => {
      await execute(`select 1 from phases where id = :id for update`, { id }, trx)
      const { version, ...before } = await stateOf(id, trx)
      refuseStale({ lockVersion: version }, lockVersion)
      await execute(
        `update phases set name = :name, procedure_kinds = :procedureKinds::text[], default_days = :defaultDays, default_amount_minor = :defaultAmountMinor, requires_file = :requiresFile,
            requires_payment = :requiresPayment, colour = :colour, active = :active, lock_version = lock_version + 1, updated_by = :userId where id = :id`,
        { ...input, id, userId: actor.userId },
        trx
      )
      const { version: _, ...after } = await stateOf(id, trx)
      const diff = changedFields(before, after)
      if (diff) await tell(id, 'phase.changed', actor, trx, diff)
    })
  )
}

/** Takes a phase out of the catalogue. Throws E_USED once a procedure has it: then it is made inactive. */
export async function deletePhase(id: number, actor: Actor): Promise<void> {
  try {
    await inTransaction(async (trx) => {
      await lockCatalogue(trx)
      const gone = await row<{ position: number }>(
        `delete from phases where id = :id returning position`,
        { id },
        trx
      )
      if (!gone) throw new DomainError('E_PHASE', 'La fase ya no existe: recargue la página.')
      await execute(`update phases set position = position - 1 where position > :position`, gone, trx)
      await tell(id, 'phase.deleted', actor, trx)
    })
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new DomainError('E_USED', 'No se puede eliminar: la fase está en uso.', { cause: error })
  }
}

/** Puts the catalogue in another order. Throws E_STALE where it is not the catalogue that was shown. */
export async function orderCatalogue(
  { ids, shownIds }: { ids: readonly number[]; shownIds: readonly number[] },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    await lockCatalogue(trx)
    const before = (await rows<{ id: number }>(`select id from phases order by position`, {}, trx)).map(
      ({ id }) => id
    )
    const isWhole = ids.length === before.length && before.every((id) => ids.includes(id))
    if (!isWhole || before.join() !== shownIds.join())
      throw new DomainError('E_STALE', 'Otro usuario ha cambiado las fases. Recargue la página.')
    await execute(
      `update phases p set position = w.n from unnest(:ids::bigint[]) with ordinality as w(id, n) where p.id = w.id`,
      { ids },
      trx
    )
    await tell(null, 'phase.ordered', actor, trx)
  })
}

/** One writer of the order at a time. */
function lockCatalogue(trx: Transaction): Promise<unknown> {
  return execute(`select pg_advisory_xact_lock(hashtext('legal_phases'))`, {}, trx)
}

async function namingTheSame<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'phases_name') throw error
    throw new DomainError('E_NAME', 'La fase ya existe.', { field: 'name', cause: error })
  }
}

function stateOf(id: number, trx: Transaction): Promise<Record<string, unknown> & { version: number }> {
  return oneRow(
    `select lock_version as version, name, array_to_string(procedure_kinds, ', ') as procedure_kinds, default_days, default_amount_minor, requires_file, requires_payment, colour, active from phases where id = :id`,
    { id },
    trx
  )
}

function tell(
  id: number | null,
  event: string,
  actor: Actor,
  trx: Transaction,
  diff: Record<string, [unknown, unknown]> | null = null
): Promise<void> {
  return recordEvent({ actor, objectType: 'legal_phase', objectId: id, event, diff }, trx)
}
