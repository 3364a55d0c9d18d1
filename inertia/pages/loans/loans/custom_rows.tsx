import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import styles from '../loans.module.css'
import type { CustomRow } from './configure_form'

type Props = {
  rows: CustomRow[]
  currency: string
  errors: Record<string, string>
  onChange: (rows: CustomRow[]) => void
}

/** The instalments of a schedule of its own: day and principal of each. The focus goes to a row that is added. */
export function CustomRows({ rows, currency, errors, onChange }: Props) {
  const change = (at: number, row: Partial<CustomRow>) =>
    onChange(rows.map((before, index) => (index === at ? { ...before, ...row } : before)))
  const list = useRef<HTMLDivElement>(null)
  const next = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there once there are more or fewer of them
  useEffect(() => {
    if (next.current !== null) list.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  }, [rows.length])
  function add() {
    next.current = `[name="custom.${rows.length}.due_on"]`
    onChange([...rows, { dueOn: '', principal: '' }])
  }
  function remove(at: number) {
    next.current = '[data-add]'
    onChange(rows.filter((_, index) => index !== at))
  }
  return (
    <div ref={list} className={styles.stack}>
      {rows.map((row, index) => (
        <div key={index} className={styles.custom}>
          <DayField
            name={`custom.${index}.due_on`}
            label={`Vencimiento ${index + 1}`}
            isRequired
            value={row.dueOn}
            error={errors[`custom.${index}.due_on`]}
            onChange={(dueOn) => change(index, { dueOn })}
          />
          <AmountField
            name={`custom.${index}.principal`}
            label={`Amortización ${index + 1}`}
            isRequired
            currency={currency}
            value={row.principal}
            error={errors[`custom.${index}.principal`]}
            onChange={(principal) => change(index, { principal })}
          />
          <ActionIcon
            className={styles.remove}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`Quitar la cuota ${index + 1}`}
            onClick={() => remove(index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {errors.custom ? (
        <p className={styles.problem} role="alert">
          {errors.custom}
        </p>
      ) : null}
      <div>
        <Button size="xs" variant="default" data-add onClick={add}>
          Añadir cuota
        </Button>
      </div>
    </div>
  )
}
