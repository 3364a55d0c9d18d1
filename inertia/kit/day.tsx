import { formatDay, formatInstant, isCalendarDate } from '#app/kernel/time/calendar_date'
import styles from './detail/figures.module.css'

type DayProps = { value: string | null | undefined }

/** A business day (`YYYY-MM-DD`) as dd/MM/yyyy, or a dash. */
export function Day({ value }: DayProps) {
  if (!value || !isCalendarDate(value)) return <span className={styles.none}>–</span>
  return (
    <time dateTime={value} className="num">
      {formatDay(value)}
    </time>
  )
}

/** An instant (ISO) on the clock of Madrid, dd/MM/yyyy HH:mm, or a dash. */
export function Instant({ value }: DayProps) {
  if (!value) return <span className={styles.none}>–</span>
  return (
    <time dateTime={value} className="num">
      {formatInstant(value)}
    </time>
  )
}

const quantity = new Intl.NumberFormat('es-ES', {
  useGrouping: 'always' as unknown as boolean,
  maximumFractionDigits: 4,
})

/** A count or a rate with its unit, never an amount of money: "1.204 líneas". */
export function Quantity({ value, unit }: { value: number; unit?: string }) {
  return (
    <span className="num">
      {quantity.format(value)}
      {unit ? `\u00a0${unit}` : ''}
    </span>
  )
}

/** A count as text: "1.204". */
export function countText(value: number): string {
  return quantity.format(value)
}
