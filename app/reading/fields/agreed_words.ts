import { trimCode } from '#app/reading/candidates/code_text'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'

/** What a word is worth that both engines read alike, that one alone saw, that they read differently. */
const worth = { both: 1, one: 0.75, differ: 0.4 }

/**
 * How far engines agree on the words of a value that no sum and no control digit proves, 0 to 1. What the document prints
 * the same way in a second place was read twice.
 */
export function agreementOn(words: readonly Word[], layout: DocumentLayout): number {
  return Math.min(
    ...words.map((word) => {
      const own = worth[word.agreement ?? 'both']
      return own < 1 && isPrintedAgain(word, layout) ? 1 : own
    })
  )
}

const lettersMin = 4

function isPrintedAgain(word: Word, layout: DocumentLayout): boolean {
  const text = trimCode(word.text)
  return (
    text.length >= lettersMin && layout.words.some((other) => other !== word && trimCode(other.text) === text)
  )
}
