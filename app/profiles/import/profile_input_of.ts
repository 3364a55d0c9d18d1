import { DomainError } from '#app/kernel/domain_error'
import type { Lookups } from '#app/profiles/import/profile_lookups'
import type { FiledProfile } from '#app/profiles/profile_file'
import type { ProfileInput } from '#app/profiles/profile_input'

/** A profile of a file as its form would send it, of the whole group. Throws for what nobody here has under such a name. */
export function profileInputOf(
  filed: FiledProfile,
  { categories, providers, taxCodes }: Lookups
): ProfileInput {
  const [categoryId, another] = categories.get(filed.category) ?? []
  if (categoryId === undefined || another !== undefined)
    throw new DomainError('E_CATEGORY', `no hay una categoría «${filed.category}».`)
  const providerId = filed.provider === null ? null : (providers.get(filed.provider) ?? null)
  if (filed.provider !== null && providerId === null)
    throw new DomainError('E_PROVIDER', `no hay un proveedor con NIF o código «${filed.provider}».`)
  const taxOf = (code: string | null) => {
    const id = code === null ? null : (taxCodes.get(code) ?? null)
    if (code !== null && id === null) throw new DomainError('E_TAX_CODE', `no hay un impuesto «${code}».`)
    return id
  }
  return {
    name: filed.name,
    providerId,
    siteIds: [],
    categoryId,
    ledgerAccountCode: filed.account,
    vatCodeId: taxOf(filed.vat),
    withholdingCodeId: taxOf(filed.withholding),
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
