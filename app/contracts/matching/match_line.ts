import { hasPhrase, wordsOf } from '#app/contracts/matching/phrases'
import { amountAt, type Tier, tierPrice, toMinor4 } from '#app/contracts/pricing/rate'
import type { Currency } from '#app/kernel/money/currency'
import { setSimilarity, trigrams } from '#app/kernel/text/similarity'

/** An item that is in force for the supplier, company, day and currency of a line; its price is already that of the day. */
export type Candidate = {
  /** The contract itself, never an amendment of it. */
  contractId: number
  itemId: number
  code: string
  description: string
  keywords: readonly string[]
  minQty: string | null
  maxQty: string | null
  unitPriceMinor4: number
  tiers: readonly Tier[]
  expectedAmountMinor: number | null
  tolerancePercent: number
}

export type Line = { concept: string; quantity: string; baseMinor: number; currency: Currency }

/** What spoke for an item, with its points. */
export type Hit = { rule: 'code' | 'phrase' | 'likeness' | 'amount'; points: number; text: string }
export type Match = {
  outcome: 'linked' | 'suggested'
  contractId: number
  itemId: number
  score: number
  hits: Hit[]
}

export const LINKED_FROM = 60
const SUGGESTED_FROM = 40
const POINTS = { found: 60, likeness: 40, amount: 15 }
/** The first must lead the second by a tenth, or a person chooses (area 04 §4.5). */
const LEAD_PERCENT = 110

/** A candidate with what comparing needs, made once for all lines of an invoice. */
type Prepared = {
  candidate: Candidate
  code: string[]
  phrases: { text: string; words: string[] }[]
  trigrams: ReadonlySet<string>
}

/** Candidates made ready to be compared with many lines. */
export function prepareCandidates(candidates: readonly Candidate[]): Prepared[] {
  return candidates.map((candidate) => ({
    candidate,
    code: wordsOf(candidate.code),
    phrases: [candidate.description, ...candidate.keywords].map((text) => ({ text, words: wordsOf(text) })),
    trigrams: trigrams(wordsOf(candidate.description).join(' ')),
  }))
}

/**
 * The item that a line is held against (area 07 §3): 60 points for its code, its description or a keyword in the concept,
 * up to 40 for the likeness of the description, 15 for the expected amount. From 60 on it is linked, from 40 on suggested;
 * a second one that is nearly as good, found by as many words, leaves the choice to a person. Null when nothing reaches 40.
 */
export function matchLine(line: Line, prepared: readonly Prepared[]): Match | null {
  const words = wordsOf(line.concept)
  const own = trigrams(words.join(' '))
  const [first, second] = prepared
    .filter(({ candidate }) => fitsQuantity(line, candidate))
    .map((item) => scored(line, words, own, item))
    .sort((a, b) => b.score - a.score || b.wordsFound - a.wordsFound || a.itemId - b.itemId)
  if (!first || first.score < SUGGESTED_FROM) return null
  const { wordsFound, ...match } = first
  const isAhead =
    !second || match.score * 100 >= second.score * LEAD_PERCENT || wordsFound > second.wordsFound
  return { ...match, outcome: match.score >= LINKED_FROM && isAhead ? 'linked' : 'suggested' }
}

/** `wordsFound`: the whole description says more than a keyword that two items share. */
type Scored = Omit<Match, 'outcome'> & { wordsFound: number }

const CODE_WORDS = 100

function scored(line: Line, words: string[], own: ReadonlySet<string>, item: Prepared): Scored {
  const { contractId, itemId, code } = item.candidate
  const hits: Hit[] = []
  const phrase = item.phrases
    .filter((candidate) => hasPhrase(words, candidate.words))
    .toSorted((a, b) => b.words.length - a.words.length)[0]
  const isCode = hasPhrase(words, item.code)
  if (isCode) hits.push({ rule: 'code', points: POINTS.found, text: code })
  else if (phrase) hits.push({ rule: 'phrase', points: POINTS.found, text: phrase.text })
  const likeness = Math.round(setSimilarity(own, item.trigrams) * POINTS.likeness)
  if (likeness > 0) hits.push({ rule: 'likeness', points: likeness, text: item.candidate.description })
  if (isExpectedAmount(line, item.candidate)) hits.push({ rule: 'amount', points: POINTS.amount, text: '' })
  const score = hits.reduce((sum, { points }) => sum + points, 0)
  return { contractId, itemId, score, hits, wordsFound: isCode ? CODE_WORDS : (phrase?.words.length ?? 0) }
}

/** The agreed price times the quantity to the cent, or the amount that each invoice of the contract is expected to have. */
function isExpectedAmount(line: Line, candidate: Candidate): boolean {
  if (line.baseMinor === 0) return false
  const price = tierPrice(candidate.unitPriceMinor4, candidate.tiers, line.quantity)
  return (
    Math.abs(amountAt(price, line.quantity, line.currency)) === Math.abs(line.baseMinor) ||
    isNear(line.baseMinor, candidate.expectedAmountMinor, candidate.tolerancePercent)
  )
}

/** Whether an amount is the expected one within a whole percentage of it. */
export function isNear(minor: number, expectedMinor: number | null, tolerancePercent: number): boolean {
  if (expectedMinor === null) return false
  return Math.abs(Math.abs(minor) - expectedMinor) * 100 <= expectedMinor * tolerancePercent
}

function fitsQuantity({ quantity }: Line, { minQty, maxQty }: Candidate): boolean {
  const wanted = Math.abs(toMinor4(quantity) ?? 0)
  return (
    (minQty === null || wanted >= (toMinor4(minQty) ?? 0)) &&
    (maxQty === null || wanted <= (toMinor4(maxQty) ?? 0))
  )
}
