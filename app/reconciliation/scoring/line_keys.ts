import { foldText } from '#app/kernel/text/similarity'
import type { LineFacts } from '#app/reconciliation/scoring/match_types'

const wordLengthMin = 4
const wordsMax = 60
const keyWordsMax = 6
const keyLengthMin = 4
const keyLengthMax = 40

const knownMax = 50_000
const known = new Map<string, string>()

/** A number (of a document, of a payment) as `numberKeys` writes it: folded, without blanks. Remembered: a run compares the same ones over and over. */
export function numberKey(number: string): string {
  const before = known.get(number)
  if (before !== undefined) return before
  if (known.size >= knownMax) known.clear()
  const key = foldText(number).replaceAll(' ', '')
  known.set(number, key)
  return key
}

/**
 * Everything in the text of a movement that could be a number, written as `numberKey`: up to six neighbouring words
 * joined, where there is a figure in them. A bare year is none.
 */
export function numberKeys({ normText, endToEndId }: Pick<LineFacts, 'normText' | 'endToEndId'>): string[] {
  const keys = new Set<string>(endToEndId ? [numberKey(endToEndId)] : [])
  const words = normText.split(' ').slice(0, wordsMax)
  for (let from = 0; from < words.length; from++) {
    let key = ''
    for (const word of words.slice(from, from + keyWordsMax)) {
      key += word
      if (key.length > keyLengthMax) break
      if (key.length >= keyLengthMin && /\d/.test(key) && !/^(19|20)\d\d$/.test(key)) keys.add(key)
    }
  }
  return [...keys]
}

/** Words of a text that may be part of a name: of four letters or more, without figures. */
export function nameWords(text: string): string[] {
  const words = foldText(text).split(' ').slice(0, wordsMax)
  return [...new Set(words)].filter((word) => word.length >= wordLengthMin && !/\d/.test(word))
}
