import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import text from '../document/text.module.css'
import styles from '../review/fields.module.css'
import type { TaxOption } from '../review/review_parts'
import { chargedTaxes, type TaxRow, withTax } from './totals_draft'

type Props = {
  index: number
  row: TaxRow
  currency: string
  options: TaxOption[]
  errors: Record<string, string>
  onChange: (row: TaxRow) => void
  onRemove?: () => void
}

/** Base and tax of one rate; the tax can be worked out from its base. */
export function TaxRowFields({ index, row, currency, options, errors, onChange, onRemove }: Props) {
  const amount = (part: 'base' | 'vat' | 'surcharge') => ({
    name: `groups.${index}.${part}`,
    value: row[part],
    error: errors[`groups.${index}.${part}`],
    currency,
    isNegativeAllowed: true,
    onChange: (text: string) => onChange({ ...row, [part]: text }),
  })
  return (
    <fieldset className={styles.taxRow}>
      <legend className="only-read">Tipo impositivo {index + 1}</legend>
      <div className={styles.taxHead}>
        <SelectField
          label="Impuesto"
          isRequired
          name={`groups.${index}.vat_code_id`}
          options={chargedTaxes(options)}
          value={row.vatCodeId}
          error={errors[`groups.${index}.vat_code_id`]}
          onChange={(chosen) => onChange(withTax({ ...row, vatCodeId: chosen }, options, currency))}
        />
        <Button variant="default" onClick={() => onChange(withTax(row, options, currency))}>
          Calcular cuota
        </Button>
        {onRemove ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`Quitar el tipo impositivo ${index + 1}`}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ) : null}
      </div>
      <div className={text.triple}>
        <AmountField label="Base" isRequired {...amount('base')} />
        <AmountField label="Cuota" isRequired {...amount('vat')} />
        <AmountField label="Recargo" {...amount('surcharge')} />
      </div>
    </fieldset>
  )
}
