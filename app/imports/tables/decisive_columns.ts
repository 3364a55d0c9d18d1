import {
  isCurrencyHeading,
  isFeeHeading,
  isSignHeading,
  isStateHeading,
} from '#app/imports/tables/decisive_headings'
import { areDirections } from '#app/imports/tables/direction_words'
import { areStates } from '#app/imports/tables/row_states'
import type { TableRow } from '#app/imports/tables/table_row'
import { isDayCell, isFigureCell } from '#app/imports/tables/table_shape'
import { foldText } from '#app/kernel/text/similarity'

/** Where a table says whether a row happened, which way its money went, what that cost and which money it is. */
export type DecisivePlaces = {
  state?: number
  sign?: number
  signName?: string
  fee?: number
  currency?: number
}

/** Finds them by their headings or by what stands in them, in columns that stand for nothing else. */
export function findDecisive(
  names: readonly string[],
  body: readonly TableRow[],
  taken: ReadonlySet<number>
): DecisivePlaces {
  const folded = names.map(foldText)
  const free = names.flatMap((_, place) => (taken.has(place) ? [] : [place]))
  const cellsAt = (place: number) => body.map(({ cells }) => (cells[place] ?? '').trim())
  const isOfWords = (place: number) => !cellsAt(place).some((cell) => isDayCell(cell) || isFigureCell(cell))
  const state =
    free.find((place) => isStateHeading(folded[place] ?? '')) ??
    free.find((place) => isOfWords(place) && areStates(cellsAt(place)))
  const sign =
    free.find((place) => place !== state && isSignHeading(folded[place] ?? '')) ??
    free.find(
      (place) => place !== state && isOfWords(place) && areDirections(cellsAt(place), names[place] ?? '')
    )
  const fee = free.find((place) => isFeeHeading(folded[place] ?? ''))
  const currency = free.find((place) => isCurrencyHeading(folded[place] ?? ''))
  return {
    ...(state === undefined ? {} : { state }),
    ...(sign === undefined ? {} : { sign, signName: names[sign] ?? '' }),
    ...(fee === undefined ? {} : { fee }),
    ...(currency === undefined ? {} : { currency }),
  }
}
