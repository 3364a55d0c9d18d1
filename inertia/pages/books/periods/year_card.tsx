import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { countText, Day } from '~/kit/day'
import type { Confirmation } from '~/kit/dialog/confirm_action'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import styles from './periods.module.css'
import { lockingMonth, movingYear, unlockingMonth, yearSteps } from './year_confirmations'

export type Month = {
  month: string
  isLocked: boolean
  lockedAt: string | null
  lockedBy: string | null
  waiting: number
}
export type FiscalYear = {
  id: number
  code: string
  startsOn: string
  endsOn: string
  entries: number
  status: { label: string; tone: Tone }
  actions: string[]
  months: Month[]
}

type Props = {
  year: FiscalYear
  siteId: number
  canLock: boolean
  canUnlock: boolean
  onAsk: (confirmation: Confirmation) => void
}

const monthName = new Intl.DateTimeFormat('es-ES', { month: 'short', timeZone: 'UTC' })

/** One fiscal year: its months, each a button that locks or unlocks it, and the steps of its closing. */
export function YearCard({ year, siteId, canLock, canUnlock, onAsk }: Props) {
  const steps = yearSteps.filter((step) => year.actions.includes(step.name))
  return (
    <section className={styles.year} aria-label={`Ejercicio ${year.code}`}>
      <header className={styles.head}>
        <h2>{year.code}</h2>
        <StatusBadge {...year.status} />
        <span className={styles.quiet}>
          <Day value={year.startsOn} /> – <Day value={year.endsOn} /> · {countText(year.entries)} asientos
        </span>
        <span className={styles.steps}>
          {steps.map((step) => (
            <Button key={step.name} size="xs" variant="default" onClick={() => onAsk(movingYear(year, step))}>
              {step.label}
            </Button>
          ))}
        </span>
      </header>
      <ul className={styles.months}>
        {year.months.map((month) => (
          <li key={month.month}>
            <MonthButton
              month={month}
              isDisabled={month.isLocked ? !canUnlock || month.lockedAt === null : !canLock}
              onClick={() =>
                onAsk(month.isLocked ? unlockingMonth(siteId, month.month) : lockingMonth(siteId, month))
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type MonthProps = { month: Month; isDisabled: boolean; onClick: () => void }

function MonthButton({ month, isDisabled, onClick }: MonthProps) {
  const name = monthName.format(new Date(month.month))
  const Icon = month.isLocked ? IconLock : IconLockOpen
  const hint = month.isLocked
    ? month.lockedBy
      ? `Bloqueado por ${month.lockedBy}`
      : 'Bloqueado'
    : month.waiting > 0
      ? `${countText(month.waiting)} facturas sin contabilizar`
      : 'Abierto'
  return (
    <button
      type="button"
      className={styles.month}
      data-locked={month.isLocked || undefined}
      disabled={isDisabled}
      title={hint}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden="true" />
      <span>{name}</span>
      <span className={styles.hint}>
        {month.isLocked ? 'Bloqueado' : month.waiting > 0 ? `${countText(month.waiting)} pend.` : 'Abierto'}
      </span>
    </button>
  )
}
