import type { Word } from '#app/reading/layout/layout_types'

/** Where a word stands in a run, -1 when it does not or there is none. */
export function indexOfWord(words: Word[], word: Word | undefined): number {
  return word ? words.indexOf(word) : -1
}
