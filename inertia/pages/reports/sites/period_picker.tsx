import { router } from '@inertiajs/react'
import { useState } from 'react'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  endOfMonth,
  isCalendarDate,
  startOfMonth,
  today,
} from '#app/kernel/time/calendar_date'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { withQuery } from '~/urls'
import styles from './report.module.css'
import type { Period } from './site_report'

type Span = { value: string; label: string; from: CalendarDate; to: CalendarDate }

/** The spans people ask for, seen from a day. */
function spansOf(day: CalendarDate): Span[] {
  const year = day.slice(0, 4)
  const month = startOfMonth(day)
  const quarter = calendarDate(
    `${year}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
  )
  const past = Number(year) - 1
  return [
    { value: 'month', label: 'Este mes', from: month, to: day },
    {
      value: 'last_month',
      label: 'Mes anterior',
      from: addMonths(month, -1),
      to: endOfMonth(addMonths(month, -1)),
    },
    { value: 'quarter', label: 'Este trimestre', from: quarter, to: day },
    {
      value: 'last_quarter',
      label: 'Trimestre anterior',
      from: addMonths(quarter, -3),
      to: addDays(quarter, -1),
    },
    { value: 'year', label: 'Este año', from: calendarDate(`${year}-01-01`), to: day },
    {
      value: 'last_year',
      label: 'Año anterior',
      from: calendarDate(`${past}-01-01`),
      to: calendarDate(`${past}-12-31`),
    },
    { value: 'twelve', label: 'Últimos 12 meses', from: addDays(addMonths(day, -12), 1), to: day },
  ]
}

/** The days of the report: a named span, or two days. The choice lives in the address. */
export function PeriodPicker({ path, period }: { path: string; period: Period }) {
  const spans = spansOf(today())
  const chosen = spans.find(({ from, to }) => from === period.from && to === period.to)
  const [days, setDays] = useState(period)

  function show(next: Period) {
    setDays(next)
    if (!isCalendarDate(next.from) || !isCalendarDate(next.to) || next.to < next.from) return
    router.get(withQuery(path, next), {}, { preserveScroll: true, preserveState: true })
  }

  return (
    <div className={`${styles.period} no-print`}>
      <SelectField
        label="Período"
        isRequired
        name="span"
        options={[
          ...spans.map(({ value, label }) => ({ value, label })),
          ...(chosen ? [] : [{ value: 'own', label: 'Otras fechas' }]),
        ]}
        value={chosen?.value ?? 'own'}
        onChange={(value) => {
          const span = spans.find((one) => one.value === value)
          if (span) show({ from: span.from, to: span.to })
        }}
      />
      <DayField label="Desde" name="from" value={days.from} onChange={(from) => show({ ...days, from })} />
      <DayField label="Hasta" name="to" value={days.to} onChange={(to) => show({ ...days, to })} />
    </div>
  )
}
