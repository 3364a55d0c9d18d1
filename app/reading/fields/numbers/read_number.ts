import { isCutAtJoint } from '#app/reading/candidates/code_text'
import { agreementOn } from '#app/reading/fields/agreed_words'
import { isOtherValue, listNumberCandidates } from '#app/reading/fields/numbers/list_number_candidates'
import { type NumberCandidate, seriesLabel, seriesOf } from '#app/reading/fields/numbers/number_series'
import { unlabelledNumbers } from '#app/reading/fields/numbers/unlabelled_numbers'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import type { LabelHit } from '#app/reading/labels/find_labels'
import type { LabelKind } from '#app/reading/labels/label_kinds'
import type { Word } from '#app/reading/layout/layout_types'
import { toFieldBox } from '#app/reading/layout/page_geometry'
import { placeOf } from '#app/reading/layout/relations'
import { learnedNumbers } from '#app/reading/learned/boosts'
import { emptyField, type ReadField } from '#app/reading/reading_types'

const kindWeights: Partial<Record<LabelKind, number>> = {
  invoiceNumber: 1,
  genericNumber: 0.55,
  title: 0.6,
  creditTitle: 0.62,
  simplifiedTitle: 0.55,
}
/** Receipts of bookings and shops sometimes have no other number than the one of the booking. */
const reservationWeights: Partial<Record<LabelKind, number>> = { otherNumber: 0.5 }
const reservation = /booking|reserva|localizador|orderid|operacion|reservation/
const usableScore = 0.2
/** From here on a label names the number well enough not to look for one that none names. */
const surelyNamed = 0.34
const unlabelledFactor = 0.8

/** The number seems to go on where the reading stopped. */
const cutFactor = 0.6
/** Fitted, not derived: on the development documents a number at 0.6 was right in 19 of 20 cases. */
const calibration = 0.35

/** The number of the invoice, with its series when both are printed together. */
export function readInvoiceNumber(material: ReadingMaterial): ReadField<string> {
  const named = [...listNumberCandidates(material, kindWeights), ...learnedCandidates(material)].toSorted(
    (a, b) => b.score - a.score
  )
  const candidates =
    (named[0]?.score ?? 0) >= surelyNamed
      ? named
      : [
          ...named,
          ...listNumberCandidates(material, reservationWeights).filter((one) =>
            reservation.test(one.label.text)
          ),
          ...unlabelledNumbers(material).filter((one) => !isOtherValue(one.words, false, material)),
        ].toSorted((a, b) => b.score - a.score)
  const best = candidates[0]
  if (!best || best.score < usableScore) return emptyField(0.2)
  const series = seriesOf(best, material)
  const text = [...series.map((word) => word.text), best.text].join(' ')
  const rival = candidates.find((one) => one.text !== best.text)
  const lead = best.score - (rival?.score ?? 0)
  const certainty = 0.35 + 0.4 * Math.min(1, best.score) + 0.25 * Math.min(1, Math.max(0, lead) * 2)
  const confidence = certainty < 0.5 ? certainty : 1 - (1 - certainty) * calibration
  return {
    value: text,
    confidence:
      confidence *
      readingConfidence(best.words, material) *
      (best.isUnlabelled ? unlabelledFactor : 1) *
      (isCut(best, material) || lacksSeries(best, series, material) ? cutFactor : 1),
    method: 'label',
    boxes: toFieldBox([...best.words, ...series], material.layout),
  }
}

/** Numbers of the shape and in the place of this supplier's earlier ones; they outdo what labels alone say. */
function learnedCandidates(material: ReadingMaterial): NumberCandidate[] {
  return learnedNumbers(material).flatMap(({ words, text, line, boost }) => {
    const label = material.labels.find((one) => one.line === line) ?? unnamed(words, line)
    return isOtherValue(words, true, material) ? [] : [{ text, words, score: 0.35 + boost, label }]
  })
}

function unnamed(words: Word[], line: number): LabelHit {
  const { words: _, ...place } = placeOf(words, line)
  const segment = { ...place, words, text: '' }
  return { kinds: [], text: '', words: [], segment, ...place }
}

/** The document names a series, and none was found: a single letter is what recognition loses most. */
function lacksSeries(
  { text }: NumberCandidate,
  series: Word[],
  { labels, layout }: ReadingMaterial
): boolean {
  return (
    layout.source === 'recognised' &&
    series.length === 0 &&
    /^\d+$/.test(text) &&
    labels.some((label) => seriesLabel.test(label.text))
  )
}

function isCut({ words }: NumberCandidate, material: ReadingMaterial): boolean {
  const line = material.layout.lines.find((one) => one.words.includes(words.at(-1) as Word))
  return line !== undefined && isCutAtJoint(words, line.words)
}

function readingConfidence(words: Word[], { layout }: ReadingMaterial): number {
  return 0.55 + 0.45 * Math.min(...words.map((word) => word.confidence), agreementOn(words, layout))
}
