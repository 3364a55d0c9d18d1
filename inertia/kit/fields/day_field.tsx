import { ActionIcon, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { formatDay, isCalendarDate, parseDay, today } from '#app/kernel/time/calendar_date'
import { type FieldProps, inputProps } from '~/kit/fields/field_props'
import { problemMark } from '~/kit/form/form_problems'

type Props = FieldProps<string> & { min?: string; max?: string }

// The calendar is only downloaded by who opens it.
const DayCalendar = lazy(async () => ({ default: (await import('~/kit/fields/day_calendar')).DayCalendar }))

/** A day, typed ("15/3", "hoy", "+30") or picked. The value is `YYYY-MM-DD`; while it is no day, what was typed. */
export function DayField({ min, max, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const shown = typed ?? (isCalendarDate(field.value) ? formatDay(field.value) : field.value)

  function read() {
    setTyped(null)
    if (typed === null) return
    const day = typed.trim() === '' ? '' : parseDay(typed, today())
    setProblem(day === null ? 'Introduzca una fecha válida.' : null)
    field.onChange(day ?? typed)
  }

  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <TextInput
          {...inputProps(field)}
          {...problemMark(problem)}
          role="combobox"
          error={field.error ?? problem}
          autoComplete="off"
          placeholder={field.placeholder ?? 'dd/mm/aaaa'}
          value={shown}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
          }}
          onBlur={read}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read()
            if (event.key === 'ArrowDown') setIsOpen(true)
          }}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Abrir el calendario: ${field.label}`}
              disabled={field.isDisabled}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconCalendar size={16} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback="Cargando…">
          {isOpen ? (
            <DayCalendar
              value={isCalendarDate(field.value) ? field.value : null}
              min={min}
              max={max}
              onPick={(day) => {
                setProblem(null)
                field.onChange(day)
                setIsOpen(false)
              }}
            />
          ) : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
