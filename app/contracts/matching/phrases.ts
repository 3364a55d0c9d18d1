import { foldText } from '#app/kernel/text/similarity'

/** Words that say nothing alone: articles, prepositions, legal forms (area 04 §4.1). */
const STOP_WORDS: ReadonlySet<string> = new Set('de la el los las y en por para del al con sl sa'.split(' '))
const SINGULAR_LENGTH_MIN = 5

/** The words of a text as they are compared: folded, in a light singular ("Sábanas" and "sabana" are one word). */
export function wordsOf(text: string): string[] {
  return foldText(text).split(' ').filter(Boolean).map(singular)
}

/** Final `es` after a consonant and final `s` after a vowel, of words of five letters or more (area 04 §4.1). */
function singular(word: string): string {
  if (word.length < SINGULAR_LENGTH_MIN || /\d/.test(word)) return word
  if (/[^aeiou]es$/.test(word)) return word.slice(0, -2)
  return /[aeiou]s$/.test(word) ? word.slice(0, -1) : word
}

/** Whether the phrase stands in the text, word by word and in its order; a phrase of stop words never does. */
export function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0 || phrase.every((word) => STOP_WORDS.has(word))) return false
  for (let at = 0; at + phrase.length <= words.length; at++) {
    if (phrase.every((word, index) => words[at + index] === word)) return true
  }
  return false
}
