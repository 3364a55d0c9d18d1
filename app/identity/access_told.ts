import type { Actor } from '#app/audit/record_event'
import { AUTHORITY_WORDS } from '#app/identity/queries/authority_changes'
import { ROLE_LABELS, type Role } from '#app/identity/roles'
import { oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { port } from '#app/kernel/port'

/** What somebody did to the access of another person, in words. */
export type AccessTold = {
  userId: number
  name: string
  role: string
  /** Companies of the person; null is all of them. */
  siteIds: number[] | null
  by: string
  /** "Cambio de rol", "Invitación"; several of one act together. */
  what: string[]
  /** Another person has said that all of it is right. */
  isConfirmed: boolean
}

/** How approvers are told: who approves is known on a floor above. */
export const accessTeller =
  port<(told: AccessTold, actor: Actor, trx: Transaction) => Promise<void>>('how approvers are told')

/**
 * Tells approvers what this act changed of a person's access: what the database wrote down of it in this transaction
 * (`user_authority_changes`). Nothing where it wrote nothing: one's own changes, a name, what the installation sets up.
 */
export async function tellOfAccess(userId: number, actor: Actor, trx: Transaction): Promise<void> {
  const { codes } = await oneRow<{ codes: string[] }>(
    `select array(select change from user_authority_changes where user_id = :userId and changed_by = :by and changed_at = now() order by id) as codes`,
    { userId, by: actor.userId },
    trx
  )
  if (codes.length > 0) await tell(userId, { codes, isConfirmed: false }, actor, trx)
}

/** Tells approvers that a second person has confirmed somebody, and what it was that waited. */
export const tellOfConfirmation = (userId: number, codes: string[], actor: Actor, trx: Transaction) =>
  tell(userId, { codes, isConfirmed: true }, actor, trx)

async function tell(
  userId: number,
  { codes, isConfirmed }: { codes: string[]; isConfirmed: boolean },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const found = await row<{ name: string; role: Role; siteIds: number[] | null; by: string }>(
    `select u.name, u.role, b.name as by, case when u.all_sites or u.role = 's1st3ma' then null
              else array(select site_id from user_sites x where x.user_id = u.id)::int[] end as site_ids
       from users u, users b where u.id = :userId and b.id = :by`,
    { userId, by: actor.userId },
    trx
  )
  if (!found) return
  const what = [...new Set(codes)].map((code) => AUTHORITY_WORDS[code] ?? code)
  await accessTeller.one()({ ...found, userId, role: ROLE_LABELS[found.role], what, isConfirmed }, actor, trx)
}
