import { Button, Menu, Select } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { addMonths, type CalendarDate, calendarDate, today } from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import styles from './summary.module.css'

type Months = { from: string; to: string }
type Props = Months & { onChange: (months: Months) => void }

/** A span of whole months: the usual ones by name, any other by its first and last month. */
export function MonthChoice({ from, to, onChange }: Props) {
  const months = knownMonths(from, to).map((value) => ({ value, label: monthText(value) }))
  const pick = (value: string | null, end: 'from' | 'to') => {
    if (!value) return
    const next = { from, to, [end]: value }
    onChange(next.from <= next.to ? next : { from: value, to: value })
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
          {usualSpans(thisMonth()).map(({ label, ...span }) => (
            <Menu.Item key={label} onClick={() => onChange(span)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Select
        aria-label="Primer mes"
        data={months}
        value={from}
        allowDeselect={false}
        searchable
        w={190}
        onChange={(value) => pick(value, 'from')}
      />
      <span aria-hidden="true">–</span>
      <Select
        aria-label="Último mes"
        data={months}
        value={to}
        allowDeselect={false}
        searchable
        w={190}
        onChange={(value) => pick(value, 'to')}
      />
    </div>
  )
}

const thisMonth = (): CalendarDate => calendarDate(`${today().slice(0, 7)}-01`)

const MONTHS_BACK = 84
const MONTHS_AHEAD = 12

/** The months of seven years and the next, the latest first, and those in view wherever they lie. */
function knownMonths(from: string, to: string): string[] {
  const near = Array.from({ length: MONTHS_BACK + MONTHS_AHEAD + 1 }, (_, index) =>
    addMonths(thisMonth(), MONTHS_AHEAD - index).slice(0, 7)
  )
  return [...new Set([...near, from, to])].toSorted().toReversed()
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
