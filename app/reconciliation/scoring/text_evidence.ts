import { foldText, normalizeName, trigramSimilarity } from '#app/kernel/similarity'
import type { LineFacts } from '#app/reconciliation/scoring/match_types'

const numberLengthMin = 4
const wordsMax = 60
const skeletonWordsMax = 8

/**
 * Whether a number (of a document, of a payment) is written in a normalised text as words of its own, whatever blanks
 * or signs stand inside it. Shorter than four characters, or a bare year, is found by chance and never counts.
 */
export function containsNumber(normText: string, number: string): boolean {
  const key = foldText(number).replaceAll(' ', '')
  if (key.length < numberLengthMin || /^(19|20)\d\d$/.test(key)) return false
  if (!normText.replaceAll(' ', '').includes(key)) return false
  return new RegExp(`(?:^| )${[...key].join(' ?')}(?: |$)`, 'u').test(normText)
}

/** How alike the counterparty of a movement and a name are, 0 to 1; by its text where the bank names nobody. */
export function nameSimilarity({ counterpartyName, normText }: LineFacts, name: string): number {
  const wanted = normalizeName(name)
  if (wanted === '') return 0
  if (counterpartyName) return trigramSimilarity(normalizeName(counterpartyName), wanted)
  const words = normText.split(' ').slice(0, wordsMax)
  const names = wanted.split(' ')
  // A window that begins no word as the name does is nothing like it: most texts are left here.
  const starts = new Set(names.map((name) => name.slice(0, 3)))
  let best = 0
  for (let from = 0; from + names.length <= words.length; from++) {
    const window = words.slice(from, from + names.length)
    if (!window.some((word) => starts.has(word.slice(0, 3)))) continue
    best = Math.max(best, trigramSimilarity(window.join(' '), wanted))
  }
  return best
}

/** What texts of the same kind have in common: their first words without figures ("recibo luz contrato"). */
export function skeletonOf(normText: string): string {
  const words = normText.split(' ').filter((word) => word.length > 1 && !/\d/.test(word))
  return words.slice(0, skeletonWordsMax).join(' ')
}
