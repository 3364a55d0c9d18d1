import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { Word } from '#app/reading/layout/layout_types'
import { overlapOf } from '#app/reading/layout/page_geometry'
import { indexOfWord } from '#app/reading/layout/word_runs'

/** What may be the number of the invoice, beside the label that names it if one does. */
export type NumberCandidate = {
  text: string
  words: Word[]
  score: number
  label: LabelHit
  isUnlabelled?: boolean
}

/** "Serie", "N.º de serie"; recognition now and then reads a scrap of a frame before the word. */
export const seriesLabel = /^(num|numero|(?!id)[a-z]{1,2})?(de)?serie[sn]?$/
const seriesLettersMax = 6

/** The series when it is printed apart, under or after a label of its own beside the number's. */
export function seriesOf(best: NumberCandidate, material: ReadingMaterial): Word[] {
  const first = best.words[0]
  if (!first) return []
  const label =
    seriesOfLabel(best.label) ??
    material.labels.find(
      (one) =>
        one.page === best.label.page &&
        seriesLabel.test(one.text) &&
        Math.min(Math.abs(one.y0 - best.label.y0), Math.abs(one.y1 - best.label.y1)) <
          material.layout.textHeight &&
        one.x1 <= best.label.x0 + 2
    )
  if (!label) {
    const after = seriesAfter(best, material)
    if (after.length > 0) return after
    const stacked = stackedSeries(best, material)
    return stacked.length > 0 ? stacked : seriesElsewhere(best, material)
  }
  const isUnder = first.y0 > best.label.y1 - 2
  const candidates = material.layout.words.filter(
    (word) =>
      word.page === first.page &&
      Math.abs(word.y0 - first.y0) < material.layout.textHeight * 0.6 &&
      word.x1 < first.x0 + 1
  )
  const placed = candidates.filter((word) =>
    isUnder
      ? word.x1 > label.x0 - material.layout.textHeight * 2 &&
        word.x0 < label.x1 + material.layout.textHeight * 2
      : word.x0 >= label.x1 && word.x1 <= best.label.x0
  )
  const series = placed.filter(
    (word) => /^[A-Z0-9][A-Z0-9\-/]*$/.test(word.text) && word.text.length <= seriesLettersMax
  )
  return series.length === 1 ? series : []
}

/** "Serie | Número" read as one heading: the first word of it heads the series. */
function seriesOfLabel({ words }: LabelHit): Word | undefined {
  return words.length > 1 && /^serie$/i.test(words[0]?.text ?? '') ? words[0] : undefined
}

/** "FACTURA | SERIE | FECHA" over "4410 | 26 | 05/03/2026": the series under a heading behind that of the number. */
function seriesAfter(best: NumberCandidate, material: ReadingMaterial): Word[] {
  const { labels, layout } = material
  const first = best.words[0]
  const last = best.words.at(-1)
  if (!first || !last || first.y0 <= best.label.y1 - 2) return []
  const label = labels.find(
    (one) =>
      one.page === best.label.page &&
      seriesLabel.test(one.text) &&
      Math.abs(one.y0 - best.label.y0) < layout.textHeight * 0.6 &&
      one.x0 > best.label.x1
  )
  if (!label) return []
  const under = layout.words.filter(
    (word) =>
      word.page === first.page &&
      word.x0 > last.x1 &&
      Math.abs(word.y0 - first.y0) < layout.textHeight * 0.6 &&
      overlapOf([word.x0, word.x1], [label.x0 - layout.textHeight, label.x1 + layout.textHeight]) > 0
  )
  return under.length === 1 && /^[A-Z0-9][A-Z0-9\-/]{0,5}$/.test(under[0]?.text ?? '') ? under : []
}

/** "Serie R" in a cell of its own anywhere in the head, when the number itself has no letter. */
function seriesElsewhere(best: NumberCandidate, material: ReadingMaterial): Word[] {
  if (!/^[\d./-]+$/.test(best.text)) return []
  const inline = material.labels
    .filter((one) => one.page === best.label.page && seriesLabel.test(one.text))
    .flatMap((one) => {
      const line = material.layout.lines[one.line]
      const rest = line?.words.slice(indexOfWord(line.words, one.words.at(-1)) + 1) ?? []
      const next = rest.find((word) => word.text !== ':')
      const isLabel = material.labels.some((other) => next !== undefined && other.words.includes(next))
      const isSeries = next && !isLabel && /^[A-Z0-9][A-Z0-9\-/]{0,4}$/.test(next.text)
      return isSeries && !best.words.includes(next) ? [next] : []
    })
  return inline.length === 1 ? inline : []
}

/** "SERIE" over "R", and below both "NÚMERO" over "267417": labels and values by turns down a column. */
function stackedSeries(best: NumberCandidate, material: ReadingMaterial): Word[] {
  const { layout, labels } = material
  const first = best.words[0]
  const reach = 6 * layout.textHeight
  const label = labels.find(
    (one) =>
      one.page === best.label.page &&
      seriesLabel.test(one.text) &&
      Math.abs(one.x0 - best.label.x0) < layout.textHeight &&
      one.y1 <= best.label.y0 &&
      best.label.y0 - one.y1 < reach
  )
  if (!label || !first || first.y0 <= best.label.y1 - 2) return []
  const between = layout.lines
    .filter((line) => line.page === label.page && line.y0 >= label.y1 - 2 && line.y1 <= best.label.y0 + 2)
    .flatMap((line) => line.segments)
    .filter((segment) => Math.abs(segment.x0 - label.x0) < layout.textHeight)
  const series = between.flatMap((segment) => segment.words)
  return series.length === 1 && /^[A-Z0-9][A-Z0-9\-/]{0,5}$/.test(series[0]?.text ?? '') ? series : []
}
