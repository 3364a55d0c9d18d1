import { amountLabels } from '#app/reading/labels/amount_labels'
import { dateLabels } from '#app/reading/labels/date_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { numberAndDateLabels } from '#app/reading/labels/number_and_date_labels'
import { isJointWord, ownWords } from '#app/reading/labels/own_words'
import { partyLabels } from '#app/reading/labels/party_labels'
import { tableLabels } from '#app/reading/labels/table_labels'
import { isWithinEdits } from '#app/reading/pages/text_forms'

export const labelLettersMax = 34
const oneEditFrom = 6
const twoEditsFrom = 11

const kindsByPhrase = new Map<string, LabelKind[]>()
const phrasesByLength = new Map<number, string[]>()

for (const group of [numberAndDateLabels, dateLabels, partyLabels, amountLabels, tableLabels]) {
  for (const [kind, phrases] of Object.entries(group) as [LabelKind, string[]][]) {
    for (const phrase of new Set(phrases)) addPhrase(phrase, kind)
  }
}

function addPhrase(phrase: string, kind: LabelKind): void {
  const kinds = kindsByPhrase.get(phrase)
  if (kinds) {
    if (!kinds.includes(kind)) kinds.push(kind)
    return
  }
  kindsByPhrase.set(phrase, [kind])
  phrasesByLength.set(phrase.length, [...(phrasesByLength.get(phrase.length) ?? []), phrase])
}

/** The kinds of label a compact text may be, none when it is no label. */
export function exactLabelKinds(text: string): LabelKind[] {
  return kindsByPhrase.get(text) ?? []
}

const nearCache = new Map<string, LabelKind[]>()
const nearCacheMax = 50_000

/**
 * The same for the compact words of misread text: one wrong letter in six, two in eleven. What is a word of its own was
 * not misread: "de factura" is no "dt factura", "parcela" no "parcella".
 */
export function nearLabelKinds(words: readonly string[]): LabelKind[] {
  return ownWords.has(words.join('')) ? [] : resemblingKinds(words)
}

/** The kinds of the label that compact words resemble, whether or not they are words of their own. */
export function resemblingKinds(words: readonly string[]): LabelKind[] {
  const text = words.join('')
  if (text.length < oneEditFrom || text.length > labelLettersMax) return []
  const key = words.join(' ')
  const known = nearCache.get(key)
  if (known) return known
  const kinds = findNear(text, words)
  if (nearCache.size < nearCacheMax) nearCache.set(key, kinds)
  return kinds
}

function findNear(text: string, words: readonly string[]): LabelKind[] {
  const [first, last] = [words[0], words.at(-1)].map((word = '') =>
    words.length > 1 && isJointWord(word) ? word : ''
  ) as [string, string]
  for (const limit of text.length >= twoEditsFrom ? [1, 2] : [1]) {
    for (let length = text.length - limit; length <= text.length + limit; length += 1) {
      const phrase = phrasesByLength
        .get(length)
        ?.find((one) => sharesStart(one, text) && isWithinEdits(one, text, limit))
      if (phrase)
        return phrase.startsWith(first) && phrase.endsWith(last) ? (kindsByPhrase.get(phrase) ?? []) : []
    }
  }
  return []
}

/** Cheap filter before the distance is worked out: one of the first three letters must agree in place. */
function sharesStart(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[2] === b[2]
}
