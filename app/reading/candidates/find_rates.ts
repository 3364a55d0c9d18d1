import type { LabelHit } from '#app/reading/labels/find_labels'
import type { DocumentLayout, Line, Word } from '#app/reading/layout/layout_types'
import { headsInOrder, type Place, placeOf } from '#app/reading/layout/relations'

export type RateCandidate = Place & { rate: number; isMarked: boolean }

const headingReachHeights = 12

/** Every tax rate of the document: numbers with a per cent sign, and bare small numbers as weak ones. */
export function findRates(layout: DocumentLayout): RateCandidate[] {
  return layout.lines.flatMap((line) =>
    line.segments.flatMap((segment) =>
      segment.words.flatMap((word, index) =>
        rateAt(segment.words, word, index, line, layout.source === 'recognised')
      )
    )
  )
}

/** A bare number under a heading such as "% IVA" or "Tipo" is as good as one with its sign. */
export function markHeadedRates(
  rates: RateCandidate[],
  labels: LabelHit[],
  layout: DocumentLayout
): RateCandidate[] {
  const headings = labels.filter((label) => label.kinds.includes('rate'))
  const isUnder = (rate: RateCandidate, label: LabelHit) =>
    label.page === rate.page &&
    label.y1 <= rate.y0 + 2 &&
    rate.y0 - label.y1 < headingReachHeights * layout.textHeight &&
    Math.min(label.x1, rate.x1) - Math.max(label.x0, rate.x0) > 0
  return rates.map((rate) =>
    rate.isMarked || !headings.some((label) => isUnder(rate, label) || headsInOrder(label, rate, layout))
      ? rate
      : { ...rate, isMarked: true }
  )
}

/** "2196", "10°/o", "4*%": what recognition makes of a per cent sign after the usual rates. */
const misreadPercent =
  /^(21|10|4|5[.,]2|1[.,]4|0[.,]5|7|3|15|19)(96|9%|%6|°\/[o0]|º\/[o0]|[o0]\/[o0]|9\/6|\*%?|\?%)$/

/** "21 por ciento", "19 Prozent", "20 per cent". */
const spelledPercent =
  /^(por ?ciento|por ?cento|por 100|per ?cent|per ?cento|pour ?cent|pour 100|prozent|procent|pct|v\. ?h\.)(?!\p{L})/iu

/** "IVA21%", "IVA(21%)", "@20%", "21%IVA": a rate set tight against the word it belongs to. */
const gluedRate =
  /^[^\d%]{1,14}?(\d{1,2}(?:[.,]\d{1,4})?%)[)\].,;:]*$|^[(@]?(\d{1,2}(?:[.,]\d{1,4})?%)\p{L}[\p{L}.]{1,8}$/u

function rateAt(
  words: Word[],
  word: Word,
  index: number,
  line: Line,
  isRecognised: boolean
): RateCandidate[] {
  const printed = isRecognised ? word.text.replace(misreadPercent, '$1%') : word.text
  const text = printed.replace(gluedRate, '$1$2')
  // "%21": Basque has the sign before the figure.
  const match = /^[([]?[-−+]?(\d{1,2}(?:[.,]\d{1,4})?)\s?(%?)\s?[)\].,;:]*$/.exec(
    text.replace(/^([([]?)%(\d[\d.,]*)/, '$1$2%')
  )
  if (!match) return []
  const next = words[index + 1]
  const isMarked =
    match[2] === '%' ||
    /^%/.test(next?.text ?? '') ||
    /^%$/.test(words[index - 1]?.text ?? '') ||
    spelledPercent.test([next?.text, words[index + 2]?.text].join(' '))
  const rate = Number.parseFloat((match[1] ?? '').replace(',', '.'))
  const own = isMarked && match[2] !== '%' && next && /^%/.test(next.text) ? [word, next] : [word]
  return rate <= 50 ? [{ ...placeOf(own, line.index), rate, isMarked }] : []
}
