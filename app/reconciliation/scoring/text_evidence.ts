import { normalizeName, setSimilarity, trigrams } from '#app/kernel/text/similarity'
import { numberKey, numberKeys } from '#app/reconciliation/scoring/line_keys'
import type { LineFacts } from '#app/reconciliation/scoring/match_types'

const wordsMax = 60
const skeletonWordsMax = 8

/** What the words of a movement say, read once for all its candidates. */
export type LineText = {
  /** How alike the counterparty and a name are, 0 to 1; by the text where the bank names nobody. */
  nameScore: (name: string) => number
  /**
   * Whether a number (of a document, of a payment) is written in it as words of its own, whatever blanks or signs stand
   * inside. Shorter than four characters, without a figure, or a bare year, it is found by chance and never counts.
   */
  hasNumber: (number: string) => boolean
  /** See `skeletonOf`. */
  skeleton: string
}

export function readLineText(line: LineFacts): LineText {
  const numbers = new Set(numberKeys(line))
  return {
    nameScore: nameScoreOf(line),
    hasNumber: (number) => numbers.has(numberKey(number)),
    skeleton: skeletonOf(line.normText),
  }
}

type PreparedName = {
  text: string
  words: number
  starts: ReadonlySet<string>
  trigrams: ReadonlySet<string>
}

const preparedMax = 20_000
const prepared = new Map<string, PreparedName>()

/** A name as it is compared with texts, made once: a run compares the same few thousand names with every movement. */
function prepare(name: string): PreparedName {
  const known = prepared.get(name)
  if (known) return known
  if (prepared.size >= preparedMax) prepared.clear()
  const text = normalizeName(name)
  const words = text.split(' ')
  const made = {
    text,
    words: words.length,
    starts: new Set(words.map((word) => word.slice(0, 3))),
    trigrams: trigrams(text),
  }
  prepared.set(name, made)
  return made
}

function nameScoreOf({ counterpartyName, normText }: LineFacts): LineText['nameScore'] {
  const known = new Map<string, number>()
  const counterparty = counterpartyName ? prepare(counterpartyName).trigrams : null
  const words = normText.split(' ').slice(0, wordsMax)
  const windows = new Map<string, ReadonlySet<string>>()
  const compare = (wanted: PreparedName) => {
    if (wanted.text === '') return 0
    if (counterparty) return setSimilarity(counterparty, wanted.trigrams)
    let best = 0
    for (let from = 0; from + wanted.words <= words.length; from++) {
      const window = words.slice(from, from + wanted.words)
      // A window that begins no word as the name does is nothing like it: most texts are left here.
      if (!window.some((word) => wanted.starts.has(word.slice(0, 3)))) continue
      const text = window.join(' ')
      const cut = windows.get(text) ?? trigrams(text)
      windows.set(text, cut)
      best = Math.max(best, setSimilarity(cut, wanted.trigrams))
    }
    return best
  }
  return (name) => {
    const score = known.get(name) ?? compare(prepare(name))
    known.set(name, score)
    return score
  }
}

/** What texts of the same kind have in common: their first words without figures ("recibo luz contrato"). */
export function skeletonOf(normText: string): string {
  const words = normText.split(' ').filter((word) => word.length > 1 && !/\d/.test(word))
  return words.slice(0, skeletonWordsMax).join(' ')
}
