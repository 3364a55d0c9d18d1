import type { DecisionKind, Field, Kind, Mode } from '#app/profiles/matching/matching_terms'

/** A keyword that was found: where, and what it brought. Points are hundredths, the factor is hundredths too. */
export type Hit = {
  keyword: string
  kind: Kind
  mode: Mode
  field: Field
  /** Offsets in the text of its field. */
  span: [from: number, to: number]
  weight: number
  factor: number
  points: number
}

export type Bonus = { name: 'own_provider' | 'habit'; points: number }

export type IneligibleReason = 'site' | 'amount' | 'required' | 'excluded'

/** A profile that was looked at, with everything its place depends on. Scores are hundredths. */
export type Candidate = {
  profileId: number
  name: string
  isOwn: boolean
  priority: number
  eligible: boolean
  ineligibleReason: IneligibleReason | null
  /** The required keywords that are missing. */
  missing: string[]
  vetoedBy: string | null
  hits: Hit[]
  bonuses: Bonus[]
  /** Letters of the included keywords that were found: breaks a tie. */
  keywordLength: number
  score: number
  minScore: number
}

export type SeenText = { text: string; normalized: string; tokens: string[] }

/** Why a text was given a profile, step by step (area 04 §4.8); `text` is its concept, `fields` all that was read. */
export type Explanation = SeenText & {
  fields: Partial<Record<Field, SeenText>>
  candidates: Candidate[]
  decision: DecisionKind
  profileId: number | null
  decisionReason: string
}

/** The order of candidates (area 04 §4.5): own first, then score, priority, length of what was found, age. */
export function inOrder(a: Candidate, b: Candidate): number {
  return (
    Number(b.isOwn) - Number(a.isOwn) ||
    b.score - a.score ||
    b.priority - a.priority ||
    b.keywordLength - a.keywordLength ||
    a.profileId - b.profileId
  )
}

/** The first must be a tenth above the second; with one alone nothing disturbs it. */
export const isClear = (first: number, second: number | null): boolean =>
  second === null || first * 10 >= second * 11

export type Outcome = {
  decision: DecisionKind
  profileId: number | null
  first: Candidate | null
  second: Candidate | null
  /** The best of those that may be chosen, also below its minimum. */
  best: Candidate | null
}

/** What some candidates lead to (area 04 §4.5). */
export function decideAmong(candidates: readonly Candidate[]): Outcome {
  const eligible = candidates.filter((candidate) => candidate.eligible).sort(inOrder)
  const [first = null, second = null] = eligible.filter(({ score, minScore }) => score >= minScore)
  const best = eligible[0] ?? null
  if (!first) return { decision: 'none', profileId: null, first, second, best }
  return isClear(first.score, second?.score ?? null)
    ? { decision: 'matched', profileId: first.profileId, first, second, best }
    : { decision: 'ambiguous', profileId: null, first, second, best }
}
