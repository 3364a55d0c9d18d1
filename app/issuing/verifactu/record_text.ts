import { DateTime } from 'luxon'
import { decimalText } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Cents as an amount of a record: always a point and two decimals. */
export const amountText = (minor: number): string => decimalText(minor, 'EUR')

/** A rate in basis points as a record has it: `21.00`. */
export const rateText = (basisPoints: number): string => decimalText(basisPoints, 'EUR')

/** A day as a record has it: DD-MM-YYYY. */
export const dayText = (day: CalendarDate): string => `${day.slice(8)}-${day.slice(5, 7)}-${day.slice(0, 4)}`

/** Where a company issues, by its territory: the hour of a record is told with the offset of the place (art. 8 of the order). */
const ZONES: Readonly<Record<string, string>> = { canarias: 'Atlantic/Canary' }

/** An instant as a record has it, to the second and with the offset of the place: `2027-01-02T10:00:00+01:00`. */
export const instantText = (instant: Date, territory: string): string =>
  DateTime.fromJSDate(instant, { zone: ZONES[territory] ?? 'Europe/Madrid' }).toFormat(
    "yyyy-MM-dd'T'HH:mm:ssZZ"
  )

/** Marks that AEAT takes in no text (error 1287), by what stands for them. */
const REPLACED: Readonly<Record<string, string>> = { '<': '(', '>': ')', '"': '”', "'": '’', '=': '-' }

/** A name or a description as a record may hold it: without the five marks that are refused, cut to its length. */
export const recordText = (text: string, lengthMax: number): string =>
  text
    .replaceAll(/[<>"'=]/g, (mark) => REPLACED[mark] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, lengthMax)
    .trim()
