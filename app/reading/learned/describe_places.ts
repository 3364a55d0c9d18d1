import { readDateText } from '#app/reading/candidates/date_text'
import { type AmountCandidate, findAmounts, findDecimalMark } from '#app/reading/candidates/find_amounts'
import { findDates } from '#app/reading/candidates/find_dates'
import type { DocumentLayout, Word } from '#app/reading/layout/layout_types'
import { toPageBox } from '#app/reading/layout/page_geometry'
import { type Place, placeOf } from '#app/reading/layout/relations'
import { labelsBeside } from '#app/reading/learned/label_beside'
import {
  type LearnedPlace,
  monthFirst,
  numberShape,
  type PlacedField,
} from '#app/reading/learned/learned_place'
import { type PageText, toLayout } from '#app/reading/pages/page_text'
import type { ReadPage } from '#app/reading/reading_types'

/** What the fields of an invoice are after people looked at it; days are ISO, amounts minor units. */
export type ConfirmedValues = {
  invoiceNumber?: string | null
  issueDate?: string | null
  dueDate?: string | null
  total?: number | null
  taxBase?: number | null
  withholding?: number | null
  lineAmounts?: number[]
}

const runWordsMax = 6
const placesPerFieldMax = 2

/** Where the confirmed values stand on the pages that were read; values that are not printed give nothing. */
export function describePlaces(pages: ReadPage[], values: ConfirmedValues): LearnedPlace[] {
  const layout = layoutOf(pages)
  const amounts = findAmounts(layout, findDecimalMark(layout))
  const describe = (field: PlacedField, places: Place[], format = '') =>
    choose(places.map((place) => toLearned(field, place, format, layout, amounts)))
  return [
    ...(values.invoiceNumber
      ? describe('invoiceNumber', runsOf(values.invoiceNumber, layout), numberShape(values.invoiceNumber))
      : []),
    ...dated('issueDate', values.issueDate, layout).flatMap(([places, format]) =>
      describe('issueDate', places, format)
    ),
    ...dated('dueDate', values.dueDate, layout).flatMap(([places, format]) =>
      describe('dueDate', places, format)
    ),
    ...describe('total', ofValue(amounts, values.total)),
    ...describe('taxBase', ofValue(amounts, values.taxBase)),
    ...describe('withholding', ofValue(amounts, values.withholding)),
    ...describe('lineAmount', ofValue(amounts, values.lineAmounts?.[0])).slice(0, 1),
  ]
}

/** The words of pages as they were kept, as the reader wants them. */
export function layoutOf(pages: ReadPage[]): DocumentLayout {
  const texts = pages.map(({ width, height, words }): PageText => {
    const unitsHigh = (1000 * height) / width
    return {
      size: { width, height },
      image: null,
      pieces: words.map(({ text, box, confidence }) => ({
        text,
        confidence,
        isTurned: false,
        x0: box[0] * 1000,
        y0: box[1] * unitsHigh,
        x1: box[2] * 1000,
        y1: box[3] * unitsHigh,
      })),
    }
  })
  return toLayout(texts)
}

function ofValue(amounts: AmountCandidate[], value: number | null | undefined): Place[] {
  return value ? amounts.filter((amount) => Math.abs(amount.value) === Math.abs(value)) : []
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Runs of words of one line that read as the number, punctuation aside. */
function runsOf(number: string, layout: DocumentLayout): Place[] {
  const wanted = plain(number)
  return layout.lines.flatMap((line) =>
    line.words.flatMap((_, start) => {
      for (let count = 1; count <= Math.min(runWordsMax, line.words.length - start); count += 1) {
        const run = line.words.slice(start, start + count)
        const text = plain(run.map((word: Word) => word.text).join(''))
        if (text === wanted && plain(run[0]?.text ?? '') !== '') return [placeOf(run, line.index)]
        if (!wanted.startsWith(text)) break
      }
      return []
    })
  )
}

/** The places of a day, read day first and, where only that fits, month first. */
function dated(
  _field: PlacedField,
  day: string | null | undefined,
  layout: DocumentLayout
): [Place[], string][] {
  if (!day) return []
  const dayFirst = findDates(layout, 'day-first').filter((date) => date.day === day)
  if (dayFirst.length > 0) return [[dayFirst, '']]
  const turned = findDates(layout, 'month-first').filter(
    (date) => date.day === day && readDateText(date.text, 'day-first') !== day
  )
  return turned.length > 0 ? [[turned, monthFirst]] : []
}

function toLearned(
  field: PlacedField,
  place: Place,
  format: string,
  layout: DocumentLayout,
  amounts: AmountCandidate[]
): LearnedPlace {
  const labels = labelsBeside(place, layout, amounts)
  const best = labels[0]
  const [x, y] = pointOf(field, place, layout)
  return {
    field,
    label: best?.label ?? '',
    relation: best?.relation ?? null,
    page: place.page,
    x,
    y,
    format,
  }
}

/** Left edge, or right edge for amounts, and middle of a value as fractions of its page. */
export function pointOf(field: PlacedField, place: Place, layout: DocumentLayout): [number, number] {
  const size = layout.pages[place.page]
  if (!size) return [0, 0]
  const [x0, y0, x1, y1] = toPageBox(place, size)
  const isAmount = field !== 'invoiceNumber' && field !== 'issueDate' && field !== 'dueDate'
  return [isAmount ? x1 : x0, (y0 + y1) / 2]
}

/** Of several places those with a label, the one furthest down last: totals are repeated on stubs. */
function choose(places: LearnedPlace[]): LearnedPlace[] {
  const labelled = places.filter((place) => place.label !== '')
  const best = labelled.length > 0 ? labelled : places
  const byLabel = new Map(best.map((place) => [`${place.relation}|${place.label}`, place]))
  return [...byLabel.values()].slice(0, placesPerFieldMax)
}
