import { Button, Menu } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { addMonths, type CalendarDate, calendarDate, today } from '#app/kernel/calendar_date'
import styles from './summary.module.css'

type Months = { from: string; to: string }
type Props = Months & { onChange: (months: Months) => void }

/** A span of whole months: the usual ones by name, any other by its first and last month. */
export function MonthChoice({ from, to, onChange }: Props) {
  const [typed, setTyped] = useState<Months>({ from, to })
  const [shown, setShown] = useState({ from, to })
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to })
    setTyped({ from, to })
  }
  function type(changes: Partial<Months>) {
    const next = { ...typed, ...changes }
    setTyped(next)
    if (/^\d{4}-\d{2}$/.test(next.from) && /^\d{4}-\d{2}$/.test(next.to) && next.from <= next.to)
      onChange(next)
  }
  return (
    <div className={styles.months}>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconCalendar size={16} />}>
            Período
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {usualSpans(calendarDate(`${today().slice(0, 7)}-01`)).map(({ label, ...months }) => (
            <Menu.Item key={label} onClick={() => onChange(months)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <input
        type="month"
        className={styles.month}
        aria-label="Primer mes"
        value={typed.from}
        onChange={({ currentTarget }) => type({ from: currentTarget.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="month"
        className={styles.month}
        aria-label="Último mes"
        value={typed.to}
        onChange={({ currentTarget }) => type({ to: currentTarget.value })}
      />
    </div>
  )
}

function usualSpans(month: CalendarDate) {
  const back = (months: number) => addMonths(month, -months).slice(0, 7)
  const year = Number(month.slice(0, 4))
  const inQuarter = (Number(month.slice(5, 7)) - 1) % 3
  return [
    { label: 'Este mes', from: back(0), to: back(0) },
    { label: 'Mes anterior', from: back(1), to: back(1) },
    { label: 'Este trimestre', from: back(inQuarter), to: back(0) },
    { label: 'Trimestre anterior', from: back(inQuarter + 3), to: back(inQuarter + 1) },
    { label: 'Este año', from: `${year}-01`, to: back(0) },
    { label: 'Año anterior', from: `${year - 1}-01`, to: `${year - 1}-12` },
  ]
}
