import { useState } from 'react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { CheckboxField } from '~/kit/fields/choice_fields'
import { PickerField } from '~/kit/fields/picker_field'
import { TextField } from '~/kit/fields/text_fields'
import type { PickerOption } from '~/kit/fields/use_picker_options'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from './profiles.module.css'

type Props = { profile: { id: number; name: string }; onClose: () => void }

/** A copy of a profile for its own supplier, or for others. */
export function DuplicateDialog({ profile, onClose }: Props) {
  const [providers, setProviders] = useState<PickerOption[]>([])
  const form = useFormSubmission({
    initial: { name: `${profile.name} (copia)`, copiesIncluded: true, copiesExcluded: true },
    url: urlFor('providers.profiles.duplicate', { profile: profile.id }),
    leaving: 'allow',
    transform: (values) => ({ ...values, providerIds: providers.map(({ value }) => Number(value)) }),
    onSuccess: onClose,
  })
  return (
    <FormDialog opened onClose={onClose} title="Duplicar perfil" form={form} submitLabel="Duplicar">
      <TextField label="Nombre" isRequired hasFocus lengthMax={120} {...form.field('name')} />
      <PickerField
        label="Para el proveedor"
        help="Uno o varios; sin ninguno, el mismo del perfil."
        url={urlFor('providers.options')}
        name="provider"
        value={null}
        onChange={(option) => {
          if (option && !providers.some(({ value }) => value === option.value))
            setProviders([...providers, option])
        }}
      />
      <div className={styles.chips}>
        {providers.map((provider) => (
          <button
            type="button"
            key={provider.value}
            className={styles.chip}
            aria-label={`Quitar ${provider.label}`}
            onClick={() => setProviders(providers.filter((one) => one !== provider))}
          >
            {provider.label} ×
          </button>
        ))}
      </div>
      <CheckboxField label="Copiar las palabras clave" {...form.field('copiesIncluded')} />
      <CheckboxField label="Copiar las exclusiones" {...form.field('copiesExcluded')} />
      {form.values.copiesIncluded ? null : (
        <p className={styles.quiet}>Sin palabras, la copia queda inactiva hasta que se le añadan.</p>
      )}
    </FormDialog>
  )
}
