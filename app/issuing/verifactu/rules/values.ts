import { type CalendarDate, isCalendarDate } from '#app/kernel/time/calendar_date'

const AMOUNT = /^[+-]?\d{1,12}(?:\.\d{0,2})?$/
const RATE = /^\d{1,3}(?:\.\d{0,2})?$/

export const isAmount = (text: string): boolean => AMOUNT.test(text)
export const isRate = (text: string): boolean => RATE.test(text)

/** Cents of an amount of a record: sign, point, up to two decimals. Zero for none and for what is no amount. */
export function centsOf(text: string | undefined): number {
  if (text === undefined || !isAmount(text)) return 0
  const [whole = '0', decimals = ''] = text.replace(/^[+-]/, '').split('.')
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return text.startsWith('-') && cents !== 0 ? -cents : cents
}

/** Basis points of a rate: `7.5` is 750. Null for none. */
export const basisPointsOf = (text: string | undefined): number | null =>
  text !== undefined && isRate(text) ? centsOf(text) : null

/** The day of a record (DD-MM-YYYY); null where there is none or no such day. */
export function dayOfText(text: string | undefined): CalendarDate | null {
  const found = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text ?? '')
  const day = found ? `${found[3]}-${found[2]}-${found[1]}` : ''
  return isCalendarDate(day) ? day : null
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/

/** Whether an instant is written as AEAT takes it: to the second, with its offset in hours and minutes or `Z`. */
export const isInstantText = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text))
