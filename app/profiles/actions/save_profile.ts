import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isHindered } from '#app/kernel/hindrances'
import { refuseForeignCodes, TAX_FIELDS } from '#app/ledger/actions/refuse_foreign_codes'
import { profileUses } from '#app/profiles/ports'
import {
  assertReachable,
  assertUsable,
  type CheckedKeyword,
  checkedKeywords,
  type ProfileInput,
} from '#app/profiles/profile_input'

/** Makes a profile with its keywords. Throws at `name`, `category_id`, `keywords`, `min_score`. Gives its key. */
export async function createProfile(
  profile: ProfileInput,
  actor: Actor,
  outer?: Transaction,
  parentId: number | null = null
): Promise<number> {
  const keywords = checkedKeywords(profile.keywords)
  if (profile.active) assertReachable(profile.minScore, keywords)
  return atName(() =>
    inTransaction(async (trx) => {
      await refuseUnusable(profile, trx)
      const { id } = await oneRow<{ id: number }>(
        `insert into expense_profiles (name, provider_id, site_ids, category_id, ledger_account_code, vat_code_id, withholding_code_id, deductible_percent, center_id, priority, min_score, match_fields,
            amount_min_minor, amount_max_minor, requires_approval, auto_book, active, parent_profile_id, created_by, updated_by)
         values (:name, :providerId, :siteIds, :categoryId, :ledgerAccountCode, :vatCodeId, :withholdingCodeId, :deductiblePercent, :centerId, :priority, :minScore, :matchFields,
            :amountMinMinor, :amountMaxMinor, :requiresApproval, :autoBook, :active, :parentId, :userId, :userId) returning id`,
        { ...columnsOf(profile), parentId, userId: actor.userId },
        trx
      )
      await writeKeywords(id, keywords, trx)
      await recordEvent(
        {
          actor,
          objectType: 'expense_profile',
          objectId: id,
          event: 'expense_profile.created',
          diff: { name: [null, profile.name], keywords: [null, wordsOf(keywords)] },
        },
        trx
      )
      return id
    }, outer)
  )
}

/** Changes a profile against the version its form showed. Throws as `createProfile`, and E_STALE at `form`. */
export async function updateProfile(
  profileId: number,
  { version, ...profile }: ProfileInput & { version: number },
  actor: Actor,
  outer?: Transaction
): Promise<void> {
  const keywords = checkedKeywords(profile.keywords)
  if (profile.active) assertReachable(profile.minScore, keywords)
  await atName(() =>
    inTransaction(async (trx) => {
      const before = await lockProfile(profileId, trx)
      if (before.version !== version)
        throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
          field: 'form',
        })
      await refuseUnusable(profile, trx)
      const known = await keywordsOf(profileId, trx)
      await execute(
        `update expense_profiles set name = :name, site_ids = :siteIds, category_id = :categoryId, ledger_account_code = :ledgerAccountCode,
            vat_code_id = :vatCodeId, withholding_code_id = :withholdingCodeId, deductible_percent = :deductiblePercent, center_id = :centerId,
            priority = :priority, min_score = :minScore, match_fields = :matchFields, amount_min_minor = :amountMinMinor, amount_max_minor = :amountMaxMinor,
            requires_approval = :requiresApproval, auto_book = :autoBook, active = :active, version = version + 1, updated_by = :userId where id = :profileId`,
        { ...columnsOf(profile), profileId, userId: actor.userId },
        trx
      )
      await execute(`delete from profile_keywords where profile_id = :profileId`, { profileId }, trx)
      await writeKeywords(profileId, keywords, trx)
      const { version: _, ...auditable } = before
      await recordEvent(
        {
          actor,
          objectType: 'expense_profile',
          objectId: profileId,
          event: 'expense_profile.changed',
          diff: changedFields(
            { ...auditable, keywords: known },
            { ...auditOf(profile), keywords: wordsOf(keywords) }
          ),
        },
        trx
      )
    }, outer)
  )
}

