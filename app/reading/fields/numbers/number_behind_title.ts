import { codeRun, trimCode } from '#app/reading/candidates/code_text'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { fold } from '#app/reading/pages/text_forms'

const titles: readonly LabelKind[] = ['title', 'creditTitle', 'simplifiedTitle', 'invoiceNumber']
const wordsBetweenMax = 7
const bareWordsMax = 3
const gapHeights = 8
const sign = /^[—–\-:·|#/]+$|^(n|no|nr|num|numero|number|nummer|numer)[.:ºo°]*$|^(lautet|ist|is|es|est)$/
/** "Factura de 3 noches", "Rechnung für 12 Monate": the figure behind these is no number of the document. */
const measure =
  /^(de|del|d|para|por|of|for|fur|uber|mit|bis|von|vom|des|du|di|da|van|voor|zu|zum|zur|a|al|en|im|am|ab|per|pour|sur|dal|der|y|und|and|et|e|pag|pagina|seite|page|hoja|blatt|mes|periodo|version|nota)$/
const other: readonly LabelKind[] = [
  'taxId',
  'customerTaxId',
  'iban',
  'customer',
  'provider',
  'issueDate',
  'genericDate',
  'dueDate',
  'otherDate',
]

/**
 * A number parted from the name of its document by words that tell which kind of document it is; `isShared` when they
 * might be what it counts ("Factura final de obra n.º 14-B").
 */
export type NumberBehindTitle = { words: Word[]; relation: number; between: string; isShared: boolean }

/**
 * "Factura final de obra n.º 14-B/2026", "Factura de servicios — VG/10/2026-0771", "Factura (copia) 2026-118": behind
 * the words that say which invoice it is, the number with its sign, or a plain code after few words.
 */
export function numberBehindTitle(label: LabelHit, material: ReadingMaterial): NumberBehindTitle | null {
  if (!label.kinds.some((kind) => titles.includes(kind))) return null
  const line = material.layout.lines[label.line]?.words ?? []
  const rest = line.slice(line.indexOf(label.words.at(-1) as Word) + 1)
  const between: string[] = []
  let [isSigned, isShared] = [false, false]
  for (const [index, word] of rest.entries()) {
    const previous = rest[index - 1] ?? (label.words.at(-1) as Word)
    if (between.length > wordsBetweenMax || word.x0 - previous.x1 > gapHeights * material.layout.textHeight)
      return null
    const text = fold(trimCode(word.text))
    if (begins(word, other, material)) return null
    isShared ||= begins(word, ['otherNumber'], material)
    if (sign.test(fold(word.text))) {
      isSigned = true
      // "Die Rechnungsnummer für diesen Vorgang lautet M-1675"
      isShared &&= !label.kinds.includes('invoiceNumber')
      continue
    }
    const run = measure.test(between.at(-1) ?? '') && !isSigned ? [] : codeRun(rest, index)
    if (run.length > 0 && (isSigned || (isPlainCode(run, between) && !isShared)))
      return {
        words: run,
        relation: isShared ? 0.5 : isSigned ? 0.95 : 0.85,
        between: between.join(' '),
        isShared,
      }
    isSigned = /[:—–]$/.test(word.text)
    between.push(text)
  }
  return null
}

function isPlainCode(run: Word[], between: string[]): boolean {
  const text = run.map((word) => word.text).join('')
  return (
    between.length <= bareWordsMax && (text.match(/\d/g) ?? []).length >= 2 && !/^(19|20)\d\d$/.test(text)
  )
}

/** "Factura pedido nº 55": the number is of what its own label names. */
function begins(word: Word, kinds: readonly LabelKind[], { labels }: ReadingMaterial): boolean {
  return labels.some((one) => one.words[0] === word && one.kinds.some((kind) => kinds.includes(kind)))
}

/** Whether a title is a heading, alone or among others, and no word of running text ("RECIBO DOMICILIADO. Le será …"). */
export function isHeading({ segment, words }: LabelHit, { labels }: ReadingMaterial): boolean {
  const rest = segment.words.filter((word) => !words.includes(word))
  const isOfLabel = (word: Word) => labels.some((one) => one.words.includes(word))
  if (rest.every((word) => isOfLabel(word) || !/\p{L}/u.test(word.text) || /^\(.*\)$/.test(word.text)))
    return true
  return segment.words[0] === words[0] && rest.length <= bareWordsMax
}
