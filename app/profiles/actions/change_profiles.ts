import { type Actor, recordEvent, recordEvents } from '#app/audit/record_event'
import { execute, inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { createProfile, lockProfile, writeKeywords } from '#app/profiles/actions/save_profile'
import type { Mode } from '#app/profiles/matching/matching_terms'
import {
  assertExpressions,
  assertReachable,
  checkedKeyword,
  KEYWORDS_MAX,
  type KeywordInput,
} from '#app/profiles/profile_input'
import { findProfile, VISIBLE, visibleTo } from '#app/profiles/queries/find_profile'

export type ProfileChange = { active?: boolean; priority?: number }

type Chosen = { ids: readonly number[]; scope: number[] | 'all'; withGlobal: boolean }

/**
 * Switches many profiles on or off, or gives them one priority. Gives how many changed: those of other companies and,
 * without the right to them, those of the whole group stay as they are.
 */
export async function changeProfiles(
  { ids, scope, withGlobal }: Chosen,
  { active, priority }: ProfileChange,
  actor: Actor
): Promise<number> {
  return inTransaction(async (trx) => {
    const changed = await rows<{ id: number; wasActive: boolean; hadPriority: number }>(
      `with known as (select p.id, p.active, p.priority from expense_profiles p where p.id = any(:ids::bigint[]) and ${VISIBLE} and (:withGlobal or p.provider_id is not null)
          order by p.id for update)
       update expense_profiles p set active = coalesce(:active::boolean, p.active), priority = coalesce(:priority::smallint, p.priority), version = p.version + 1, updated_by = :userId
         from known k where k.id = p.id and (p.active, p.priority) is distinct from (coalesce(:active::boolean, p.active), coalesce(:priority::smallint, p.priority))
       returning p.id, k.active as was_active, k.priority as had_priority`,
      {
        ids: [...ids],
        active: active ?? null,
        priority: priority ?? null,
        userId: actor.userId,
        withGlobal,
        ...visibleTo(scope),
      },
      trx
    )
    await recordEvents(
      changed.map(({ id, wasActive, hadPriority }) => ({
        actor,
        objectType: 'expense_profile',
        objectId: id,
        event: 'expense_profile.changed',
        diff: {
          ...(active === undefined || wasActive === active
            ? {}
            : { active: [wasActive, active] as [unknown, unknown] }),
          ...(priority === undefined || hadPriority === priority
            ? {}
            : { priority: [hadPriority, priority] as [unknown, unknown] }),
        },
      })),
      trx
    )
    return changed.length
  })
}

type Copy = { name: string; providerIds: (number | null)[]; copiesIncluded: boolean; copiesExcluded: boolean }

/** Copies a profile to suppliers (null: to all of them), each remembering its origin. Throws at `name`. */
export async function duplicateProfile(
  profileId: number,
  { name, providerIds, copiesIncluded, copiesExcluded }: Copy,
  actor: Actor
): Promise<number[]> {
  const source = await findProfile(profileId)
  if (!source) throw new DomainError('E_GONE', 'El perfil ya no existe. Recargue la página.')
  const keywords = source.keywords.filter(({ kind }) =>
    kind === 'exclude' ? copiesExcluded : copiesIncluded
  )
  // A copy without its words matches nothing yet: it waits switched off until somebody gives it some.
  const isBare = !keywords.some(({ kind }) => kind === 'include')
  return inTransaction(async (trx) => {
    const made: number[] = []
    for (const providerId of providerIds) {
      made.push(
        await createProfile(
          { ...source.input, name, providerId, keywords, ...(isBare ? { active: false } : {}) },
          actor,
          trx,
          profileId
        )
      )
    }
    return made
  })
}

/** Adds keywords to a profile, those it has already left out. Throws as `checkedKeyword`. Gives how many were new. */
export async function addKeywords(
  profileId: number,
  keywords: readonly KeywordInput[],
  actor: Actor
): Promise<number> {
  const checked = keywords.map(checkedKeyword)
  return inTransaction(async (trx) => {
    await lockProfile(profileId, trx)
    const known = await rows<{ key: string; mode: Mode; textNorm: string }>(
      `select concat_ws('|', kind, mode, text_norm, coalesce(field, '')) as key, mode, text_norm from profile_keywords where profile_id = :profileId`,
      { profileId },
      trx
    )
    const seen = new Set(known.map(({ key }) => key))
    const fresh = checked.filter(({ kind, mode, textNorm, field }) => {
      const key = [kind, mode, textNorm, field ?? ''].join('|')
      return !seen.has(key) && seen.add(key)
    })
    if (known.length + fresh.length > KEYWORDS_MAX)
      throw new DomainError('E_KEYWORDS', `Un perfil admite hasta ${KEYWORDS_MAX} palabras clave.`, {
        field: 'keywords',
      })
    assertExpressions([...known, ...fresh])
    await writeKeywords(profileId, fresh, trx)
    await noteWords(profileId, [null, fresh.map(({ text }) => text).join(' · ')], actor, trx)
    return fresh.length
  })
}

type KeywordKey = { profileId: number; keywordId: number }

/** Gives a keyword another weight. Throws E_SCORE at `min_score` when the profile could no longer be reached. */
export async function weighKeyword(
  { profileId, keywordId }: KeywordKey,
  weight: number,
  actor: Actor
): Promise<void> {
  await changeKeyword({ profileId, keywordId }, actor, async (word, trx) => {
    await execute(
      `update profile_keywords set weight = :weight where id = :keywordId`,
      { weight, keywordId },
      trx
    )
    return [`${word.text} ${word.weight}`, `${word.text} ${weight}`]
  })
}

/** Takes a keyword from its profile. Throws E_SCORE as `weighKeyword`. */
export async function removeKeyword({ profileId, keywordId }: KeywordKey, actor: Actor): Promise<void> {
  await changeKeyword({ profileId, keywordId }, actor, async ({ text }, trx) => {
    await execute(`delete from profile_keywords where id = :keywordId`, { keywordId }, trx)
    return [text, null]
  })
}

async function changeKeyword(
  { profileId, keywordId }: KeywordKey,
  actor: Actor,
  change: (
    word: { text: string; weight: number },
    trx: Transaction
  ) => Promise<[string | null, string | null]>
): Promise<void> {
  await inTransaction(async (trx) => {
    const { minScore } = await lockProfile(profileId, trx)
    const word = await row<{ text: string; weight: number }>(
      `select text, weight from profile_keywords where id = :keywordId and profile_id = :profileId`,
      { profileId, keywordId },
      trx
    )
    if (!word) throw new DomainError('E_KEYWORD', 'La palabra clave ya no existe. Recargue la página.')
    const said = await change(word, trx)
    const left = await rows<KeywordInput>(
      `select kind, mode, text, weight, field from profile_keywords where profile_id = :profileId`,
      { profileId },
      trx
    )
    assertReachable(minScore, left)
    await noteWords(profileId, said, actor, trx)
  })
}

async function noteWords(
  profileId: number,
  keywords: [string | null, string | null],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  await execute(
    `update expense_profiles set version = version + 1, updated_by = :userId where id = :profileId`,
    { profileId, userId: actor.userId },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'expense_profile',
      objectId: profileId,
      event: 'expense_profile.changed',
      diff: { keywords },
    },
    trx
  )
}
