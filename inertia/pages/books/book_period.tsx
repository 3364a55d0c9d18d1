import { ActionIcon, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { isCalendarDate } from '#app/kernel/time/calendar_date'
import { DayField } from '~/kit/fields/day_field'
import type { ListQueryState } from '~/kit/list/use_list_query'
import styles from './book_period.module.css'
import { around, kindOf, type Period, type PeriodKind, periodText, stepped } from './book_periods'

const kinds = [
  { value: 'month', label: 'Mes' },
  { value: 'quarter', label: 'Trimestre' },
  { value: 'year', label: 'Año' },
  { value: 'range', label: 'Intervalo' },
]

type Props = { period: Period; query: ListQueryState }

/** The days of a report of the books: a month, a quarter or a year with its neighbours a click away, or two days. They live in the URL. */
export function BookPeriod({ period, query }: Props) {
  const [isRange, setIsRange] = useState(false)
  const kind = isRange ? 'range' : kindOf(period)
  const show = ({ from, to }: Period) => query.change({ posted_from: from, posted_to: to })

  function choose(value: PeriodKind) {
    setIsRange(value === 'range')
    if (value !== 'range') show(around(period, value))
  }

  return (
    <div className={`${styles.period} no-print`}>
      <SegmentedControl
        size="xs"
        aria-label="Período"
        data={kinds}
        value={kind}
        onChange={(value) => choose(value as PeriodKind)}
      />
      {kind === 'range' ? (
        <RangeFields key={`${period.from}:${period.to}`} period={period} onChange={show} />
      ) : (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Período anterior"
            onClick={() => show(stepped(period, kind, -1))}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <span className={`${styles.label} num`}>{periodText(period, kind)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Período siguiente"
            onClick={() => show(stepped(period, kind, 1))}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

function RangeFields({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const [days, setDays] = useState(period)
  const set = (next: Period) => {
    setDays(next)
    if (isCalendarDate(next.from) && isCalendarDate(next.to) && next.from <= next.to) onChange(next)
  }
  const error = isCalendarDate(days.from) && isCalendarDate(days.to) && days.to < days.from
  return (
    <>
      <div className={styles.day}>
        <DayField
          label="Desde"
          name="period_from"
          value={days.from}
          onChange={(from) => set({ ...days, from })}
        />
      </div>
      <div className={styles.day}>
        <DayField
          label="Hasta"
          name="period_to"
          value={days.to}
          error={error ? 'Debe ser posterior al inicio.' : undefined}
          onChange={(to) => set({ ...days, to })}
        />
      </div>
    </>
  )
}
