import { codeRun, trimCode } from '#app/reading/candidates/code_text'
import { withTailBelow } from '#app/reading/fields/numbers/broken_numbers'
import { isOfRows } from '#app/reading/fields/numbers/number_owner'
import type { NumberCandidate } from '#app/reading/fields/numbers/number_series'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { valuesBeside } from '#app/reading/fields/values_beside_label'
import type { LabelHit } from '#app/reading/labels/find_labels'
import { amountKinds } from '#app/reading/labels/label_kinds'
import type { Segment, Word } from '#app/reading/layout/layout_types'
import { unitsHigh } from '#app/reading/layout/page_geometry'
import { placeOf, relatedLabels } from '#app/reading/layout/relations'
import { compact } from '#app/reading/pages/text_forms'

const ownReference =
  /^(ref|refn|referencia|reference|referenz|riferimento|kenmerk|(our|nuestra|n|unser|unsere|notre|nos|ons|nostro|nossa|nostra)(ref|refn|reference|referencia|zeichen|referenz|kenmerk|riferimento))$/
const paymentReference =
  /^(verwendungszweck|zahlungsreferenz|(concepto|referencia)(de|dela)?(pago|transferencia)|paymentreference|paymentref|referencepaiement|referencedepaiement|betalingskenmerk|causale|causalebonifico)$/
const referenceScore = { own: 0.42, payment: 0.36 }
const headShare = 0.36
const labelReachHeights = 14
const digitsMin = 4
const prefix = /^(RE|RG|R|INV|IN|I|F|FA|FAC|FC|FT|FV|AR|BR|TK|T|NC|CN|GS|GU)[-/ ]?\d/i
const wordsMax = 3

/**
 * Numbers that no label of the invoice's number names, weaker than any that one does: a reference of one's own
 * ("Our ref HF/2026/0093"), one asked for with the payment, a series with its number ("Serie P · P-26/00915"), a code alone
 * in the head of the page ("RE-2025-00287" in large print).
 */
export function unlabelledNumbers(material: ReadingMaterial): NumberCandidate[] {
  return [...ofReferences(material), ...ofSeries(material), ...ofHead(material)]
}

function ofReferences(material: ReadingMaterial): NumberCandidate[] {
  return material.layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => {
      // "Ref.  Descripción  Cant.  Importe": the references of goods.
      if (isOfRows({ page: line.page, line: line.index }, material)) return []
      for (let count = Math.min(wordsMax, segment.words.length); count > 0; count -= 1) {
        const words = segment.words.slice(0, count)
        const text = compact(words.map((word) => word.text).join(''))
        const isOwn = ownReference.test(text)
        if (!paymentReference.test(text) && !(isOwn && isInHead(segment, material, 0.5))) continue
        const label = labelOf(words, segment, text)
        const score = isOwn ? referenceScore.own : referenceScore.payment
        return valuesBeside(label, material).map((value) =>
          toCandidate(value.words, score * value.relation, label)
        )
      }
      return []
    })
  )
}

/** "Serie P · P-26/00915", "Serie A / 118": what follows the letters of the series behind a sign. */
function ofSeries(material: ReadingMaterial): NumberCandidate[] {
  return material.labels
    .filter((label) => label.text === 'serie')
    .flatMap((label) => {
      const words = material.layout.lines[label.line]?.words ?? []
      const at = words.indexOf(label.words.at(-1) as Word) + 1
      const [series, sign] = words.slice(at, at + 2)
      if (!series || !/^[A-Z0-9]{1,4}$/.test(series.text) || !/^[·|/–—-]$/.test(sign?.text ?? '')) return []
      const run = codeRun(words, at + 2)
      if (run.length === 0) return []
      const isWhole = run[0]?.text.startsWith(series.text)
      return [toCandidate(isWhole ? run : [series, ...run], 0.55, label)]
    })
}

/** A code alone in the head of the first page that nothing names as something else. */
function ofHead(material: ReadingMaterial): NumberCandidate[] {
  const { layout } = material
  return layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => {
      const first = codeRun(segment.words, 0)
      if (first.length === 0 || first.length !== segment.words.length) return []
      if (!isInHead(segment, material, headShare) || segment.words[0]?.isTurned) return []
      const run = /[-/]$/.test(segment.text) ? withTailBelow(first, material) : first
      const text = run.map((word) => trimCode(word.text)).join('')
      if (
        (text.match(/\d/g) ?? []).length < digitsMin ||
        !/[A-Z\-/]/i.test(text) ||
        isNamed(segment, material)
      )
        return []
      const isLarge = segment.y1 - segment.y0 > layout.textHeight * 1.25
      const score =
        0.2 + (isLarge ? 0.1 : 0) + (prefix.test(text) ? 0.1 : 0) + (/(^|\D)(20)?2\d\D/.test(text) ? 0.08 : 0)
      return score < 0.28 ? [] : [toCandidate(run, score, labelOf([], segment, ''))]
    })
  )
}

/** Whether a label stands near beside or right over a code: it is what that one says. */
function isNamed(segment: Segment, { labels, layout }: ReadingMaterial): boolean {
  const kinds = labels
    .flatMap((one) => one.kinds)
    .filter((kind) => !amountKinds.includes(kind) && !/title/i.test(kind))
  return relatedLabels(placeOf(segment.words, segment.line), labels, layout, kinds).some(
    ({ relation, strength, label }) =>
      strength > 0.5 &&
      relation !== 'below' &&
      segment.x0 - label.x1 < labelReachHeights * layout.textHeight &&
      (relation !== 'above' || segment.y0 - label.y1 < 2 * layout.textHeight)
  )
}

function isInHead(segment: Segment, { layout }: ReadingMaterial, share: number): boolean {
  const size = layout.pages[0]
  return (
    segment.page === 0 && size !== undefined && segment.y1 < share * unitsHigh(size, size.quarterTurns ?? 0)
  )
}

function labelOf(words: Word[], segment: Segment, text: string): LabelHit {
  const { line, page } = segment
  const { words: _, ...place } = placeOf(words.length > 0 ? words : segment.words, line)
  return { kinds: [], text, words, segment, ...place, page }
}

function toCandidate(words: Word[], score: number, label: LabelHit): NumberCandidate {
  const text = words
    .map((word) => trimCode(word.text))
    .join(' ')
    .replace(/ ?([-/]) ?/g, '$1')
  return { text, words, score, label, isUnlabelled: true }
}
