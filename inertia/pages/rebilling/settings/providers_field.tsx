import { Pill } from '@mantine/core'
import type { Option } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import type { FieldBinding } from '~/kit/form/form_fields'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'

/** Suppliers whose invoices a rule takes, found one by one. */
export function ProvidersField({ name, value: providers, error, onChange }: FieldBinding<Option[]>) {
  return (
    <div className={styles.stack}>
      <PickerField
        label="Proveedores"
        help="Vacío: de cualquiera."
        url={urlFor('providers.options')}
        name={name}
        value={null}
        error={error}
        onChange={(chosen) => {
          if (chosen && providers.every(({ value }) => value !== chosen.value))
            onChange([...providers, { value: chosen.value, label: chosen.label }])
        }}
      />
      {providers.length > 0 ? (
        <div className={styles.chips}>
          {providers.map(({ value, label }) => (
            <Pill
              key={value}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Quitar ${label}` }}
              onRemove={() => onChange(providers.filter((provider) => provider.value !== value))}
            >
              {label}
            </Pill>
          ))}
        </div>
      ) : null}
    </div>
  )
}
