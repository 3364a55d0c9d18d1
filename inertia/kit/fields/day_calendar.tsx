import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'

import { DatePicker } from '@mantine/dates'
import styles from './day_calendar.module.css'

type Props = { value: string | null; min?: string; max?: string; onPick: (day: string) => void }

/** The calendar of a day field: weeks from Monday, in Spanish. */
export function DayCalendar({ value, min, max, onPick }: Props) {
  return (
    <DatePicker
      classNames={{ day: styles.day }}
      locale="es"
      firstDayOfWeek={1}
      value={value}
      defaultDate={value ?? undefined}
      minDate={min}
      maxDate={max}
      onChange={(day) => day && onPick(day)}
    />
  )
}
