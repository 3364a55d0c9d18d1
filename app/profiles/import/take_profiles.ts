import type { Actor } from '#app/audit/record_event'
import type { Taken } from '#app/imports/define_import'
import type { ApplyWork } from '#app/imports/opened_import'
import type { RightRow } from '#app/imports/table_import'
import { execute, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { createProfile, updateProfile } from '#app/profiles/actions/save_profile'
import type { ProfileToTake } from '#app/profiles/import/judge_profiles'

const TOLD_EVERY = 100

/** Locks the profiles whose place others are to take, in one order, so that two files do not wait for each other. */
export async function lockKnown(profiles: readonly ProfileToTake[], trx: Transaction): Promise<void> {
  const ids = profiles.flatMap(({ known }) => (known ? [known.id] : []))
  await execute(
    `select 1 from expense_profiles where id = any(:ids::bigint[]) order by id for update`,
    { ids },
    trx
  )
}

/** Makes the profiles of a file, or puts them in the place of those of their name. Throws at `file`, naming the profile. */
export async function takeProfiles(
  profiles: readonly RightRow<ProfileToTake>[],
  { actor, progress }: Pick<ApplyWork, 'actor' | 'progress'>,
  trx: Transaction
): Promise<{ taken: Taken[]; created: number; changed: number }> {
  const taken: Taken[] = []
  let created = 0
  for (const { rowNo, value } of profiles) {
    if (!value.known) created++
    taken.push({ rowNo, type: 'expense_profile', id: await takeOne(value, actor, trx) })
    if (taken.length % TOLD_EVERY === 0) await progress?.(taken.length, profiles.length)
  }
  return { taken, created, changed: profiles.length - created }
}

/** Companies and the cost centre stay those of the profile that is there: no file tells them. */
async function takeOne(
  { filed, input, known }: ProfileToTake,
  actor: Actor,
  trx: Transaction
): Promise<number> {
  try {
    if (!known) return await createProfile(input, actor, trx)
    const { id, version, siteIds, centerId } = known
    await updateProfile(id, { ...input, siteIds, centerId, version }, actor, trx)
    return id
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw new DomainError('E_ROWS', `Perfil «${filed.name}»: ${error.message}`, {
      field: 'file',
      cause: error,
    })
  }
}
