import { addDays } from '#app/kernel/time/calendar_date'
import { nameWords, numberKey, numberKeys } from '#app/reconciliation/scoring/line_keys'
import type { Candidate, LineFacts } from '#app/reconciliation/scoring/match_types'
import { isNearWorth } from '#app/reconciliation/scoring/score_candidate'

/** A word that more candidates share ("hotel") says nothing. */
const bucketMax = 300
const daysBefore = 60
const daysAfter = 10
/** Days between the two sides of a transfer between own accounts. */
export const transferDaysMax = 5

export type PoolIndex = (line: LineFacts) => Candidate[]

/**
 * Finds, of thousands of candidates, those that can be worth anything to a movement: of its amount, less a known fee, within the
 * tolerance or about its worth in another currency, of its IBAN, of a batch with its total, with their number or reference in its text, or a word of it in
 * their name; and only within the days that count (00 §7).
 */
export function indexPool(candidates: readonly Candidate[], toleranceMinor: number): PoolIndex {
  const byAmount = Map.groupBy(
    candidates.filter(({ foreign }) => foreign === null),
    (candidate) => candidate.amountMinor
  )
  const byNet = Map.groupBy(
    candidates.filter(({ knownFeeMinor }) => knownFeeMinor !== null),
    ({ amountMinor, knownFeeMinor }) => amountMinor - (knownFeeMinor ?? 0)
  )
  const foreign = candidates.filter((candidate) => candidate.foreign !== null)
  const byIban = groupByMany(candidates, (candidate) => candidate.partyIbans)
  const byNumber = groupByMany(candidates, numbersOf)
  const byWord = groupByMany(candidates, (candidate) => nameWords(candidate.partyName ?? ''))
  const byBatchTotal = batchTotals(candidates)
  return (line) => {
    const found = new Set<Candidate>(byBatchTotal.get(line.amountMinor))
    const add = (bucket: readonly Candidate[] = []) => {
      for (const candidate of bucket) found.add(candidate)
    }
    for (let offset = -toleranceMinor; offset <= toleranceMinor; offset++)
      add(byAmount.get(line.amountMinor + offset))
    add(byNet.get(line.amountMinor))
    add(foreign.filter(({ amountMinor }) => isNearWorth(line.amountMinor, amountMinor)))
    add(byIban.get(line.counterpartyIban ?? ''))
    for (const key of numberKeys(line)) add(byNumber.get(key))
    for (const word of nameWords(`${line.normText} ${line.counterpartyName ?? ''}`)) {
      const bucket = byWord.get(word) ?? []
      if (bucket.length <= bucketMax) add(bucket)
    }
    return inReach(line, [...found])
  }
}

/** Due in [d-60, d+10]; the other side of an own transfer within five days. */
function inReach({ bookedOn }: LineFacts, candidates: readonly Candidate[]): Candidate[] {
  const [from, to] = [addDays(bookedOn, -daysBefore), addDays(bookedOn, daysAfter)]
  const transfers = [addDays(bookedOn, -transferDaysMax), addDays(bookedOn, transferDaysMax)] as const
  return candidates.filter(({ kind, dueOn }) =>
    kind === 'own_transfer' ? dueOn >= transfers[0] && dueOn <= transfers[1] : dueOn >= from && dueOn <= to
  )
}

function numbersOf({ ownReferences, documentNumbers, batch }: Candidate): string[] {
  const numbers = [...ownReferences, ...documentNumbers, ...(batch?.references ?? [])]
  return [...new Set(numbers.map(numberKey))]
}

function batchTotals(candidates: readonly Candidate[]): Map<number, Candidate[]> {
  const batches = Map.groupBy(
    candidates.filter((candidate) => candidate.batch !== null),
    (candidate) => candidate.batch?.id ?? 0
  )
  const totals = new Map<number, Candidate[]>()
  for (const orders of batches.values()) {
    const total = orders.reduce((sum, order) => sum + order.amountMinor, 0)
    totals.set(total, [...(totals.get(total) ?? []), ...orders])
  }
  return totals
}

function groupByMany(
  candidates: readonly Candidate[],
  keysOf: (candidate: Candidate) => readonly string[]
): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    for (const key of keysOf(candidate)) {
      const group = groups.get(key)
      if (group) group.push(candidate)
      else groups.set(key, [candidate])
    }
  }
  return groups
}
