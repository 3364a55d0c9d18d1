import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { AmountField } from '~/kit/fields/amount_field'
import { DayField } from '~/kit/fields/day_field'
import styles from '../loans.module.css'
import type { CustomRow } from './configure_form'

type Props = {
  rows: CustomRow[]
  currency: string
  error: string | undefined
  onChange: (rows: CustomRow[]) => void
}

/** The instalments of a schedule of its own: day and principal of each. */
export function CustomRows({ rows, currency, error, onChange }: Props) {
  const change = (at: number, row: Partial<CustomRow>) =>
    onChange(rows.map((before, index) => (index === at ? { ...before, ...row } : before)))
  return (
    <div className={styles.stack}>
      {rows.map((row, index) => (
        <div key={index} className={styles.custom}>
          <DayField
            name={`custom.${index}.due_on`}
            label={index === 0 ? 'Vencimiento' : `Vencimiento ${index + 1}`}
            value={row.dueOn}
            onChange={(dueOn) => change(index, { dueOn })}
          />
          <AmountField
            name={`custom.${index}.principal`}
            label={index === 0 ? 'Amortización' : `Amortización ${index + 1}`}
            currency={currency}
            value={row.principal}
            onChange={(principal) => change(index, { principal })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Quitar la cuota ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {error ? <p className={styles.problem}>{error}</p> : null}
      <div>
        <Button size="xs" variant="default" onClick={() => onChange([...rows, { dueOn: '', principal: '' }])}>
          Añadir cuota
        </Button>
      </div>
    </div>
  )
}
