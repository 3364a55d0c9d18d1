import type { DecimalMark } from '#app/reading/candidates/amount_text'
import { type AmountCandidate, findAmounts, findDecimalMark } from '#app/reading/candidates/find_amounts'
import { type DateCandidate, dayOrderOf, findDates } from '#app/reading/candidates/find_dates'
import { findIbans, type IbanCandidate } from '#app/reading/candidates/find_ibans'
import { findRates, markHeadedRates, type RateCandidate } from '#app/reading/candidates/find_rates'
import { findTaxIds, type TaxIdCandidate } from '#app/reading/candidates/find_tax_ids'
import { withLikelyYears } from '#app/reading/candidates/misread_years'
import { findLabels, type LabelHit } from '#app/reading/labels/find_labels'
import { type Block, buildBlocks } from '#app/reading/layout/blocks'
import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { type LearnedPlace, monthFirst } from '#app/reading/learned/learned_place'
import { fold } from '#app/reading/pages/text_forms'
import type { ReadingContext } from '#app/reading/reading_types'

/** Everything found on the pages of one invoice before anything is decided. */
export type ReadingMaterial = {
  layout: DocumentLayout
  labels: LabelHit[]
  blocks: Block[]
  amounts: AmountCandidate[]
  rates: RateCandidate[]
  dates: DateCandidate[]
  taxIds: TaxIdCandidate[]
  ibans: IbanCandidate[]
  mark: DecimalMark
  foldedText: string
  context: ReadingContext
  /** Where the values of this supplier stood before. */
  learned: readonly LearnedPlace[]
}

/** Dollars, or a town with its state and postcode ("Austin, TX 78756"). */
const american =
  /(\bus\$|\$)\s?\d|, (al|ak|az|ar|ca|co|ct|de|fl|ga|hi|id|il|in|ia|ks|ky|la|me|md|ma|mi|mn|ms|mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy) \d{5}(-\d{4})?\b/

export function gatherMaterial(layout: DocumentLayout, context: ReadingContext): ReadingMaterial {
  const foldedText = fold(layout.lines.map((line) => line.text).join('\n'))
  const mark = findDecimalMark(layout)
  const labels = findLabels(layout)
  const learned = context.known?.places ?? []
  const isAmerican =
    learned.some((place) => place.format === monthFirst) || (american.test(foldedText) && mark === '.')
  const dates = findDates(layout, dayOrderOf(layout, isAmerican))
  return {
    layout,
    labels,
    blocks: buildBlocks(layout),
    amounts: findAmounts(layout, mark),
    rates: markHeadedRates(findRates(layout), labels, layout),
    dates: layout.source === 'recognised' ? withLikelyYears(dates) : dates,
    taxIds: findTaxIds(layout),
    ibans: findIbans(layout),
    mark,
    foldedText,
    context,
    learned,
  }
}
