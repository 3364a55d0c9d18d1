import { type Actor, recordEvent } from '#app/audit/record_event'
import { tellOfConfirmation } from '#app/identity/access_told'
import { type Confirmer, listUnconfirmed } from '#app/identity/queries/authority_changes'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Confirmation = { userId: number; lastChangeId: number }

/**
 * A second person says that who was invited, or whose access somebody changed, is who they should be: from now on they
 * count as an approver. All that is open is confirmed together, as it was shown. Throws E_NOTHING, E_FOUR_EYES and
 * E_CHANGED where something came since; the database refuses the same (CS009).
 */
export async function confirmPerson(
  { userId, lastChangeId }: Confirmation,
  viewer: Confirmer,
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    await lockAuthority(trx)
    const [person] = await listUnconfirmed(viewer, userId, trx)
    if (!person)
      throw new DomainError('E_NOTHING', 'No hay nada que confirmar de este usuario: recargue la página.')
    if (person.hindrance !== null) throw new DomainError('E_FOUR_EYES', person.hindrance)
    if (person.lastChangeId !== lastChangeId)
      throw new DomainError('E_CHANGED', 'Su acceso ha cambiado desde que lo abrió. Revíselo de nuevo.')
    await execute(
      `update user_authority_changes set confirmed_by = :by, confirmed_at = now() where user_id = :userId and confirmed_at is null`,
      { userId, by: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'user',
        objectId: userId,
        event: 'user.confirmed',
        reason: person.changes.map(({ change, by }) => `${change} (${by})`).join('; '),
      },
      trx
    )
    const codes = person.changes.map(({ code }) => code)
    await tellOfConfirmation(userId, codes, actor, trx)
  })
}

/** One confirmation or change of anybody's access at a time: the triggers take the same lock. */
const lockAuthority = (trx: Transaction) =>
  execute(`select pg_advisory_xact_lock(hashtext('user_authority'))`, {}, trx)
