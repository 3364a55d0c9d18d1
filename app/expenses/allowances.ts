import type { Category, PerDiemKind } from '#app/expenses/expense_categories'
import { Money } from '#app/kernel/money/money'
import { type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'

/** What the law leaves free of income tax from a day on, in cents: table `expense_limits`, which names its source. */
export type LegalLimit = { kind: 'kilometre' | PerDiemKind; validFrom: CalendarDate; amountMinor: number }

/** The limit that held on a day, in cents; null before the first one known. */
export function limitOn(
  limits: readonly LegalLimit[],
  kind: LegalLimit['kind'],
  day: CalendarDate
): number | null {
  const known = limits
    .filter((limit) => limit.kind === kind && compareDays(limit.validFrom, day) <= 0)
    .toSorted((a, b) => compareDays(b.validFrom, a.validFrom))
  return known[0]?.amountMinor ?? null
}

/** What the house pays a day, of the group or a company, from a day on: table `expense_per_diems`. Cents. */
export type HousePerDiem = {
  siteId: number | null
  kind: PerDiemKind
  validFrom: CalendarDate
  amountMinor: number
}

/** What the house paid a day on a day: the company's own word, else the group's; null where neither says anything. */
export function perDiemOn(
  paid: readonly HousePerDiem[],
  kind: PerDiemKind,
  day: CalendarDate
): number | null {
  const known = paid
    .filter((row) => row.kind === kind && compareDays(row.validFrom, day) <= 0)
    .toSorted(
      (a, b) => Number(b.siteId !== null) - Number(a.siteId !== null) || compareDays(b.validFrom, a.validFrom)
    )
  return known[0]?.amountMinor ?? null
}

/** Kilometres with one decimal times a rate in cents, the half cent up. RangeError for another way of writing them. */
export function mileageMinor(km: string, rateMinor: number): number {
  const [, whole = '', tenth = '0'] = /^(\d{1,6})(?:\.(\d))?$/.exec(km) ?? []
  if (whole === '') throw new RangeError(`«${km}» is not a number of kilometres`)
  return Money.of(rateMinor).timesRational(Number(whole) * 10 + Number(tenth), 10, 'half_away_from_zero')
    .minor
}

type Allowance = {
  category: Category
  spentOn: CalendarDate
  totalMinor: number
  km: string | null
  perDiemKind: PerDiemKind | null
  days: number | null
}

/**
 * What of an allowance is free of income tax, in cents; the rest is pay and subject to withholding (art. 9 RD 439/2007).
 * Null for what is no allowance.
 */
export function exemptMinor(line: Allowance, limits: readonly LegalLimit[]): number | null {
  if (line.category === 'mileage' && line.km !== null) {
    const rate = limitOn(limits, 'kilometre', line.spentOn)
    return rate === null ? 0 : Math.min(line.totalMinor, mileageMinor(line.km, rate))
  }
  if (line.category === 'per_diem' && line.perDiemKind !== null && line.days !== null) {
    const limit = limitOn(limits, line.perDiemKind, line.spentOn)
    return Math.min(line.totalMinor, (limit ?? 0) * line.days)
  }
  return null
}
