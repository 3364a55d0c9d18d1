import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { AmountField } from '~/kit/fields/amount_field'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { urlFor, withQuery } from '~/urls'
import styles from './manual_entries.module.css'
import type { ManualLine } from './manual_values'

/** Fields of a line whose choice is sent by its key. */
const SENT_AS: Partial<Record<keyof ManualLine, string>> = {
  account: 'account_id',
  counter: 'counter_account_id',
}

type Props = {
  index: number
  line: ManualLine
  siteId: string | null
  errors: Record<string, string>
  onChange: (line: ManualLine) => void
  onRemove?: () => void
}

/** One apunte: its account, and an amount on one of its sides. */
export function LineFields({ index, line, siteId, errors, onChange, onRemove }: Props) {
  const field = <Name extends keyof ManualLine>(name: Name) => ({
    name: `lines.${index}.${name}`,
    value: line[name],
    error: errors[`lines.${index}.${SENT_AS[name] ?? name}`],
    onChange: (value: ManualLine[Name]) => onChange({ ...line, [name]: value }),
  })
  const partner = line.account?.partner
  return (
    <fieldset className={styles.line} aria-label={`Apunte ${index + 1}`}>
      <PickerField
        label="Cuenta"
        url={withQuery(urlFor('accounts.plan.options'), { site_id: siteId ?? '' })}
        isDisabled={siteId === null}
        placeholder={siteId === null ? 'Elija antes la empresa' : 'Código o nombre'}
        {...field('account')}
      />
      <TextField label="Detalle" lengthMax={250} {...field('memo')} />
      <AmountField label="Debe" isDisabled={line.credit.trim() !== ''} {...field('debit')} />
      <AmountField label="Haber" isDisabled={line.debit.trim() !== ''} {...field('credit')} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={styles.remove}
        disabled={!onRemove}
        aria-label={`Quitar el apunte ${index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
      {partner ? (
        <div className={styles.counter}>
          <PickerField
            label={`Cuenta en ${partner.name}`}
            help="Recoge la otra parte: el asiento se registra en los libros de las dos empresas."
            url={withQuery(urlFor('accounts.plan.options'), { site_id: partner.id })}
            placeholder="Código o nombre"
            {...field('counter')}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
