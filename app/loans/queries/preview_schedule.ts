import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { buildSchedule, totalInterest } from '#app/loans/schedule/build_schedule'
import type { ScheduleRow } from '#app/loans/schedule/terms'
import { type Configuration, checkConfiguration, maturityOf } from '#app/loans/terms/check_terms'
import type { Loan } from '#app/loans/terms/loan'
import { scheduleTerms } from '#app/loans/terms/schedule_terms'

export type PreviewRow = {
  seq: number | null
  dueOn: CalendarDate
  opening: MoneyJson
  principal: MoneyJson
  interest: MoneyJson
  withholding: MoneyJson
  total: MoneyJson
}

export type SchedulePreview = {
  rows: PreviewRow[]
  totalInterest: MoneyJson
  maturityOn: CalendarDate | null
  /** How many instalments fell due until the day of the opening balances, and what is owed after them. */
  loaded: { count: number; outstanding: MoneyJson } | null
}

/** What a configuration comes to; nothing is written. Throws at the field that is wrong. */
export function previewSchedule(loan: Loan, given: Configuration): SchedulePreview {
  checkConfiguration(loan.kind, given)
  const money = (minor: number): MoneyJson => ({ minor, currency: loan.currency })
  if (loan.kind !== 'term')
    return { rows: [], totalInterest: money(0), maturityOn: given.maturityOn, loaded: null }
  const terms = { ...loan, ...given, periods: given.custom?.length ?? given.periods }
  const rows = buildSchedule(scheduleTerms(terms))
  return {
    rows: rows.map((row) => shown(row, money)),
    totalInterest: money(totalInterest(rows)),
    maturityOn: maturityOf(given),
    loaded: given.loadedOn === null ? null : loadedOf(rows, given.loadedOn, money),
  }
}

export function shown(row: ScheduleRow, money: (minor: number) => MoneyJson): PreviewRow {
  return {
    seq: row.seq,
    dueOn: row.dueOn,
    opening: money(row.openingMinor),
    principal: money(row.principalMinor),
    interest: money(row.interestMinor),
    withholding: money(row.withholdingMinor),
    total: money(row.totalMinor),
  }
}

function loadedOf(rows: readonly ScheduleRow[], loadedOn: CalendarDate, money: (minor: number) => MoneyJson) {
  const past = rows.filter(({ dueOn }) => dueOn <= loadedOn)
  const owed = rows
    .filter(({ dueOn }) => dueOn > loadedOn)
    .reduce((sum, { principalMinor }) => sum + principalMinor, 0)
  return { count: past.length, outstanding: money(owed) }
}
