declare const calendarDateBrand: unique symbol

/** A business day without time or zone: a checked `YYYY-MM-DD` text, so that `<` and `>` order it. */
export type CalendarDate = string & { readonly [calendarDateBrand]: true }

const dayMs = 86_400_000

const madridParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Whether the text is an existing day between the years 1000 and 9999 written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): text is CalendarDate {
  const parts = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && isExistingDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** Whether the text is a day that a form or an address may name: one of the years 1900 to 2199, so that counting on from it ends nowhere. */
export function isPlausibleDay(text: string): text is CalendarDate {
  return isCalendarDate(text) && text >= '1900-01-01' && text <= '2199-12-31'
}

/** The day a text names; RangeError when it is not a `YYYY-MM-DD` that exists. For what people type: `parseDay`. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`«${text}» is not a calendar date`)
  return text
}

/** The day of a year, a month (1-12) and a day of the month, or null when there is no such day. */
export function dayOf(year: number, month: number, day: number): CalendarDate | null {
  if (!Number.isInteger(year) || year < 1000 || year > 9999) return null
  return isExistingDay(year, month, day) ? write(year, month, day) : null
}

/** Days in a month (1-12) of a year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export function addDays(day: CalendarDate, days: number): CalendarDate {
  return fromMs(toMs(day) + days * dayMs)
}

/** The same day of another month; when that month is shorter, its last day (31 January + 1 month = 28 or 29 February). */
export function addMonths(day: CalendarDate, months: number): CalendarDate {
  const index = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + months
  const year = Math.floor(index / 12)
  const month = index - year * 12 + 1
  return calendarDate(write(year, month, Math.min(Number(day.slice(8)), daysInMonth(year, month))))
}

/** Days from the first to the second: positive when `to` is later. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((toMs(to) - toMs(from)) / dayMs)
}

/** -1, 0 or 1, as a sort wants it. */
export function compareDays(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function minDay(first: CalendarDate, ...others: CalendarDate[]): CalendarDate {
  return others.reduce((least, day) => (day < least ? day : least), first)
}

export function maxDay(first: CalendarDate, ...others: CalendarDate[]): CalendarDate {
  return others.reduce((greatest, day) => (day > greatest ? day : greatest), first)
}

export function startOfMonth(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 8)}01`)
}

export function endOfMonth(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 8)}${daysInMonth(yearOf(day), Number(day.slice(5, 7)))}`)
}

/** The month as `YYYY-MM`. */
export function monthOf(day: CalendarDate): string {
  return day.slice(0, 7)
}

export function yearOf(day: CalendarDate): number {
  return Number(day.slice(0, 4))
}

/** Day of the week, 0 Sunday to 6 Saturday. */
export function weekdayOf(day: CalendarDate): number {
  return new Date(toMs(day)).getUTCDay()
}

/** The day it is in Europe/Madrid at an instant (now, unless it is passed in). */
export function today(now: Date = new Date()): CalendarDate {
  return partsInMadrid(now).date
}

/** The day in Europe/Madrid of an instant as it is sent to pages; null for none. */
export function dayOfInstant(instant: string | null): CalendarDate | null {
  return instant === null ? null : today(new Date(instant))
}

/** A day as people read it: dd/MM/yyyy. */
export function formatDay(day: CalendarDate): string {
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** An instant as people read it, on the clock of Madrid: dd/MM/yyyy HH:mm. RangeError when it is not an instant. */
export function formatInstant(instant: string | Date): string {
  const { year, month, day, hour, minute } = partsInMadrid(new Date(instant))
  return `${day}/${month}/${year} ${hour}:${minute}`
}

/**
 * Reads a day as people type it: "15/3" (of this year), "15/3/26", "15-03-2026", "15.3.2026", "150326", "2026-03-15",
 * "hoy", "ayer", "mañana", "+30" and "-7" (days from today). Null when it is not a day that exists.
 */
export function parseDay(text: string, today: CalendarDate): CalendarDate | null {
  const typed = text.trim().toLowerCase()
  if (isCalendarDate(typed)) return typed
  const offset = offsetInDays(typed)
  if (offset !== null) return addDays(today, offset)
  const parts =
    /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2}|\d{4}))?$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed)
  if (!parts) return null
  return dayOf(fullYear(parts[3], today), Number(parts[2]), Number(parts[1]))
}

const namedDays: Readonly<Record<string, number>> = { hoy: 0, ayer: -1, anteayer: -2, mañana: 1, manana: 1 }

function offsetInDays(typed: string): number | null {
  const named = Object.hasOwn(namedDays, typed) ? namedDays[typed] : undefined
  if (named !== undefined) return named
  return /^[+\-−]\d{1,4}$/.test(typed) ? Number(typed.replace('−', '-')) : null
}

function fullYear(typed: string | undefined, today: CalendarDate): number {
  if (typed === undefined) return yearOf(today)
  return typed.length === 2 ? 2000 + Number(typed) : Number(typed)
}

const MINUTE_MS = 60_000
type ClockPart = 'year' | 'month' | 'day' | 'hour' | 'minute'
type ClockParts = Record<ClockPart, string> & { date: CalendarDate }
/** The minute asked for last: thousands of payments ask for the same one. */
let lastMinute: { minute: number; parts: ClockParts } | null = null

function partsInMadrid(instant: Date): ClockParts {
  const minute = Math.floor(instant.getTime() / MINUTE_MS)
  if (lastMinute?.minute === minute) return lastMinute.parts
  const clock: Record<ClockPart, string> = { year: '', month: '', day: '', hour: '', minute: '' }
  for (const { type, value } of madridParts.formatToParts(instant)) {
    if (type in clock) clock[type as ClockPart] = value
  }
  const parts = { ...clock, date: calendarDate(`${clock.year}-${clock.month}-${clock.day}`) }
  lastMinute = { minute, parts }
  return parts
}

function toMs(day: CalendarDate): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)))
}

function fromMs(ms: number): CalendarDate {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) throw new RangeError('The day is out of range')
  return calendarDate(write(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()))
}

function write(year: number, month: number, day: number): CalendarDate {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return text as CalendarDate
}

function isExistingDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}
