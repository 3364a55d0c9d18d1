import { test } from '@japa/runner'
import fc from 'fast-check'
import { FuzzyWords } from '#app/profiles/matching/fuzzy_words'
import { slipsOf } from '#app/profiles/matching/matching_terms'
import { ocrFolded, wordDistance } from '#app/profiles/matching/word_distance'

const LETTERS = 'abc'

/** Every word one slip away. */
function neighbours(word: string): string[] {
  const found: string[] = []
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail) found.push(head + tail.slice(1))
    if (tail.length > 1) found.push(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2))
    for (const letter of LETTERS) {
      found.push(head + letter + tail)
      if (tail) found.push(head + letter + tail.slice(1))
    }
  }
  return found
}

test.group('Words with slips', () => {
  test('the distance is the number of slips that lead from one to the other', ({ assert }) => {
    const word = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 5 })
    fc.assert(
      fc.property(word, word, (from, to) => {
        const one = new Set(neighbours(from))
        const two = new Set([...one].flatMap(neighbours))
        const distance = from === to ? 0 : one.has(to) ? 1 : two.has(to) ? 2 : 3
        assert.equal(wordDistance(from, to, 2), distance, `${from} ${to}`)
      }),
      { seed: 5, numRuns: 1_500 }
    )
  })

  test('the index finds every word that is near enough and no other', ({ assert }) => {
    const word = fc.string({ unit: fc.constantFrom(...'abrnm01ol'), minLength: 5, maxLength: 10 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 30 }), word, (words, token) => {
        const near = words.flatMap((one, index) => {
          const slips = slipsOf(one.length)
          return wordDistance(ocrFolded(one), ocrFolded(token), slips) <= slips ? [index] : []
        })
        assert.sameMembers([...new FuzzyWords(words).find(token)], near)
      }),
      { seed: 6, numRuns: 2_000 }
    )
  })
})
