import type { Actor } from '#app/audit/record_event'
import { type BlacklistHit, checkIban, noteReleased } from '#app/blacklist/check_iban'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Where = { point: string; employeeId?: number; actor: Actor }

export const LISTED_TEXT = 'Este IBAN está en la lista negra y no puede guardarse.'

/** Throws E_BLACKLIST at `iban` for a listed account; what was tried stays on record. Gives what only warns of it. */
export async function refuseListed(
  iban: string,
  { point, employeeId, actor }: Where,
  trx: Transaction
): Promise<BlacklistHit | null> {
  const hit = await checkIban(
    iban,
    {
      point,
      objectType: 'employee',
      userId: actor.userId,
      ...(employeeId === undefined ? {} : { objectId: employeeId }),
    },
    trx
  )
  if (hit?.severity === 'block') throw new DomainError('E_BLACKLIST', LISTED_TEXT, { field: 'iban' })
  return hit
}

/** The same where a second person vouches for the account: what the list warns of and passes all the same stays on record. */
export async function refuseOrNoteListed(
  iban: string,
  where: Where & { employeeId: number },
  trx: Transaction
): Promise<void> {
  const { point, employeeId, actor } = where
  const hit = await refuseListed(iban, where, trx)
  if (!hit) return
  const released = [{ ...hit, iban, objectId: employeeId }]
  await noteReleased(released, { point, objectType: 'employee', userId: actor.userId }, trx)
}
