import { DateTime } from 'luxon'

/** A schedule of five fields, read. */
export type Cron = {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  /** Days of the month and days of the week are alternatives only where both are limited (crontab(5)). */
  isEitherDay: boolean
  /** Told by an hour of the day, and not by the time that has gone by: it runs once on the days on which clocks change. */
  isAtAnHour: boolean
}

const ZONE = 'Europe/Madrid'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The furthest that a schedule is looked ahead: a leap day comes every eight years at worst. */
const AHEAD_MS = 366 * 24 * HOUR_MS

const FIELDS = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  { name: 'days', from: 1, to: 31 },
  { name: 'months', from: 1, to: 12 },
  { name: 'weekdays', from: 0, to: 7 },
] as const

/** Reads «30 2 * * 1-5». Throws a RangeError for what is no schedule. */
export function parseCron(text: string): Cron {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) throw new RangeError(`«${text}» is not a schedule`)
  const [minutes, hours, days, months, weekdays] = FIELDS.map(({ from, to }, at) =>
    readField(parts[at] ?? '', from, to)
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>]
  if (weekdays.has(7)) weekdays.add(0)
  const isLimited = (at: number) => !parts[at]?.startsWith('*')
  return {
    minutes,
    hours,
    days,
    months,
    weekdays,
    isEitherDay: isLimited(2) && isLimited(4),
    isAtAnHour: isLimited(1),
  }
}

function readField(text: string, from: number, to: number): Set<number> {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const read = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part)
    if (!read) throw new RangeError(`«${part}» is no part of a schedule`)
    const first = read[1] === undefined ? from : Number(read[1])
    const last = read[2] !== undefined ? Number(read[2]) : read[1] === undefined || read[3] ? to : first
    const step = Number(read[3] ?? 1)
    if (first < from || last > to || first > last || step < 1)
      throw new RangeError(`«${part}» is no part of a schedule`)
    for (let value = first; value <= last; value += step) found.add(value)
  }
  return found
}

/**
 * The times for which a schedule is due in a minute, as they are written: on the clock of Madrid for one that names an
 * hour (`2026-03-29 02:30`), by the time in UTC for one that does not. A time that the change to summer time leaves out is due as
 * soon as the clock is past it; in autumn the hour that comes twice counts once.
 */
export function dueSlots(cron: Cron, minuteMs: number): string[] {
  const wall = wallOf(minuteMs)
  if (!cron.isAtAnHour) return matches(cron, wall) ? [`${written(minuteMs)}Z`] : []
  if (wallOf(minuteMs - HOUR_MS) === wall) return []
  const slots: string[] = []
  for (let at = wallOf(minuteMs - MINUTE_MS) + MINUTE_MS; at <= wall; at += MINUTE_MS)
    if (matches(cron, at)) slots.push(written(at))
  return slots
}

/** When a schedule is due next after an instant; null when that is more than a year away. */
export function nextDue(cron: Cron, after: Date): Date | null {
  const start = minuteOf(after.getTime()) + MINUTE_MS
  for (let at = start; at < start + AHEAD_MS; at += MINUTE_MS)
    if (dueSlots(cron, at).length > 0) return new Date(at)
  return null
}

/** The last time for which a schedule was due after one minute and until another; null without any. */
export function lastDueBetween(cron: Cron, afterMs: number, untilMs: number): string | null {
  const first = Math.max(afterMs, untilMs - AHEAD_MS)
  for (let at = untilMs; at > first; at -= MINUTE_MS) {
    const slot = dueSlots(cron, at).at(-1)
    if (slot) return slot
  }
  return null
}

/** The minute that an instant lies in, both in milliseconds. */
export const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS

const dayMatches = (cron: Cron, day: number, weekday: number) =>
  cron.isEitherDay
    ? cron.days.has(day) || cron.weekdays.has(weekday)
    : cron.days.has(day) && cron.weekdays.has(weekday)

function matches(cron: Cron, wallMs: number): boolean {
  const minute = (wallMs / MINUTE_MS) % 60
  if (!cron.minutes.has(minute)) return false
  const wall = new Date(wallMs)
  return (
    cron.hours.has(wall.getUTCHours()) &&
    cron.months.has(wall.getUTCMonth() + 1) &&
    dayMatches(cron, wall.getUTCDate(), wall.getUTCDay())
  )
}

/** What the clock on the wall shows, as if it were UTC: hours and days are then read without a table of zones. */
const wallOf = (ms: number): number => ms + offsetOf(ms)

const offsets = new Map<number, number>()
const OFFSETS_MAX = 50_000

/** Clocks change on the hour. */
function offsetOf(ms: number): number {
  const hour = Math.floor(ms / HOUR_MS)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  if (offsets.size > OFFSETS_MAX) offsets.clear()
  const offset = DateTime.fromMillis(hour * HOUR_MS, { zone: ZONE }).offset * MINUTE_MS
  offsets.set(hour, offset)
  return offset
}

const written = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
