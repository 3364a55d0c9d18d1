import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
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

/** The instalments of a schedule of its own: day and principal of each. */
export function CustomRows({ rows, currency, errors, onChange }: Props) {
  const change = (at: number, row: Partial<CustomRow>) =>
    onChange(rows.map((before, index) => (index === at ? { ...before, ...row } : before)))
  return (
    <div className={styles.stack}>
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
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
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
        <Button size="xs" variant="default" onClick={() => onChange([...rows, { dueOn: '', principal: '' }])}>
          Añadir cuota
        </Button>
      </div>
    </div>
  )
}
