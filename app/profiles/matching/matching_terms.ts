/** Where a keyword is looked for, the most telling first (area 04 §4.4). */
export const FIELDS = ['concept', 'description', 'invoice_number', 'provider_name', 'full_text'] as const
export type Field = (typeof FIELDS)[number]

/** A field in a mask of several. */
export const bitOf = (field: Field): number => 1 << FIELDS.indexOf(field)

export const KINDS = ['include', 'require', 'exclude'] as const
export type Kind = (typeof KINDS)[number]

export const MODES = ['word', 'phrase', 'prefix', 'exact', 'regex', 'fuzzy'] as const
export type Mode = (typeof MODES)[number]

/** Tenths (area 04 §4.4): a weight times both factors is a score in hundredths, without rounding. */
export const FIELD_TENTHS: Record<Field, number> = {
  concept: 10,
  description: 9,
  invoice_number: 8,
  provider_name: 6,
  full_text: 5,
}
export const MODE_TENTHS: Record<Mode, number> = {
  exact: 12,
  phrase: 11,
  word: 10,
  regex: 10,
  prefix: 9,
  fuzzy: 7,
}

/** Hundredths, as every score. */
export const OWN_PROVIDER_BONUS = 2_000
export const HABIT_BONUS = 1_000
export const SCORE_MAX = 100_000

export const PREFIX_LENGTH_MIN = 3
export const FUZZY_LENGTH_MIN = 5

export type MatchKeyword = {
  id: number
  kind: Kind
  mode: Mode
  text: string
  /** As `joined` gives it; of an expression the expression. */
  textNorm: string
  /** 1 to 100; only of what is included. */
  weight: number
  /** Null: in any field of the profile. */
  field: Field | null
}

export type MatchProfile = {
  id: number
  name: string
  /** Null: of every supplier. */
  providerId: number | null
  /** Empty: in every company. */
  siteIds: readonly number[]
  fields: readonly Field[]
  priority: number
  minScore: number
  amountMinMinor: number | null
  amountMaxMinor: number | null
  keywords: readonly MatchKeyword[]
}

/** What is matched: the texts of a line, whose it is and its amount in cents (its sign does not count). */
export type MatchInput = {
  texts: Partial<Record<Field, string | null>>
  providerId: number | null
  siteId: number | null
  amountMinor: number | null
  /** The profile that the last three confirmed like lines of the supplier had; null when they differ or are fewer. */
  habitProfileId: number | null
}

export type DecisionKind = 'matched' | 'ambiguous' | 'none'
export type Decision = { decision: DecisionKind; profileId: number | null; score: number }

/** How many slips of the reader a word of this length may have. */
export const slipsOf = (length: number): number => (length >= 8 ? 2 : length >= FUZZY_LENGTH_MIN ? 1 : 0)
