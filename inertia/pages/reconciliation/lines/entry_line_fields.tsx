import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { decimalText } from '#app/kernel/money/amount_text'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import { moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from './entry.module.css'
import { type EntryLine, splitOf } from './entry_values'
import type { EntryOptions } from './line_types'

type Props = {
  index: number
  line: EntryLine
  /** Its amount in minor units, also where it is what the others leave. */
  minor: number | null
  currency: string
  accountsUrl: string
  options: EntryOptions
  /** A movement to one account needs no text or amount but its own. */
  isOnly: boolean
  errors: Record<string, string>
  onChange: (line: EntryLine) => void
  onRemove: () => void
}

const SENT_AS = {
  account: 'account_code',
  tax: 'tax_code_id',
  provider: 'provider_id',
  center: 'center_id',
}

/** One line of a new entry: its account, what of the movement goes there, and the tax that this carries. */
export function EntryLineFields(props: Props) {
  const { index, line, minor, currency, accountsUrl, options, isOnly, errors, onChange, onRemove } = props
  const field = <Name extends keyof EntryLine>(name: Name) => {
    const sent = `lines.${index}.${{ ...SENT_AS, memo: 'memo', amount: 'amount' }[name]}`
    const change = (value: EntryLine[Name]) => onChange({ ...line, [name]: value })
    return { name: sent, value: line[name], error: errors[sent], onChange: change }
  }
  const amount = field('amount')
  const split = splitOf(line, minor, options)
  const money = (value: number) => moneyText({ minor: value, currency })
  return (
    <fieldset className={styles.line} aria-label={`Línea ${index + 1}`}>
      <div className={styles.main}>
        <PickerField
          label="Cuenta contable"
          isRequired
          hasFocus={index === 0 && line.account === null}
          url={accountsUrl}
          placeholder="Código o nombre"
          {...field('account')}
        />
        <SelectField
          label="Impuesto incluido"
          options={options.taxes.map(({ value, label }) => ({ value, label }))}
          placeholder="Sin impuesto"
          {...field('tax')}
        />
        <AmountField
          label="Importe"
          isRequired
          currency={currency}
          isNegativeAllowed
          {...amount}
          value={line.amount ?? decimalText(minor ?? 0, currency)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          className={styles.remove}
          disabled={isOnly}
          aria-label={`Quitar la línea ${index + 1}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {split ? (
        <p className={styles.split} aria-live="polite">
          Base {money(split.baseMinor)} + impuesto {money(split.taxMinor)}
        </p>
      ) : null}
      <div className={styles.more}>
        {isOnly ? null : <TextField label="Detalle" lengthMax={240} {...field('memo')} />}
        <PickerField label="Proveedor" url={urlFor('providers.options')} {...field('provider')} />
        {options.centers.length > 0 ? (
          <SelectField label="Centro" options={options.centers} {...field('center')} />
        ) : null}
      </div>
    </fieldset>
  )
}