/** Removes a profile that no line ever had; any other is deactivated instead (E_USED). */
export async function deleteProfile(profileId: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const { name } = await lockProfile(profileId, trx)
    const used = await row(
      `select 1 as found from expense_profiles p where p.id = :profileId and (${isHindered(profileUses.all(), 'p.id')}
          or exists (select 1 from providers where default_profile_id = p.id)
          or exists (select 1 from profile_corrections where p.id in (predicted_profile_id, chosen_profile_id)))`,
      { profileId },
      trx
    )
    if (used)
      throw new DomainError('E_USED', 'No se puede eliminar: hay líneas con este perfil. Desactívelo.')
    await execute(
      `update expense_profiles set parent_profile_id = null where parent_profile_id = :profileId`,
      { profileId },
      trx
    )
    await execute(`delete from expense_profiles where id = :profileId`, { profileId }, trx)
    await recordEvent(
      {
        actor,
        objectType: 'expense_profile',
        objectId: profileId,
        event: 'expense_profile.deleted',
        diff: { name: [name, null] },
      },
      trx
    )
  })
}

/** Writes the keywords of a profile; CF001 of the database when they become too many. */
export async function writeKeywords(
  profileId: number,
  keywords: readonly CheckedKeyword[],
  trx: Transaction
): Promise<void> {
  if (keywords.length === 0) return
  await execute(
    `insert into profile_keywords (profile_id, kind, mode, text, text_norm, weight, field)
     select :profileId, kind, mode, text, text_norm, weight, field
       from jsonb_to_recordset(:keywords::jsonb) as k(kind text, mode text, text text, text_norm text, weight smallint, field text)`,
    {
      profileId,
      keywords: JSON.stringify(
        keywords.map(({ textNorm, ...keyword }) => ({ ...keyword, text_norm: textNorm }))
      ),
    },
    trx
  )
}

export type LockedProfile = ReturnType<typeof auditOf> & { version: number }

/** The profile under its row lock. Throws E_GONE when it is no longer there. */
export async function lockProfile(profileId: number, trx: Transaction): Promise<LockedProfile> {
  const found = await row<LockedProfile>(
    `select name, site_ids, category_id, ledger_account_code, vat_code_id, withholding_code_id, deductible_percent, center_id, priority, min_score, match_fields, amount_min_minor, amount_max_minor,
        requires_approval, auto_book, active, version from expense_profiles where id = :profileId for update`,
    { profileId },
    trx
  )
  if (!found) throw new DomainError('E_GONE', 'El perfil ya no existe. Recargue la página.')
  return found
}

const columnsOf = ({ keywords: _, ...profile }: ProfileInput) => ({ ...profile, name: profile.name.trim() })

const auditOf = ({ keywords: _, providerId: __, ...profile }: ProfileInput) => profile

const wordsOf = (keywords: readonly { kind: string; mode: string; text: string; weight: number }[]) =>
  keywords
    .map(({ kind, mode, text, weight }) => `${kind}/${mode}/${text}/${weight}`)
    .sort()
    .join(' · ')

async function keywordsOf(profileId: number, trx: Transaction): Promise<string> {
  return wordsOf(
    await rows<{ kind: string; mode: string; text: string; weight: number }>(
      `select kind, mode, text, weight from profile_keywords where profile_id = :profileId`,
      { profileId },
      trx
    )
  )
}

async function refuseUnusable(profile: ProfileInput, trx: Transaction): Promise<void> {
  const category = await row(
    `select 1 as found from categories where id = :categoryId and active`,
    { categoryId: profile.categoryId },
    trx
  )
  if (!category)
    throw new DomainError('E_CATEGORY', 'El valor seleccionado no es válido.', { field: 'category_id' })
  assertUsable(profile)
  await refuseForeignCodes(profile, TAX_FIELDS, trx)
  await refuseForeignCenter(profile, trx)
}

async function refuseForeignCenter({ centerId, siteIds }: ProfileInput, trx: Transaction): Promise<void> {
  if (centerId === null) return
  const own = await row(
    `select 1 as found from site_centers where id = :centerId and array[site_id] = :siteIds::bigint[]`,
    { centerId, siteIds },
    trx
  )
  if (!own)
    throw new DomainError(
      'E_CENTER',
      'Un centro de coste solo vale en un perfil de su empresa: elija solo esa empresa.',
      { field: 'center_id' }
    )
}

/** Says a taken name at its field. */
async function atName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'expense_profiles_provider_id_name_key') throw error
    throw new DomainError('E_NAME', 'Ya hay un perfil con este nombre.', { field: 'name', cause: error })
  }
}
