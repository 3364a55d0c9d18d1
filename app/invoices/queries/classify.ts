import { findHabit } from '#app/invoices/queries/find_habit'
import { type Client, row } from '#app/kernel/database/sql'
import type { Explanation } from '#app/profiles/matching/explanation'
import type { MatchInput } from '#app/profiles/matching/matching_terms'
import { storedExplanation } from '#app/profiles/matching/stored_explanation'
import { currentBook } from '#app/profiles/profile_book'
import type { LoadedProfile } from '#app/profiles/queries/load_profiles'

/** A line to be classified with what its invoice says around it; amounts in cents. */
export type LineToClassify = {
  providerId: number | null
  siteId: number | null
  concept: string
  baseMinor: number
  description: string | null
  invoiceNumber: string | null
  providerName: string | null
  fullText: string | null
}

export type Classification = {
  state: 'matched' | 'ambiguous' | 'none'
  /** Null where a person has to choose between profiles. */
  categoryId: number | null
  profileId: number | null
  /** Null where it is not known: a person decides. */
  accountCode: string | null
  centerId: number | null
  /** Whole points of the first profile. */
  score: number | null
  explanation: StoredReason
}

/** The steps of the matcher, and what was taken instead where no profile matched. */
type StoredReason = Explanation & { fallback: { rule: string; text: string } | null }

type Charged = {
  categoryId: number | null
  profileId: number | null
  accountCode: string | null
  why: string
}

/**
 * What an invoice line is charged to, with every step (area 04 §4.5): the profile that matches its texts, else the
 * supplier's default profile, else its default category, else «Sin clasificar» without an account, which a person
 * must give. Between two profiles that are too close nothing is chosen.
 */
export async function classify(line: LineToClassify, client?: Client): Promise<Classification> {
  const { matcher, profiles } = await currentBook.get(client)
  const input: MatchInput = {
    texts: {
      concept: line.concept,
      description: line.description,
      invoice_number: line.invoiceNumber,
      provider_name: line.providerName,
      full_text: line.fullText,
    },
    providerId: line.providerId,
    siteId: line.siteId,
    amountMinor: line.baseMinor,
    habitProfileId: await findHabit(line, client),
  }
  const explanation = storedExplanation(matcher.explain(input))
  const matched = explanation.profileId === null ? undefined : profiles.get(explanation.profileId)
  const [first] = explanation.candidates
  const score = first?.eligible ? Math.floor(first.score / 100) : null
  if (explanation.decision === 'matched' && matched)
    return {
      ...chargedBy(matched, line.siteId),
      state: 'matched',
      score,
      explanation: { ...explanation, fallback: null },
    }
  if (explanation.decision === 'ambiguous')
    return {
      ...NOTHING,
      state: 'ambiguous',
      score,
      explanation: { ...explanation, fallback: null },
    }
  const { why, ...charged } = await fallbackOf(line, profiles, client)
  return {
    ...NOTHING,
    ...charged,
    state: 'none',
    score,
    explanation: { ...explanation, fallback: { rule: 'fallback', text: why } },
  }
}

const NOTHING = { categoryId: null, profileId: null, accountCode: null, centerId: null }

/** What a line is charged to by a profile. */
export function chargedBy({ id, result, siteIds }: LoadedProfile, siteId: number | null) {
  return {
    categoryId: result.categoryId,
    profileId: id,
    accountCode: result.accountCode,
    // A centre is of one company: only a profile of that company alone gives it.
    centerId: siteIds.length === 1 && siteIds[0] === siteId ? result.centerId : null,
  }
}

async function fallbackOf(
  { providerId }: LineToClassify,
  profiles: ReadonlyMap<number, LoadedProfile>,
  client?: Client
): Promise<Charged> {
  const usual = providerId === null ? null : await usualOf(providerId, client)
  const profile = usual?.profileId ? profiles.get(usual.profileId) : undefined
  if (profile)
    return {
      categoryId: profile.result.categoryId,
      profileId: profile.id,
      accountCode: profile.result.accountCode,
      why: `Perfil por defecto del proveedor: ${profile.name}`,
    }
  if (usual?.categoryId)
    return {
      categoryId: usual.categoryId,
      profileId: null,
      accountCode: usual.accountCode,
      why: `Categoría habitual del proveedor: ${usual.name}`,
    }
  const none = await row<{ id: number }>(
    `select id from categories where code = 'SIN' and active limit 1`,
    {},
    client
  )
  return {
    categoryId: none?.id ?? null,
    profileId: null,
    accountCode: null,
    why: 'Sin clasificar: el proveedor no tiene perfil ni categoría por defecto.',
  }
}

type Usual = { profileId: number | null; categoryId: number | null; accountCode: string | null; name: string }

const usualOf = (providerId: number, client?: Client) =>
  row<Usual>(
    `select p.default_profile_id as profile_id, c.id as category_id, c.ledger_account_prefix as account_code, c.name::text
       from providers p left join categories c on c.id = p.default_category_id where p.id = :providerId`,
    { providerId },
    client
  )
