import type { Actor } from '#app/audit/record_event'
import { readTableApart } from '#app/imports/tables/read_table_apart'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { createProfile, updateProfile } from '#app/profiles/actions/save_profile'
import { COLUMNS, type FiledProfile, profilesOfJson, profilesOfRows } from '#app/profiles/profile_file'
import type { ProfileInput } from '#app/profiles/profile_input'
import { VISIBLE, visibleTo } from '#app/profiles/queries/find_profile'

const PROFILES_MAX = 5_000

/**
 * Takes on all profiles of a JSON file or sheet, or none: one of the same name and supplier is replaced, unless it is of
 * companies that are not the sender's. Throws E_ROWS at `file`, naming the profile. Gives how many were new and how many
 * changed.
 */
export async function importProfiles(
  { bytes, scope }: { bytes: Uint8Array; scope: number[] | 'all' },
  actor: Actor
): Promise<{ created: number; changed: number }> {
  const isJson = /^\s*[[{]/.test(Buffer.from(bytes.subarray(0, 64)).toString('utf8').replace('\uFEFF', ''))
  const filed = isJson
    ? profilesOfJson(Buffer.from(bytes).toString('utf8').replace('\uFEFF', ''))
    : profilesOfRows(await readTableApart(bytes, COLUMNS))
  if (filed.length === 0) throw new DomainError('E_EMPTY', 'El fichero no tiene perfiles.', { field: 'file' })
  if (filed.length > PROFILES_MAX)
    throw new DomainError('E_ROWS', `El fichero tiene más de ${PROFILES_MAX} perfiles.`, { field: 'file' })
  return inTransaction(async (trx) => {
    let created = 0
    for (const profile of filed) if (await takeOn(profile, scope, actor, trx)) created++
    return { created, changed: filed.length - created }
  })
}

/** True when it is new. */
async function takeOn(
  filed: FiledProfile,
  scope: number[] | 'all',
  actor: Actor,
  trx: Transaction
): Promise<boolean> {
  try {
    const input = await inputOf(filed, trx)
    const known = await row<{
      id: number
      version: number
      siteIds: number[]
      centerId: number | null
      isSeen: boolean
    }>(
      `select p.id, p.version, p.site_ids::float8[] as site_ids, p.center_id, ${VISIBLE} as is_seen from expense_profiles p
        where p.name = :name and p.provider_id is not distinct from :providerId::bigint for update`,
      { name: input.name, providerId: input.providerId, ...visibleTo(scope) },
      trx
    )
    if (known && !known.isSeen)
      throw new DomainError('E_SCOPE', 'ya existe en empresas con las que usted no trabaja.')
    if (known)
      await updateProfile(
        known.id,
        { ...input, siteIds: known.siteIds, centerId: known.centerId, version: known.version },
        actor,
        trx
      )
    else await createProfile(input, actor, trx)
    return !known
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError('E_ROWS', `Perfil «${filed.name}»: ${error.message}`, {
      field: 'file',
      cause: error,
    })
  }
}

async function inputOf(filed: FiledProfile, trx: Transaction): Promise<ProfileInput> {
  const categories = await rows<{ id: number }>(
    `select id from categories where name = :name and active limit 2`,
    { name: filed.category },
    trx
  )
  const [category] = categories
  if (!category || categories.length > 1)
    throw new DomainError('E_CATEGORY', `no hay una categoría «${filed.category}».`)
  const provider = filed.provider
    ? await row<{ id: number }>(
        `select id from providers where (tax_id = :provider or code = :provider) and status <> 'merged' order by id limit 1`,
        { provider: filed.provider },
        trx
      )
    : null
  if (filed.provider && !provider)
    throw new DomainError('E_PROVIDER', `no hay un proveedor con NIF o código «${filed.provider}».`)
  return {
    name: filed.name,
    providerId: provider?.id ?? null,
    siteIds: [],
    categoryId: category.id,
    ledgerAccountCode: filed.account,
    vatCodeId: await codeOf(filed.vat, trx),
    withholdingCodeId: await codeOf(filed.withholding, trx),
    deductiblePercent: filed.deductible_percent,
    centerId: null,
    priority: filed.priority,
    minScore: filed.min_score,
    matchFields: filed.match_fields,
    amountMinMinor: filed.amount_min,
    amountMaxMinor: filed.amount_max,
    requiresApproval: filed.requires_approval,
    autoBook: filed.auto_book,
    active: filed.active,
    keywords: filed.keywords,
  }
}

async function codeOf(code: string | null, trx: Transaction): Promise<number | null> {
  if (code === null) return null
  const found = await row<{ id: number }>(`select id from tax_codes where code = upper(:code)`, { code }, trx)
  if (!found) throw new DomainError('E_TAX_CODE', `no hay un impuesto «${code}».`)
  return found.id
}
