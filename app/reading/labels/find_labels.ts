import { compoundKinds } from '#app/reading/labels/compound_labels'
import { exactLabelKinds, labelLettersMax, nearLabelKinds } from '#app/reading/labels/label_index'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import { withStackedLabels } from '#app/reading/labels/stacked_labels'
import type { DocumentLayout, Line, Segment, Word } from '#app/reading/layout/layout_types'
import { extentOf } from '#app/reading/layout/page_geometry'
import { compact, fold } from '#app/reading/pages/text_forms'

export type LabelHit = {
  kinds: LabelKind[]
  text: string
  words: Word[]
  segment: Segment
  line: number
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Whether a label is all that its segment prints. */
export function isAloneInSegment({ segment, words }: LabelHit): boolean {
  return segment.words.length === words.length
}

const wordsPerLabelMax = 7
/** "Handelsrechnung (380) Nr.": the code of the document type inside a label; other figures are never part of one. */
const typeCode = /^\(\d{3}\)$/

/** "Total (21 % IVA incluido)", "Summe inkl. 19 % MwSt.": the rate inside what says whether the tax is in. */
const including = /^(incl|inkl|einschl|excl|exkl|compr|mwst|ust|umsatz|btw|vat|tva|iva)/i
const rateInside = /^\(?(\d{1,2}([.,]\d{1,2})?\s?%?|%)$/

/** "Beitrag ohne Versicherungsteuer", "Importe sin impuestos": a tax that is not in names a base. */
const without =
  /^\(?(ohne|vor|exkl|exklusive|sin|sans|hors|excl|excluding|exclusief|zonder|without|ex|before|senza|esclusa|sem|sense|gabe)\.?$/i
const base: LabelKind[] = ['base']

/** "1.V.A.", "1RPF", "1.G.LC.": the I of a tax taken for a figure. */
const misreadTax = /^1(va|rpf|g[il1]c|psi|ban)/

/** Finds every label of the document; of overlapping ones the longest stays. */
export function findLabels(layout: DocumentLayout): LabelHit[] {
  const hits = layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) => labelsOf(segment, line, layout.source))
  )
  return withStackedLabels(hits, layout)
}

function labelsOf(segment: Segment, line: Line, source: DocumentLayout['source']): LabelHit[] {
  const hits: LabelHit[] = []
  let start = 0
  while (start < segment.words.length) {
    const hit = longestAt(segment, start, line, source)
    if (hit) hits.push(hit)
    start += hit ? hit.words.length : 1
  }
  return hits
}

function longestAt(
  segment: Segment,
  start: number,
  line: Line,
  source: DocumentLayout['source']
): LabelHit | null {
  const longest = Math.min(wordsPerLabelMax, segment.words.length - start)
  for (let count = longest; count > 0; count -= 1) {
    const words = segment.words.slice(start, start + count)
    // "PO-" over "216294" is the series of a number, no label.
    if (count === 1 && /^[A-Z]{1,4}[-/]$/.test(words[0]?.text ?? '')) continue
    if (source === 'recognised' && count > 1 && isSeries(words.at(-1), segment.words[start + count])) continue
    // "€ de IVA" behind an amount: its sign is no part of the label.
    if (/^\p{Sc}$/u.test(words[0]?.text ?? '')) continue
    const isIncluding = including.test(words.at(-1)?.text ?? '')
    const texts = words
      .filter(
        (word, index) =>
          index === 0 ||
          index === count - 1 ||
          !(typeCode.test(word.text) || (isIncluding && rateInside.test(word.text)))
      )
      .map((word, index) =>
        source === 'recognised' ? readNumberWord(word.text, index === 0 && count > 1) : word.text
      )
    const text = compact(texts.join(''))
    const opensWithFigure = /^\d(?!l)/.test(text) && !(source === 'recognised' && misreadTax.test(text))
    if (text === '' || text.length > labelLettersMax || opensWithFigure) continue
    if (compact(words.at(-1)?.text ?? '') === '' && count > 1) continue
    // A lone per cent sign is a header only when it stands alone; after a figure it is part of the rate.
    if (text === '%' && segment.words.length > 1) continue
    // "Factura de alquiler" is no misread "Facturada".
    const endsOpen = count > 1 && /^(de|del|d['’]|of|du|di|da|van)$/i.test(words.at(-1)?.text ?? '')
    const found = kindsOf(text, count, texts, endsOpen ? 'text' : source)
    const isTax = found.includes('tax')
    // What the price of a policy or of fuel holds is charged like any other part of it.
    if (isTax && otherTax.test(followOf(segment, start + count))) continue
    const kinds = isTax && without.test(segment.words[start - 1]?.text ?? '') ? base : found
    if (kinds.length > 0) {
      return { kinds, text, words, segment, line: line.index, page: line.page, ...extentOf(words) }
    }
  }
  return null
}

/** "Impuesto s/ primas de seguro", "Impuesto especial sobre hidrocarburos", "Impuesto sobre la electricidad". */
const otherTax =
  /^((s|sobre|de|del|la|las|el|los|ley)\W* )*(primas?|hidrocarburos|electric\w*|especial(es)?|matriculacion|envases|labores|alcohol\w*|actividades)\b/
const followWords = 4

function followOf({ words }: Segment, from: number): string {
  return fold(
    words
      .slice(from, from + followWords)
      .map((word) => word.text)
      .join(' ')
  )
}

/** "Fatura Simplificada FS 1/553": letters right before a number are its series, no misread end of the label. */
function isSeries(word: Word | undefined, next: Word | undefined): boolean {
  return (
    /^([A-MO-Z][A-Z]{0,2}|NC)$/.test(word?.text ?? '') &&
    /^\d/.test(next?.text ?? '') &&
    compact(word?.text ?? '') !== 'de'
  )
}

/** Recognition makes "N?2", "N”", "NE" and "N9%:" of "N.º": all stand for the word number. */
function readNumberWord(text: string, isFirst: boolean): string {
  if (isFirst && /^N[EeSsPpaA]$/.test(text)) return 'n'
  return /^[Nn][0-9?*"'”“°º%.:]{1,3}$/.test(text) ? 'n' : text
}

function kindsOf(
  text: string,
  count: number,
  texts: string[],
  source: DocumentLayout['source']
): LabelKind[] {
  const exact = exactLabelKinds(text)
  if (exact.length > 0) return exact
  const near = source === 'recognised' ? misreadKinds(text, texts) : []
  return near.length > 0 ? near : compoundKinds(text, count)
}

function misreadKinds(text: string, texts: string[]): LabelKind[] {
  const short =
    text.length <= 6
      ? exactLabelKinds(text.replace(/^[l1|]+(?=[a-z])/, 'i').replace(/(?<=^i[a-z]?)l/, 'i'))
      : []
  return short.length > 0 || /\d/.test(text) ? short : nearLabelKinds(texts.map(compact))
}
