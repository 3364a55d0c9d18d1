import { Pill } from '@mantine/core'
import type { Option } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { urlFor } from '~/urls'
import styles from '../rebilling.module.css'

type Props = { providers: Option[]; error?: string; onChange: (providers: Option[]) => void }

/** Suppliers whose invoices a rule takes, found one by one. */
export function ProvidersField({ providers, error, onChange }: Props) {
  return (
    <div className={styles.stack}>
      <PickerField
        label="Proveedores"
        help="Vacío: de cualquiera."
        url={urlFor('providers.options')}
        name="provider_ids"
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
