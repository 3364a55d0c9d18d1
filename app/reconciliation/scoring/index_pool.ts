import { foldText } from '#app/kernel/similarity'
import type { Candidate, LineFacts } from '#app/reconciliation/scoring/match_types'

const wordLengthMin = 4
/** A word that more candidates share ("hotel") says nothing. */
const bucketMax = 300

export type PoolIndex = (line: LineFacts) => Candidate[]

/**
 * Finds, of thousands of candidates, those that can be worth anything to a movement: of its amount or within the
 * tolerance, of its IBAN, of a batch with its total, or with a word of its text in their name, number or reference.
 */
export function indexPool(candidates: readonly Candidate[], toleranceMinor: number): PoolIndex {
  const byAmount = Map.groupBy(candidates, (candidate) => candidate.amountMinor)
  const byIban = groupByMany(candidates, (candidate) => candidate.partyIbans)
  const byWord = groupByMany(candidates, wordsOf)
  const byBatchTotal = batchTotals(candidates)
  return (line) => {
    const found = new Set<Candidate>(byBatchTotal.get(line.amountMinor))
    for (let offset = -toleranceMinor; offset <= toleranceMinor; offset++) {
      for (const candidate of byAmount.get(line.amountMinor + offset) ?? []) found.add(candidate)
    }
    for (const candidate of byIban.get(line.counterpartyIban ?? '') ?? []) found.add(candidate)
    for (const word of longWords([line.normText, line.counterpartyName ?? '', line.endToEndId ?? ''])) {
      const bucket = byWord.get(word) ?? []
      if (bucket.length <= bucketMax) for (const candidate of bucket) found.add(candidate)
    }
    return [...found]
  }
}

function wordsOf({ partyName, ownReferences, documentNumbers, batch }: Candidate): string[] {
  const references = batch?.references ?? []
  return longWords([partyName ?? '', ...ownReferences, ...documentNumbers, ...references])
}

function longWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => foldText(text).split(' '))
  return [...new Set(words)].filter((word) => word.length >= wordLengthMin)
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
