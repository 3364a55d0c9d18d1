import type { HttpContext } from '@adonisjs/core/http'
import { scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { listSitesInScope } from '#app/identity/queries/list_sites_in_scope'
import { A, type Role, S, SC } from '#app/identity/roles'
import { DomainError } from '#app/kernel/domain_error'
import { AccessDenied, NotFound } from '#app/kernel/http/access_denied'
import { decimalText } from '#app/kernel/money/money'
import type { Field, MatchInput, MatchProfile } from '#app/profiles/matching/matching_terms'
import {
  type CheckedKeyword,
  checkedKeyword,
  EXPRESSIONS_SIZE_MAX,
  expressionsSize,
  type KeywordInput,
  type ProfileInput,
} from '#app/profiles/profile_input'
import { findProfile, type StoredProfile } from '#app/profiles/queries/find_profile'
import { profileCodes } from '#app/profiles/queries/profile_codes'
import { UNSAVED } from '#app/profiles/queries/trial'
import { listCategories } from '#app/sites/queries/list_categories'

type SentKeyword = Omit<KeywordInput, 'field'> & { field?: Field | null | undefined }

export type SentProfile = {
  name: string
  site_ids?: number[] | undefined
  category_id: number
  ledger_account_code?: string | null | undefined
  vat_code_id?: number | null | undefined
  withholding_code_id?: number | null | undefined
  deductible_percent?: number | null | undefined
  center_id?: number | null | undefined
  priority: number
  min_score: number
  match_fields: Field[]
  amount_min?: number | null | undefined
  amount_max?: number | null | undefined
  requires_approval: boolean
  auto_book: boolean
  active: boolean
  keywords: SentKeyword[]
}

export const keywordsOf = (sent: readonly SentKeyword[]): KeywordInput[] =>
  sent.map(({ field, ...keyword }) => ({ ...keyword, field: field ?? null }))

/** A profile as its form sends it. Companies that the sender does not work with stay as they were. */
export function profileInput(
  sent: SentProfile,
  {
    providerId,
    scope,
    before = [],
  }: { providerId: number | null; scope: number[] | 'all'; before?: number[] }
): ProfileInput {
  const isOwn = (siteId: number) => scope === 'all' || scope.includes(siteId)
  const wanted = sent.site_ids ?? []
  if (!wanted.every(isOwn)) throw new NotFound()
  return {
    name: sent.name,
    providerId,
    siteIds: [...new Set([...wanted, ...before.filter((siteId) => !isOwn(siteId))])],
    categoryId: sent.category_id,
    ledgerAccountCode: sent.ledger_account_code || null,
    vatCodeId: sent.vat_code_id ?? null,
    withholdingCodeId: sent.withholding_code_id ?? null,
    deductiblePercent: sent.deductible_percent ?? null,
    centerId: sent.center_id ?? null,
    priority: sent.priority,
    minScore: sent.min_score,
    matchFields: sent.match_fields,
    amountMinMinor: sent.amount_min ?? null,
    amountMaxMinor: sent.amount_max ?? null,
    requiresApproval: sent.requires_approval,
    autoBook: sent.auto_book,
    active: sent.active,
    keywords: keywordsOf(sent.keywords),
  }
}

type SentDraft = Omit<SentProfile, 'category_id' | 'name'> & {
  name?: string | null | undefined
  id?: number | null | undefined
  provider_id?: number | null | undefined
}

/** An unsaved form as the matcher takes it; keywords that are not right yet are left out until they are. */
export function draftOf(sent: SentDraft): MatchProfile {
  return {
    id: sent.id ?? UNSAVED,
    name: sent.name?.trim() || 'Este perfil',
    providerId: sent.provider_id ?? null,
    siteIds: sent.site_ids ?? [],
    fields: sent.match_fields,
    priority: sent.priority,
    minScore: sent.min_score,
    amountMinMinor: sent.amount_min ?? null,
    amountMaxMinor: sent.amount_max ?? null,
    keywords: draftKeywords(keywordsOf(sent.keywords)),
  }
}

function draftKeywords(keywords: readonly KeywordInput[]): (CheckedKeyword & { id: number })[] {
  let room = EXPRESSIONS_SIZE_MAX
  return keywords.flatMap((keyword, index) => {
    try {
      const checked = checkedKeyword(keyword)
      room -= expressionsSize([checked])
      return checked.mode === 'regex' && room < 0 ? [] : [{ ...checked, id: index }]
    } catch (error) {
      if (error instanceof DomainError) return []
      throw error
    }
  })
}

type SentText = {
  text: string
  description?: string | null | undefined
  invoice_number?: string | null | undefined
  provider_id?: number | null | undefined
  site_id?: number | null | undefined
  amount?: number | null | undefined
}

export function triedInput(sent: SentText, providerName: string | null): MatchInput {
  return {
    texts: {
      concept: sent.text,
      description: sent.description ?? null,
      invoice_number: sent.invoice_number ?? null,
      provider_name: providerName,
    },
    providerId: sent.provider_id ?? null,
    siteId: sent.site_id ?? null,
    amountMinor: sent.amount ?? null,
    habitProfileId: null,
  }
}

/** The profile of an address; 404 when it is of other companies only. */
export async function shownProfile(ctx: HttpContext): Promise<StoredProfile> {
  const profile = await findProfile(Number(ctx.params.profile), scopeOf(ctx))
  if (!profile) throw new NotFound()
  return profile
}

/** Profiles of the whole group are changed by who answers for it (registry of pages, profile-manager.create). */
const GLOBAL_WRITERS: readonly Role[] = [S, A, SC]
export const canWriteGlobal = (ctx: HttpContext) => GLOBAL_WRITERS.includes(requireSignedIn(ctx).user.role)

/** Whether this person may change a profile: one of the whole group only who answers for those. */
export const canWriteProfile = (ctx: HttpContext, { input }: StoredProfile) =>
  input.providerId !== null || canWriteGlobal(ctx)

/** The same, where it is about to be changed. */
export async function writableProfile(ctx: HttpContext): Promise<StoredProfile> {
  const profile = await shownProfile(ctx)
  if (!canWriteProfile(ctx, profile)) throw new AccessDenied()
  return profile
}

/** What every form of a profile chooses from. */
export async function formOptions(ctx: HttpContext) {
  const scope = scopeOf(ctx)
  return {
    categories: await listCategories(),
    sites: await listSitesInScope(scope),
    codes: await profileCodes(scope),
  }
}

const keyText = (id: number | null) => (id === null ? null : String(id))

/** A profile as its form shows it; only companies of the reader, the others are a number. */
export function formValues({ input, keywords, version }: StoredProfile, scope: number[] | 'all') {
  const own = input.siteIds.filter((siteId) => scope === 'all' || scope.includes(siteId))
  return {
    name: input.name,
    siteIds: own.map(String),
    hiddenSites: input.siteIds.length - own.length,
    categoryId: String(input.categoryId),
    ledgerAccountCode: input.ledgerAccountCode ?? '',
    vatCodeId: keyText(input.vatCodeId),
    withholdingCodeId: keyText(input.withholdingCodeId),
    centerId: keyText(input.centerId),
    deductiblePercent: input.deductiblePercent === null ? '' : String(input.deductiblePercent),
    priority: String(input.priority),
    minScore: String(input.minScore),
    matchFields: input.matchFields,
    amountMin: input.amountMinMinor === null ? '' : decimalText(input.amountMinMinor),
    amountMax: input.amountMaxMinor === null ? '' : decimalText(input.amountMaxMinor),
    requiresApproval: input.requiresApproval,
    autoBook: input.autoBook,
    active: input.active,
    keywords,
    version,
  }
}
